import type { GuestQuery } from '../../domain/painel-repo.ts'

/** A condition on rows of `busca b`, and the values of its parameters in order. */
interface Condition {
  where: string
  values: string[]
}

/**
 * The condition that one of the queries means a guest, as `isMeant` says (`domain/guest-search.ts`).
 * @param named the companies with all words in their names
 */
export function searchSql(queries: GuestQuery[], named: (words: string[]) => string[]): Condition {
  const each = queries.map((query) =>
    conditionOf(query, query.empresa.length === 0 ? null : named(query.empresa)),
  )
  return {
    where: each.length === 0 ? '0' : each.map(({ where }) => `(${where})`).join(' OR '),
    values: each.flatMap(({ values }) => values),
  }
}

/** @param empresaids of one of which the guest has to be; null for anybody */
function conditionOf(query: GuestQuery, empresaids: string[] | null): Condition {
  const { words, telefone, email, credencialid, cpf, empresaid } = query
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
  if (empresaids !== null) {
    const listed = 'r.empresaid IN (SELECT value FROM json_each(?))'
    add(`b.credencialid IN (SELECT r.credencialid ${usada} ${listed})`, JSON.stringify(empresaids))
  }
  return {
    where: parts.length === 0 ? '1' : parts.map(({ where }) => where).join(' AND '),
    values: parts.flatMap(({ values }) => values),
  }
}
