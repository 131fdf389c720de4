import { createNear, createVocabulary, heardWordsIn } from '../../server/domain/near-words.ts'
import { CODE_HASH_BYTES, TOKEN_HASH_BYTES, listaOf } from '../../server/domain/porta-sync.ts'
import type { ConvidadoNaLista, Lista } from '../../server/domain/porta-sync.ts'
import { foldText, wordsOf } from '../../server/domain/text.ts'

export interface ListRow extends ConvidadoNaLista {
  isRemovido: boolean
  /**
   * For the search: folded words of name and table, with a blank around each; and the positions of the name's
   * words in the vocabulary, once needed.
   */
  searched: { nome: string; mesa: string; words?: readonly number[] }
}

export type ListaDaPorta = ReturnType<typeof emptyList>

/** The list in memory, indexed by what can be scanned or typed. */
export const emptyList = () => ({
  /** Where the next sync continues from; null before the first list. */
  marca: null as string | null,
  convidados: [] as ListRow[],
  byId: new Map<string, ListRow>(),
  byToken: new Map<string, ListRow>(),
  byCodigo: new Map<string, ListRow[]>(),
  vocabulary: createVocabulary(),
})

/**
 * The list with the server's changes applied. A guest listed again replaces the former entry, whose name,
 * link and facts are forgotten. A removed guest keeps id and hashes, loses the name, and counts as cancelled.
 * @param list changed in place, unless the whole list comes
 * @throws for columns that do not match one another: the given list is then unchanged
 */
export function applyLista(list: ListaDaPorta, lista: Lista): ListaDaPorta {
  const rows = rowsOf(lista)
  const { marca, removidos } = lista
  if (typeof marca !== 'string' || !Array.isArray(removidos))
    throw new Error('[porta] the list has no mark, or does not say who was removed')
  const next = lista.isInteira ? emptyList() : list
  for (const row of rows) put(next, row)
  // Done last, because an earlier record of the same guest, removed since, had that link.
  for (const { credencialid } of rows) {
    const row = next.byId.get(credencialid)
    if (row) for (const outro of row.outros) lead(next, outro, row)
  }
  for (const id of removidos) {
    const row = next.byId.get(id)
    if (row) Object.assign(row, { nome: '', finais: '', isRemovido: true, searched: { nome: '', mesa: '' } })
  }
  next.marca = marca
  return next
}

/** The list as the server would send it whole; stored instead of many differences. */
export function wholeOf({ convidados, marca }: ListaDaPorta): Lista {
  const removidos = convidados.filter(({ isRemovido }) => isRemovido).map(({ credencialid }) => credencialid)
  return listaOf(convidados, { marca: marca ?? '', isInteira: true, removidos })
}

function put(list: ListaDaPorta, row: ListRow): void {
  const known = list.byId.get(row.credencialid)
  if (known) {
    for (const { token, codigo } of [known, ...known.outros]) {
      list.byToken.delete(token)
      const sharing = list.byCodigo.get(codigo)?.filter((each) => each !== known) ?? []
      list.byCodigo.set(codigo, sharing)
    }
    Object.assign(known, row)
  } else list.convidados.push(row)
  const kept = known ?? row
  list.byId.set(kept.credencialid, kept)
  list.byToken.set(kept.token, kept)
  list.byCodigo.set(kept.codigo, [...(list.byCodigo.get(kept.codigo) ?? []), kept])
}

/** Makes another link lead to a guest, and to nobody else. */
function lead(list: ListaDaPorta, { token, codigo }: ListRow['outros'][number], row: ListRow): void {
  const former = list.byToken.get(token)
  const sharing = (list.byCodigo.get(codigo) ?? []).filter((each) => each !== former && each !== row)
  list.byToken.set(token, row)
  list.byCodigo.set(codigo, [...sharing, row])
}

function rowsOf(lista: Lista): ListRow[] {
  const tokens = splitHashes(lista.tokens, TOKEN_HASH_BYTES, lista.ids.length)
  const codigos = splitHashes(lista.codigos, CODE_HASH_BYTES, lista.ids.length)
  const folded = lista.mesas.map(folder)
  const mesaids = lista.mesaids ?? lista.mesas
  const rows = lista.ids.map((credencialid, at): ListRow => {
    const mesa = cell(lista.mesa, at)
    const nome = cell(lista.nomes, at)
    return {
      credencialid,
      nome,
      mesa: cell(lista.mesas, mesa),
      mesaid: cell(mesaids, mesa),
      numero: lista.numeros === undefined ? '' : cell(lista.numeros, mesa),
      finais: cell(lista.finais, at),
      versao: cell(lista.versoes, at),
      token: cell(tokens, at),
      codigo: cell(codigos, at),
      outros: [],
      grupo: null,
      isRetirado: false,
      isRemovido: false,
      entradas: [],
      searched: { nome: folder(nome), mesa: cell(folded, mesa) },
    }
  })
  for (const [at, token, codigo] of lista.outros ?? [])
    cell(rows, at).outros.push({ token: atob(token), codigo: atob(codigo) })
  for (const [at, grupo] of lista.grupos ?? []) cell(rows, at).grupo = grupo
  for (const at of lista.retirados) cell(rows, at).isRetirado = true
  for (const entrada of lista.entradas) cell(rows, entrada[1]).entradas.push(entrada)
  return rows
}

