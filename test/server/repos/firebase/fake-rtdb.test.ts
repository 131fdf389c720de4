import { expect, onTestFinished, test } from 'vitest'
import { startFakeRtdb, type FakeRtdb } from '../../../support/rtdb/fake.ts'

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

test.each([
  { fault: '503', status: 503 },
  { fault: '401', status: 401 },
] as const)(
  'the fault $fault answers so as often as asked, and stores nothing',
  async ({ fault, status }) => {
    const { fake, send } = await startWithSender()
    fake.failNext(fault, 2)
    for (let time = 0; time < 2; time++) expect((await send('/avip/1.json', put(AVIP))).status).toBe(status)
    expect(fake.values()).toBeNull()
    expect((await send('/avip/1.json', put(AVIP))).status).toBe(200)
    expect(fake.requests()).toBe(3)
  },
)

test('reset cuts the connection before the value is stored, lost after', async () => {
  const { fake, send } = await startWithSender()
  fake.failNext('reset')
  fake.failNext('lost')
  await expect(send('/avip/1.json', put(AVIP))).rejects.toThrow()
  expect([fake.value('avip/1'), fake.puts('avip/1')]).toEqual([null, 0])
  await expect(send('/avip/1.json', put(AVIP))).rejects.toThrow()
  expect([fake.value('avip/1'), fake.puts('avip/1')]).toEqual([AVIP, 1])
})

test('hang is not answered until the caller gives up', async () => {
  const { fake, send } = await startWithSender()
  fake.failNext('hang')
  const signal = AbortSignal.timeout(100)
  await expect(send('/avip/1.json', { ...put(AVIP), signal })).rejects.toThrow(/timeout/)
  expect([fake.requests(), fake.values()]).toEqual([1, null])
})

test('refuse refuses connections, open ones too, until it accepts on the same port again', async () => {
  const { fake, send } = await startWithSender()
  await send('/avip/1.json', put(AVIP))
  await fake.refuse()
  await expect(send('/avip/1.json')).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  await fake.accept()
  expect(await (await send('/avip/1.json')).json()).toEqual(AVIP)
})

test('close ends at once although a request hangs', async () => {
  const { fake, send } = await startWithSender()
  fake.failNext('hang')
  const hanging = send('/avip/1.json')
  hanging.catch(() => {})
  await expect.poll(() => fake.requests()).toBe(1)
  const begun = performance.now()
  await fake.close()
  expect(performance.now() - begun).toBeLessThan(5_000)
  await expect(hanging).rejects.toThrow()
})

/** A fake, ended with the test, and a way to send requests to it. */
export async function startWithSender() {
  const fake = await startFakeRtdb()
  onTestFinished(fake.close)
  return { fake, send: (path: string, init: RequestInit = {}) => ask(fake, path, init) }
}

function ask(fake: FakeRtdb, path: string, init: RequestInit): Promise<Response> {
  return fetch(fake.url + path, { headers: { Authorization: 'Bearer owner' }, ...init })
}

/** A PUT of a value, with the token the fake accepts from the start. */
export const put = (body: unknown): RequestInit => ({ method: 'PUT', body: JSON.stringify(body) })
