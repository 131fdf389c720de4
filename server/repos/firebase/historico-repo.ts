import {
  isListed,
  type LinhaDoHistorico,
  type HistoricoQuery,
  type HistoricoRepo,
} from '../../domain/historico.ts'
import type { BoundActs } from '../bind.ts'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import type { Document, Unit } from './unit.ts'

/**
 * An act of the history as it is stored. Beside its fields lie the texts it is listed by, one for each list: an act's
 * place in one is found by one field, which needs no composite index.
 */
function documentOf({ serverTime }: Connection, linha: LinhaDoHistorico): Document {
  const { quem, ato, alvo } = linha
  const ordem = ordemOf(linha)
  return {
    ...linha,
    mudouem: serverTime,
    listas: {
      todos: ordem,
      quem: listaOf([quem], ordem),
      ato: listaOf([ato], ordem),
      alvo: listaOf([alvo], ordem),
      quemato: listaOf([quem, ato], ordem),
    },
  }
}

/** Sorts as `em`, then historicoid. */
export function ordemOf({ em, historicoid }: Pick<LinhaDoHistorico, 'em' | 'historicoid'>): string {
  return `${String(em).padStart(15, '0')} ${historicoid}`
}

/** The place of an act among those that have these values; ids hold no line ends. */
export function listaOf(values: string[], ordem: string): string {
  return [...values, ordem].join('\n')
}

export function linhaFrom(stored: Document): LinhaDoHistorico {
  const { historicoid, quem, em, ato, alvo, detalhe } = stored as unknown as LinhaDoHistorico
  return { historicoid, quem, em, ato, alvo, detalhe }
}

/** Appends an act to the history with the rest of its unit, which has to have read its document. */
export function putLinha(connection: Connection, unit: Unit, linha: LinhaDoHistorico | null): void {
  if (!linha) return
  const ref = connection.historico.doc(linha.historicoid)
  if (!unit.get(ref)) unit.set(ref, documentOf(connection, linha))
}

/** The history in Firestore. */
export function createHistoricoRepo(connection: Connection, bound: BoundActs['historico']): HistoricoRepo {
  return {
    ...bound,

    async list(query) {
      const { field, values } = listOf(query)
      const found: LinhaDoHistorico[] = []
      for (let after = query.after; ;) {
        const before = listaOf(values, after ? ordemOf(after) : END)
        const page = await getAll(
          connection.historico
            .where(field, '>', listaOf(values, ''))
            .where(field, '<', before)
            .orderBy(field, 'desc')
            .limit(query.limit),
        )
        const linhas = page.map((snapshot) => linhaFrom(snapshot.data()))
        found.push(...linhas.filter((linha) => isListed(linha, query)))
        after = linhas.at(-1) ?? null
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
