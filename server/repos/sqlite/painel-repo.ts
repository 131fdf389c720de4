import { randomUUID } from 'node:crypto'
import { convitesLeft, parseCounter, type Empresa } from '../../domain/empresa.ts'
import type { EmpresaRepo } from '../../domain/empresa-repo.ts'
import { EVERYBODY, isCompanyMeant } from '../../domain/convidado-search.ts'
import type { Entrada } from '../../domain/entrada.ts'
import { groupBy } from '../../domain/group.ts'
import { outrosOf } from '../../domain/juncao.ts'
import {
  ATOS_DO_BALANCO,
  type Intervalo,
  type Numeros,
  type Paga,
  type PainelRepo,
} from '../../domain/painel-repo.ts'
import { SEM_FIM } from '../../domain/reserva.ts'
import { convitesIn } from '../empresas-listed.ts'
import { mergedIn } from '../queries.ts'
import { translateErrors, type Connection } from './connection.ts'
import { prepareConvidados } from './convidados.ts'
import { readsIn } from './reads.ts'
import { createFindIds, searchSql } from './busca-statements.ts'
import { createListed } from './listed.ts'

/** Selects the credencialids of guests who withdrew and did not come after all. */
const ABSENT = `SELECT d.credencialid FROM desistencia d LEFT JOIN busca b USING (credencialid)
  WHERE d.desfeitaem IS NULL AND b.dentrodesde IS NULL`

/** Counts the guests stored, except those who withdrew and did not come after all. */
const CONFIRMADOS = `SELECT (SELECT count(*) FROM credencial) - (SELECT count(*) FROM (${ABSENT}))`

