import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { compose, type World } from '../../server/composition.ts'
import { readConfig, type Config } from '../../server/config.ts'
import { chaveOf, origemOf } from '../../server/domain/chave.ts'
import { StorageError } from '../../server/domain/errors.ts'
import { maintain } from '../../server/use-cases/maintenance.ts'
import { EVENTO, aSecret } from '../support/environment.ts'
import { aBrowser, aCadastro, aClaim, anEmpresa, HOLD_MS, NOW } from '../support/factories.ts'
import { collectLog } from '../support/log.ts'
import { createStore } from '../support/stored.ts'

afterEach(() => {
  vi.useRealTimers()
})

const SECRET = aSecret('credencial')
const production: Config = {
  ...readConfig({
    SESSION_SECRET: `${aSecret('new')},${aSecret('old')}`,
    CREDENCIAL_SECRET: SECRET,
    PUBLIC_ORIGIN: 'https://convite.example.org',
    TRUST_PROXY_HOPS: '1',
    STORAGE: 'sqlite',
    EVENTO,
  }),
  storage: { kind: 'memory' },
}
const demonstration = readConfig({ STORAGE: 'memory', EVENTO })

async function aComposition(config: Config = production, world: Partial<World> = {}) {
  const store = createStore()
  const { log, lines } = collectLog()
  const services = await compose(config, { storage: store.open(), now: () => NOW, log, ...world })
  onTestFinished(() => services.close())
  return { services, store, lines }
}

test('production loads no sample and signs with the secrets given, newest first', async () => {
  const { services, store } = await aComposition()
  expect(store.count('empresas')).toBe(0)
  expect(services.sessionSecrets).toEqual([aSecret('new'), aSecret('old')])
})

test('demonstration loads the sample companies into an empty storage, and only there', async () => {
  const { store } = await aComposition(demonstration)
  expect(store.get('empresas', 'fazenda-santa-clara')).toMatchObject({ icredencial: 10, licredencial: 0 })

  const used = createStore()
  used.put('empresas', anEmpresa({ empresaid: 'mesa-1' }))
  await aComposition(demonstration, { storage: used.open() })
  expect(used.ids('empresas')).toEqual(['mesa-1'])
})

test('demonstration in memory makes secrets of its own, new each time', async () => {
  const bare = () => aComposition(demonstration, { isSampleLoaded: false })
  const [first, second] = [await bare(), await bare()]
  expect(first.services.sessionSecrets[0]).toMatch(/^[\w-]{43}$/)
  expect(first.services.sessionSecrets).not.toEqual(second.services.sessionSecrets)
})

test('demonstration on a file keeps its secrets beside it, readable by nobody else', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'convites-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const config = {
    ...demonstration,
    storage: { kind: 'sqlite', path: join(directory, 'd', 'convites.db') },
  } as const
  const bare = () => aComposition(config, { isSampleLoaded: false })
  const [first, second] = [await bare(), await bare()]
  expect(second.services.sessionSecrets).toEqual(first.services.sessionSecrets)
  const kept = join(directory, 'd', 'segredos.json')
  expect(statSync(kept).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(kept, 'utf8'))).toMatchObject({ session: first.services.sessionSecrets[0] })
})

test('keys and origens are made with CREDENCIAL_SECRET', async () => {
  const { services } = await aComposition()
  const cadastro = aCadastro({ nome: 'ANA', telefone: '11987654321', email: '' })
  expect(services.chaveOf(cadastro)).toBe(chaveOf(SECRET, cadastro))
  expect(services.origemOf('203.0.113.7')).toBe(origemOf(SECRET, '203.0.113.7'))
})

test('no address and limits switched off: no origem, so nobody is counted', async () => {
  const { services } = await aComposition()
  expect(services.origemOf(null)).toBeNull()
  const unlimited = await aComposition({ ...production, postsPerMinute: 0 })
  expect(unlimited.services.origemOf('203.0.113.7')).toBeNull()
})

test('register works on the composed storage with the composed clock and key', async () => {
  const { services, store } = await aComposition()
  const form = { nome: 'Ana Lima', telefone: '11987654321' }
  await services.register(Object.entries(form), aBrowser())
  expect(store.ids('credenciais')).toEqual([String(NOW)])
  expect(store.ids('chaves')).toEqual([services.chaveOf(aCadastro({ ...form, email: '' }))])
})

