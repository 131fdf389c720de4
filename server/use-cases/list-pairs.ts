import type { Storage } from '../domain/storage.ts'
import { isSeparated, readSeparated } from './separated-pairs.ts'

/** Two credenciais that may be one person's. */
export type Pair = [string, string]

/** What {@link listPairs} reads. */
type PairParts = Pick<Storage, 'painel' | 'historico'>

/**
 * Lists the pairs nobody has told apart, by credencialid; three credenciais alike make three pairs.
 * @throws StorageError
 */
export async function listPairs({ painel, historico }: PairParts): Promise<Pair[]> {
  const [groups, separated] = await Promise.all([painel.findRepetidos(), readSeparated(historico)])
  const pairs = groups.flatMap((ids) =>
    ids.flatMap((one, index) => ids.slice(index + 1).map((other): Pair => [one, other])),
  )
  return pairs
    .filter(([one, other]) => !isSeparated(separated, one, other))
    .sort(([a, b], [c, d]) => compare(a, c) || compare(b, d))
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
