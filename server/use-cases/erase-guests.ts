import type { CredencialRepo } from '../domain/credencial-repo.ts'
import { isErasureDayAt, type Terms } from '../domain/terms.ts'
import type { Counts, Transfer } from '../domain/transfer.ts'

/** What is asked before guests are erased. */
interface SurveyParts extends Pick<Terms, 'eraseAt'> {
  transfer: Pick<Transfer, 'count'>
  now: () => number
}

/** What became of an erasure. */
export type Erasure =
  /** The day of erasure has not come; nothing was erased. */
  | { kind: 'too-early' }
  /** `due` avips are still to be cleared; those of the ids in `refused` are to be cleared by hand. */
  | { kind: 'erased'; erased: number; due: number; refused: string[] }

/** Tells whether the day of erasure has come, and what is stored. @throws StorageError */
export async function surveyErasure({
  transfer,
  eraseAt,
  now,
}: SurveyParts): Promise<Counts & { isDue: boolean }> {
  return { isDue: isErasureDayAt({ eraseAt }, now()), ...(await transfer.count()) }
}

/**
 * Erases every guest for good; companies, reservas and their counts stay. Done again after a failure, it goes on from
 * there.
 * @param onProgress called with the credentials erased so far and in all; what it throws stops the work
 * @throws StorageError
 */
export async function eraseGuests(
  {
    credenciais,
    ...survey
  }: SurveyParts & {
    credenciais: Pick<CredencialRepo, 'erasePersonalData' | 'mirrorDueAvips' | 'findRefusedAvips'>
  },
  {
    isEarlyAllowed,
    onProgress,
  }: { isEarlyAllowed: boolean; onProgress?: (done: number, total: number) => void },
): Promise<Erasure> {
  const { isDue, credenciais: total } = await surveyErasure(survey)
  if (!isDue && !isEarlyAllowed) return { kind: 'too-early' }
  const erased = await credenciais.erasePersonalData((done) => onProgress?.(done, total))
  const { due } = await credenciais.mirrorDueAvips(survey.now())
  return { kind: 'erased', erased, due, refused: await credenciais.findRefusedAvips() }
}
