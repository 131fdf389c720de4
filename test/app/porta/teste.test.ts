import { expect, test } from 'vitest'
import { noteOf } from '../../../app/porta/page/viewfinder-scene.ts'
import { ANA, BEGIN, BIA, CAU, HOUR } from '../../support/a-porta.ts'
import { openPhone } from '../../support/phones.ts'
import { codeOf, openPortaServer, urlOf } from '../../support/porta-server.ts'

const DAY = 24 * HOUR
/** An instant as an organiser writes the event's start. */
const isoAt = (at: number) => new Date(at).toISOString().replace('.000Z', '+00:00')

/** A phone with its list, this long before the event begins; the server's clock moves with the phone's. */
async function aPhone(before: number) {
  let now = BEGIN
  const server = openPortaServer(() => now)
  server.move(isoAt(BEGIN + before))
  server.put(ANA, BIA, CAU)
  const phone = await openPhone(BEGIN, server.transportOf('a'))
  await phone.porta.sync()
  const pass = (milliseconds: number) => {
    now += milliseconds
    phone.pass(milliseconds)
  }
  return { server, phone, pass }
}

const entrar = { veredito: { kind: 'entrar' }, isAdmitted: true }

test('before its day the true list is tried: readings are what they would be, and nothing is kept or sent', async () => {
  const { server, phone, pass } = await aPhone(294 * DAY)
  const { porta } = phone
  expect(porta.state()).toMatchObject({ world: 'teste', ate: BEGIN + 294 * DAY - 6 * HOUR })
  expect(await porta.read(urlOf(ANA))).toMatchObject({ ...entrar, world: 'teste' })
  expect(await porta.read(urlOf(CAU))).toMatchObject({ veredito: { kind: 'cancelado' }, world: 'teste' })
  expect(await porta.admit([BIA.id], 'busca', 'teste')).toMatchObject({
    readings: [{ ...entrar, world: 'teste' }],
  })
  expect(await porta.readCode(codeOf(ANA.id))).toMatchObject({
    veredito: { kind: 'ja-entrou' },
    by: 'porta A',
  })
  const named = await porta.admitNamed('Tia Zefa')
  expect(named).toMatchObject({ isAdmitted: true, world: 'teste' })
  expect(porta.search('bia')).toMatchObject([{ whereabouts: { kind: 'inside' } }])
  await porta.sync()
  expect(porta.state()).toMatchObject({ porEnviar: 0, factsMade: 0 })
  expect(server.arrivals()).toBe(0)

  pass(60_000)
  await phone.reopen()
  expect(await phone.porta.read(urlOf(ANA))).toMatchObject({ ...entrar, world: 'teste' })
})

test('six hours before the beginning it counts by itself, without a network too', async () => {
  const { server, phone, pass } = await aPhone(DAY)
  await phone.porta.read(urlOf(ANA))
  phone.connect(null)
  pass(DAY - 6 * HOUR - 1)
  expect(phone.porta.state().world).toBe('teste')
  pass(1)
  expect(phone.porta.state()).toMatchObject({ world: 'real', ate: null, isByHand: false })
  expect(await phone.porta.read(urlOf(ANA))).toMatchObject({ ...entrar, world: 'real' })
  expect(phone.porta.state().porEnviar).toBe(1)
  await phone.reopen()
  phone.connect(server.transportOf('a'))
  await phone.porta.sync()
  expect([...server.facts.values()]).toMatchObject([{ credencialid: ANA.id }])
})

test('Hoje é o evento makes it count at once, without a network, also once the page was closed, and for three days', async () => {
  const { server, phone, pass } = await aPhone(294 * DAY)
  phone.connect(null)
  await phone.porta.sayToday()
  expect(await phone.porta.read(urlOf(ANA))).toMatchObject({ ...entrar, world: 'real' })
  await phone.reopen()
  expect(phone.porta.state()).toMatchObject({ world: 'real', isByHand: true, porEnviar: 1 })
  expect(noteOf({ ...phone.porta.state(), clockSkew: null })).toBe(
    'As entradas valem: neste celular, hoje é o evento.',
  )
  // The date is corrected, wrongly: what a person told the phone stays.
  server.move(isoAt(BEGIN + 400 * DAY))
  phone.connect(server.transportOf('a'))
  await phone.porta.sync()
  expect(server.facts.size).toBe(1)
  expect(await phone.porta.read(urlOf(BIA))).toMatchObject({ ...entrar, world: 'real' })
  pass(3 * DAY)
  expect(phone.porta.state().world).toBe('teste')
  expect(await phone.porta.readCode(codeOf(ANA.id))).toMatchObject({ veredito: { kind: 'ja-entrou' } })
})

test('an event that moves is followed by the next sync, and what was admitted is sent and stays', async () => {
  const { server, phone } = await aPhone(HOUR)
  const { porta } = phone
  phone.connect(null)
  const read = await porta.read(urlOf(CAU))
  await porta.read(urlOf(ANA))
  server.move(isoAt(BEGIN + 7 * DAY))
  phone.connect(server.transportOf('a'))
  await porta.sync()
  expect(porta.state()).toMatchObject({ world: 'teste', porEnviar: 0 })
  expect(await porta.readCode(codeOf(ANA.id))).toMatchObject({
    veredito: { kind: 'ja-entrou' },
    world: 'teste',
  })
  // A reading made while admissions counted still counts, and can be taken back.
  if (read.kind !== 'read') throw new Error('not read')
  const anyway = await porta.admitAnyway(read)
  if (anyway.kind !== 'read') throw new Error('not stored')
  expect(anyway).toMatchObject({ isAdmitted: true, world: 'real' })
  expect(await porta.annul(anyway.entradaid)).toEqual({ kind: 'annulled' })
  server.move(isoAt(BEGIN))
  await porta.sync()
  expect(porta.state().world).toBe('real')
  expect(server.facts.size).toBe(3)
})

test('a guest tried before the day is never admitted by a touch that comes after it', async () => {
  const { server, phone, pass } = await aPhone(6 * HOUR + 1)
  const tried = await phone.porta.read(urlOf(CAU))
  if (tried.kind !== 'read') throw new Error('not read')
  pass(1)
  expect(phone.porta.state().world).toBe('real')
  await phone.porta.admitAnyway(tried)
  await phone.porta.admit([BIA.id], 'busca', 'teste')
  await phone.porta.sync()
  expect([phone.porta.state().porEnviar, server.facts.size]).toEqual([0, 0])
})

test('a phone that was told no date, as by a server of before, admits', async () => {
  const server = openPortaServer(() => BEGIN)
  server.put(ANA)
  const phone = await openPhone(BEGIN, server.transportOf('a'))
  await phone.porta.sync()
  expect(await phone.porta.read(urlOf(ANA))).toMatchObject({ ...entrar, world: 'real' })
})
