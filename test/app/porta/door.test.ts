import { IDBFactory } from 'fake-indexeddb'
import { afterEach, expect, test, vi } from 'vitest'
import { openDoor } from '../../../app/porta/door.ts'
import { LOTE_MAX, type Envio } from '../../../server/domain/porta-sync.ts'
import { aGuest, codeOf, openDoorServer, urlOf, type TestGuest } from '../../support/door-server.ts'
import { openPhone } from '../../support/phones.ts'

const BEGIN = Date.UTC(2027, 8, 16, 19)
const HOUR = 3_600_000

const ANA = aGuest('1', { nome: 'Ana Conceição', mesa: 'Fazenda Bela', finais: '1111' })
const BIA = aGuest('2', { nome: 'Bia Prado', mesa: 'Fazenda Bela', finais: '2222' })
const CAU = aGuest('3', { nome: 'Cauê Lima', retirado: true })

async function aDoor(guests: TestGuest[] = [ANA, BIA, CAU], apagarem?: number, now = () => BEGIN) {
  const server = openDoorServer(now, apagarem)
  server.put(...guests)
  const phone = await openPhone(BEGIN, server.transportOf('a'))
  await phone.door.sync()
  return { server, phone }
}

test('a guest is admitted once, with the moment and the door told the second time', async () => {
  const { phone } = await aDoor()
  expect(await phone.door.read(urlOf(ANA))).toMatchObject({
    kind: 'read',
    veredito: { kind: 'entrar' },
    convidado: { nome: 'Ana Conceição', mesa: 'Fazenda Bela', finais: '1111' },
    isAdmitted: true,
  })
  phone.pass(10_000)
  expect(await phone.door.read(urlOf(ANA))).toMatchObject({
    veredito: { kind: 'ja-entrou', em: BEGIN },
    by: 'porta A',
    isAdmitted: false,
  })
})

test('a code held on does not scold, however long, and two frames at once are one admission', async () => {
  const { phone } = await aDoor()
  const both = await Promise.all([phone.door.read(urlOf(ANA)), phone.door.read(urlOf(ANA))])
  expect(both.map(({ kind }) => kind)).toEqual(['read', 'same'])
  for (let frame = 0; frame < 10; frame++) {
    phone.pass(2_000)
    expect(await phone.door.read(urlOf(ANA))).toEqual({ kind: 'same' })
  }
  expect(phone.door.state()).toMatchObject({ porEnviar: 1, factsMade: 1 })
})

test('withdrawn, unknown and replaced links are told apart, of whatever host', async () => {
  const { phone, server } = await aDoor()
  server.put({ ...BIA, versao: 2 })
  server.remove(ANA.id)
  await phone.door.sync()
  const read = async (text: string) => {
    const outcome = await phone.door.read(text)
    return outcome.kind === 'read'
      ? [outcome.veredito.kind, outcome.convidado?.nome, outcome.anotado]
      : outcome
  }
  expect(await read(urlOf(CAU))).toEqual(['cancelado', 'Cauê Lima', null])
  expect(await read(urlOf(ANA))).toEqual(['cancelado', '', null])
  expect(await read(urlOf(BIA))).toEqual(['link-antigo', 'Bia Prado', null])
  expect(await read(urlOf({ ...BIA, versao: 1 }))).toEqual(['link-antigo', 'Bia Prado', null])
  expect(await read(`https://x.example/c/3.2${'A'.repeat(22)}`)).toEqual([
    'fora-da-lista',
    undefined,
    `3.2${'A'.repeat(22)}`,
  ])
  expect(await read('WIFI:S:vinho;')).toEqual(['fora-da-lista', undefined, 'WIFI:S:vinho;'])
  expect(await read(urlOf({ ...BIA, versao: 2 }).replace('convites.test', 'x.example'))).toEqual([
    'entrar',
    'Bia Prado',
    null,
  ])
  expect(phone.door.search('conceicao')).toEqual([])
})

test('a code admits as it is typed, and what cannot be one is said', async () => {
  const { phone } = await aDoor()
  expect(await phone.door.readCode('K7F3')).toEqual({ kind: 'not-a-code' })
  expect(await phone.door.readCode(codeOf('1').toLowerCase().replace('-', ' '))).toMatchObject({
    veredito: { kind: 'entrar' },
    modo: 'codigo',
    isAdmitted: true,
  })
  expect(await phone.door.readCode('2222-2222')).toMatchObject({
    veredito: { kind: 'fora-da-lista' },
    anotado: '2222-2222',
  })
})

