import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'
import { isErasureDayAt, type Terms } from '../domain/terms.ts'
import type { Counts } from '../domain/transfer.ts'

/** What is asked before guests are erased. */
type SurveyParts = Pick<Storage, 'transfer'> & Pick<Terms, 'eraseAt'> & { now: () => number }

/** What became of an erasure. */
export type Erasure =
  /** The day of erasure has not come; nothing was erased. */
  { kind: 'too-early' } | { kind: 'erased'; erased: number }

/** Tells whether the day of erasure has come, and what is stored. @throws StorageError */
export async function surveyErasure(parts: SurveyParts): Promise<Counts & { isDue: boolean }> {
  return { isDue: isErasureDayAt(parts, parts.now()), ...(await parts.transfer.count()) }
}

/**
 * Erases every guest for good; companies, reservas and their counts stay. Done again after a failure, it goes on from
 * there.
 * @param onProgress called with the credentials erased so far and in all; what it throws stops the work
 * @throws StorageError
 */
export async function eraseGuests(
  parts: SurveyParts & Pick<Storage, 'credenciais'>,
  isEarlyAllowed: boolean,
  autor: Autor,
  onProgress?: (done: number, total: number) => void,
): Promise<Erasure> {
  const { isDue, credenciais: total } = await surveyErasure(parts)
  if (!isDue && !isEarlyAllowed) return { kind: 'too-early' }
  const erased = await parts.credenciais.erasePersonalData(autor, (done) => onProgress?.(done, total))
  return { kind: 'erased', erased }
}

/**
 * Clears the avips of erased guests.
 * @returns how many are still to be cleared, and the ids of those to be cleared by hand
 * @throws StorageError
 */
export async function clearAvips({
  avips,
  now,
}: Pick<Storage, 'avips'> & Pick<SurveyParts, 'now'>): Promise<{ due: number; refused: string[] }> {
  const { due } = await avips.mirrorDue(now())
  return { due, refused: await avips.findRefused() }
}
