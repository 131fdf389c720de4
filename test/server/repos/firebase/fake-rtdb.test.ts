import { expect, test } from 'vitest'
import { put, startWithSender } from '../../../support/rtdb/fake-with-sender.ts'

const AVIP = { vipid: '1900000000000', cpf: '', nome: 'ANA', tipo: 'MESA', controle: '', usuarioid: '7' }

test('PUT with print=silent answers 204 without a body and stores the value, once per key', async () => {
  const { fake, send } = await startWithSender()
  for (let time = 0; time < 2; time++) {
    const response = await send('/avip/1900000000000.json?print=silent', put(AVIP))
    expect([response.status, await response.text()]).toEqual([204, ''])
  }
  expect(fake.values()).toEqual({ avip: { '1900000000000': AVIP } })
  expect(fake.puts('avip/1900000000000')).toBe(2)
  expect(fake.puts('avip/1')).toBe(0)
})

test('GET answers the value, or null where there is none; PUT without print answers the value', async () => {
  const { send } = await startWithSender()
  const stored = await send('/avip/1.json', put(AVIP))
  expect([stored.status, await stored.json()]).toEqual([200, AVIP])
  expect(await (await send('/avip/1.json')).json()).toEqual(AVIP)
  expect(await (await send('/avip/1/nome.json')).json()).toBe('ANA')
  expect(await (await send('/avip/2.json')).json()).toBeNull()
})

test('GET with shallow=true answers the keys of a value, whatever lies below them', async () => {
  const { fake, send } = await startWithSender()
  fake.put('avip/1', { nome: 'ANA' })
  fake.put('avip/2', { nome: 'EVA' })
  expect(await (await send('/avip.json?shallow=true')).json()).toEqual({ '1': true, '2': true })
  expect(await (await send('/avip/1/nome.json?shallow=true')).json()).toBe('ANA')
  expect(await (await send('/outro.json?shallow=true')).json()).toBeNull()
})

test('PATCH replaces the children named; null and DELETE remove, and empty branches vanish', async () => {
  const { fake, send } = await startWithSender()
  fake.put('avip/1', { nome: 'ANA', tipo: 'MESA' })
  await send('/avip/1.json', { method: 'PATCH', body: '{"nome":"EVA","tipo":null}' })
  expect(fake.value('avip/1')).toEqual({ nome: 'EVA' })
  await send('/avip/2.json', put({ nome: 'IVO' }))
  expect((await send('/avip/1.json?print=silent', { method: 'DELETE' })).status).toBe(204)
  expect(fake.values()).toEqual({ avip: { '2': { nome: 'IVO' } } })
  await send('/avip/2.json', put(null))
  expect(fake.values()).toBeNull()
})

test('another token, or none, answers 401 and stores nothing', async () => {
  const { fake, send } = await startWithSender()
  expect((await send('/avip/1.json', { ...put(AVIP), headers: {} })).status).toBe(401)
  fake.setTokens('fresh')
  expect((await send('/avip/1.json', put(AVIP))).status).toBe(401)
  expect(fake.values()).toBeNull()
  const headers = { Authorization: 'Bearer fresh' }
  expect((await send('/avip/1.json', { ...put(AVIP), headers })).status).toBe(200)
})

test('what is no JSON, or a key the service refuses, answers 400', async () => {
  const { fake, send } = await startWithSender()
  expect((await send('/avip/1.json', { method: 'PUT', body: '{' })).status).toBe(400)
  expect((await send('/avip/a%23b.json', put(AVIP))).status).toBe(400)
  expect((await send('/avip/1', put(AVIP))).status).toBe(404)
  expect(fake.values()).toBeNull()
})

test('the reset forgets values, counts, faults and tokens', async () => {
  const { fake, send } = await startWithSender()
  await send('/avip/1.json', put(AVIP))
  fake.failNext('503', Infinity)
  fake.setTokens('other')
  fake.reset()
  expect([fake.values(), fake.puts('avip/1'), fake.requests()]).toEqual([null, 0, 0])
  expect((await send('/avip/1.json')).status).toBe(200)
})
