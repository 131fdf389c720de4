import { expect, onTestFinished, test, vi } from 'vitest'
import { compose } from '../../server/composition.ts'
import { readConfig } from '../../server/config.ts'
import type { Evento } from '../../server/domain/evento.ts'
import { descritoIn } from '../../server/domain/evento-gravado.ts'
import { StorageError } from '../../server/domain/errors.ts'
import { aClaim, anEmpresa, NOW } from '../support/factories.ts'
import { EVENTO, PRODUCTION } from '../support/environment.ts'
import { collectLog } from '../support/log.ts'
import { createStore } from '../support/stored.ts'

const config = readConfig({ ...PRODUCTION, STORAGE: 'sqlite' })
const MOVED = { inicio: '2027-09-23T19:30:00-03:00', fim: '2027-09-23T22:00:00-03:00' }

/** Two processes on one storage. */
async function twoProcesses() {
  const store = createStore()
  const { log, lines } = collectLog()
  const start = async () => {
    const services = await compose(config, { storage: store.open(), now: () => NOW, log })
    onTestFinished(() => services.close())
    return services
  }
  return { one: await start(), other: await start(), store, lines }
}

type Services = Awaited<ReturnType<typeof twoProcesses>>['one']

async function save(services: Services, fields: Partial<Evento> = MOVED) {
  const { evento, versao } = services.gravado ?? {}
  if (!evento || versao === undefined) throw new Error('no event')
  const request = { versao, evento: { ...evento, ...fields }, avisar: true, cancelado: false, imagemid: null }
  return services.eventos.gravar({ ...request, eventoid: 'other', now: NOW }, services.autorOf('cli'))
}

test('the first start stores what the file describes, and the second finds it', async () => {
  const { one, other, store } = await twoProcesses()
  expect(store.count('eventos')).toBe(1)
  expect(one.gravado).toMatchObject({ versao: 1, evento: config.evento, mudancas: [], canceladoem: null })
  expect(other.gravado).toEqual(one.gravado)
  expect(store.count('historico')).toBe(0)
})

test('a start whose file differs says so once, and shows what is stored', async () => {
  const { one, store } = await twoProcesses()
  await save(one)
  const { log, lines } = collectLog()
  const later = await compose(config, { storage: store.open(), now: () => NOW, log })
  onTestFinished(() => later.close())
  expect(later.config.evento.inicio).toBe(MOVED.inicio)
  expect(lines.filter(({ msg }) => msg.includes('npm run evento -- gravar'))).toHaveLength(1)
})

test('what another process stored is followed within five seconds, and at once by who organises', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { one, other } = await twoProcesses()
  await save(one)
  expect((await other.latest()).config.evento.inicio).toBe(config.evento.inicio)
  vi.advanceTimersByTime(5_000)
  // It is drawn beside the first request that hears of it, which does not wait.
  await other.latest()
  await vi.waitFor(async () => expect((await other.latest()).config.evento.inicio).toBe(MOVED.inicio))
  expect((await one.latest(0)).closesAt).toBe(Date.parse(MOVED.fim))
})

test('services keep their version to the end, and what counts is kept by all versions', async () => {
  const { one } = await twoProcesses()
  await save(one)
  const later = await one.latest(0)
  expect(one.config.evento.inicio).toBe(config.evento.inicio)
  expect(later.gravado?.versao).toBe(2)
  expect(later.owner).toBe(one.owner)
})

/** A process whose drawings of the venues “Outro …” wait until the test lets them go. */
async function heldProcess() {
  const store = createStore()
  const held = new Map<string, () => void>()
  const arteOf = async ({ local }: Evento) => {
    if (local.startsWith('Outro')) await new Promise<void>((resolve) => held.set(local, resolve))
    return { files: new Map(), alt: local, logo: null }
  }
  const world = { storage: store.open(), now: () => NOW, log: collectLog().log, arteOf }
  const services = await compose(config, world)
  onTestFinished(() => services.close())
  return {
    services,
    isDrawing: (local: string) => held.has(local),
    letGo: (local: string) => held.get(local)?.(),
  }
}

test('while a version is drawn that is no more stored, guests are shown the former; art and words are always of one', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { services, isDrawing, letGo } = await heldProcess()
  /** The version on a page that asks storage again. */
  const shown = async () => {
    vi.advanceTimersByTime(5_000)
    const { arte, gravado, config: ofPage } = await services.latest()
    expect([arte.alt, ofPage.evento.local]).toEqual([gravado?.evento.local, gravado?.evento.local])
    return gravado?.versao
  }
  await save(services, { local: 'Outro 2' })
  expect(await shown()).toBe(1)
  await vi.waitFor(() => expect(isDrawing('Outro 2')).toBe(true))
  const stored = descritoIn(await services.eventos.find())
  await save({ ...services, gravado: stored }, { local: 'Outro 3' })
  for (let n = 0; n < 3; n++) expect(await shown()).toBe(1)
  letGo('Outro 2')
  await vi.waitFor(async () => expect([await shown(), isDrawing('Outro 3')]).toEqual([2, true]))
  for (let n = 0; n < 3; n++) expect(await shown()).toBe(2)
  letGo('Outro 3')
  await vi.waitFor(async () => expect(await shown()).toBe(3))
})

