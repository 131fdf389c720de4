import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Entrada } from '../../domain/entrada.ts'
import { countedIn, marcaOf } from '../../domain/marca.ts'
import type { Alteracoes, ConvidadoNaPorta, PortaRepo } from '../../domain/porta-repo.ts'
import { translateErrors, type Connection } from './connection.ts'

/** How many guests are read in one turn of the event loop, so that others are answered meanwhile. */
const PAGE = 500

type Row = Omit<ConvidadoNaPorta, 'entradas' | 'isRetirado'> & { isRetirado: number }
/** The last alteracao of a guest within a page; `nome` is null for one who is gone. */
type AlteredRow = { marca: number; credencialid: string } & (Row | { nome: null })

/** What the door reads, from SQLite. The mark is read before the list: what changes meanwhile is told again. */
export function createPortaRepo(db: Connection): PortaRepo {
  const COLUMNS = `c.nome, c.telefone, coalesce(k.versao, 0) AS versao, e.nome AS mesa,
    d.credencialid IS NOT NULL AS isRetirado`
  const JOINS = `LEFT JOIN chave k ON k.credencialid = c.credencialid
    LEFT JOIN reserva r ON r.credencialid = c.credencialid AND r.estado = 'usada'
    LEFT JOIN empresa e ON e.empresaid = r.empresaid
    LEFT JOIN desistencia d ON d.credencialid = c.credencialid AND d.desfeitaem IS NULL`
  const selectLast = db.prepare<[], { id: string; last: number }>(
    `SELECT valor AS id, coalesce((SELECT max(marca) FROM alteracao), 0) AS last
     FROM meta WHERE nome = 'alteracoes'`,
  )
  const selectGuests = db.prepare<[string], Row>(
    `SELECT c.credencialid, ${COLUMNS} FROM credencial c ${JOINS}
     WHERE c.credencialid > ? ORDER BY c.credencialid LIMIT ${PAGE}`,
  )
  const selectAltered = db.prepare<[number, number], AlteredRow>(
    `SELECT a.marca, a.credencialid, ${COLUMNS}
     FROM (SELECT max(marca) AS marca, credencialid
       FROM (SELECT * FROM alteracao WHERE marca > ? AND marca <= ? ORDER BY marca LIMIT ${PAGE}) GROUP BY credencialid) a
     LEFT JOIN credencial c ON c.credencialid = a.credencialid ${JOINS} ORDER BY a.marca`,
  )
  const selectEntradas = db.prepare<[string], Entrada>(
    'SELECT e.* FROM json_each(?) j CROSS JOIN entrada e ON e.credencialid = j.value',
  )

  const withEntradas = (rows: Row[]): ConvidadoNaPorta[] => {
    const entradas = new Map<string, Entrada[]>(rows.map(({ credencialid }) => [credencialid, []]))
    for (const entrada of selectEntradas.all(JSON.stringify([...entradas.keys()])))
      entradas.get(entrada.credencialid)?.push(entrada)
    return rows.map(({ credencialid, nome, telefone, versao, mesa, isRetirado }) => ({
      ...{ credencialid, nome, telefone, versao, mesa, isRetirado: isRetirado !== 0 },
      entradas: entradas.get(credencialid) ?? [],
    }))
  }

  const readAll = async (told: Alteracoes): Promise<Alteracoes> => {
    for (let after = ''; ;) {
      const page = translateErrors(() => withEntradas(selectGuests.all(after)))
      told.convidados.push(...page)
      const last = page.at(-1)
      if (!last || page.length < PAGE) return told
      after = last.credencialid
      await nextTurn()
    }
  }

  /** Up to the mark that is told: read on to the end, guests who register all the time would leave no end. */
  const readAltered = async (told: Alteracoes, at: number, upTo: number): Promise<Alteracoes> => {
    // One who changes again while pages are read is told of as they were read last.
    const found = new Map<string, ConvidadoNaPorta | null>()
    for (let after = at; ;) {
      const page = translateErrors(() => selectAltered.all(after, upTo))
      const stored = page.filter((row): row is Row & { marca: number } => row.nome !== null)
      for (const { credencialid } of page) found.set(credencialid, null)
      for (const one of translateErrors(() => withEntradas(stored))) found.set(one.credencialid, one)
      const last = page.at(-1)
      if (!last) break
      after = last.marca
      await nextTurn()
    }
    for (const [id, one] of found) {
      if (one) told.convidados.push(one)
      else told.removidos.push(id)
    }
    return told
  }

  return {
    async since(marca) {
      const counted = translateErrors(() => selectLast.get())
      if (!counted) throw new Error('[sqlite] the database has lost its id')
      const at = countedIn(marca, counted.id, counted.last)
      const told = { marca: marcaOf(counted.id, counted.last), convidados: [], removidos: [] }
      if (at === null) return readAll({ ...told, isInteira: true })
      return readAltered({ ...told, isInteira: false }, at, counted.last)
    },
  }
}
