import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Desistencia } from '../../domain/desistencia.ts'
import type { ConvidadoNoPainel } from '../../domain/painel-repo.ts'
import type { Credencial } from '../../domain/credencial.ts'
import { pagesInTurns, translateErrors, type Connection } from './connection.ts'

/** With the current withdrawal; `em` is null if there is none. */
type NoPainelRow = Credencial & {
  versao: number | null
  grupo: string | null
  conviteempresaid: string | null
  conviteempresa: string | null
  convitenumero: string | null
  dentrodesde: number | null
} & (
    | (Pick<Desistencia, 'em' | 'por' | 'reservaid'> & { devolvido: Desistencia['empresaid'] })
    | { em: null; por: null; devolvido: null; reservaid: null }
  )

/** How many guests are read in one turn of the event loop: a few milliseconds. */
const IN_A_TURN = 500

/** What belongs to a guest `c`, each at most once. */
export const JOINS = `LEFT JOIN chave k ON k.credencialid = c.credencialid
    LEFT JOIN reserva r ON r.credencialid = c.credencialid AND r.estado = 'usada'
    LEFT JOIN empresa e ON e.empresaid = r.empresaid
    LEFT JOIN mesa m ON m.empresaid = r.empresaid
    LEFT JOIN desistencia d ON d.credencialid = c.credencialid AND d.desfeitaem IS NULL`

/** Guests with the company that paid for them. */
export function prepareConvidados(db: Connection) {
  const COLUMNS = 'c.*, k.versao, k.grupo, e.empresaid AS conviteempresaid, e.nome AS conviteempresa'
  const NO_PAINEL =
    'b.dentrodesde, m.numero AS convitenumero, d.em, d.por, d.empresaid AS devolvido, d.reservaid'
  // A guest stored by a server of an earlier version may not be searchable yet.
  const selectPage = db.prepare<[string], NoPainelRow>(
    `SELECT ${COLUMNS}, ${NO_PAINEL} FROM credencial c ${JOINS}
     LEFT JOIN busca b ON b.credencialid = c.credencialid
     WHERE c.credencialid > ? ORDER BY c.credencialid LIMIT ${IN_A_TURN}`,
  )
  const selectListed = db.prepare<[string], NoPainelRow>(
    `SELECT ${COLUMNS}, ${NO_PAINEL} FROM json_each(?) j CROSS JOIN credencial c ON c.credencialid = j.value ${JOINS}
     LEFT JOIN busca b ON b.credencialid = c.credencialid ORDER BY j.key`,
  )
  return {
    /** Guests whose credencialids a statement selects, in the order of the board. */
    findIn(selection: string, values: (string | number)[]) {
      // CROSS: otherwise SQLite would start with every row of `busca`, whose index has the order.
      const rows = translateErrors(() =>
        db
          .prepare<(string | number)[], NoPainelRow>(
            `SELECT ${COLUMNS}, ${NO_PAINEL}
             FROM (${selection}) CROSS JOIN busca b USING (credencialid)
             CROSS JOIN credencial c USING (credencialid) ${JOINS}
             ORDER BY b.ordem, b.credencialid`,
          )
          .all(...values),
      )
      return rows.map(noPainelOf)
    },
    /** In the order of these ids, some in each turn of the event loop; a guest who is gone is left out. */
    async findAll(credencialids: string[]) {
      const found: ConvidadoNoPainel[] = []
      for (let from = 0; from < credencialids.length; from += IN_A_TURN) {
        if (credencialids.length > IN_A_TURN) await nextTurn()
        const ids = JSON.stringify(credencialids.slice(from, from + IN_A_TURN))
        for (const row of translateErrors(() => selectListed.all(ids))) found.push(noPainelOf(row))
      }
      return found
    },
    /** In the order of credencialid. */
    async *list() {
      const select = (after: string) => selectPage.all(after)
      for await (const page of pagesInTurns(IN_A_TURN, select, ({ credencialid }) => credencialid))
        yield* page.map(noPainelOf)
    },
  }
}

function noPainelOf(stored: NoPainelRow): ConvidadoNoPainel {
  const { dentrodesde, em, por, devolvido: empresaid, reservaid, ...row } = stored
  const { versao, grupo, conviteempresaid, conviteempresa, convitenumero, ...credencial } = row
  const { credencialid } = credencial
  const desistencia = em === null ? null : { credencialid, em, por, desfeitaem: null, empresaid, reservaid }
  const empresa =
    conviteempresaid === null
      ? null
      : { empresaid: conviteempresaid, nome: conviteempresa ?? '', numero: convitenumero ?? '' }
  return { credencial, versao: versao ?? 0, grupo, empresa, dentroDesde: dentrodesde, desistencia }
}
