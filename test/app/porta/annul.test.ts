import { expect, test } from 'vitest'
import { aPorta, ANA, BEGIN } from '../../support/a-porta.ts'
import { urlOf } from '../../support/porta-server.ts'

test('an admission is taken back within two minutes, not later, and not twice', async () => {
  const { phone } = await aPorta()
  const reading = await phone.porta.read(urlOf(ANA))
  if (reading.kind !== 'read') throw new Error(reading.kind)
  phone.pass(119_000)
  expect(await phone.porta.annul(reading.entradaid)).toEqual({ kind: 'annulled' })
  expect(await phone.porta.annul(reading.entradaid)).toEqual({ kind: 'not-from-here' })
  const again = await phone.porta.read(urlOf(ANA))
  expect(again).toMatchObject({ veredito: { kind: 'entrar' } })
  phone.pass(121_000)
  expect(await phone.porta.annul(again.kind === 'read' ? again.entradaid : '')).toEqual({ kind: 'late' })
  await phone.porta.sync()
  expect(phone.porta.whereabouts('1')).toMatchObject({ kind: 'inside', em: BEGIN + 119_000 })
})

test('a code still in view as its admission is taken back is not admitted again', async () => {
  const { phone } = await aPorta()
  const reading = await phone.porta.read(urlOf(ANA))
  if (reading.kind !== 'read') throw new Error(reading.kind)
  phone.pass(1_000)
  await phone.porta.read(urlOf(ANA))
  expect(await phone.porta.annul(reading.entradaid)).toEqual({ kind: 'annulled' })
  phone.pass(60)
  expect(await phone.porta.read(urlOf(ANA))).toEqual({ kind: 'same' })
  expect(phone.porta.whereabouts('1')).toMatchObject({ kind: 'outside' })
  phone.pass(4_000)
  expect(await phone.porta.read(urlOf(ANA))).toMatchObject({ veredito: { kind: 'entrar' }, isAdmitted: true })
})

test('an undo the server does not take, of a phone paired again meanwhile, is forgotten: nobody disagrees', async () => {
  const { phone, server } = await aPorta()
  const reading = await phone.porta.read(urlOf(ANA))
  if (reading.kind !== 'read') throw new Error(reading.kind)
  await phone.porta.sync()
  phone.connect(null)
  await phone.porta.annul(reading.entradaid)
  expect(phone.porta.whereabouts('1')).toMatchObject({ kind: 'outside' })
  phone.connect(server.transportOf('b'))
  await phone.porta.sync()
  expect(phone.porta.state().porEnviar).toBe(0)
  expect(phone.porta.whereabouts('1')).toMatchObject({ kind: 'inside' })
  await phone.reopen()
  expect(phone.porta.whereabouts('1')).toMatchObject({ kind: 'inside' })
})

test('a clock set back and a page opened again are no way to take back an older admission', async () => {
  const { phone } = await aPorta()
  const reading = await phone.porta.read(urlOf(ANA))
  if (reading.kind !== 'read') throw new Error(reading.kind)
  phone.connect(null)
  phone.changeClock(-3_600_000)
  await phone.reopen()
  expect(await phone.porta.annul(reading.entradaid)).toEqual({ kind: 'late' })
})

test('a guest scanned while the server refuses the undo is admitted, and the first admission counts again', async () => {
  const { phone, server } = await aPorta()
  const reading = await phone.porta.read(urlOf(ANA))
  if (reading.kind !== 'read') throw new Error(reading.kind)
  await phone.porta.sync()
  phone.connect(null)
  phone.pass(10_000)
  await phone.porta.annul(reading.entradaid)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    phone.connect(async (body) => {
      resolve()
      await new Promise<void>((send) => (answer = send))
      return server.transportOf('b')(body)
    })
  })
  const syncing = phone.porta.sync()
  await asked
  expect(await phone.porta.read(urlOf(ANA))).toMatchObject({ veredito: { kind: 'entrar' }, isAdmitted: true })
  phone.connect(server.transportOf('b'))
  answer()
  await syncing
  await phone.porta.sync()
  expect(phone.porta.whereabouts('1')).toMatchObject({
    kind: 'inside',
    entradaid: reading.entradaid,
    em: BEGIN,
  })
  expect([...server.facts.values()].map(({ anula }) => anula)).toEqual([null, null])
  expect(phone.porta.state().porEnviar).toBe(0)
})
