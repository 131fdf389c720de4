import { RASTRO_MS } from '../domain/rastro.ts'
import type { Storage } from '../domain/storage.ts'
import { unreachableIn } from '../domain/unreachable.ts'
import type { Logger } from '../log.ts'

const UNREACHABLE =
  'nobody reaches these empresas: their id is reserved or no address; import each under another id'

/** What {@link createUpkeep} works on. */
export interface UpkeepParts {
  storage: Pick<Storage, 'empresas' | 'credenciais' | 'transfer'>
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

/** What storage needs from time to time, whoever asks for it. Each rejects with StorageError. */
export interface Upkeep {
  /**
   * Marks the storage as in use, no longer a copy: a later move refuses it instead of erasing what its source lacks
   * (decision 0007).
   */
  use: () => Promise<void>
  /**
   * Releases ended holds, mirrors due avips, erases recibos that ended and addresses older than RASTRO_MS, and wipes what
   * corrections and removals left in storage's files, once.
   */
  maintain: () => Promise<Maintained>
  /** Does {@link use} and tells the log whom nobody reaches, until it was done once; then {@link maintain}. */
  serve: () => Promise<Maintained>
}

/** The upkeep of a storage; see {@link Upkeep}. */
export function createUpkeep({
  storage: { empresas, credenciais, transfer },
  now,
  log,
}: UpkeepParts): Upkeep {
  let isBegun = false

  const use = async () => {
    if (await transfer.isCopy()) await transfer.setCopy(false)
  }
  const begin = async () => {
    if (isBegun) return
    await use()
    const unreachable = unreachableIn(await empresas.list(now()))
    if (unreachable.length > 0) log.warn({ empresas: unreachable }, UNREACHABLE)
    isBegun = true
  }
  const maintain = async () => {
    const [released, mirrored, forgotten, wiped] = await Promise.allSettled([
      empresas.releaseEnded(now()),
      credenciais.mirrorDueAvips(now(), (credencialid) => log.error({ credencialid }, 'avip refused')),
      Promise.all([credenciais.forgetRecibos(now()), credenciais.forgetOrigens(now() - RASTRO_MS)]),
      credenciais.wipeRemoved(),
    ])
    // All were done before any is told of.
    if (released.status === 'rejected') throw released.reason
    if (mirrored.status === 'rejected') throw mirrored.reason
    if (forgotten.status === 'rejected') throw forgotten.reason
    if (wiped.status === 'rejected') throw wiped.reason
    return { released: released.value, ...mirrored.value, isWiped: wiped.value }
  }
  return {
    use,
    maintain,
    async serve() {
      await begin()
      return maintain()
    },
  }
}
