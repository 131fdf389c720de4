import { copiesOf, type Entrada } from './entrada.ts'
import { groupBy } from './group.ts'
import { newestFirst, type LinhaDoHistorico } from './historico.ts'
import type { Passe } from './token.ts'

/** A merge, as its line in the history tells (decision 0028). */
export interface Juncao {
  kept: string
  gone: string
  returned: string | null
  /** The link of the erased guest, and that of the kept one it leads to, by their versoes; null where it ended. */
  elo: { de: number; para: number } | null
}

export function juncaoDetalhe({ gone, returned, elo }: Omit<Juncao, 'kept'>): string {
  // No empresaid has a slash.
  return `${gone} ${returned ?? '-'}${elo ? `/${elo.de}/${elo.para}` : ''}`
}

/** The merge of a line `juntou`. Ids of other products may hold blanks. */
export function juncaoOf({ alvo, detalhe }: Pick<LinhaDoHistorico, 'alvo' | 'detalhe'>): Juncao {
  const end = detalhe.lastIndexOf(' ')
  const [returned = '-', de, para] = detalhe.slice(end + 1).split('/')
  return {
    kept: alvo,
    gone: detalhe.slice(0, end),
    returned: returned === '-' ? null : returned,
    elo: de === undefined || para === undefined ? null : { de: Number(de), para: Number(para) },
  }
}

export const byKept = (juncoes: Iterable<Juncao>) => groupBy(juncoes, ({ kept }) => kept)

/**
 * The other links that open a guest: of those who were merged into them as the same person, and into those. A link that
 * replaces the guest's ends them, too.
 */
export function outrosOf(juncoes: ReadonlyMap<string, Juncao[]>, convidado: Passe): Passe[] {
  return (juncoes.get(convidado.credencialid) ?? []).flatMap(({ gone, elo }) => {
    if (elo?.para !== convidado.versao) return []
    const outro = { credencialid: gone, versao: elo.de }
    return [outro, ...outrosOf(juncoes, outro)]
  })
}

/**
 * Into whom guests were merged, and when everything was erased, as the history tells. An act that stores a fact reads
 * none of it: the copies that follow a guest who is gone are made when facts are read (decision 0028).
 */
export interface Juncoes {
  /** By the erased credencialid. */
  of: Map<string, Juncao>
  apagadoem: number
}

/** @param linhas in any order */
export function juncoesOf(linhas: LinhaDoHistorico[]): Juncoes {
  const juncoes: Juncoes = { of: new Map(), apagadoem: -Infinity }
  for (const linha of [...linhas].sort(newestFirst).reverse()) noteJuncao(juncoes, linha)
  return juncoes
}

export function noteJuncao(juncoes: Juncoes, linha: LinhaDoHistorico): void {
  if (linha.ato === 'juntou') {
    const juncao = juncaoOf(linha)
    juncoes.of.set(juncao.gone, juncao)
  }
  if (linha.ato === 'apagou-tudo') juncoes.apagadoem = Math.max(juncoes.apagadoem, linha.em)
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
  return byConvidado(all.values())
}

export const byConvidado = (facts: Iterable<Entrada>) => groupBy(facts, ({ credencialid }) => credencialid)
