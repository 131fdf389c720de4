import { expect, test } from 'vitest'
import { aPorta, ANA, BEGIN, BIA, HOUR } from '../../support/a-porta.ts'
import { urlOf } from '../../support/porta-server.ts'

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

test('a revoked phone loses its list, sends what it scanned before, and keeps the rest', async () => {
  const { phone, server } = await aPorta()
  phone.connect(null)
  await phone.porta.read(urlOf(ANA))
  phone.pass(HOUR)
  await phone.porta.read(urlOf(BIA))
  server.revoked.set('a', BEGIN + HOUR / 2)
  phone.connect(server.transportOf('a'))
  await phone.porta.sync()
  expect(phone.porta.state()).toMatchObject({
    connection: { kind: 'revoked', revogadoem: BEGIN + HOUR / 2 },
    porEnviar: 1,
    madeAfterRevoked: 1,
    factsMade: 2,
    lista: null,
  })
  expect([...server.facts.values()].map(({ credencialid }) => credencialid)).toEqual(['1'])
  expect(await phone.porta.read(urlOf(BIA))).toEqual({ kind: 'no-list' })
  await phone.reopen()
  expect(phone.porta.state()).toMatchObject({ porEnviar: 1, lista: null })
  server.revoked.clear()
  await phone.porta.sync()
  await phone.porta.sync()
  expect(phone.porta.state()).toMatchObject({
    porEnviar: 0,
    connection: { kind: 'connected' },
    lista: { convidados: 3 },
  })
})

test('the list erases itself when its time is over, offline too; what is unsent stays until it is sent', async () => {
  let now = BEGIN
  const { phone, server } = await aPorta([ANA, BIA], BEGIN + HOUR, () => now)
  phone.connect(null)
  await phone.porta.read(urlOf(ANA))
  phone.pass(HOUR + 1)
  await phone.porta.sync()
  expect(phone.porta.state()).toMatchObject({ lista: null, porEnviar: 1, apagadaem: BEGIN + HOUR + 1 })
  await phone.reopen()
  expect(phone.porta.search('ana conc')).toEqual([])
  expect(phone.porta.state()).toMatchObject({ lista: null, porEnviar: 1 })
  expect(await factsOn(phone.disk)).toBe(1)
  phone.connect(server.transportOf('a'))
  now = BEGIN + HOUR + 1
  await phone.porta.sync()
  expect(phone.porta.state()).toMatchObject({ porEnviar: 0, apagadaem: BEGIN + HOUR + 1 })
  expect(await factsOn(phone.disk)).toBe(0)
})

test('a page opened after the time is over has no list before anything is read', async () => {
  const { phone } = await aPorta([ANA], BEGIN + HOUR)
  await phone.porta.read(urlOf(ANA))
  await phone.porta.sync()
  phone.connect(null)
  phone.pass(HOUR)
  await phone.reopen()
  expect(phone.porta.state()).toMatchObject({ lista: null, apagadaem: BEGIN + HOUR })
  expect(await phone.porta.read(urlOf(ANA))).toEqual({ kind: 'no-list' })
  expect(await factsOn(phone.disk)).toBe(0)
})