test('ENTROU MESMO ASSIM notes the token, the guest or a name, and pressed twice is one fact', async () => {
  const { phone, server } = await aDoor()
  const stranger = aGuest('77')
  for (const text of [urlOf(CAU), urlOf(stranger)]) {
    const reading = await phone.door.read(text)
    if (reading.kind !== 'read') throw new Error(reading.kind)
    await phone.door.admitAnyway(reading)
    expect(await phone.door.admitAnyway(reading)).toMatchObject({ isAdmitted: true })
  }
  await phone.door.admitNamed('  Zé\n da  Silva ')
  await phone.door.sync()
  expect(
    [...server.facts.values()].map(({ credencialid, anotado, modo }) => [credencialid, anotado, modo]),
  ).toEqual([
    ['3', null, 'camera'],
    ['', urlOf(stranger).split('/c/')[1], 'camera'],
    ['', 'Zé da Silva', 'busca'],
  ])
})

test('a table is listed with who is in, and several are admitted in one go', async () => {
  const { phone } = await aDoor([ANA, BIA, aGuest('4', { mesa: 'Fazenda Bela' }), CAU])
  await phone.door.read(urlOf(ANA))
  expect(
    phone.door.table('1').map(({ convidado, whereabouts }) => [convidado.credencialid, whereabouts.kind]),
  ).toEqual([
    ['2', 'outside'],
    ['4', 'outside'],
  ])
  const outcome = await phone.door.admit(['1', '2', '4', '3'], 'mesa')
  if (outcome.kind !== 'admitted') throw new Error(outcome.kind)
  expect(outcome.readings.map(({ veredito, isAdmitted }) => [veredito.kind, isAdmitted])).toEqual([
    ['ja-entrou', false],
    ['entrar', true],
    ['entrar', true],
    ['cancelado', false],
  ])
  expect(phone.door.table('3')).toEqual([])
})

test('an admission is taken back within two minutes, not later, and not twice', async () => {
  const { phone } = await aDoor()
  const reading = await phone.door.read(urlOf(ANA))
  if (reading.kind !== 'read') throw new Error(reading.kind)
  phone.pass(119_000)
  expect(await phone.door.annul(reading.entradaid)).toEqual({ kind: 'annulled' })
  expect(await phone.door.annul(reading.entradaid)).toEqual({ kind: 'not-from-here' })
  const again = await phone.door.read(urlOf(ANA))
  expect(again).toMatchObject({ veredito: { kind: 'entrar' } })
  phone.pass(121_000)
  expect(await phone.door.annul(again.kind === 'read' ? again.entradaid : '')).toEqual({ kind: 'late' })
  await phone.door.sync()
  expect(phone.door.whereabouts('1')).toMatchObject({ kind: 'inside', em: BEGIN + 119_000 })
})

test('the phone that admitted is still named after syncs that tell of nobody', async () => {
  const { phone, server } = await aDoor()
  const other = await openPhone(BEGIN, server.transportOf('b'))
  await other.door.sync()
  await other.door.read(urlOf(ANA))
  await other.door.sync()
  for (let times = 0; times < 3; times++) await phone.door.sync()
  expect(await phone.door.read(urlOf(ANA))).toMatchObject({ veredito: { kind: 'ja-entrou' }, by: 'porta B' })
  await phone.reopen()
  expect(phone.door.whereabouts('1')).toMatchObject({ kind: 'inside', by: 'porta B' })
})

test('a list that is told in parts keeps its age until the last, and by then has everybody', async () => {
  let now = BEGIN
  const { server, phone } = await aDoor([ANA], undefined, () => now)
  server.tellInPartsOf(2)
  server.put(...['4', '5', '6'].map((id) => aGuest(id, { nome: `Rita ${id}` })))
  const heard = async () => {
    now += 60_000
    await phone.door.sync()
    return [phone.door.state().lista?.de, phone.door.search('rita').length]
  }
  expect(await heard()).toEqual([BEGIN, 2])
  expect(await heard()).toEqual([BEGIN + 120_000, 3])
})

