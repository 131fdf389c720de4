import type { CredencialRepo } from '../domain/credencial-repo.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'

/** What was done after a correction or a removal, which stands either way. Maintenance does later what is false here. */
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

/** Erases a credencial with its key and avip, for good. @param isReturned gives the invitation back to the company */
export async function removeCredencial(
  { credenciais, avips }: Pick<Storage, 'credenciais' | 'avips'>,
  credencialid: string,
  isReturned: boolean,
  autor: Autor,
) {
  const removal = await credenciais.remove(credencialid, isReturned, autor)
  if (removal.kind !== 'removed') return removal
  const mirror = () => avips.mirror(credencialid).then(() => true)
  return { ...removal, ...(await followUp(credenciais, mirror)) }
}

/**
 * Replaces a guest's link and code, unless they were replaced since the page was shown. A guest of another product has
 * no key, and its link cannot be replaced.
 * @returns `renewed` also where a form sent before has replaced it
 */
export async function renewLink(
  { credenciais }: Pick<Storage, 'credenciais'>,
  credencialid: string,
  versao: number,
  autor: Autor,
): Promise<{ kind: 'renewed' } | { kind: 'credencial-not-found' } | { kind: 'no-link' }> {
  const renewed = await credenciais.renewLink(credencialid, autor, versao)
  if (renewed !== null) return { kind: 'renewed' }
  return { kind: (await credenciais.findById(credencialid)) ? 'no-link' : 'credencial-not-found' }
}
