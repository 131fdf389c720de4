import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Credencial } from '../../domain/credencial.ts'
import { cpfDigits, searchableOf, semelhanteOf } from '../../domain/convidado-search.ts'
import type { ConvidadoQuery } from '../../domain/painel-repo.ts'
import { foldText } from '../../domain/text.ts'
import { inTransaction, translateErrors, type Connection } from './connection.ts'

/** A condition on rows of `busca b`, and the values of its parameters in order. */
interface Condition {
  where: string
  values: string[]
}

/**
 * The condition that a guest matches one of the queries, as in `testOf` (`domain/convidado-search.ts`).
 * @param named returns the companies with all words in their names
 */
export function searchSql(queries: ConvidadoQuery[], named: (words: string[]) => string[]): Condition {
  const each = queries.map((query) =>
    conditionOf(query, query.empresa.length === 0 ? null : named(query.empresa)),
  )
  return {
    where: each.length === 0 ? '0' : each.map(({ where }) => `(${where})`).join(' OR '),
    values: each.flatMap(({ values }) => values),
  }
}

/** @param empresaids the guest has to be of one of these; null for any guest */
function conditionOf(query: ConvidadoQuery, empresaids: string[] | null): Condition {
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

/** How many guests a search compares in one turn of the event loop: a few milliseconds. */
const IN_A_TURN = 5_000

/** A guest's place in the order of the board. */
interface Place {
  ordem: string
  credencialid: string
}

const FIRST: Place = { ordem: '', credencialid: '' }
const LAST: Place = { ordem: '\u{10FFFF}', credencialid: '' }

/**
 * Finds all guests that match a condition, in the order of the board, a stretch of it in each turn of the
 * event loop. The ids come as one text: as rows they would take three times as long.
 */
export function createFindIds(db: Connection): (condition: Condition) => Promise<string[]> {
  const selectEnd = db.prepare<[string, string], Place>(
    `SELECT ordem, credencialid FROM busca WHERE (ordem, credencialid) > (?, ?)
     ORDER BY ordem, credencialid LIMIT 1 OFFSET ${IN_A_TURN - 1}`,
  )
  return async ({ where, values }) => {
    const select = translateErrors(() =>
      db.prepare<string[], { ids: string }>(
        `SELECT json_group_array(credencialid) AS ids FROM (SELECT b.credencialid FROM busca b
         WHERE (b.ordem, b.credencialid) > (?, ?) AND (b.ordem, b.credencialid) <= (?, ?) AND (${where})
         ORDER BY b.ordem, b.credencialid)`,
      ),
    )
    const ids: string[] = []
    for (let from = FIRST; ;) {
      const to = translateErrors(() => selectEnd.get(from.ordem, from.credencialid))
      const { ordem, credencialid } = to ?? LAST
      const places = [from.ordem, from.credencialid, ordem, credencialid]
      const row = translateErrors(() => select.get(...places, ...values))
      ids.push(...(JSON.parse(row?.ids ?? '[]') as string[]))
      if (!to) return ids
      from = to
      await nextTurn()
    }
  }
}

/** How many guests are filled in per transaction, so that other writers do not wait for more. */
const CHUNK = 500

/** The instant of the first admission of @credencialid that counts (`domain/entrada.ts`). */
const DENTRO_DESDE = `(SELECT min(e.lidaem + e.desvio) FROM entrada e
  WHERE e.credencialid = @credencialid AND e.anula IS NULL
  AND NOT EXISTS (SELECT 1 FROM entrada a WHERE a.anula = e.entradaid AND a.credencialid = e.credencialid))`

type BuscaRow = Record<
  'credencialid' | 'ordem' | 'nome' | 'telefone' | 'email' | 'cpf' | 'semelhante',
  string
>

/**
 * Maintains the columns that guests are searched and counted by, beside their credenciais, inside the
 * caller's transaction.
 */
export function prepareBusca(db: Connection) {
  const putRow = db.prepare<[BuscaRow]>(
    `INSERT OR REPLACE INTO busca (credencialid, ordem, nome, telefone, email, cpf, semelhante, dentrodesde)
     VALUES (@credencialid, @ordem, @nome, @telefone, @email, @cpf, @semelhante, ${DENTRO_DESDE})`,
  )
  const admit = db.prepare<[{ credencialid: string }]>(
    `UPDATE busca SET dentrodesde = ${DENTRO_DESDE} WHERE credencialid = @credencialid`,
  )
  return {
    put: (credencial: Credencial) =>
      void putRow.run({
        ...searchableOf(credencial),
        credencialid: credencial.credencialid,
        ordem: foldText(credencial.nome),
        cpf: cpfDigits(credencial.cpf),
        semelhante: semelhanteOf(credencial),
      }),
    /** Computes since when a guest is inside; does nothing for a guest who is gone. */
    admit: (credencialid: string) => void admit.run({ credencialid }),
  }
}

/** Fills in guests that an earlier version or another product stored or changed. @returns how many */
export function createFillBusca(db: Connection): () => Promise<number> {
  const busca = prepareBusca(db)
  // Each row of busca has its credencial, so equal counts mean that none is missing.
  const countMissing = db.prepare<[], { missing: number }>(
    'SELECT (SELECT count(*) FROM credencial) - (SELECT count(*) FROM busca) AS missing',
  )
  const selectMissing = db.prepare<[], Credencial>(
    `SELECT * FROM credencial c WHERE NOT EXISTS (SELECT 1 FROM busca b WHERE b.credencialid = c.credencialid)
     LIMIT ${CHUNK}`,
  )
  const fillChunk = inTransaction(db, () => {
    const missing = selectMissing.all()
    for (const credencial of missing) busca.put(credencial)
    return missing.length
  })
  return async () => {
    let filled = 0
    while (translateErrors(() => countMissing.get()?.missing ?? 0) > 0) filled += await fillChunk()
    return filled
  }
}
