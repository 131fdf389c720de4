import { IDBFactory } from 'fake-indexeddb'
import { afterEach, expect, test, vi } from 'vitest'
import { openPorta } from '../../../app/porta/porta.ts'
import { openStore } from '../../../app/porta/store.ts'
import type { Lote } from '../../../server/domain/porta-sync.ts'
import { aPorta, ANA, BEGIN, HOUR } from '../../support/a-porta.ts'
import { aLista } from '../../support/a-lista.ts'
import { aConvidado, urlOf } from '../../support/porta-server.ts'

const transactions = () => vi.spyOn(IDBDatabase.prototype, 'transaction')
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a page opened again without network has list, facts and the state of each', async () => {
  const { phone } = await aPorta()
  phone.connect(null)
  await phone.porta.read(urlOf(ANA))
  await phone.reopen()
  expect(phone.porta.state()).toMatchObject({
    nome: 'porta A',
    porEnviar: 1,
    lista: { de: BEGIN, convidados: 3 },
    connection: { kind: 'opening' },
  })
  expect(await phone.porta.read(urlOf(ANA))).toMatchObject({ veredito: { kind: 'ja-entrou' } })
  phone.pass(HOUR)
  await phone.porta.sync()
  expect(phone.porta.state().connection).toEqual({ kind: 'offline', since: BEGIN })
})

test('a phone whose storage fails says so and shows no green', async () => {
  const { phone } = await aPorta()
  transactions().mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(await phone.porta.read(urlOf(ANA))).toEqual({
    kind: 'not-stored',
    reason: 'cheio',
    nomes: [ANA.nome],
  })
  expect(await phone.porta.read(urlOf(ANA))).toMatchObject({ isAdmitted: true })
})

test('a browser that forbids storage is told before anything is read', async () => {
  const disk = new IDBFactory()
  vi.spyOn(disk, 'open').mockImplementation(() => {
    throw new DOMException('private', 'SecurityError')
  })
  const around = { ...globalThis, indexedDB: disk, now: Date.now, monotonic: () => 0 }
  const opened = await openPorta({ ...around, uuid: () => '', later: () => () => {} })
  expect(opened).toMatchObject({ kind: 'not-stored', reason: 'negado' })
})

test('a connection to the database that is lost is opened again, and the admission stored once', async () => {
  const { phone } = await aPorta()
  transactions().mockImplementationOnce(() => {
    throw new DOMException('Connection to Indexed Database server lost. Refresh', 'UnknownError')
  })
  expect(await phone.porta.read(urlOf(ANA))).toMatchObject({ isAdmitted: true })
  expect(phone.porta.state()).toMatchObject({ porEnviar: 1 })
})

test('admissions are written strictly', async () => {
  const { phone } = await aPorta()
  const asked = transactions()
  await phone.porta.read(urlOf(ANA))
  expect(asked.mock.calls.map(([, ...how]) => how)).toEqual([['readwrite', { durability: 'strict' }]])
})

test('a difference is added to what it goes on from; one of elsewhere, or past the hundredth, gives way to the whole', async () => {
  const store = await openStore(new IDBFactory())
  const difference = (marca: string) => ({ ...aLista(['Ana']), marca, isInteira: false })
  const marks = async () => (await store.load()).parts.map(({ lista }) => lista.marca)
  const whole = () => ({ ...aLista(['Ana', 'Bia']), marca: 'whole' })
  await store.putLista({ de: null, lista: aLista(['Ana']) }, () => aLista(['Ana']))
  await store.putLista({ de: 'm', lista: difference('n') }, whole)
  expect(await marks()).toEqual(['m', 'n'])
  await store.putLista({ de: 'lost', lista: difference('p') }, whole)
  expect(await marks()).toEqual(['whole'])
  for (let at = 1; at < 100; at++)
    await store.putLista({ de: at === 1 ? 'whole' : `${at - 1}`, lista: difference(`${at}`) }, whole)
  expect(await marks()).toHaveLength(100)
  await store.putLista({ de: '99', lista: difference('100') }, whole)
  expect(await marks()).toEqual(['whole'])
  store.close()
})

