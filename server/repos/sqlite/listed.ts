import { setImmediate as nextTurn } from 'node:timers/promises'
import { createVocabulary, heardWordsIn } from '../../domain/near-words.ts'
import { presencaOf, type ConvidadoListado, type Listagem } from '../../domain/painel-repo.ts'
import { foldText, wordsOf } from '../../domain/text.ts'
import { createOrder } from '../in-order.ts'
import { pagesInTurns, translateErrors, type Connection } from './connection.ts'

/** How many guests are read in one turn of the event loop. */
const PAGE = 500

/** `ordem` and `folded` are null for a guest of an earlier version's server, until they are filled in. */
interface ListadoRow {
  credencialid: string
  nome: string
  ordem: string | null
  folded: string | null
  isInside: number
  isWithdrawn: number
  empresaid: string | null
}
/** Each guest once; `nome` is null for one who is gone. */
type AlteredRow = ListadoRow | { credencialid: string; nome: null }

/** How far changes have come, and in which list: an erased or restored database has another. */
interface LastChange {
  id: string
  last: number
}

export function prepareLastChange(db: Connection): () => LastChange {
  const select = db.prepare<[], LastChange>(
    `SELECT valor AS id, coalesce((SELECT max(marca) FROM alteracao), 0) AS last
     FROM meta WHERE nome = 'alteracoes'`,
  )
  return () => {
    const last = translateErrors(() => select.get())
    if (!last) throw new Error('[sqlite] the database has lost its id')
    return last
  }
}

/**
 * Keeps the guests in this process in the form lists need: read once, then followed by the changes written
 * for the door's phones (`alteracao-schema.ts`), this process's own and others' (decision 0034).
 */
export function createListed(db: Connection): () => Promise<Listagem> {
  const COLUMNS = `c.nome, b.ordem, b.nome AS folded, b.dentrodesde IS NOT NULL AS isInside,
    d.credencialid IS NOT NULL AS isWithdrawn, nullif(r.empresaid, '') AS empresaid`
  const JOINS = `LEFT JOIN busca b ON b.credencialid = c.credencialid
    LEFT JOIN reserva r ON r.credencialid = c.credencialid AND r.estado = 'usada'
    LEFT JOIN desistencia d ON d.credencialid = c.credencialid AND d.desfeitaem IS NULL`
  const lastChange = prepareLastChange(db)
  const selectPage = db.prepare<[string], ListadoRow>(
    `SELECT c.credencialid, ${COLUMNS} FROM credencial c ${JOINS}
     WHERE c.credencialid > ? ORDER BY c.credencialid LIMIT ${PAGE}`,
  )
  const selectAltered = db.prepare<[number, number], AlteredRow>(
    `SELECT a.credencialid, ${COLUMNS}
     FROM (SELECT DISTINCT credencialid FROM alteracao WHERE marca > ? AND marca <= ?) a
     LEFT JOIN credencial c ON c.credencialid = a.credencialid ${JOINS}`,
  )
  let known = newKnown()
  let followed: LastChange | null = null

  /** The cursor is read before the guests: changes made meanwhile are followed afterwards. */
  const readAll = async (from: LastChange) => {
    const read = newKnown()
    const select = (after: string) => selectPage.all(after)
    for await (const page of pagesInTurns(PAGE, select, ({ credencialid }) => credencialid)) read.put(page)
    known = read
    followed = from
  }

  const renew = async () => {
    for (;;) {
      const now = lastChange()
      if (followed?.id !== now.id || followed.last > now.last) await readAll(now)
      else if (followed.last === now.last) return
      else {
        const { last } = followed
        const to = Math.min(last + PAGE, now.last)
        known.put(translateErrors(() => selectAltered.all(last, to)))
        followed = { ...now, last: to }
        await nextTurn()
      }
    }
  }

  let renewed = Promise.resolve()
  return async () => {
    // One after the other: changes that one renewal is still applying must not count as followed for another.
    renewed = renewed.catch(() => {}).then(renew)
    await renewed
    return known.listagem()
  }
}

function newKnown() {
  const order = createOrder<ConvidadoListado>()
  const vocabulary = createVocabulary()
  const listadoOf = (row: ListadoRow): ConvidadoListado => {
    const { credencialid, nome, empresaid, folded, isInside, isWithdrawn } = row
    // Nothing is spread: V8 makes dictionaries of such objects, and reading 50,000 takes forty times as long.
    return {
      credencialid,
      ordem: row.ordem ?? foldText(nome),
      words: vocabulary.placesOf(heardWordsIn(nome, folded ?? wordsOf(nome).join(' '))),
      empresaid,
      presenca: presencaOf(isInside !== 0, isWithdrawn !== 0),
    }
  }
  return {
    listagem: (): Listagem => ({ convidados: order.all(), words: vocabulary.words }),
    put: (rows: AlteredRow[]) =>
      order.put(new Map(rows.map((row) => [row.credencialid, row.nome === null ? null : listadoOf(row)]))),
  }
}
