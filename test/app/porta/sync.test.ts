import { expect, test } from 'vitest'
import { LOTE_MAX, type Envio } from '../../../server/domain/porta-sync.ts'
import { aDoor, ANA, BEGIN } from '../../support/a-door.ts'
import { aGuest, urlOf } from '../../support/door-server.ts'
import { openPhone } from '../../support/phones.ts'

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
