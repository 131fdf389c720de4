import { feitoOf, type Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'

const PAGE = 500

/** Pairs a person has told apart, each as {@link pairOf} writes it. */
export type Separated = ReadonlySet<string>

/** A pair of credencialids, the same in either order. */
const pairOf = (one: string, other: string) => JSON.stringify([one, other].sort())

/** Tells whether two credenciais were told apart. */
export function isSeparated(separated: Separated, one: string, other: string): boolean {
  return separated.has(pairOf(one, other))
}

/** The pairs that were told apart: the history keeps them. @throws StorageError */
export async function readSeparated(historico: Pick<Storage['historico'], 'list'>): Promise<Separated> {
  const separated = new Set<string>()
  for (let after = null; ;) {
    const page = await historico.list({ ato: 'separou', after, limit: PAGE })
    for (const { alvo, detalhe } of page) separated.add(pairOf(alvo, detalhe))
    const last = page.at(-1)
    if (!last || page.length < PAGE) return separated
    after = last
  }
}

/** Notes that two credenciais are of different people, once. @throws StorageError */
export async function separatePair(
  historico: Storage['historico'],
  one: string,
  other: string,
  autor: Autor,
): Promise<void> {
  if (isSeparated(await readSeparated(historico), one, other)) return
  await historico.add(feitoOf(autor, 'separou', one, other))
}