test('while storage does not answer the event is shown as it was', async () => {
  const { one, other, lines } = await twoProcesses()
  await save(one)
  other.eventos.versao = () => Promise.reject(new StorageError('away'))
  expect((await other.latest(0)).config.evento.inicio).toBe(config.evento.inicio)
  expect(lines.some(({ msg }) => msg.startsWith('storage did not tell the event'))).toBe(true)
})

test('storage that never answers keeps no page waiting for more than a second', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { other } = await twoProcesses()
  other.eventos.versao = () => new Promise(() => {})
  vi.advanceTimersByTime(5_000)
  vi.useRealTimers()
  const startedAt = Date.now()
  await other.latest()
  expect(Date.now() - startedAt).toBeLessThan(3_000)
})

test('in a demonstration the event moved into the past stays there, until the next start', async () => {
  const store = createStore()
  const demonstration = readConfig({
    STORAGE: 'memory',
    EVENTO,
    CREDENCIAL_SECRET: PRODUCTION.CREDENCIAL_SECRET,
  })
  const start = async () => {
    const world = { storage: store.open(), now: () => NOW, log: collectLog().log, isSampleLoaded: false }
    const services = await compose(demonstration, world)
    onTestFinished(() => services.close())
    return services
  }
  const services = await start()
  const over = { inicio: '2027-08-31T19:30:00-03:00', fim: '2027-08-31T22:00:00-03:00' }
  const { evento, versao } = services.gravado ?? {}
  if (!evento || versao === undefined) throw new Error('no event')
  const request = { versao, evento: { ...evento, ...over }, avisar: false, cancelado: false, imagemid: null }
  await services.eventos.gravar({ ...request, eventoid: 'x', now: NOW }, services.autorOf('cli'))
  expect((await services.latest(0)).config.evento.fim).toBe(over.fim)
  expect((await start()).config.evento.fim).toBe(demonstration.evento.fim)
})

test('a start while storage is away shows what the file says, and what is stored once it answers', async () => {
  const { one, store } = await twoProcesses()
  await save(one)
  for (const isStored of [true, false]) {
    if (!isStored) store.clear('eventos')
    const storage = store.open()
    const { eventos } = storage
    let isAway = true
    const away =
      <Args extends unknown[], Result>(act: (...args: Args) => Promise<Result>) =>
      (...args: Args) =>
        isAway ? Promise.reject(new StorageError('away')) : act(...args)
    storage.eventos = {
      ...eventos,
      find: away(() => eventos.find()),
      versao: away(() => eventos.versao()),
      adotar: away((described, now) => eventos.adotar(described, now)),
    }
    const services = await compose(config, { storage, now: () => NOW, log: collectLog().log })
    onTestFinished(() => services.close())
    expect(services.config.evento).toEqual(config.evento)
    isAway = false
    const later = await services.latest(0)
    expect(later.gravado?.versao).toBe(isStored ? 2 : 1)
    expect(later.config.evento.inicio).toBe(isStored ? MOVED.inicio : config.evento.inicio)
    expect(store.count('eventos')).toBe(1)
  }
})

test('a save that is made while another version is being made is the one who organises is shown', async () => {
  const { one, other } = await twoProcesses()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const intact = { ...other.eventos }
  await save(one)
  other.eventos.find = async () => {
    const found = await intact.find()
    await held
    return found
  }
  const first = Promise.resolve(other.latest(0))
  await new Promise(setImmediate)
  other.eventos.find = () => intact.find()
  await save(await one.latest(0), { local: 'Tatersal' })
  const asked = Promise.resolve(other.latest(0))
  release()
  await first
  expect((await asked).config.evento.local).toBe('Tatersal')
})

test('a process that has not heard yet neither claims nor registers after the stored closing', async () => {
  const { one, other, store } = await twoProcesses()
  const empresa = anEmpresa()
  store.put('empresas', empresa)
  await save(one, { inscricoesAte: '2027-09-01T11:00:00-03:00' })
  const claim = aClaim(empresa.empresaid, { isClosed: false, now: NOW })
  expect(await other.empresas.claim(claim)).toEqual({ kind: 'closed' })
})

test('production without a description of its own shows none, and registers nobody', async () => {
  const store = createStore()
  const bare = readConfig({ ...PRODUCTION, STORAGE: 'sqlite', EVENTO: undefined })
  const services = await compose(bare, { storage: store.open(), now: () => NOW, log: collectLog().log })
  onTestFinished(() => services.close())
  expect([services.gravado, store.count('eventos')]).toEqual([null, 0])
  expect(services.closesAt).toBeLessThan(NOW)
  expect(services.eraseAt).toBeGreaterThan(NOW)
})
