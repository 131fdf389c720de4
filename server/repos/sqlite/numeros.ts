import { convitesLeft, parseCounter } from '../../domain/empresa.ts'
import type { Numeros } from '../../domain/painel-repo.ts'
import { SEM_FIM } from '../../domain/reserva.ts'
import type { Connection } from './connection.ts'

/** Selects the credencialids of guests who withdrew and did not come all the same. */
export const ABSENT = `SELECT d.credencialid FROM desistencia d LEFT JOIN busca b USING (credencialid)
  WHERE d.desfeitaem IS NULL AND b.dentrodesde IS NULL`

/** Counts the guests stored, except those who withdrew and did not come after all. */
const CONFIRMADOS = `SELECT (SELECT count(*) FROM credencial) - (SELECT count(*) FROM (${ABSENT}))`

/** The part of the board's numbers that companies make up. */
type Sums = Pick<Numeros, 'convites' | 'reservados' | 'pessoais' | 'livres'>

interface BalanceRow {
  icredencial: unknown
  licredencial: unknown
  pendentes: number
  pessoais: number
  ended: number
}

/**
 * Prepares counting, once per connection. SQLite adds up what two thousand companies have: their rows would cost more
 * than all else. Counters that are no numbers, as another product or the `sqlite3` shell leaves them, are read one by
 * one, and a company nobody can count for is left out.
 */
export function prepareNumeros(db: Connection): (now: number) => Numeros {
  const BALANCES = `
    SELECT e.icredencial, e.licredencial, coalesce(p.pendentes, 0) AS pendentes, coalesce(p.ended, 0) AS ended,
      coalesce(p.pessoais, 0) AS pessoais,
      typeof(e.icredencial) = 'integer' AND typeof(e.licredencial) = 'integer'
        AND min(e.icredencial, e.licredencial) >= 0 AS isCounted
    FROM empresa e LEFT JOIN (
      SELECT empresaid, count(*) AS pendentes, sum(expiraem <= ?) AS ended, sum(expiraem = ${SEM_FIM}) AS pessoais
      FROM reserva WHERE estado = 'pendente' GROUP BY empresaid
    ) p USING (empresaid)`
  const selectSums = db.prepare<[number], Sums>(
    `SELECT coalesce(sum(icredencial), 0) AS convites, coalesce(sum(pendentes - ended - pessoais), 0) AS reservados, coalesce(sum(pessoais), 0) AS pessoais,
       coalesce(sum(max(0, icredencial - licredencial + ended)), 0) AS livres
     FROM (${BALANCES}) WHERE isCounted`,
  )
  const selectOthers = db.prepare<[number], BalanceRow>(`SELECT * FROM (${BALANCES}) WHERE NOT isCounted`)
  const hasOthers = db.prepare(
    `SELECT 1 FROM empresa WHERE typeof(icredencial) <> 'integer' OR typeof(licredencial) <> 'integer' LIMIT 1`,
  )
  const countConvidados = db.prepare<[], Pick<Numeros, 'confirmados' | 'dentro'>>(
    `SELECT (${CONFIRMADOS}) AS confirmados,
       (SELECT count(*) FROM busca WHERE dentrodesde IS NOT NULL) AS dentro`,
  )

  return (now) => {
    const numeros = { convites: 0, confirmados: 0, reservados: 0, pessoais: 0, livres: 0, dentro: 0 }
    Object.assign(numeros, selectSums.get(now), countConvidados.get())
    for (const row of hasOthers.get() ? selectOthers.all(now) : []) {
      const [icredencial, licredencial] = [parseCounter(row.icredencial), parseCounter(row.licredencial)]
      if (icredencial === null || licredencial === null) continue
      numeros.convites += icredencial
      numeros.reservados += row.pendentes - row.ended - row.pessoais
      numeros.pessoais += row.pessoais
      numeros.livres += convitesLeft({ icredencial, licredencial }, row.ended)
    }
    return numeros
  }
}
