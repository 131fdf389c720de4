import { randomUUID } from 'node:crypto'
import type { Empresa } from '../../domain/empresa.ts'
import type { EmpresaRepo } from '../../domain/empresa-repo.ts'
import { EVERYBODY, isCompanyMeant } from '../../domain/convidado-search.ts'
import type { Entrada } from '../../domain/entrada.ts'
import type { LinhaDoHistorico } from '../../domain/historico.ts'
import { outrosOf } from '../../domain/juncao.ts'
import { ATOS_DO_BALANCO, type Intervalo, type Paga, type PainelRepo } from '../../domain/painel-repo.ts'
import { translateErrors, type Connection } from './connection.ts'
import { prepareConvidados } from './convidados.ts'
import { prepareJuncoes } from './juncoes.ts'
import { ABSENT, prepareNumeros } from './numeros.ts'
import { createFindIds, searchSql } from './busca-statements.ts'
import { createListed } from './listed.ts'

/** What the board reads, from SQLite. Another process may write between two statements, and then the next read differs. */
export function createPainelRepo(db: Connection, empresas: Pick<EmpresaRepo, 'list'>): PainelRepo {
  const convidados = prepareConvidados(db)
  // Counts of the connection: those of two connections say nothing about each other.
  const connection = randomUUID()
  const selectVersion = db.prepare<[], { data_version: number }>('PRAGMA data_version')
  const selectChanges = db.prepare<[], { changes: number }>('SELECT total_changes() AS changes')
  const numerosAt = prepareNumeros(db)
  // Numbers are bound as REAL, whose division is none of whole numbers.
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
  // One text, not a row each: they are read again whenever a code is looked for and anything was stored.
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
  const juncoes = prepareJuncoes(db)
  const selectRepetidos = db.prepare<[], { semelhante: string; credencialid: string }>(
    `SELECT semelhante, credencialid FROM busca
     WHERE semelhante IN (SELECT semelhante FROM busca GROUP BY semelhante HAVING count(*) > 1)
     ORDER BY semelhante, credencialid`,
  )

  const selectTwice = db.prepare<[], Entrada>(
    `SELECT e.* FROM entrada e JOIN credencial USING (credencialid) WHERE credencialid IN
     (SELECT credencialid FROM entrada WHERE anula IS NULL GROUP BY credencialid HAVING count(*) > 1)`,
  )

  const selectPagas = db.prepare<[], Paga>(
    `SELECT credencialid, empresaid, criadaem FROM reserva WHERE estado = 'usada' AND credencialid IS NOT NULL`,
  )
  const selectEntradas = db.prepare<[], Entrada>('SELECT * FROM entrada')
  const selectLinhas = db.prepare<[], LinhaDoHistorico>(
    `SELECT * FROM historico WHERE ato IN (${ATOS_DO_BALANCO.map((ato) => `'${ato}'`).join(', ')})`,
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
    async *list() {
      yield* convidados.list()
    },

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
    find: (credencialids) => convidados.findAll(credencialids),

    listWithdrawn: async (empresaid) =>
      convidados.findIn('SELECT credencialid FROM desistencia WHERE empresaid = ? AND desfeitaem IS NULL', [
        empresaid,
      ]),

    async listVersoes() {
      const replaced = translateErrors(() => selectReplaced.all())
      const versoes = new Map(replaced.map(({ credencialid, versao }) => [credencialid, versao]))
      const ids = JSON.parse(translateErrors(() => selectIds.get())?.ids ?? '[]') as string[]
      const merged = translateErrors(() => juncoes.all())
      return ids.map((credencialid) => {
        const passe = { credencialid, versao: versoes.get(credencialid) ?? 0 }
        return { ...passe, outros: outrosOf(merged, passe) }
      })
    },

    async findRepetidos() {
      const groups = new Map<string, string[]>()
      for (const { semelhante, credencialid } of translateErrors(() => selectRepetidos.all())) {
        const group = groups.get(semelhante)
        if (group) group.push(credencialid)
        else groups.set(semelhante, [credencialid])
      }
      return [...groups.values()]
    },

    listTwice: async () => translateErrors(() => selectTwice.all()),

    readBalancoInput: async () =>
      translateErrors(() => ({
        pagas: selectPagas.all(),
        entradas: selectEntradas.all(),
        linhas: selectLinhas.all(),
      })),
  }
}
