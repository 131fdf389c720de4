import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import { ATOS_DO_BALANCO } from '../../domain/painel-repo.ts'
import type { LinhaDoHistorico } from '../../domain/historico.ts'
import {
  followed,
  juncaoOf,
  juncoesOf,
  lastJuncaoOf,
  type Juncao,
  type Juncoes,
} from '../../domain/juncao.ts'
import { chunksOf, getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { canNameDocument, recordsOf } from './table.ts'

/** The history lines of merges, and those an event is counted by when it is over. */
export function juncoesIn({ historico }: Connection): Query {
  return historico.where('ato', 'in', [...ATOS_DO_BALANCO])
}

/** The guest into whom another was last merged. */
export async function findJuncao({ historico }: Connection, gone: string): Promise<Juncao | null> {
  // No other line begins with the id of a guest and a blank.
  const lines = await getAll(historico.where('detalhe', '>', `${gone} `).where('detalhe', '<', `${gone}!`))
  return lastJuncaoOf(
    gone,
    recordsOf('historico', lines).filter(({ ato }) => ato === 'juntou'),
  )
}

/** The facts read of some guests and of those merged into them, step by step. */
export interface Following {
  facts: QueryDocumentSnapshot[]
  /** The guests the facts belong to. */
  ids: string[]
  stored: Set<string>
  juncoes: Juncoes
}

/** Reads all facts that may belong to these guests, who are stored. */
export async function readFollowing(connection: Connection, credencialids: string[]): Promise<Following> {
  const { db, credenciais, historico } = connection
  const facts: QueryDocumentSnapshot[] = []
  const merges: LinhaDoHistorico[] = []
  const passed = new Set<string>()
  const mergesInto = (ids: string[]) =>
    getAll(historico.where('alvo', 'in', ids).where('ato', '==', 'juntou'))
  for (let ids = credencialids; ids.length > 0;) {
    for (const id of ids) passed.add(id)
    const [found, lines] = await Promise.all([
      factsOf(connection, ids),
      Promise.all(chunksOf(ids).map(mergesInto)),
    ])
    facts.push(...found)
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

/** The stored facts of some guests. */
export async function factsOf({ entradas }: Connection, ids: string[]): Promise<QueryDocumentSnapshot[]> {
  const found = chunksOf(ids).map((chunk) => getAll(entradas.where('credencialid', 'in', chunk)))
  return (await Promise.all(found)).flat()
}
