import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import { ATOS_DO_BALANCO } from '../../domain/painel-repo.ts'
import type { LinhaDoHistorico } from '../../domain/historico.ts'
import { followed, juncaoOf, juncoesOf } from '../../domain/juncao.ts'
import { chunksOf, getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { canNameDocument, recordsOf } from './table.ts'

/** The history lines of merges, and those an event is counted by when it is over. */
export function juncoesIn({ historico }: Connection): Query {
  return historico.where('ato', 'in', [...ATOS_DO_BALANCO])
}

/**
 * Reads all facts that may belong to these guests, who are stored: theirs, and those of guests merged into
 * them, step by step.
 * @returns `ids` are the guests the facts belong to
 */
export async function readFollowing(connection: Connection, credencialids: string[]) {
  const { db, credenciais, entradas, historico } = connection
  const facts: QueryDocumentSnapshot[] = []
  const merges: LinhaDoHistorico[] = []
  const passed = new Set<string>()
  const factsOf = (ids: string[]) => getAll(entradas.where('credencialid', 'in', ids))
  const mergesInto = (ids: string[]) =>
    getAll(historico.where('alvo', 'in', ids).where('ato', '==', 'juntou'))
  for (let ids = credencialids; ids.length > 0;) {
    for (const id of ids) passed.add(id)
    const [found, lines] = await Promise.all([
      Promise.all(chunksOf(ids).map(factsOf)),
      Promise.all(chunksOf(ids).map(mergesInto)),
    ])
    facts.push(...found.flat())
    const linhas = recordsOf('historico', lines.flat())
    merges.push(...linhas)
    ids = linhas.map((linha) => juncaoOf(linha).gone).filter((id) => !passed.has(id))
  }
  const refs = [...passed].filter((id) => !credencialids.includes(id) && canNameDocument(id))
  const found =
    refs.length === 0 ? [] : await within(ATTEMPT_MS, db.getAll(...refs.map((id) => credenciais.doc(id))))
  const stored = new Set([...credencialids, ...found.filter(({ exists }) => exists).map(({ id }) => id)])
  return { facts, ids: [...passed], stored, juncoes: juncoesOf(merges) }
}

/** The facts that count for each of these guests, who are stored. */
export async function followedBy(connection: Connection, credencialids: string[]) {
  const { facts, stored, juncoes } = await readFollowing(connection, credencialids)
  return followed(recordsOf('entradas', facts), (id) => stored.has(id), juncoes)
}
