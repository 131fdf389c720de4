import { expect, test } from 'vitest'
import { openStore } from '../../../app/porta/store.ts'
import { LOTE_MAX, type Lote, type Resposta } from '../../../server/domain/porta-sync.ts'
import { aPorta, ANA, BEGIN } from '../../support/a-porta.ts'
import { aConvidado, tokenOf, urlOf } from '../../support/porta-server.ts'
import { openPhone, type Transport } from '../../support/phones.ts'

test('the phone that admitted is still named after syncs that tell of nobody', async () => {
  const { phone, server } = await aPorta()
  const other = await openPhone(BEGIN, server.transportOf('b'))
  await other.porta.sync()
  await other.porta.read(urlOf(ANA))
  await other.porta.sync()
  for (let times = 0; times < 3; times++) await phone.porta.sync()
  expect(await phone.porta.read(urlOf(ANA))).toMatchObject({ veredito: { kind: 'ja-entrou' }, by: 'porta B' })
  await phone.reopen()
  expect(phone.porta.whereabouts('1')).toMatchObject({ kind: 'inside', by: 'porta B' })
})

test('a page that stays open tells times by the event as it was moved, from the next sync on, and opened again without a network', async () => {
  const { server, phone } = await aPorta()
  const inicio = () => phone.porta.state().inicio
  expect(inicio()).toBeNull()
  server.move('2027-09-16T19:30:00-03:00')
  await phone.porta.sync()
  expect(inicio()).toBe('2027-09-16T19:30:00-03:00')
  server.move('2027-09-23T19:30:00-04:00')
  phone.connect(null)
  await phone.porta.sync()
  expect(inicio()).toBe('2027-09-16T19:30:00-03:00')
  phone.connect(server.transportOf('a'))
  await phone.porta.sync()
  phone.connect(null)
  await phone.reopen()
  expect(inicio()).toBe('2027-09-23T19:30:00-04:00')
})

test('a list that is told in parts keeps its age until the last, and by then has everybody', async () => {
  let now = BEGIN
  const { server, phone } = await aPorta([ANA], undefined, () => now)
  server.tellInPartsOf(2)
  server.put(...['4', '5', '6'].map((id) => aConvidado(id, { nome: `Rita ${id}` })))
  const heard = async () => {
    now += 60_000
    await phone.porta.sync()
    return [phone.porta.state().lista?.de, phone.porta.search('rita').length]
  }
  expect(await heard()).toEqual([BEGIN, 2])
  expect(await heard()).toEqual([BEGIN + 120_000, 3])
})

test('a list the server made of what it knew minutes ago is that old on the phone', async () => {
  let now = BEGIN
  const { server, phone } = await aPorta([ANA], undefined, () => now)
  now += 5 * 60_000
  phone.connect(async (body) => {
    const resposta = (await (await server.transportOf('a')(body)).json()) as Resposta
    return Response.json({ ...resposta, de: now - 2 * 60_000 })
  })
  await phone.porta.sync()
  expect(phone.porta.state().lista?.de).toBe(BEGIN + 3 * 60_000)
})

test('what a server that was restored has lost is sent again, and a note of nobody is not', async () => {
  const { server, phone } = await aPorta()
  await phone.porta.read(urlOf(ANA))
  await phone.porta.admitNamed('Tia Zefa')
  await phone.porta.sync()
  expect(server.facts.size).toBe(2)
  server.restore()
  await phone.porta.sync()
  expect([...server.facts.values()]).toMatchObject([{ credencialid: ANA.id }])
  expect(phone.porta.state().porEnviar).toBe(0)
})

test('one fact the server refuses holds up no other', async () => {
  const { phone, server } = await aPorta(Array.from({ length: 105 }, (_, at) => aConvidado(String(at + 1))))
  phone.connect(null)
  for (let at = 1; at <= 105; at++) await phone.porta.read(urlOf(aConvidado(String(at))))
  let most = 0
  phone.connect(async (body) => {
    const { entradas } = JSON.parse(body) as Lote
    most = Math.max(most, entradas.length)
    const isBad = entradas.some(({ credencialid }) => credencialid === '42')
    return isBad ? Response.json({ erro: 'Envio inválido.' }, { status: 400 }) : server.transportOf('a')(body)
  })
  await phone.porta.sync()
  expect(most).toBe(LOTE_MAX)
  expect(phone.porta.state()).toMatchObject({
    porEnviar: 1,
    connection: { kind: 'refused', reason: 'Envio inválido.' },
  })
})

