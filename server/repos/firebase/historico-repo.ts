import {
  isListed,
  type LinhaDoHistorico,
  type HistoricoQuery,
  type HistoricoRepo,
} from '../../domain/historico.ts'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { listaOf, ordemOf, recordsOf } from './table.ts'

/** Reads the history page by page, from the narrowest list that holds the lines wanted. */
export function createListHistorico({ historico }: Connection): HistoricoRepo['list'] {
  return async (query) => {
    const { field, values } = listOf(query)
    const found: LinhaDoHistorico[] = []
    for (let after = query.after; ;) {
      const before = listaOf(values, after ? ordemOf(after) : END)
      const page = await getAll(
        historico
          .where(field, '>', listaOf(values, ''))
          .where(field, '<', before)
          .orderBy(field, 'desc')
          .limit(query.limit),
      )
      const linhas = recordsOf('historico', page)
      found.push(...linhas.filter((linha) => isListed(linha, query)))
      after = linhas.at(-1) ?? null
      if (!after || found.length >= query.limit || page.length < query.limit)
        return found.slice(0, query.limit)
    }
  }
}

/** Sorts after every position in a list. */
const END = ':'

/** The narrowest list with the lines wanted. A guest has few, so author and act are filtered among them. */
function listOf({ quem, ato, alvo }: HistoricoQuery): { field: string; values: string[] } {
  if (alvo !== undefined) return { field: 'listas.alvo', values: [alvo] }
  if (quem !== undefined && ato !== undefined) return { field: 'listas.quemato', values: [quem, ato] }
  if (quem !== undefined) return { field: 'listas.quem', values: [quem] }
  if (ato !== undefined) return { field: 'listas.ato', values: [ato] }
  return { field: 'listas.todos', values: [] }
}
