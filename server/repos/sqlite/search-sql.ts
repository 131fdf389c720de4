import type { GuestQuery } from '../../domain/painel-repo.ts'

/** A condition on rows of `busca b`, and the values of its parameters in order. */
interface Condition {
  where: string
  values: string[]
}

/** The condition that one of the queries means a guest, as `isMeant` says (`domain/guest-search.ts`). */
export function searchSql(queries: GuestQuery[]): Condition {
  const each = queries.map(conditionOf)
  return {
    where: each.length === 0 ? '0' : each.map(({ where }) => `(${where})`).join(' OR '),
    values: each.flatMap(({ values }) => values),
  }
}

function conditionOf({ words, telefone, email, credencialid, cpf, empresaid }: GuestQuery): Condition {
  const parts: Condition[] = words.map((word) => ({ where: 'instr(b.nome, ?) > 0', values: [word] }))
  const add = (where: string, ...values: string[]) => parts.push({ where, values })
  if (telefone !== null) add('instr(b.telefone, ?) > 0', telefone)
  if (email !== null) add('instr(b.email, ?) > 0', email)
  if (credencialid !== null) add('b.credencialid = ?', credencialid)
  if (cpf !== null) add('b.cpf = ?', cpf)
  const usada = `FROM reserva r WHERE r.estado = 'usada' AND`
  if (empresaid === null) add(`NOT EXISTS (SELECT 1 ${usada} r.credencialid = b.credencialid)`)
  else if (empresaid !== undefined)
    add(`b.credencialid IN (SELECT r.credencialid ${usada} r.empresaid = ?)`, empresaid)
  return {
    where: parts.length === 0 ? '1' : parts.map(({ where }) => where).join(' AND '),
    values: parts.flatMap(({ values }) => values),
  }
}
