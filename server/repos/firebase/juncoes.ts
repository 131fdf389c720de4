import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import { copiesOf, type Entrada } from '../../domain/entrada.ts'
import { newestFirst, type Feito } from '../../domain/historico.ts'
import { byKept, juncaoOf, type Juncao } from '../../domain/juncao.ts'
import { chunksOf, getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { canNameDocument } from './documents.ts'
import { feitoFrom } from './historico-repo.ts'

/**
 * Into whom guests were merged, and when everything was erased, as the history tells. An act that stores a fact reads
 * none of it: the copies that follow a guest who is gone are made when facts are read (decision 0028).
 */
export interface Juncoes {
  /** By the erased credencialid. */
  of: Map<string, Juncao>
  /** In milliseconds since the epoch. */
  apagadoem: number
}

/** The lines of the history that tell. */
export function juncoesIn({ historico }: Connection): Query {
  return historico.where('ato', 'in', ['juntou', 'apagou-tudo'])
}

/** Into whom a guest was merged last. */
export async function findJuncao({ historico }: Connection, gone: string): Promise<Juncao | null> {
  // No other line begins with the id of a guest and a blank.
  const lines = await getAll(historico.where('detalhe', '>', `${gone} `).where('detalhe', '<', `${gone}!`))
  const feitos = lines.map((line) => feitoFrom(line.data())).filter(({ ato }) => ato === 'juntou')
  return (
    feitos
      .sort(newestFirst)
      .map(juncaoOf)
      .find((juncao) => juncao.gone === gone) ?? null
  )
}

/** @param feitos in any order */
export function juncoesOf(feitos: Feito[]): Juncoes {
  const juncoes: Juncoes = { of: new Map(), apagadoem: -Infinity }
  for (const feito of [...feitos].sort(newestFirst).reverse()) noteJuncao(juncoes, feito)
  return juncoes
}

/** Takes another line of the history. */
export function noteJuncao(juncoes: Juncoes, feito: Feito): void {
  if (feito.ato === 'juntou') {
    const juncao = juncaoOf(feito)
    juncoes.of.set(juncao.gone, juncao)
  }
  if (feito.ato === 'apagou-tudo') juncoes.apagadoem = Math.max(juncoes.apagadoem, feito.em)
}

/** These guests, those they were merged into, and those who were merged into any of them. */
export function withMerged({ of }: Juncoes, credencialids: string[]): string[] {
  if (of.size === 0) return credencialids
  const goneInto = byKept(of.values())
  const all = new Set(credencialids)
  // A set is gone through to its end, what is added meanwhile included.
  for (const id of all) {
    for (const { gone } of goneInto.get(id) ?? []) all.add(gone)
    const kept = of.get(id)?.kept
    if (kept !== undefined) all.add(kept)
  }
  return [...all]
}

/**
 * Facts by the credencialid they count for, the empty one for those off the list. Beside what is stored stand the copies
 * nobody stored: of facts that were committed beside or after the merge, or the removal, of their guest. What an erasure
 * left of a guest is no admission of somebody off the list.
 */
export function followed(
  facts: Entrada[],
  isStored: (credencialid: string) => boolean,
  juncoes: Juncoes,
): Map<string, Entrada[]> {
  const destinos = { isStored, keptFor: (id: string) => juncoes.of.get(id)?.kept ?? null }
  const all = new Map(facts.map((fact) => [fact.entradaid, fact]))
  for (const fact of facts) {
    const copies = copiesOf(fact, destinos)
    const isErased = copies.at(-1)?.credencialid === '' && fact.recebidaem <= juncoes.apagadoem
    for (const copy of isErased ? [] : copies) if (!all.has(copy.entradaid)) all.set(copy.entradaid, copy)
  }
  return byGuest(all.values())
}

/** What was read of a guest and of those merged into them, one after the other. */
export interface Following {
  facts: QueryDocumentSnapshot[]
  /** Whose facts these are. */
  ids: string[]
  stored: Set<string>
  juncoes: Juncoes
}

/** Reads all facts that may be a guest's. */
export async function readFollowing(connection: Connection, credencialid: string): Promise<Following> {
  const { db, credenciais, historico } = connection
  const facts: QueryDocumentSnapshot[] = []
  const merges: Feito[] = []
  const passed = new Set<string>()
  const mergesInto = (id: string) => getAll(historico.where('alvo', '==', id).where('ato', '==', 'juntou'))
  for (let ids = [credencialid]; ids.length > 0;) {
    for (const id of ids) passed.add(id)
    const [found, lines] = await Promise.all([factsOf(connection, ids), Promise.all(ids.map(mergesInto))])
    facts.push(...found)
    const feitos = lines.flat().map((line) => feitoFrom(line.data()))
    merges.push(...feitos)
    ids = feitos.map((feito) => juncaoOf(feito).gone).filter((id) => !passed.has(id))
  }
  const refs = [...passed].filter((id) => id !== credencialid && canNameDocument(id))
  const found =
    refs.length === 0 ? [] : await within(ATTEMPT_MS, db.getAll(...refs.map((id) => credenciais.doc(id))))
  const stored = new Set([credencialid, ...found.filter(({ exists }) => exists).map(({ id }) => id)])
  return { facts, ids: [...passed], stored, juncoes: juncoesOf(merges) }
}

/** Facts that were stored of some guests. */
export async function factsOf({ entradas }: Connection, ids: string[]): Promise<QueryDocumentSnapshot[]> {
  const found = chunksOf(ids).map((chunk) => getAll(entradas.where('credencialid', 'in', chunk)))
  return (await Promise.all(found)).flat()
}

export function byGuest(facts: Iterable<Entrada>): Map<string, Entrada[]> {
  const found = new Map<string, Entrada[]>()
  for (const fact of facts) {
    const theirs = found.get(fact.credencialid)
    if (theirs) theirs.push(fact)
    else found.set(fact.credencialid, [fact])
  }
  return found
}
