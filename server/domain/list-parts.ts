import { foldText } from './text.ts'

/** How many guests a printed list has at most in one part: a longer one would hold up registrations. */
export const PART_SIZE = 1000

/** How many names are ticked on one page of the screen. */
export const PAGE_SIZE = 100

/** How many companies a part has at most: each is a call to storage. */
export const EMPRESAS_MAX = 25

/** Guests in the order of the alphabet of Portuguese; equal names stay as they are. */
export function inAlphabet<Convidado extends { credencial: { nome: string } }>(
  convidados: Convidado[],
): Convidado[] {
  return [...convidados].sort((a, b) => ALPHABET.compare(a.credencial.nome, b.credencial.nome))
}

// Made once: making one takes longer than sorting a part.
const ALPHABET = new Intl.Collator('pt-BR')

/** The letter a name is filed under; `#` for one that begins with another sign. */
export function letterOf(nome: string): string {
  return /^\p{L}/u.exec(foldText(nome))?.[0] ?? '#'
}

/** A stretch of one company's guests, or of those of none: after how many it begins, and a part of them at most. */
export interface Slice {
  empresaid: string | null
  offset: number
}

/** Divides a list by companies, each with how many guests; one is divided only where it has more than a part takes. */
export function partsOf(groups: { empresaid: string | null; count: number }[]): Slice[][] {
  const parts: Slice[][] = []
  let part: Slice[] = []
  let room = 0
  for (const { empresaid, count } of groups) {
    for (let offset = 0; offset < count; offset += PART_SIZE) {
      const limit = Math.min(PART_SIZE, count - offset)
      if (limit > room || part.length === EMPRESAS_MAX) {
        parts.push((part = []))
        room = PART_SIZE
      }
      part.push({ empresaid, offset })
      room -= limit
    }
  }
  return parts
}
