import type { Entrada, EntradaRepo } from '../../domain/entrada.ts'
import type { LinhaDoHistorico } from '../../domain/historico.ts'
import type { BoundActs } from '../bind.ts'
import { prepareBusca } from './busca-statements.ts'
import { translateErrors, type Connection } from './connection.ts'
import { prepareLinhas } from './historico-repo.ts'

export const ENTRADA_FIELDS = [
  'entradaid',
  'credencialid',
  'aparelhoid',
  'seq',
  'lidaem',
  'desvio',
  'modo',
  'recebidaem',
  'anula',
  'anotado',
] as const satisfies readonly (keyof Entrada)[]

/** Admissions, inside the caller's transaction. */
export function prepareEntradas(db: Connection) {
  const busca = prepareBusca(db)
  const putLinha = prepareLinhas(db)
  const insert = db.prepare<[Entrada]>(
    `INSERT INTO entrada (${ENTRADA_FIELDS.join(', ')})
     VALUES (${ENTRADA_FIELDS.map((field) => `@${field}`).join(', ')}) ON CONFLICT DO NOTHING`,
  )
  const selectOf = db.prepare<[string], Entrada>('SELECT * FROM entrada WHERE credencialid = ?')
  const selectMany = db.prepare<[string], Entrada>(
    'SELECT e.* FROM json_each(?) j CROSS JOIN entrada e ON e.entradaid = j.value',
  )
  // As `entradasIn` tells, whose annulments name an admission of the same guest.
  const ANOTADAS = `FROM entrada e WHERE e.credencialid = '' AND e.anula IS NULL
    AND NOT EXISTS (SELECT 1 FROM entrada a WHERE a.anula = e.entradaid AND a.credencialid = '')`
  const selectAnotadas = db.prepare<[number, number], Entrada>(
    `SELECT e.* ${ANOTADAS} ORDER BY e.lidaem + e.desvio, e.aparelhoid, e.seq LIMIT ? OFFSET ?`,
  )
  const countAnotadas = db.prepare<[], { total: number }>(`SELECT count(*) AS total ${ANOTADAS}`)
  return {
    append(entradas: Entrada[], linhaDoHistorico: ((entrada: Entrada) => LinhaDoHistorico) | null) {
      const added = entradas.filter((entrada) => insert.run(entrada).changes > 0)
      if (linhaDoHistorico) for (const entrada of added) putLinha(linhaDoHistorico(entrada))
      // Once for each guest: it reads all facts of theirs.
      for (const id of new Set(added.map(({ credencialid }) => credencialid))) busca.admit(id)
      return added.length
    },
    entradasOf: (credencialid: string) => selectOf.all(credencialid),
    entradas: (entradaids: string[]) => selectMany.all(JSON.stringify(entradaids)),
    /** Admissions that count of people on no list. */
    listAnotadas: (offset: number, limit: number) => ({
      total: countAnotadas.get()?.total ?? 0,
      entradas: selectAnotadas.all(limit, offset),
    }),
  }
}

export function createEntradaRepo(db: Connection, acts: BoundActs['entradas']): EntradaRepo {
  const stored = prepareEntradas(db)
  return {
    ...acts,
    listOf: async (credencialid) => translateErrors(() => stored.entradasOf(credencialid)),
    listAnotadas: async (offset, limit) => translateErrors(() => stored.listAnotadas(offset, limit)),
  }
}
