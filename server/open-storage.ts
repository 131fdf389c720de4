import { randomUUID } from 'node:crypto'
import type { Config } from './config.ts'
import { secretsOf } from './demonstration.ts'
import { chaveOf, fingerprintOf } from './domain/chave.ts'
import type { Storage } from './domain/storage.ts'
import type { Logger } from './log.ts'
import type { Restoration, Upgrade } from './repos/sqlite/index.ts'

/**
 * Opens the configured storage. This is the only file that names an adapter: each is imported when chosen, so
 * that none loads another's SDK.
 * @param tell receives the message of a schema upgrade, as the log does
 */
export async function openStorage(
  { storage, backups }: Config,
  log: Logger,
  tell: (sentence: string) => void = () => {},
): Promise<Storage> {
  const onUpgrade = ({ from, to, copy, ms }: Upgrade) => {
    const sentence = `schema ${from} → ${to}, copy at ${copy}, ${Math.round(ms)} ms`
    log.info(sentence)
    tell(sentence)
  }
  switch (storage.kind) {
    case 'memory':
      return (await import('./repos/memory/index.ts')).openMemory()
    case 'sqlite':
      return (await import('./repos/sqlite/index.ts')).openSqlite(storage.path, { backups, onUpgrade })
    case 'firebase':
      return (await import('./repos/firebase/index.ts')).openFirebase(storage)
    default:
      return storage satisfies never
  }
}

export type { Restoration }

/**
 * Puts a copy in the place of the configured database, while no server has it open. Only for storage in a
 * file.
 * @returns null if storage is not a file
 */
export async function restoreStorage(
  config: Config,
  file: string,
  isDamagedReplaced: boolean,
): Promise<Restoration | null> {
  if (config.storage.kind !== 'sqlite') return null
  const secret = secretsOf(config).credencial
  const { restoreSqlite } = await import('./repos/sqlite/index.ts')
  return restoreSqlite({
    path: config.storage.path,
    file,
    isDamagedReplaced,
    now: Date.now(),
    newId: randomUUID,
    backupDirectory: config.backups?.directory ?? null,
    fingerprint: fingerprintOf(secret),
    chaveOf: (cadastro, empresaid) => chaveOf(secret, cadastro, empresaid),
  })
}