test('what a server that was restored has lost is sent again, and a note of nobody is not', async () => {
  const { server, phone } = await aDoor()
  await phone.door.read(urlOf(ANA))
  await phone.door.admitNamed('Tia Zefa')
  await phone.door.sync()
  expect(server.facts.size).toBe(2)
  server.restore()
  await phone.door.sync()
  expect([...server.facts.values()]).toMatchObject([{ credencialid: ANA.id }])
  expect(phone.door.state().porEnviar).toBe(0)
})

test('a code still in view as its admission is taken back is not admitted again', async () => {
  const { phone } = await aDoor()
  const reading = await phone.door.read(urlOf(ANA))
  if (reading.kind !== 'read') throw new Error(reading.kind)
  phone.pass(1_000)
  await phone.door.read(urlOf(ANA))
  expect(await phone.door.annul(reading.entradaid)).toEqual({ kind: 'annulled' })
  phone.pass(60)
  expect(await phone.door.read(urlOf(ANA))).toEqual({ kind: 'same' })
  expect(phone.door.whereabouts('1')).toMatchObject({ kind: 'outside' })
  phone.pass(4_000)
  expect(await phone.door.read(urlOf(ANA))).toMatchObject({ veredito: { kind: 'entrar' }, isAdmitted: true })
})

test('an undo the server does not take, of a phone paired again meanwhile, is forgotten: nobody disagrees', async () => {
  const { phone, server } = await aDoor()
  const reading = await phone.door.read(urlOf(ANA))
  if (reading.kind !== 'read') throw new Error(reading.kind)
  await phone.door.sync()
  phone.connect(null)
  await phone.door.annul(reading.entradaid)
  expect(phone.door.whereabouts('1')).toMatchObject({ kind: 'outside' })
  phone.connect(server.transportOf('b'))
  await phone.door.sync()
  expect(phone.door.state().porEnviar).toBe(0)
  expect(phone.door.whereabouts('1')).toMatchObject({ kind: 'inside' })
  await phone.reopen()
  expect(phone.door.whereabouts('1')).toMatchObject({ kind: 'inside' })
})

test('a clock set back and a page opened again are no way to take back an older admission', async () => {
  const { phone } = await aDoor()
  const reading = await phone.door.read(urlOf(ANA))
  if (reading.kind !== 'read') throw new Error(reading.kind)
  phone.connect(null)
  phone.changeClock(-3_600_000)
  await phone.reopen()
  expect(await phone.door.annul(reading.entradaid)).toEqual({ kind: 'late' })
})

test('a page opened again without network has list, facts and the state of each', async () => {
  const { phone } = await aDoor()
  phone.connect(null)
  await phone.door.read(urlOf(ANA))
  await phone.reopen()
  expect(phone.door.state()).toMatchObject({
    nome: 'porta A',
    porEnviar: 1,
    lista: { de: BEGIN, convidados: 3 },
    connection: { kind: 'opening' },
  })
  expect(await phone.door.read(urlOf(ANA))).toMatchObject({ veredito: { kind: 'ja-entrou' } })
  phone.pass(HOUR)
  await phone.door.sync()
  expect(phone.door.state().connection).toEqual({ kind: 'offline', since: BEGIN })
})

test('a revoked phone loses its list, sends what it scanned before, and keeps the rest', async () => {
  const { phone, server } = await aDoor()
  phone.connect(null)
  await phone.door.read(urlOf(ANA))
  phone.pass(HOUR)
  await phone.door.read(urlOf(BIA))
  server.revoked.set('a', BEGIN + HOUR / 2)
  phone.connect(server.transportOf('a'))
  await phone.door.sync()
  expect(phone.door.state()).toMatchObject({
    connection: { kind: 'revoked', revogadoem: BEGIN + HOUR / 2 },
    porEnviar: 1,
    madeAfterRevoked: 1,
    factsMade: 2,
    lista: null,
  })
  expect([...server.facts.values()].map(({ credencialid }) => credencialid)).toEqual(['1'])
  expect(await phone.door.read(urlOf(BIA))).toEqual({ kind: 'no-list' })
  await phone.reopen()
  expect(phone.door.state()).toMatchObject({ porEnviar: 1, lista: null })
  server.revoked.clear()
  await phone.door.sync()
  await phone.door.sync()
  expect(phone.door.state()).toMatchObject({
    porEnviar: 0,
    connection: { kind: 'connected' },
    lista: { convidados: 3 },
  })
})

