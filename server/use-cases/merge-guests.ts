import type { Merge, MergeRequest } from '../domain/credencial-repo.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'
import { followUp, type FollowUp } from './follow-up.ts'

/** What became of two credenciais of one person. */
export type MergeResult = (Extract<Merge, { kind: 'merged' }> & FollowUp) | Exclude<Merge, { kind: 'merged' }>

/**
 * Makes two credenciais one: the kept one has the admissions of both, the other is erased, its avip too.
 * @throws StorageError
 */
export async function mergeGuests(
  { credenciais, avips }: Pick<Storage, 'credenciais' | 'avips'>,
  request: MergeRequest,
  autor: Autor,
): Promise<MergeResult> {
  const merge = await credenciais.merge(request, autor)
  if (merge.kind !== 'merged') return merge
  const mirror = async () => {
    for (const credencialid of [request.keptId, request.otherId]) await avips.mirror(credencialid)
    return true
  }
  return { ...merge, ...(await followUp(credenciais, mirror)) }
}
