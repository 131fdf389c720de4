import { copiesOf, type Entrada } from './entrada.ts'
import { groupBy } from './group.ts'
import { newestFirst, type LinhaDoHistorico } from './historico.ts'
import type { Passe } from './token.ts'

/** A merge, as read from its line in the history (decision 0028). */
export interface Juncao {
  kept: string
  gone: string
  returned: string | null
  /** The versoes of the erased guest's link and of the kept guest's it leads to; null if the link ended. */
  elo: { de: number; para: number } | null
}

export function juncaoDetalhe({ gone, returned, elo }: Omit<Juncao, 'kept'>): string {
  // An empresaid has no slash.
  return `${gone} ${returned ?? '-'}${elo ? `/${elo.de}/${elo.para}` : ''}`
}

/** The merge of a `juntou` line. Ids of other products may contain blanks. */
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

/** The last merge that erased a guest, of the lines of merges; null if none did. */
export const lastJuncaoOf = (gone: string, linhas: LinhaDoHistorico[]): Juncao | null =>
  linhas
    .sort(newestFirst)
    .map(juncaoOf)
    .find((juncao) => juncao.gone === gone) ?? null

export const byKept = (juncoes: Iterable<Juncao>) => groupBy(juncoes, ({ kept }) => kept)

/**
 * The other links that open a guest: those of guests merged into them as the same person, directly or through
 * others. A link that replaces the guest's own ends them too.
 */
export function outrosOf(juncoes: ReadonlyMap<string, Juncao[]>, convidado: Passe): Passe[] {
  return (juncoes.get(convidado.credencialid) ?? []).flatMap(({ gone, elo }) => {
    if (elo?.para !== convidado.versao) return []
    const outro = { credencialid: gone, versao: elo.de }
    return [outro, ...outrosOf(juncoes, outro)]
  })
}

/**
 * Which guest each one was merged into, and when everything was erased, as read from the history. An act that
 * stores a fact reads none of it: the copies that follow a guest who is gone are made when facts are read
 * (decision 0028).
 */
export interface Juncoes {
  /** Keyed by the erased credencialid. */
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
  // Iterating a set also visits what is added meanwhile.
  for (const id of all) {
    for (const { gone } of goneInto.get(id) ?? []) all.add(gone)
    const kept = of.get(id)?.kept
    if (kept !== undefined) all.add(kept)
  }
  return [...all]
}

/**
 * Facts by the credencialid they count for; empty text for those off the list. Besides the stored facts there
 * are copies that were not stored: for facts committed during or after the merge or removal of their guest.
 * What an erasure left of a guest is not an admission of somebody off the list.
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
