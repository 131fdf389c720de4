import { expect, test } from 'vitest'
import { migrate, type Move } from '../../../server/cli/migrate.ts'
import { compose, type Services } from '../../../server/composition.ts'
import { readConfig } from '../../../server/config.ts'
import type { Storage } from '../../../server/domain/storage.ts'
import { openSqlite } from '../../../server/repos/sqlite/index.ts'
import { openBothStorages } from '../../support/a-move.ts'
import { aClaim, anAutor, aRegister, NOW } from '../../support/factories.ts'
import { collectLog } from '../../support/log.ts'
import { aSecret, PRODUCTION } from '../../support/environment.ts'

const servicesOn = (storage: Storage, secret = PRODUCTION.CREDENCIAL_SECRET): Promise<Services> =>
  compose(readConfig({ ...PRODUCTION, CREDENCIAL_SECRET: secret }), {
    storage: { ...storage, close: async () => {} },
    log: collectLog().log,
    isEventoAdopted: false,
  })

/** A database file in use, an empty Firestore, and a move between them. */
async function start() {
  const { fake, harness, sqlite } = await openBothStorages()
  await sqlite.empresas.importRows(
    [{ empresaid: 'acme', nome: 'Acme', icredencial: 400, licredencial: 0 }],
    false,
    anAutor(),
  )
  for (let i = 0; i < 250; i++) {
    await sqlite.credenciais.register(
      aRegister({ claim: i % 2 === 0 ? aClaim('acme') : null, chave: `chave-${i}` }),
    )
  }
  const printed: string[] = []
  const storages: Record<string, Storage> = { sqlite, firebase: harness.storage }
  const move = (signal = new AbortController().signal): Move => ({
    out: (line) => void printed.push(line),
    err: (line) => void printed.push(line),
    progress: () => ({ step() {}, end() {} }),
    signal,
    open: (name) => {
      const storage = storages[name]
      if (!storage) throw new Error(name)
      return servicesOn(storage)
    },
  })
  return { fake, harness, sqlite, move, printed, storages }
}

test('everything goes from SQLite to Firestore, avips included, and both sides are counted', async () => {
  const { harness, sqlite, move, printed } = await start()
  expect(await migrate(move(), ['--de', 'sqlite', '--para', 'firebase'])).toBe(0)
  expect(await harness.storage.transfer.count()).toEqual(await sqlite.transfer.count())
  expect(harness.rtdb.puts(`avip/${NOW}`)).toBe(1)
  expect(printed.join('\n')).toMatch(/credenciais +250 +250/)
  expect(printed.at(-1)).toContain('STORAGE=firebase')
  const known = await harness.storage.credenciais.register(aRegister({ chave: 'chave-0' }))
  expect(known).toMatchObject({ kind: 'already-registered', credencial: { credencialid: String(NOW) } })
  expect((await harness.storage.empresas.find('acme', NOW))?.left).toBe(275)
})

test('an interrupted move is finished by running it again, and nothing is there twice', async () => {
  const { fake, harness, sqlite, move } = await start()
  // The mark of a copy, and two commits of moved data.
  fake.failNext({ method: 'Commit', code: 0, when: 'before', times: 3 })
  fake.failNext({ method: 'Commit', code: 7, when: 'before' })
  await expect(migrate(move(), ['--de', 'sqlite', '--para', 'firebase'])).rejects.toThrow('gRPC code 7')
  const copied = fake.documents('credencial').size
  expect(copied).toBeGreaterThan(0)
  expect(copied).toBeLessThan(250)
  expect(await migrate(move(), ['--de', 'sqlite', '--para', 'firebase'])).toBe(0)
  expect(await harness.storage.transfer.count()).toEqual(await sqlite.transfer.count())
})

test('running it again writes nothing', async () => {
  const { fake, move } = await start()
  await migrate(move(), ['--de', 'sqlite', '--para', 'firebase'])
  const before = fake.calls('Commit')
  expect(await migrate(move(), ['--de', 'sqlite', '--para', 'firebase'])).toBe(0)
  expect(fake.calls('Commit')).toBe(before)
})

test('back from Firestore to an empty SQLite', async () => {
  const { harness, move, storages, sqlite } = await start()
  await migrate(move(), ['--de', 'sqlite', '--para', 'firebase'])
  const back = await openSqlite(':memory:')
  storages.sqlite = back
  expect(await migrate(move(), ['--de', 'firebase', '--para', 'sqlite'])).toBe(0)
  expect(await back.transfer.count()).toEqual(await sqlite.transfer.count())
  expect(await back.transfer.count()).toEqual(await harness.storage.transfer.count())
  await back.close()
})

test('a target with guests of its own is refused, and nothing is copied', async () => {
  const { harness, move, printed } = await start()
  await harness.storage.credenciais.register(aRegister({ now: NOW - 1_000_000 }))
  expect(await migrate(move(), ['--de', 'sqlite', '--para', 'firebase'])).toBe(1)
  expect(printed.join()).toContain('nada foi copiado')
  expect((await harness.storage.transfer.count()).credenciais).toBe(1)
})

test('another CREDENCIAL_SECRET on the other side is refused, and nothing is copied', async () => {
  const { harness, move, storages } = await start()
  const open = (name: string) => {
    const storage = storages[name]
    if (!storage) throw new Error(name)
    return servicesOn(storage, name === 'sqlite' ? PRODUCTION.CREDENCIAL_SECRET : aSecret('another'))
  }
  await servicesOn(harness.storage)
  await expect(migrate({ ...move(), open }, ['--de', 'sqlite', '--para', 'firebase'])).rejects.toThrow(
    'CREDENCIAL_SECRET is not the one this storage was used with',
  )
  expect((await harness.storage.transfer.count()).credenciais).toBe(0)
})

test('what is not understood prints the usage', async () => {
  const { move, printed } = await start()
  for (const args of [
    [],
    ['--de', 'sqlite'],
    ['--de', 'sqlite', '--para', 'sqlite'],
    ['--de', 'x', '--para', 'sqlite'],
    ['--x'],
  ]) {
    expect(await migrate(move(), args)).toBe(2)
  }
  expect(printed[0]).toContain('npm run migrar -- --de sqlite --para firebase')
})
