import { expect, test } from 'vitest'
import { put, startWithSender } from '../../../support/rtdb/fake-with-sender.ts'

const AVIP = { vipid: '1900000000000', cpf: '', nome: 'ANA', tipo: 'MESA', controle: '', usuarioid: '7' }

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
