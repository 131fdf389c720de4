import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { migrate } from '../../server/cli/migrate.ts'
import { compose } from '../../server/composition.ts'
import { readConfig } from '../../server/config.ts'
import type { Storage } from '../../server/domain/storage.ts'
import type { Registro } from '../../server/domain/transfer.ts'
import { openSqlite } from '../../server/repos/sqlite/index.ts'
import { aClaim, anAutor, aRegister, NOW } from './factories.ts'
import { collectLog } from './log.ts'
import { PRODUCTION } from './environment.ts'
import { DEPLOYED_INDEXES, openFirebaseHarness } from './firebase-harness.ts'
import { startFakeFirestore } from './firestore/fake.ts'

export const DIRECTIONS = [
  ['sqlite', 'firebase'],
  ['firebase', 'sqlite'],
] as const

export const config = readConfig(PRODUCTION)

/**
 * Two storages, a move from one to the other, and a way to act on the source while the first records are
 * written.
 */
export async function aMove(de: 'sqlite' | 'firebase', para: 'sqlite' | 'firebase') {
  const { fake, harness, sqlite } = await openBothStorages()
  const storages = { sqlite, firebase: harness.storage }
  const [source, target] = [storages[de], storages[para]]
  await source.empresas.importRows(
    [
      { empresaid: 'acme', nome: 'Acme', icredencial: 40, licredencial: 2 },
      { empresaid: 'beta', nome: 'Beta', icredencial: 40, licredencial: 0 },
    ],
    false,
    anAutor(),
  )
  for (let i = 0; i < 6; i++) {
    const convite = i < 4 ? aClaim('acme') : null
    await source.credenciais.register(aRegister({ claim: convite, chave: `chave-${i}`, now: NOW + i }))
  }

  let whileRead: () => Promise<unknown> = async () => {}
  let beforeWrite = whileRead
  let reads = 0
  /** The second reading is the copy. It calls `whileRead` after the companies and before the reservas. */
  async function* read(): AsyncIterable<Registro> {
    const isCopy = ++reads === 2
    let isFirst = true
    for await (const registro of source.transfer.read()) {
      if (isCopy && isFirst && registro.kind === 'credencial') {
        isFirst = false
        await whileRead()
      }
      yield registro
    }
  }
  const write = async (registros: Registro[]) => {
    await beforeWrite()
    beforeWrite = async () => {}
    await target.transfer.write(registros)
  }
  const open = (name: string) => {
    const storage: Storage = { ...(name === de ? source : target), close: async () => {} }
    const transfer = { ...storage.transfer, ...(name === de ? { read } : { write }) }
    return compose(config, {
      storage: { ...storage, transfer },
      isEventoAdopted: false,
      now: () => NOW,
      log: collectLog().log,
    })
  }
  const run = async () => {
    reads = 0
    const printed: string[] = []
    const print = (line: string) => void printed.push(line)
    const progress = () => ({ step() {}, end() {} })
    const { signal } = new AbortController()
    const exit = await migrate({ out: print, err: print, progress, signal, open }, [
      '--de',
      de,
      '--para',
      para,
    ])
    return { exit, printed: printed.join('\n') }
  }
  return {
    fake,
    source,
    target,
    whileRead: (act: () => Promise<unknown>) => void (whileRead = act),
    beforeWrite: (act: () => Promise<unknown>) => void (beforeWrite = act),
    run,
  }
}

/** Puts fields into one order, whatever the storage. */
const sorted = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

export async function everythingIn({ transfer }: Storage): Promise<string[]> {
  const all: string[] = []
  for await (const registro of transfer.read()) all.push(JSON.stringify(registro, sorted))
  return all.sort()
}

export const idsIn = async ({ painel }: Storage): Promise<string[]> => {
  const ids: string[] = []
  for await (const { credencial } of painel.list()) ids.push(credencial.credencialid)
  return ids
}

/** An empty database file and an empty Firestore, closed when the test ends. */
export async function openBothStorages() {
  const fake = await startFakeFirestore(DEPLOYED_INDEXES)
  const harness = await openFirebaseHarness(fake.host)
  const directory = mkdtempSync(join(tmpdir(), 'convites-'))
  const sqlite = await openSqlite(join(directory, 'convites.db'))
  onTestFinished(async () => {
    await harness.close()
    fake.close()
    await sqlite.close()
    rmSync(directory, { recursive: true })
  })
  return { fake, harness, sqlite }
}