/** The board's data, from SQLite. Another process may write between two statements; the next read differs. */
export function createPainelRepo(db: Connection, empresas: Pick<EmpresaRepo, 'list'>): PainelRepo {
  const convidados = prepareConvidados(db)
  const reads = readsIn(db)
  // Counts of one connection: those of two connections cannot be compared.
  const connection = randomUUID()
  const selectVersion = db.prepare<[], { data_version: number }>('PRAGMA data_version')
  const selectChanges = db.prepare<[], { changes: number }>('SELECT total_changes() AS changes')
  const numerosAt = prepareNumeros(db)
  // Numbers are bound as REAL, whose division does not give whole numbers.
  const selectDays = db.prepare<[{ offset: number; day: number }], Intervalo>(
    `SELECT (CAST(credencialid AS INTEGER) + CAST(@offset AS INTEGER)) / CAST(@day AS INTEGER) * CAST(@day AS INTEGER)
       - CAST(@offset AS INTEGER) AS "from", count(*) AS count
     FROM credencial WHERE length(credencialid) = 13 AND credencialid NOT GLOB '*[^0-9]*'
       AND credencialid NOT IN (${ABSENT})
     GROUP BY 1 ORDER BY 1`,
  )
  const selectArrivals = db.prepare<[{ from: number; to: number; step: number }], Intervalo>(
    `SELECT dentrodesde / CAST(@step AS INTEGER) * CAST(@step AS INTEGER) AS "from", count(*) AS count
     FROM busca WHERE dentrodesde >= @from AND dentrodesde < @to GROUP BY 1 ORDER BY 1`,
  )
  const selectInside = db.prepare<[], { empresaid: string; count: number }>(
    `SELECT r.empresaid, count(*) AS count FROM reserva r JOIN busca b USING (credencialid)
     WHERE r.estado = 'usada' AND b.dentrodesde IS NOT NULL GROUP BY r.empresaid`,
  )
  // One text instead of a row each: they are read again whenever a code is looked up and anything was stored.
  const selectIds = db.prepare<[], { ids: string }>(
    'SELECT json_group_array(credencialid) AS ids FROM credencial',
  )
  const selectReplaced = db.prepare<[], { credencialid: string; versao: number }>(
    'SELECT credencialid, versao FROM chave WHERE versao > 0',
  )
  const selectEmpresas = db.prepare<[], Pick<Empresa, 'empresaid' | 'nome'>>(
    'SELECT empresaid, nome FROM empresa',
  )
  const named = (words: string[]) =>
    selectEmpresas
      .all()
      .filter((empresa) => isCompanyMeant({ ...EVERYBODY, empresa: words }, empresa))
      .map(({ empresaid }) => empresaid)
  const findIds = createFindIds(db)
  const selectRepetidos = db.prepare<[], { semelhante: string; credencialid: string }>(
    `SELECT semelhante, credencialid FROM busca
     WHERE semelhante IN (SELECT semelhante FROM busca GROUP BY semelhante HAVING count(*) > 1)
     ORDER BY semelhante, credencialid`,
  )

  const selectRespostas = db.prepare<[], { credencialid: string; respostas: string; vem: number }>(
    `SELECT credencialid, respostas, credencialid NOT IN (${ABSENT}) AS vem FROM chave WHERE respostas <> ''`,
  )
  const selectTwice = db.prepare<[], Entrada>(
    `SELECT e.* FROM entrada e JOIN credencial USING (credencialid) WHERE credencialid IN
     (SELECT credencialid FROM entrada WHERE anula IS NULL GROUP BY credencialid HAVING count(*) > 1)`,
  )

  const selectPagas = db.prepare<[], Paga>(
    `SELECT credencialid, empresaid, criadaem FROM reserva WHERE estado = 'usada' AND credencialid IS NOT NULL`,
  )

  return {
    async dataVersion() {
      const { data_version = 0, changes = 0 } = translateErrors(() => ({
        ...selectVersion.get(),
        ...selectChanges.get(),
      }))
      return `${connection} ${data_version} ${changes}`
    },

    age: async () => 0,
    renew: async () => {},
    listEmpresas: (now) => empresas.list(now),
    list: () => convidados.list(),

    count: async (now) => translateErrors(() => numerosAt(now)),
    countPerDay: async (offset) => translateErrors(() => selectDays.all({ offset, day: 86_400_000 })),
    countArrivals: async (from, to, step) => translateErrors(() => selectArrivals.all({ from, to, step })),
    async countInsideByEmpresa() {
      const rows = translateErrors(() => selectInside.all())
      return new Map(rows.map(({ empresaid, count }) => [empresaid, count]))
    },

    async search(queries, offset, limit) {
      const ids = await findIds(translateErrors(() => searchSql(queries, named)))
      return { convidados: await convidados.findAll(ids.slice(offset, offset + limit)), total: ids.length }
    },

    listed: createListed(db),
    listConvites: async () =>
      translateErrors(() => {
        const pessoais = reads.find('reservas', { estado: 'pendente', expiraem: SEM_FIM })
        const nomes = new Map(selectEmpresas.all().map((empresa) => [empresa.empresaid, empresa]))
        return convitesIn(reads.find('convites', {}), pessoais, nomes)
      }),
    listEnvios: async (tipo) => translateErrors(() => reads.find('envios', { tipo })),
    listAparelhos: async () => translateErrors(() => reads.find('aparelhos', {})),
    find: (credencialids) => convidados.findAll(credencialids),

    listWithdrawn: async (empresaid) =>
      convidados.findIn('SELECT credencialid FROM desistencia WHERE empresaid = ? AND desfeitaem IS NULL', [
        empresaid,
      ]),

    async listVersoes() {
      const replaced = translateErrors(() => selectReplaced.all())
      const versoes = new Map(replaced.map(({ credencialid, versao }) => [credencialid, versao]))
      const ids = JSON.parse(translateErrors(() => selectIds.get())?.ids ?? '[]') as string[]
      const merged = translateErrors(() => mergedIn(reads))
      return ids.map((credencialid) => {
        const passe = { credencialid, versao: versoes.get(credencialid) ?? 0 }
        return { ...passe, outros: outrosOf(merged, passe) }
      })
    },

    listRespostas: async () =>
      translateErrors(() => selectRespostas.all()).map((row) => ({ ...row, vem: row.vem === 1 })),

    async findRepetidos() {
      const rows = translateErrors(() => selectRepetidos.all())
      const groups = groupBy(rows, ({ semelhante }) => semelhante)
      return [...groups.values()].map((group) => group.map(({ credencialid }) => credencialid))
    },

    listTwice: async () => translateErrors(() => selectTwice.all()),

    readBalancoInput: async () =>
      translateErrors(() => ({
        pagas: selectPagas.all(),
        entradas: reads.find('entradas', {}),
        linhas: [...ATOS_DO_BALANCO].flatMap((ato) => reads.find('historico', { ato })),
      })),
  }
}

/** The board's numbers that come from companies. */
type Sums = Pick<Numeros, 'convites' | 'reservados' | 'pessoais' | 'livres'>

interface BalanceRow {
  icredencial: unknown
  licredencial: unknown
  pendentes: number
  pessoais: number
  ended: number
}

/**
 * Prepares counting, once per connection. SQLite adds up two thousand companies: their rows would cost more
 * than everything else. Counters that are not numbers, as another product or the `sqlite3` shell leaves them,
 * are read one by one, and a company that cannot be counted is left out.
 */
function prepareNumeros(db: Connection): (now: number) => Numeros {
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
  const countPessoas = db.prepare<[], Omit<Numeros, keyof Sums>>(
    `SELECT (${CONFIRMADOS}) AS confirmados, (SELECT count(*) FROM (${ABSENT})) AS desistiram,
       (SELECT count(*) FROM reserva WHERE estado = 'pendente' AND expiraem = ${SEM_FIM}) AS semResposta,
       (SELECT coalesce(sum(lugares), 0) FROM convitepessoal WHERE recusadoem IS NOT NULL) AS recusaram,
       (SELECT count(*) FROM busca WHERE dentrodesde IS NOT NULL) AS dentro`,
  )

  return (now) => {
    // Sums and counts always give a row.
    const numeros = { ...selectSums.get(now), ...countPessoas.get() } as Numeros
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