test('the list erases itself when its time is over, offline too; what is unsent stays until it is sent', async () => {
  let now = BEGIN
  const { phone, server } = await aDoor([ANA, BIA], BEGIN + HOUR, () => now)
  phone.connect(null)
  await phone.door.read(urlOf(ANA))
  phone.pass(HOUR + 1)
  await phone.door.sync()
  expect(phone.door.state()).toMatchObject({ lista: null, porEnviar: 1, apagadaem: BEGIN + HOUR + 1 })
  await phone.reopen()
  expect(phone.door.search('ana conc')).toEqual([])
  expect(phone.door.state()).toMatchObject({ lista: null, porEnviar: 1 })
  expect(await factsOn(phone.disk)).toBe(1)
  phone.connect(server.transportOf('a'))
  now = BEGIN + HOUR + 1
  await phone.door.sync()
  expect(phone.door.state()).toMatchObject({ porEnviar: 0, apagadaem: BEGIN + HOUR + 1 })
  expect(await factsOn(phone.disk)).toBe(0)
})

/** How many facts a phone keeps. */
const factsOn = (disk: IDBFactory) =>
  new Promise<number>((resolve) => {
    const opening = disk.open('porta')
    opening.onsuccess = () => {
      const counting = opening.result.transaction('entradas').objectStore('entradas').count()
      counting.onsuccess = () => {
        opening.result.close()
        resolve(counting.result)
      }
    }
  })

test('one fact the server refuses holds up no other', async () => {
  const { phone, server } = await aDoor(Array.from({ length: 230 }, (_, at) => aGuest(String(at + 1))))
  phone.connect(null)
  for (let at = 1; at <= 230; at++) await phone.door.read(urlOf(aGuest(String(at))))
  let most = 0
  phone.connect(async (body) => {
    const { entradas } = JSON.parse(body) as Envio
    most = Math.max(most, entradas.length)
    const isBad = entradas.some(({ credencialid }) => credencialid === '42')
    return isBad ? Response.json({ erro: 'Envio inválido.' }, { status: 400 }) : server.transportOf('a')(body)
  })
  await phone.door.sync()
  expect(most).toBe(LOTE_MAX)
  expect(phone.door.state()).toMatchObject({
    porEnviar: 1,
    connection: { kind: 'refused', reason: 'Envio inválido.' },
  })
})

test('an answer that never comes is given up, and what it may have stored goes again with its id', async () => {
  const { phone, server } = await aDoor()
  await phone.door.read(urlOf(ANA))
  phone.connect(async (body) => {
    await server.transportOf('a')(body)
    return new Promise<Response>(() => {})
  })
  const syncing = phone.door.sync()
  await expect.poll(() => server.arrivals()).toBe(1)
  phone.pass(10_000)
  await syncing
  expect(phone.door.state()).toMatchObject({ porEnviar: 1, connection: { kind: 'offline' } })
  phone.connect(server.transportOf('a'))
  await phone.door.sync()
  expect([server.arrivals(), server.facts.size, phone.door.state().porEnviar]).toEqual([2, 1, 0])
})

test('where answers come quickly, one that never comes is given up after two seconds, and the next is waited for longer', async () => {
  const { phone, server } = await aDoor()
  for (let quick = 0; quick < 3; quick++) await phone.door.sync()
  let asked = 0
  phone.connect(() => {
    asked += 1
    return new Promise<Response>(() => {})
  })
  for (const wait of [2_000, 10_000]) {
    let isOver = false
    const syncing = phone.door.sync().then(() => (isOver = true))
    const before = asked
    await expect.poll(() => asked).toBe(before + 1)
    phone.pass(wait - 1)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(isOver).toBe(false)
    phone.pass(1)
    await syncing
  }
  phone.connect(server.transportOf('a'))
  await phone.door.sync()
  expect(phone.door.state().connection).toEqual({ kind: 'connected' })
})

