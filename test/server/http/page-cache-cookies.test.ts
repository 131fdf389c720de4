import { expect, test } from 'vitest'
import { FORM } from '../../support/http-server.ts'
import { cookieOf, convidado, leftOf, start } from '../../support/page-server.ts'

for (const path of ['/', '/cadastro', '/item', '/privacidade', '/clara']) {
  test(`${path} is kept ready for a browser that has the form’s cookie and no session`, async () => {
    const { ask, seen } = await start()
    const [recibo = ''] = cookieOf(await ask({ path: '/cadastro' }))
    const first = await ask({ path })
    const asked = seen.length
    for (const cookie of [recibo, 'a=b', 'convite=x; __Host-convites=y']) {
      const told = await ask({ path, headers: { cookie } })
      expect(told.body).toBe(first.body)
      expect(cookieOf(told).some((set) => set?.startsWith('__Host-recibo'))).toBe(
        path === '/cadastro' && cookie !== recibo,
      )
    }
    expect(seen).toHaveLength(asked)
  })
}

test('the form kept ready gives each browser a cookie of its own, when it is not modified and fetched ahead, too', async () => {
  const { ask, seen } = await start()
  const first = await ask({ path: '/cadastro' })
  const asked = seen.length
  const second = await ask({ path: '/cadastro' })
  const [mine = '', other = ''] = [...cookieOf(first), ...cookieOf(second)]
  expect(mine).toMatch(/^__Host-recibo=./)
  expect(other).not.toBe(mine)
  expect(second.bytes.equals(first.bytes)).toBe(true)
  const unchanged = await ask({ path: '/cadastro', headers: { 'if-none-match': first.headers.etag } })
  const ahead = await ask({ path: '/cadastro', headers: { 'sec-purpose': 'prefetch' } })
  expect([unchanged.status, ahead.status]).toEqual([304, 200])
  for (const told of [unchanged, ahead])
    expect(cookieOf(told)).toEqual([expect.stringMatching(/^__Host-recibo=/)])
  expect(seen).toHaveLength(asked)
  const again = await ask({ path: '/cadastro', headers: { cookie: mine } })
  expect(again.headers).not.toHaveProperty('set-cookie')
})

test('the alert and the credencial of a guest are shown to that guest, and to nobody else before or after', async () => {
  const { ask } = await start()
  const before = await ask()
  const [cookie = ''] = cookieOf(await ask({ ...convidado, path: '/cadastro' }))
  const confirmed = await ask({ headers: { cookie } })
  const after = await ask()
  expect(confirmed.body).toContain('CADASTRO CONFIRMADO COM SUCESSO!')
  expect(confirmed.headers['cache-control']).toBe('no-store')
  expect(after.body).toBe(before.body)
  expect(after.body).not.toMatch(/CONFIRMADO|MARIA/)
})

test('the form of a browser that holds an invitation names its company, and no other form does', async () => {
  const { ask } = await start()
  await ask({ path: '/cadastro' })
  const [cookie = ''] = cookieOf(await ask({ method: 'POST', path: '/clara', headers: FORM }))
  const named = await ask({ path: '/cadastro', headers: { cookie } })
  expect([named.status, named.headers.location]).toEqual([303, '/cadastro?empresaid=clara'])
  const held = await ask({ path: '/cadastro?empresaid=clara', headers: { cookie } })
  expect(held.body).toContain('Fazenda Santa Clara')
  expect((await ask({ path: '/cadastro' })).body).not.toContain('Fazenda')
})

test("a company's page gives each new browser a sid of its own, and leaves a browser that has one alone", async () => {
  const { ask } = await start()
  const [first, second] = [await ask({ path: '/clara' }), await ask({ path: '/clara' })]
  const [mine = '', other = ''] = [...cookieOf(first), ...cookieOf(second)]
  expect(mine).toMatch(/^__Host-convite=./)
  expect(other).not.toBe(mine)
  expect((await ask({ path: '/clara', headers: { cookie: mine } })).headers).not.toHaveProperty('set-cookie')
  const forged = await ask({ path: '/clara', headers: { cookie: `${mine}x` } })
  expect(cookieOf(forged)).toHaveLength(1)
})

test('two taps after a company page was shown are one browser and use one invitation', async () => {
  const { ask } = await start()
  await ask({ path: '/clara' })
  const [cookie = ''] = cookieOf(await ask({ path: '/clara' }))
  const tap = { method: 'POST', path: '/clara', headers: { ...FORM, cookie } }
  await Promise.all([ask(tap), ask(tap)])
  expect(leftOf(await ask({ path: '/clara' }))).toBe(9)
})

test('a company’s page tells the browser that holds an invitation so, and no other, before or after', async () => {
  const { ask } = await start()
  const before = await ask({ path: '/clara' })
  const [cookie = ''] = cookieOf(await ask({ method: 'POST', path: '/clara', headers: FORM }))
  const held = await ask({ path: '/clara', headers: { cookie } })
  expect(held.body).toMatch(/reservado neste aparelho até .*Continuar o cadastro/s)
  const [visit = ''] = cookieOf(before)
  for (const headers of [{}, { cookie: visit }])
    expect((await ask({ path: '/clara', headers })).body).not.toContain('reservado neste aparelho')
})