test('what was noted of somebody on no list is gone from the phone once the server has it, and is taken back all the same', async () => {
  const { phone, server } = await aPorta()
  const kept = async () => {
    const store = await openStore(phone.disk)
    const { facts } = await store.load()
    store.close()
    return JSON.stringify(facts)
  }
  phone.connect(null)
  const stranger = aConvidado('9')
  const reading = await phone.porta.read(urlOf(stranger))
  if (reading.kind !== 'read') throw new Error(reading.kind)
  await phone.porta.admitAnyway(reading)
  await phone.porta.admitNamed('Tia Zefa')
  expect(await kept()).toContain(tokenOf(stranger))
  phone.connect(server.transportOf('a'))
  await phone.porta.sync()
  expect([...server.facts.values()].map(({ anotado }) => anotado)).toEqual([tokenOf(stranger), 'Tia Zefa'])
  expect(await kept()).not.toMatch(/Zefa/)
  expect(await kept()).not.toContain(tokenOf(stranger))
  // The server finds the guest by what was noted.
  expect(await phone.porta.annul(reading.entradaid)).toEqual({ kind: 'annulled' })
  await phone.porta.sync()
  expect([...server.facts.values()].at(-1)).toMatchObject({
    anula: reading.entradaid,
    anotado: tokenOf(stranger),
  })
  expect(await kept()).not.toContain(tokenOf(stranger))
})

/** A server whose list has hashes of another size, as another build's list may. */
const ofAnotherBuild =
  (transport: Transport): Transport =>
  async (body) => {
    const resposta = (await (await transport(body)).json()) as Resposta
    const { lista } = resposta
    return Response.json({
      ...resposta,
      lista: { ...lista, tokens: btoa('x'.repeat(32 * lista.ids.length)) },
    })
  }

test('a list of a format the page does not know leaves the one it has in use, opened again too, and is told', async () => {
  const { phone, server } = await aPorta()
  phone.connect(ofAnotherBuild(server.transportOf('a')))
  server.put(aConvidado('7', { nome: 'Nova' }))
  for (let times = 0; times < 3; times++) await phone.porta.sync()
  expect(phone.porta.state()).toMatchObject({ isOutdated: true, connection: { kind: 'connected' } })
  expect(await phone.porta.read(urlOf(ANA))).toMatchObject({ isAdmitted: true })
  await phone.porta.sync()
  expect(phone.porta.state()).toMatchObject({ porEnviar: 0, isOutdated: true })
  await phone.reopen()
  expect(phone.porta.state().lista).toMatchObject({ convidados: 3 })
  phone.connect(server.transportOf('a'))
  await phone.porta.sync()
  expect(phone.porta.state()).toMatchObject({ isOutdated: false, lista: { convidados: 4 } })
})

test('an answer without any list the page knows still says what is stored', async () => {
  const { phone, server } = await aPorta()
  await phone.porta.read(urlOf(ANA))
  phone.connect(async (body) => {
    const resposta = (await (await server.transportOf('a')(body)).json()) as Resposta
    return Response.json({ ...resposta, lista: 'v2' })
  })
  await phone.porta.sync()
  expect(phone.porta.state()).toMatchObject({ porEnviar: 0, isOutdated: true, lista: { convidados: 3 } })
})

test('a phone that lost its pairing keeps what it admits, and sends it once paired again', async () => {
  const { phone, server } = await aPorta()
  phone.connect(async () => Response.json({ erro: 'Este aparelho não está pareado.' }, { status: 404 }))
  await phone.porta.read(urlOf(ANA))
  await phone.porta.sync()
  expect(phone.porta.state()).toMatchObject({ porEnviar: 1, connection: { kind: 'unpaired' } })
  await phone.reopen()
  phone.connect(server.transportOf('a'))
  await phone.porta.sync()
  expect(phone.porta.state()).toMatchObject({ porEnviar: 0, connection: { kind: 'connected' } })
})

test('what the server holds back for an organiser stays unsent and is said so, one batch at a time, until it is received', async () => {
  const { phone, server } = await aPorta(Array.from({ length: 105 }, (_, at) => aConvidado(String(at + 1))))
  phone.connect(null)
  for (let at = 1; at <= 105; at++) await phone.porta.read(urlOf(aConvidado(String(at))))
  let posts = 0
  phone.connect(async (body) => {
    const { entradas } = JSON.parse(body) as Lote
    posts += 1
    const held = { revogadoem: BEGIN + 1, guardadas: [], recusadas: [], retidas: entradas.length }
    return Response.json(held, { status: 403 })
  })
  await phone.porta.sync()
  expect(posts).toBe(1)
  expect(phone.porta.state()).toMatchObject({ porEnviar: 105, isHeld: true, connection: { kind: 'revoked' } })
  server.revoked.set('a', BEGIN + 1)
  phone.connect(server.transportOf('a'))
  await phone.porta.sync()
  expect(phone.porta.state()).toMatchObject({ porEnviar: 0, isHeld: false })
  expect(server.facts.size).toBe(105)
})