for (const [status, body, connection] of [
  [404, '{"erro":"Este aparelho não está pareado."}', { kind: 'unpaired' }],
  [404, '<html>Rede do salão', { kind: 'offline', since: BEGIN }],
  [403, '{"erro":"Origem estranha."}', { kind: 'refused', reason: 'Origem estranha.' }],
  [503, '', { kind: 'offline', since: BEGIN }],
  [403, '<html>Bloqueado', { kind: 'offline', since: BEGIN }],
  [422, '{}', { kind: 'offline', since: BEGIN }],
  [200, '<html>Aceite os termos da rede', { kind: 'offline', since: BEGIN }],
] as const) {
  test(`an answer ${status} ${body.slice(0, 12)} loses nothing and is ${connection.kind}`, async () => {
    const { phone } = await aDoor()
    await phone.door.read(urlOf(ANA))
    phone.connect(async () => new Response(body, { status }))
    await phone.door.sync()
    expect(phone.door.state()).toMatchObject({ porEnviar: 1, connection })
    expect(phone.door.state().lista).not.toBeNull()
  })
}

const transactions = () => vi.spyOn(IDBDatabase.prototype, 'transaction')
afterEach(() => vi.restoreAllMocks())

test('a phone whose storage fails says so and shows no green', async () => {
  const { phone } = await aDoor()
  transactions().mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(await phone.door.read(urlOf(ANA))).toEqual({ kind: 'not-stored', reason: 'cheio' })
  expect(await phone.door.read(urlOf(ANA))).toMatchObject({ isAdmitted: true })
})

test('a browser that forbids storage is told before anything is read', async () => {
  const disk = new IDBFactory()
  vi.spyOn(disk, 'open').mockImplementation(() => {
    throw new DOMException('private', 'SecurityError')
  })
  const around = { ...globalThis, indexedDB: disk, now: Date.now, monotonic: () => 0 }
  const opened = await openDoor({ ...around, uuid: () => '', later: () => () => {} })
  expect(opened).toEqual({ kind: 'not-stored', reason: 'negado' })
})

test('a connection to the database that is lost is opened again, and the admission stored once', async () => {
  const { phone } = await aDoor()
  transactions().mockImplementationOnce(() => {
    throw new DOMException('Connection to Indexed Database server lost. Refresh', 'UnknownError')
  })
  expect(await phone.door.read(urlOf(ANA))).toMatchObject({ isAdmitted: true })
  expect(phone.door.state()).toMatchObject({ porEnviar: 1 })
})

test('admissions are written strictly', async () => {
  const { phone } = await aDoor()
  const asked = transactions()
  await phone.door.read(urlOf(ANA))
  expect(asked.mock.calls.map(([, ...how]) => how)).toEqual([['readwrite', { durability: 'strict' }]])
})

test('started, it syncs every seven seconds, at once after one failure, and half a minute apart at most while nothing answers', async () => {
  const { phone, server } = await aDoor()
  phone.connect(null)
  phone.door.start()
  for (const wait of [500, 7_000, 14_000, 28_000, 30_000, 30_000]) {
    await expect.poll(() => phone.timers.length).toBe(1)
    expect((phone.timers[0]?.at ?? 0) - now(phone)).toBe(wait)
    phone.pass(wait)
    passed.set(phone, now(phone) + wait)
  }
  phone.connect(server.transportOf('a'))
  await phone.door.sync()
  expect((phone.timers[0]?.at ?? 0) - now(phone)).toBe(7_000)
  phone.door.close()
  expect(phone.timers).toEqual([])
})

test('a queue of which every third answer is lost goes on half a second after each', async () => {
  const { phone, server } = await aDoor(Array.from({ length: 900 }, (_, at) => aGuest(String(at + 1))))
  phone.connect(null)
  for (let at = 1; at <= 900; at++) await phone.door.read(urlOf(aGuest(String(at))))
  let answers = 0
  phone.connect(async (body) => {
    const response = await server.transportOf('a')(body)
    return ++answers % 3 === 0 ? new Response('', { status: 503 }) : response
  })
  phone.door.start()
  for (const left of [700, 500, 300, 100]) {
    await expect.poll(() => phone.timers.length === 1 && phone.door.state().porEnviar).toBe(left)
    phone.pass(500)
  }
  await expect.poll(() => phone.door.state().porEnviar).toBe(0)
  expect(server.facts.size).toBe(900)
  phone.door.close()
})

const passed = new Map<unknown, number>()
const now = (phone: unknown) => passed.get(phone) ?? 0
