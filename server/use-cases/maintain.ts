import { PLANILHA_MS } from '../domain/planilha-repo.ts'
import { RASTRO_MS } from '../domain/rastro.ts'
import type { Storage } from '../domain/storage.ts'
import { unreachableIn } from '../domain/unreachable.ts'
import type { Logger } from '../log.ts'

const UNREACHABLE =
  'nobody reaches these empresas: their id is reserved or no address; import each under another id'

/** What is maintained, by which clock; the log receives the ids of avips that were refused. */
interface MaintainParts extends Pick<Storage, 'empresas' | 'credenciais' | 'planilhas' | 'avips'> {
  now: () => number
  log: Logger
}

/** What a pass did: holds released, avips mirrored and still due, and whether storage's files were wiped. */
export interface Maintained {
  released: number
  mirrored: number
  due: number
  isWiped: boolean
}

/**
 * Marks the storage as in use, no longer a copy: a later move refuses it instead of erasing what its source lacks
 * (decision 0007).
 * @throws StorageError
 */
export async function markInUse({ transfer }: Pick<Storage, 'transfer'>): Promise<void> {
  if (await transfer.isCopy()) await transfer.setCopy(false)
}

/**
 * Releases ended holds, mirrors due avips, erases recibos that ended, addresses older than RASTRO_MS and uploads older
 * than PLANILHA_MS, fills in what guests are searched by, and wipes what was erased from storage's files, once. If
 * one fails, the others are still done.
 * @throws StorageError
 */
export async function maintain({
  empresas,
  credenciais,
  planilhas,
  avips,
  now,
  log,
}: MaintainParts): Promise<Maintained> {
  const [released, mirrored, forgotten, filled] = await Promise.allSettled([
    empresas.releaseEnded(now()),
    avips.mirrorDue(now(), (credencialid) => log.error({ credencialid }, 'avip refused')),
    Promise.all([
      credenciais.forgetRecibos(now()),
      credenciais.forgetOrigens(now() - RASTRO_MS),
      planilhas.forget(now() - PLANILHA_MS),
    ]),
    credenciais.fillSearch(),
  ])
  // Last, for what was erased just now.
  const [wiped] = await Promise.allSettled([credenciais.wipeRemoved()])
  if (released.status === 'rejected') throw released.reason
  if (mirrored.status === 'rejected') throw mirrored.reason
  if (forgotten.status === 'rejected') throw forgotten.reason
  if (filled.status === 'rejected') throw filled.reason
  if (wiped.status === 'rejected') throw wiped.reason
  return { released: released.value, ...mirrored.value, isWiped: wiped.value }
}

/**
 * Makes a server's pass: {@link markInUse} and a line in the log about companies whose page nobody can open, until
 * both were done once; then {@link maintain}.
 */
export function createPass(parts: MaintainParts & Pick<Storage, 'transfer'>): () => Promise<Maintained> {
  let isBegun = false
  return async () => {
    if (!isBegun) {
      await markInUse(parts)
      const unreachable = unreachableIn(await parts.empresas.list(parts.now()))
      if (unreachable.length > 0) parts.log.warn({ empresas: unreachable }, UNREACHABLE)
      isBegun = true
    }
    return maintain(parts)
  }
}
