import type { Entrada } from '../../domain/entrada.ts'
import { outrosOf } from '../../domain/juncao.ts'
import {
  countedIn,
  cursorOf,
  type Alteracoes,
  type ConvidadoNaPorta,
  type PortaRepo,
} from '../../domain/porta-repo.ts'
import { mergedIn } from '../queries.ts'
import { pagesInTurns, translateErrors, type Connection } from './connection.ts'
import { JOINS } from './convidados.ts'
import { prepareLastChange } from './listed.ts'
import { readsIn } from './reads.ts'

/** How many guests are read in one turn of the event loop, so that requests are answered meanwhile. */
const PAGE = 500

/**
 * How many changes are sent at once, more than a full venue makes between two syncs. Guests who register by
 * the thousand reach the phones later, instead of slowing down each other's registration.
 */
const CHANGES = 1_000

type Row = Pick<ConvidadoNaPorta, 'credencialid' | 'nome' | 'telefone' | 'versao' | 'grupo'> & {
  empresaid: string | null
  mesa: string
  numero: string
  isRetirado: number
}
/** The last alteracao of a guest among those sent; `nome` is null for one who is gone. */
type AlteredRow = { marca: number; credencialid: string } & (Row | { nome: null })

/** The data for the door, from SQLite. The cursor is read before the list: later changes are sent again. */
export function createPortaRepo(db: Connection): PortaRepo {
  const COLUMNS = `c.nome, c.telefone, coalesce(k.versao, 0) AS versao, k.grupo, e.empresaid, e.nome AS mesa,
    coalesce(m.numero, '') AS numero, d.credencialid IS NOT NULL AS isRetirado`
  const lastChange = prepareLastChange(db)
  const selectConvidados = db.prepare<[string], Row>(
    `SELECT c.credencialid, ${COLUMNS} FROM credencial c ${JOINS}
     WHERE c.credencialid > ? ORDER BY c.credencialid LIMIT ${PAGE}`,
  )
  const selectAltered = db.prepare<[number], AlteredRow>(
    `SELECT a.marca, a.credencialid, ${COLUMNS}
     FROM (SELECT max(marca) AS marca, credencialid
       FROM (SELECT * FROM alteracao WHERE marca > ? ORDER BY marca LIMIT ${CHANGES}) GROUP BY credencialid) a
     LEFT JOIN credencial c ON c.credencialid = a.credencialid ${JOINS} ORDER BY a.marca`,
  )
  const selectEntradas = db.prepare<[string], Entrada>(
    'SELECT e.* FROM json_each(?) j CROSS JOIN entrada e ON e.credencialid = j.value',
  )

  const reads = readsIn(db)
  const withEntradas = (rows: Row[]): ConvidadoNaPorta[] => {
    const entradas = new Map<string, Entrada[]>(rows.map(({ credencialid }) => [credencialid, []]))
    for (const entrada of selectEntradas.all(JSON.stringify([...entradas.keys()])))
      entradas.get(entrada.credencialid)?.push(entrada)
    const merged = mergedIn(reads)
    return rows.map(
      ({ credencialid, nome, telefone, versao, grupo, empresaid, mesa, numero, isRetirado }) => ({
        credencialid,
        nome,
        telefone,
        versao,
        grupo,
        isRetirado: isRetirado !== 0,
        outros: outrosOf(merged, { credencialid, versao }),
        mesa: empresaid === null ? null : { empresaid, nome: mesa, numero },
        entradas: entradas.get(credencialid) ?? [],
      }),
    )
  }

  const readAll = async (): Promise<ConvidadoNaPorta[]> => {
    const all: ConvidadoNaPorta[] = []
    const select = (after: string) => withEntradas(selectConvidados.all(after))
    for await (const page of pagesInTurns(PAGE, select, ({ credencialid }) => credencialid)) all.push(...page)
    return all
  }

  const readAltered = (id: string, from: number, last: number): Alteracoes => {
    const altered = selectAltered.all(from)
    const stored = altered.filter((row): row is Row & { marca: number } => row.nome !== null)
    const to = altered.at(-1)?.marca ?? last
    return {
      marca: cursorOf(id, to),
      hasMore: to < last,
      isInteira: false,
      convidados: withEntradas(stored),
      removidos: altered.filter(({ nome }) => nome === null).map(({ credencialid }) => credencialid),
      age: 0,
    }
  }

  return {
    async since(marca) {
      const counted = lastChange()
      const at = countedIn(marca, counted.id, counted.last)
      if (at !== null) return translateErrors(() => readAltered(counted.id, at, counted.last))
      return {
        marca: cursorOf(counted.id, counted.last),
        hasMore: false,
        isInteira: true,
        convidados: await readAll(),
        removidos: [],
        age: 0,
      }
    },
  }
}
