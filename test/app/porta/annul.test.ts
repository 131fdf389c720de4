import { expect, test } from 'vitest'
import { aDoor, ANA, BEGIN } from '../../support/a-door.ts'
import { urlOf } from '../../support/door-server.ts'

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
