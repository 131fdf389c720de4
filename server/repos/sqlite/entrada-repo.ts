import { type EntradaRepo, copiesOf, type Entrada, feitoOfEntrada } from '../../domain/entrada.ts'
import type { Autor } from '../../domain/historico.ts'
import { takenOf } from '../../domain/pareamento.ts'
import { factAsStored } from '../../domain/personal-data.ts'
import { prepareBusca } from './busca-statements.ts'
import { inTransaction, translateErrors, type Connection } from './connection.ts'
import { preparePareamentos } from './equipe-repo.ts'
import { prepareFeitos, prepareJuncoes } from './historico-repo.ts'
import { preparePersonalData } from './erasure.ts'

/** Columns of an entrada. */
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
export interface EntradaStatements {
  /**
   * @param autor in whose name each new one stands in the history; null for nobody's
   * @returns those that are new: one whose entradaid is stored already is passed over
   */
  append(entradas: Entrada[], autor: Autor | null): Entrada[]
  /** The copies by which facts that are stored follow guests who are not. */
  copiesOf(entradas: Entrada[]): Entrada[]
  has(entradaid: string): boolean
  listOf(credencialid: string): Entrada[]
  findMany(entradaids: string[]): Entrada[]
  /** Admissions that count of people on no list. */
  listAnotadas(offset: number, limit: number): Entrada[]
  countAnotadas(): number
}

/** Prepares the statements once per connection. */
export function prepareEntradas(db: Connection): EntradaStatements {
  const busca = prepareBusca(db)
  const putFeito = prepareFeitos(db)
  const insert = db.prepare<[Entrada]>(
    `INSERT INTO entrada (${ENTRADA_FIELDS.join(', ')})
     VALUES (${ENTRADA_FIELDS.map((field) => `@${field}`).join(', ')}) ON CONFLICT DO NOTHING`,
  )
  const selectId = db.prepare<[string], { entradaid: string }>(
    'SELECT entradaid FROM entrada WHERE entradaid = ?',
  )
  const selectOf = db.prepare<[string], Entrada>('SELECT * FROM entrada WHERE credencialid = ?')
  const selectMany = db.prepare<[string], Entrada>(
    'SELECT e.* FROM json_each(?) j CROSS JOIN entrada e ON e.entradaid = j.value',
  )
  const selectGuest = db.prepare<[string]>('SELECT 1 FROM credencial WHERE credencialid = ?')
  const juncoes = prepareJuncoes(db)
  const destinos = {
    isStored: (id: string) => selectGuest.get(id) !== undefined,
    keptFor: (id: string) => juncoes.find(id)?.kept ?? null,
  }
  // As `admissionsIn` tells, whose annulments name an admission of the same guest.
  const ANOTADAS = `FROM entrada e WHERE e.credencialid = '' AND e.anula IS NULL
    AND NOT EXISTS (SELECT 1 FROM entrada a WHERE a.anula = e.entradaid AND a.credencialid = '')`
  const selectAnotadas = db.prepare<[number, number], Entrada>(
    `SELECT e.* ${ANOTADAS} ORDER BY e.lidaem + e.desvio, e.aparelhoid, e.seq LIMIT ? OFFSET ?`,
  )
  const countAnotadas = db.prepare<[], { total: number }>(`SELECT count(*) AS total ${ANOTADAS}`)
  return {
    append(entradas, autor) {
      const added = entradas.filter((entrada) => insert.run(entrada).changes > 0)
      if (autor) for (const entrada of added) putFeito(feitoOfEntrada(autor, entrada))
      // Once for each guest: it reads all facts of theirs.
      for (const id of new Set(added.map(({ credencialid }) => credencialid))) busca.admit(id)
      return added
    },
    copiesOf: (entradas) => entradas.flatMap((entrada) => copiesOf(entrada, destinos)),
    has: (entradaid) => selectId.get(entradaid) !== undefined,
    listOf: (credencialid) => selectOf.all(credencialid),
    findMany: (entradaids) => selectMany.all(JSON.stringify(entradaids)),
    listAnotadas: (offset, limit) => selectAnotadas.all(limit, offset),
    countAnotadas: () => countAnotadas.get()?.total ?? 0,
  }
}

/** Admissions in SQLite. */
export function createEntradaRepo(db: Connection): EntradaRepo {
  const stored = prepareEntradas(db)
  const pareamentos = preparePareamentos(db)
  const personalData = preparePersonalData(db)

  const appendAsStored = (facts: Entrada[], autor: Autor | null): number => {
    // Asked where it matters alone: most facts say nothing but whom.
    const isErased = facts.some(({ anotado }) => anotado !== null) && personalData.isErased()
    const asStored = facts.map((entrada) => factAsStored(entrada, isErased))
    return stored.append(asStored, autor).length
  }
  /** @returns how many were new, copies aside */
  const append = (facts: Entrada[], autor: Autor | null): number => {
    const added = appendAsStored(facts, autor)
    // Of what stands under its id: a fact that comes again may say something else.
    appendAsStored(stored.copiesOf(stored.findMany(facts.map(({ entradaid }) => entradaid))), null)
    return added
  }
  const deliver = (segredo: string, facts: Entrada[], autor: Autor) => {
    const { taken, after } = takenOf(pareamentos.find(segredo), facts, (id) => stored.has(id))
    append(taken, autor)
    if (after) pareamentos.put(after)
    return taken.map(({ entradaid }) => entradaid)
  }

  return {
    add: inTransaction(db, append),
    deliver: inTransaction(db, deliver),
    listOf: async (credencialid) => translateErrors(() => stored.listOf(credencialid)),
    findMany: async (entradaids) => translateErrors(() => stored.findMany(entradaids)),
    listAnotadas: async (offset, limit) =>
      translateErrors(() => ({
        total: stored.countAnotadas(),
        entradas: stored.listAnotadas(offset, limit),
      })),
  }
}
