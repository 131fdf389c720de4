import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { ROUTES } from '../../server/route-table.ts'
import { bareSurface, frontSurface } from '../support/equipe-surface.ts'

test.each([
  ['behind its own server', frontSurface],
  ['with nothing in front of Remix', bareSurface],
] as const)('a phone of the door, %s, opens no page of the team but those of the door', async (_, open) => {
  const { ask, cookies, ids, store } = await open()
  const before = store.copy()
  for (const { path, papeis, body } of ROUTES) {
    if (!papeis || (papeis as string[]).includes('porta')) continue
    const address = path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? name)
    const headers = { cookie: cookies.porta, 'sec-fetch-site': 'same-origin' }
    expect((await ask({ method: 'GET', path: address, headers })).status, path).toBe(404)
    if (!body) continue
    const type = {
      'content-type': body.type === 'multipart/form-data' ? `${body.type}; boundary=b` : body.type,
    }
    const post = { method: 'POST', path: address, body: 'ato=x', headers: { ...headers, ...type } }
    expect((await ask(post)).status, path).toBe(404)
  }
  expect(isDeepStrictEqual(store.copy(), before)).toBe(true)
})
