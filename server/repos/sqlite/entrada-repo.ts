import type { EntradaRepo } from '../../domain/entrada-repo.ts'
import type { Entrada } from '../../domain/entrada.ts'
import type { Autor } from '../../domain/historico.ts'
import { takenOf } from '../../domain/pareamento.ts'
import { factAsStored } from '../../domain/personal-data.ts'
import { inTransaction, translateErrors, type Connection } from './connection.ts'
import { prepareEntradas } from './entrada-statements.ts'
import { preparePareamentos } from './pareamento-statements.ts'
import { preparePersonalData } from './personal-data.ts'

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
    appendAsStored(stored.copiesOf(stored.findMany(facts.map(({ entradaid }) => entradaid))), autor)
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
