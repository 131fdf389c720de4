import type { Feito } from './historico.ts'
import type { Passe } from './token.ts'

/** A merge, as its line in the history tells (decision 0028). */
export interface Juncao {
  /** The guest who stayed. */
  kept: string
  /** The guest who was erased. */
  gone: string
  /** The company that got an invitation back. */
  returned: string | null
  /** The link of the erased guest, and that of the kept one it leads to, by their versoes; null where it ended. */
  elo: { de: number; para: number } | null
}

/** What a merge says beside the guest who stays, as {@link juncaoOf} reads it. */
export function juncaoDetalhe({ gone, returned, elo }: Omit<Juncao, 'kept'>): string {
  // No empresaid has a slash.
  return `${gone} ${returned ?? '-'}${elo ? `/${elo.de}/${elo.para}` : ''}`
}

/** The merge of a line `juntou`. Ids of other products may hold blanks. */
export function juncaoOf({ alvo, detalhe }: Pick<Feito, 'alvo' | 'detalhe'>): Juncao {
  const end = detalhe.lastIndexOf(' ')
  const [returned = '-', de, para] = detalhe.slice(end + 1).split('/')
  return {
    ...{ kept: alvo, gone: detalhe.slice(0, end), returned: returned === '-' ? null : returned },
    elo: de === undefined || para === undefined ? null : { de: Number(de), para: Number(para) },
  }
}

/** Merges by who stayed. */
export function byKept(juncoes: Iterable<Juncao>): Map<string, Juncao[]> {
  const found = new Map<string, Juncao[]>()
  for (const juncao of juncoes) found.set(juncao.kept, [...(found.get(juncao.kept) ?? []), juncao])
  return found
}

/**
 * The other links that open a guest: of those who were merged into them as the same person, and into those. A link that
 * replaces the guest's ends them, too.
 */
export function outrosOf(juncoes: ReadonlyMap<string, Juncao[]>, guest: Passe): Passe[] {
  return (juncoes.get(guest.credencialid) ?? []).flatMap(({ gone, elo }) => {
    if (elo?.para !== guest.versao) return []
    const outro = { credencialid: gone, versao: elo.de }
    return [outro, ...outrosOf(juncoes, outro)]
  })
}