/** Whether two came together: one brought the other, or somebody brought both. */
export const isTogether = (one: ListRow, other: ListRow) =>
  other.grupo === one.credencialid ||
  one.grupo === other.credencialid ||
  (one.grupo !== null && one.grupo === other.grupo)

const folder = (text: string) => ` ${foldText(text)} `

function cell<T>(column: T[], at: number): T {
  const value = column[at]
  if (value === undefined) throw new Error(`[porta] the list has no value ${at} in one of its columns`)
  return value
}

/** The first bytes of a text's SHA-256, one character per byte, as {@link splitHashes} returns them. */
export async function hashOf(text: string, size: number): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return String.fromCharCode(...new Uint8Array(digest, 0, size))
}

/**
 * Splits a column of hashes.
 * @param base64 `size` bytes for each of `count`, one after the other
 * @throws for a column of another size, as in a list of another version: split wrongly, it would match no
 *   code
 */
function splitHashes(base64: string, size: number, count: number): string[] {
  const bytes = atob(base64)
  if (bytes.length !== size * count)
    throw new Error(`[porta] the list has hashes of another size than ${size}`)
  return Array.from({ length: count }, (_, at) => bytes.slice(at * size, (at + 1) * size))
}

/** The fewest letters that are searched for: a list is not for browsing. */
export const LETTERS_MIN = 3
export const RESULTS_MAX = 8

/**
 * Guests by words of the name, the table's name or the last four digits. All of them must match, in any
 * order; accents and case do not count. A typed word may match any part of a word; names in which a word
 * begins with it come first.
 */
export function searchList({ convidados }: ListaDaPorta, typed: string): ListRow[] {
  if (lettersIn(typed) < LETTERS_MIN) return []
  const words = wordsOf(typed)
  if (words.length === 0) return []
  const starts = words.map((word) => ` ${word}`)
  // One list per rank, filled in one pass: start of a word in the name, anywhere in the name, anywhere.
  const ranks: ListRow[][] = [[], [], []]
  for (const row of convidados) {
    if (row.isRemovido) continue
    const { nome, mesa } = row.searched
    const rank = starts.every((start) => nome.includes(start))
      ? 0
      : words.every((word) => nome.includes(word))
        ? 1
        : words.every((word) => nome.includes(word) || mesa.includes(word) || word === row.finais)
          ? 2
          : null
    if (rank !== null) ranks[rank]?.push(row)
  }
  return ranks.flatMap((rank) => firstByName(rank, RESULTS_MAX)).slice(0, RESULTS_MAX)
}

/** The places of a name's words in the list's vocabulary. */
const placesIn = ({ vocabulary }: ListaDaPorta, { nome, searched }: ListRow) =>
  (searched.words ??= vocabulary.placesOf(heardWordsIn(nome, searched.nome)))

/** Gathers the words of all names, once for each row: on a cheap phone it takes longer than a search. */
export function gatherWords(list: ListaDaPorta): void {
  for (const row of list.convidados) placesIn(list, row)
}

/**
 * Guests whose names are near what was typed, nearest first, by the board's rule (`domain/near-words.ts`): as
 * many as fit below those found.
 * @param found their credencialids
 */
export function nearInList(list: ListaDaPorta, typed: string, found: string[]): ListRow[] {
  const room = RESULTS_MAX - found.length
  const near = room === 0 ? null : createNear(typed)
  if (!near) return []
  gatherWords(list)
  near.compare(list.vocabulary.words)
  const ranks: ListRow[][] = []
  for (const row of list.convidados) {
    const distance = near.distanceOf(placesIn(list, row))
    if (distance === 0 || distance === Infinity || row.isRemovido || found.includes(row.credencialid))
      continue
    ;(ranks[distance] ??= []).push(row)
  }
  return ranks.flatMap((rank) => firstByName(rank, room)).slice(0, room)
}

export const lettersIn = (typed: string) => foldText(typed).replace(/ /g, '').length

/** The first few by name, without sorting all of them. */
function firstByName(convidados: ListRow[], most: number): ListRow[] {
  const first: ListRow[] = []
  for (const row of convidados) {
    const last = first[most - 1]
    if (last && row.searched.nome >= last.searched.nome) continue
    const at = first.findIndex((other) => row.searched.nome < other.searched.nome)
    if (at !== -1) first.splice(at, 0, row)
    else first.push(row)
    if (first.length > most) first.pop()
  }
  return first
}
