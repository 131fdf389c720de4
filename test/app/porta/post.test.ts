import { expect, test } from 'vitest'
import { aPorta, ANA, BEGIN } from '../../support/a-porta.ts'
import { urlOf } from '../../support/porta-server.ts'

test('an answer that never comes is given up, and what it may have stored goes again with its id', async () => {
  const { phone, server } = await aPorta()
  await phone.porta.read(urlOf(ANA))
  phone.connect(async (body) => {
    await server.transportOf('a')(body)
    return new Promise<Response>(() => {})
  })
  const syncing = phone.porta.sync()
  await expect.poll(() => server.arrivals()).toBe(1)
  phone.pass(10_000)
  await syncing
  expect(phone.porta.state()).toMatchObject({ porEnviar: 1, connection: { kind: 'offline' } })
  phone.connect(server.transportOf('a'))
  await phone.porta.sync()
  expect([server.arrivals(), server.facts.size, phone.porta.state().porEnviar]).toEqual([2, 1, 0])
})

test('where answers come quickly, one that never comes is given up after two seconds, and the next is waited for longer', async () => {
  const { phone, server } = await aPorta()
  for (let quick = 0; quick < 3; quick++) await phone.porta.sync()
  let asked = 0
  phone.connect(() => {
    asked += 1
    return new Promise<Response>(() => {})
  })
  for (const wait of [2_000, 10_000]) {
    let isOver = false
    const syncing = phone.porta.sync().then(() => (isOver = true))
    const before = asked
    await expect.poll(() => asked).toBe(before + 1)
    phone.pass(wait - 1)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(isOver).toBe(false)
    phone.pass(1)
    await syncing
  }
  phone.connect(server.transportOf('a'))
  await phone.porta.sync()
  expect(phone.porta.state().connection).toEqual({ kind: 'connected' })
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
    const { phone } = await aPorta()
    await phone.porta.read(urlOf(ANA))
    phone.connect(async () => new Response(body, { status }))
    await phone.porta.sync()
    expect(phone.porta.state()).toMatchObject({ porEnviar: 1, connection })
    expect(phone.porta.state().lista).not.toBeNull()
  })
}
