import type { CredencialRepo } from '../domain/credencial-repo.ts'

/**
 * What was done after a correction or a removal, which stands either way. Maintenance does later what is false here.
 */
export interface FollowUp {
  /** The avips follow what was changed. */
  isMirrored: boolean
  /** What was there before is overwritten in storage's files. */
  isWiped: boolean
}

/**
 * Mirrors and wipes after a correction or a removal.
 * @param mirror tells whether all avips are mirrored
 * @throws anything but a StorageError
 */
export async function followUp(
  credenciais: Pick<CredencialRepo, 'wipeRemoved'>,
  mirror: () => Promise<boolean>,
): Promise<FollowUp> {
  const isMirrored = await mirror().catch(isDone)
  return { isMirrored, isWiped: await credenciais.wipeRemoved().catch(isDone) }
}

/** By name: a build that bundles this file has its own copy of the class. */
function isDone(error: unknown): false {
  if (error instanceof Error && error.name === 'StorageError') return false
  throw error
}