test('maintain releases ended holds and tells what it did', async () => {
  let now = NOW
  const { services, store } = await aComposition(production, { now: () => now })
  store.put('empresas', anEmpresa({ empresaid: 'mesa-1' }))
  await services.empresas.claim(aClaim('mesa-1'))
  expect(await maintain(services)).toEqual({ released: 0, mirrored: 0, due: 0, isWiped: true })
  now += HOLD_MS
  expect(await maintain(services)).toEqual({ released: 1, mirrored: 0, due: 0, isWiped: true })
  expect(store.get('empresas', 'mesa-1')).toMatchObject({ licredencial: 0 })
})

test('maintenance repeats, once however often it is started, survives a failing storage and ends with close', async () => {
  vi.useFakeTimers()
  let asked = 0
  const memory = createStore().open()
  const empresas = {
    ...memory.empresas,
    releaseEnded: async () => {
      asked++
      throw new StorageError('unreachable')
    },
  }
  const { services, lines } = await aComposition(production, { storage: { ...memory, empresas } })
  services.startMaintenance()
  services.startMaintenance()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(90_000)
  expect(asked).toBe(4)
  expect(lines.map(({ level, msg }) => `${level} ${msg}`)).toEqual(Array(4).fill('50 maintenance failed'))
  await services.close()
  await vi.advanceTimersByTimeAsync(90_000)
  expect(asked).toBe(4)
})

test('a server that starts names stored companies with a reserved id, once, as soon as storage tells', async () => {
  vi.useFakeTimers()
  const store = createStore()
  for (const empresaid of ['Mesa', 'porta', 'x.data', 'item', 'certificado', 'mesa-1'])
    store.put('empresas', anEmpresa({ empresaid }))
  store.put('empresas', anEmpresa({ empresaid: 'equipe', licredencial: 'muitos' }))
  const memory = store.open()
  let isAway = true
  const list: typeof memory.empresas.list = async (now) => {
    if (isAway) throw new StorageError('refused')
    return memory.empresas.list(now)
  }
  const storage = { ...memory, empresas: { ...memory.empresas, list } }
  const { services, lines } = await aComposition(production, { storage })
  services.startMaintenance()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(lines.map(({ msg }) => msg)).toEqual(['maintenance failed'])
  isAway = false
  await vi.advanceTimersByTimeAsync(90_000)
  expect(lines.slice(1)).toMatchObject([
    { level: 40, empresas: ['Mesa', 'certificado', 'item', 'porta', 'x.data', 'equipe'] },
  ])
})

test('an avip that could not be mirrored is tried again by maintenance within 5 s', async () => {
  vi.useFakeTimers()
  let asked = 0
  const memory = createStore().open()
  const avips = {
    ...memory.avips,
    mirror: () => Promise.reject(new StorageError('refused')),
    mirrorDue: async () => {
      asked++
      return { mirrored: 0, due: 0 }
    },
  }
  const { services } = await aComposition(production, { storage: { ...memory, avips } })
  services.startMaintenance()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked).toBe(1)
  await services.register(Object.entries({ nome: 'Ana Lima', telefone: '11987654321' }), aBrowser())
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toBe(2)
  await services.close()
})

test('maintenance logs the id of an avip that is refused', async () => {
  vi.useFakeTimers()
  const memory = createStore().open()
  const avips: typeof memory.avips = {
    ...memory.avips,
    mirrorDue: async (_now, onRefused) => {
      onRefused?.('joao.silva')
      return { mirrored: 0, due: 0 }
    },
  }
  const { services, lines } = await aComposition(production, { storage: { ...memory, avips } })
  services.startMaintenance()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(lines).toMatchObject([{ level: 50, msg: 'avip refused', credencialid: 'joao.silva' }])
  await services.close()
})

test('check asks the storage and close closes it', async () => {
  const calls: string[] = []
  const storage = {
    ...createStore().open(),
    check: async () => void calls.push('check'),
    close: async () => void calls.push('close'),
  }
  const { services } = await aComposition(production, { storage })
  await services.check()
  await services.close()
  expect(calls).toEqual(['check', 'close'])
})

test('the configured adapter is opened when no storage is put in its place', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'convites-'))
  const path = join(directory, 'convites.db')
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const { log } = collectLog()
  for (const storage of [{ kind: 'memory' }, { kind: 'sqlite', path }] as const) {
    const services = await compose({ ...production, storage }, { log })
    await services.check()
    await services.close()
  }
  expect(statSync(path).isFile()).toBe(true)
})
