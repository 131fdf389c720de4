import type { HistoricoRepo } from '../../domain/historico-repo.ts'
import { isListed, type Feito, type HistoricoQuery } from '../../domain/historico.ts'
import type { Acts } from './acts.ts'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { addFeito, feitoFrom, listaOf, ordemOf } from './feitos.ts'

/** The history in Firestore. */
export function createHistoricoRepo(connection: Connection, acts: Acts): HistoricoRepo {
  return {
    add: (feito) => addFeito(connection, acts, feito),

    async list(query) {
      const { field, values } = listOf(query)
      const found: Feito[] = []
      for (let after = query.after; ;) {
        const before = listaOf(values, after ? ordemOf(after) : END)
        const page = await getAll(
          connection.historico
            .where(field, '>', listaOf(values, ''))
            .where(field, '<', before)
            .orderBy(field, 'desc')
            .limit(query.limit),
        )
        const feitos = page.map((snapshot) => feitoFrom(snapshot.data()))
        found.push(...feitos.filter((feito) => isListed(feito, query)))
        after = feitos.at(-1) ?? null
        if (!after || found.length >= query.limit || page.length < query.limit)
          return found.slice(0, query.limit)
      }
    },
  }
}

/** Follows every place in a list. */
const END = ':'

/** The narrowest list that has what is wanted; who did it to one guest, or what, is told apart among the few it has. */
function listOf({ quem, ato, alvo }: HistoricoQuery): { field: string; values: string[] } {
  if (alvo !== undefined) return { field: 'listas.alvo', values: [alvo] }
  if (quem !== undefined && ato !== undefined) return { field: 'listas.quemato', values: [quem, ato] }
  if (quem !== undefined) return { field: 'listas.quem', values: [quem] }
  if (ato !== undefined) return { field: 'listas.ato', values: [ato] }
  return { field: 'listas.todos', values: [] }
}
