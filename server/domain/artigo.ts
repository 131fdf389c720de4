import { foldText } from './text.ts'

/** Nouns whose ending says otherwise. */
const A = /^(reuniao|festa|live|posse|aula|noite|tarde|manha|quermesse|bencao|missa)$/
const O = /^(dia|programa|tema|panorama|show|workshop|brunch|meeting|summit|cha|sarau|bingo)$/

/** Endings of the nouns that events are called by: `sessão` and `exposição`, but `leilão`. */
const ENDS_A = /(cao|sao|xao|gem|dade|a)$/
const ENDS_O = /(o|al|ar|er|or|el|il|ete|ate|um|ume|ile|aile|im)$/

/** What may stand before the noun: `2ª Festa`, `III Congresso`, `10.º Encontro`. */
const ORDINAL = /^(?:\d+[.]?[ºªoa°]|[IVXL]+)\s+/

/**
 * The article of an event by its first noun: `a` of `Palestra`, `o` of `2º Jantar`; null where it cannot be
 * told, and sentences then do without one.
 */
export function artigoOf(ocasiao: string): 'a' | 'o' | null {
  const [first = ''] = ocasiao.replace(ORDINAL, '').split(/[\s,:–-]/)
  const word = foldText(first).toLowerCase()
  if (!/^[a-z]{3,}$/.test(word)) return null
  if (A.test(word)) return 'a'
  if (O.test(word)) return 'o'
  return ENDS_A.test(word) ? 'a' : ENDS_O.test(word) ? 'o' : null
}

/** Inside a sentence: `a palestra dos 80 anos`, `o 2º Jantar`; as written where no article is known. */
export function comArtigo(ocasiao: string): string {
  const artigo = artigoOf(ocasiao)
  if (artigo === null) return ocasiao
  // Capitals further on are somebody's own way to write it.
  const isPlain = /^\p{Lu}\p{Ll}+(?:\s+\P{Lu}|$)/u.test(ocasiao)
  return `${artigo} ${isPlain ? ocasiao.charAt(0).toLocaleLowerCase('pt-BR') + ocasiao.slice(1) : ocasiao}`
}

/** `na palestra dos 80 anos`, `no jantar`; `em Encontre-se` where no article is known. */
export function naOcasiao(ocasiao: string): string {
  return artigoOf(ocasiao) === null ? `em ${ocasiao}` : `n${comArtigo(ocasiao)}`
}

/** `da palestra dos 80 anos`, `do jantar`; `de Encontre-se` where no article is known. */
export function daOcasiao(ocasiao: string): string {
  return artigoOf(ocasiao) === null ? `de ${ocasiao}` : `d${comArtigo(ocasiao)}`
}
