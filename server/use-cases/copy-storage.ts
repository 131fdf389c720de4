import type { Storage } from '../domain/storage.ts'
import type { Registro } from '../domain/transfer.ts'
import { countChanges, isSame, surveyOf, type Survey } from './compare-storages.ts'

/** How many things are written at once. */
const CHUNK = 200

/** What became of a copy, and what both sides hold after it. */
export type Copy =
  /** The target has things that the source has not, `foreign` of them; nothing was copied. */
  | { kind: 'target-in-use'; foreign: number }
  /** This many things of the source changed meanwhile, and may be missing from the copy. */
  | { kind: 'source-changed'; changed: number; source: Survey; target: Survey }
  /** Somebody writes at the target. */
  | { kind: 'unequal'; source: Survey; target: Survey }
  | { kind: 'copied'; source: Survey; target: Survey }

/**
 * Carries everything from one storage to another, and compares both (decision 0007). Avips become due at the target.
 * Done again after a failure, it goes on from there.
 * @param onProgress called with the things written so far and in all; what it throws stops the work
 * @throws StorageError
 */
export async function copyStorage(
  { transfer: from }: Pick<Storage, 'transfer'>,
  to: Pick<Storage, 'transfer'>,
  onProgress?: (done: number, total: number) => void,
): Promise<Copy> {
  const before = await surveyOf(from)
  const foreign = await clear(before, to)
  if (foreign > 0) return { kind: 'target-in-use', foreign }
  let done = 0
  for await (const chunk of chunksOf(from.read())) {
    onProgress?.(done, before.things.size)
    await to.transfer.write(chunk)
    done += chunk.length
  }
  const [source, target] = [await surveyOf(from), await surveyOf(to.transfer)]
  const changed = countChanges(before, source)
  if (changed > 0) return { kind: 'source-changed', changed, source, target }
  return { kind: isSame(source, target) ? 'copied' : 'unequal', source, target }
}

/**
 * Clears a copy nobody has used of guests the source has erased since, and marks an empty target as a copy.
 * @returns how much a target in use has of its own: with any, nothing was done
 */
async function clear(source: Survey, { transfer }: Pick<Storage, 'transfer'>): Promise<number> {
  const target = await surveyOf(transfer)
  const isCopy = await transfer.isCopy()
  const foreign = [...target.things.keys()].filter((key) => !source.things.has(key))
  const guests = idsIn(foreign, 'credencial')
  const erased = new Set(guests)
  const withdrawals = idsIn(foreign, 'desistencia').filter((id) => erased.has(id))
  // Only guests are ever erased, and their withdrawals with them: a copy may have no other thing that its source lacks.
  const refused = isCopy ? foreign.length - guests.length - withdrawals.length : foreign.length
  if (refused > 0) return refused
  if (guests.length > 0) await transfer.erase(guests)
  if (target.credenciais + target.reservas === 0) await transfer.setCopy(true)
  return 0
}

const idsIn = (keys: string[], kind: 'credencial' | 'desistencia') =>
  keys.flatMap((key) => (key.startsWith(`${kind} `) ? [key.slice(kind.length + 1)] : []))

async function* chunksOf(registros: AsyncIterable<Registro>): AsyncIterable<Registro[]> {
  let chunk: Registro[] = []
  for await (const registro of registros) {
    chunk.push(registro)
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