test('what is erased is the list and what the server has; what is unsent stays', async () => {
  const store = await openStore(new IDBFactory())
  const aFact = (entradaid: string) => ({
    entradaid,
    credencialid: '1',
    lidaem: 1,
    desvio: 0,
    modo: 'camera' as const,
    anula: null,
    anotado: null,
  })
  await store.add([aFact('sent'), aFact('unsent')])
  await store.sent(['sent'])
  await store.putLista({ de: null, lista: aLista(['Ana']) }, () => aLista(['Ana']))
  await store.eraseLista()
  const { facts, parts, aparelho } = await store.load()
  expect([facts.map(({ entradaid }) => entradaid), parts, aparelho.seq]).toEqual([['unsent'], [], 2])
  await store.forgetAnnulments(['unsent'])
  expect(await store.countUnsent()).toBe(1)
  store.close()
})

/** A database that accepts requests and never answers, as Safari's does now and then. */
const silent = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => new IDBOpenDBRequest())
}

test('a database that never answers is given up after seconds, and told', async () => {
  silent()
  const around = { ...globalThis, indexedDB: new IDBFactory(), now: Date.now, monotonic: () => 0 }
  const opening = openPorta({ ...around, uuid: () => '', later: () => () => {} })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await opening).toMatchObject({ kind: 'not-stored', reason: 'calado' })
})

test('a database that falls silent shows no green, and the next admission opens it again', async () => {
  const { phone } = await aPorta()
  transactions().mockImplementationOnce(() => {
    throw new DOMException('Connection to Indexed Database server lost. Refresh', 'UnknownError')
  })
  const opened = silent()
  const reading = phone.porta.read(urlOf(ANA))
  await vi.waitFor(() => expect(opened).toHaveBeenCalledTimes(1))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await reading).toMatchObject({ kind: 'not-stored', reason: 'calado' })
  opened.mockRestore()
  expect(await phone.porta.read(urlOf(ANA))).toMatchObject({ isAdmitted: true })
})

test('a list is kept up to the first part that does not fit, and renewed from there', async () => {
  const { phone, server } = await aPorta()
  const store = await openStore(phone.disk)
  const broken = { ...aLista(['Zoe']), marca: 'z', isInteira: false, tokens: '' }
  const { parts } = await store.load()
  await store.putLista({ de: parts.at(-1)?.lista.marca ?? '', lista: broken }, () => broken)
  store.close()
  await phone.reopen()
  expect(phone.porta.state().lista).toMatchObject({ convidados: 3 })
  server.put(aConvidado('7', { nome: 'Nova' }))
  await phone.porta.sync()
  await phone.reopen()
  expect(phone.porta.state().lista).toMatchObject({ convidados: 4 })
})

test('a list an earlier page stored, without numbers of tables, is asked for whole, once, and they stay', async () => {
  const ana = { ...ANA, numero: '12' }
  const { phone, server } = await aPorta([ana])
  const store = await openStore(phone.disk)
  const [kept] = (await store.load()).parts
  const earlier = { ...(kept?.lista ?? aLista([])) }
  delete earlier.numeros
  await store.putLista({ de: null, lista: earlier }, () => earlier)
  store.close()
  const asked: (string | null)[] = []
  const listen = server.transportOf('a')
  phone.connect((body) => {
    asked.push((JSON.parse(body) as Lote).marca)
    return listen(body)
  })
  await phone.reopen()
  await phone.porta.sync()
  await phone.porta.sync()
  await phone.reopen()
  await phone.porta.sync()
  const marca = kept?.lista.marca
  expect(asked).toEqual([null, marca, marca])
  expect(await phone.porta.read(urlOf(ana))).toMatchObject({ convidado: { numero: '12' } })
})
