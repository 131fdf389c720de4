import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import type { Recibo } from '../../../server/domain/porta-sync.ts'
import { SYNC } from '../../../server/route.ts'
import { ROUTES } from '../../../server/route-table.ts'
import { CLI } from '../../../server/domain/historico.ts'
import { NOW } from '../../support/factories.ts'
import { startServer } from '../../support/http-server.ts'
import { startApp } from '../../support/remix.ts'
import { frontSurface, bareSurface } from '../../support/team-surface.ts'
import { openTeam } from '../../support/team.ts'

const OWN = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' }
const entrada = (fields: Record<string, unknown> = {}) => ({
  ...{ entradaid: 'e1', credencialid: '', seq: 1, lidaem: NOW, desvio: 0, modo: 'busca' },
  ...{ anula: null, anotado: 'João <script>🌻' },
  ...fields,
})
const envio = (...entradas: unknown[]) => JSON.stringify({ marca: null, entradas, porEnviar: 0 })

/** The app with a paired phone of the door, which posts. */
async function aPhone() {
  const app = await startApp()
  const phone = await openTeam(app, { nome: 'PORTA B', papel: 'porta' })
  const post = (body: BodyInit, headers: Record<string, string> = OWN) =>
    phone.ask('/porta/sync', { method: 'POST', headers, body })
  return { ...app, phone, post }
}

test('a phone posts what it admitted, and its answer is JSON that nobody keeps', async () => {
  const { post, store, phone } = await aPhone()
  const response = await post(envio(entrada()))
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  const recibo = (await response.json()) as Recibo
  expect(recibo).toMatchObject({ guardadas: ['e1'], nome: 'PORTA B', lista: { isInteira: true, ids: [] } })
  expect([...store.entradas.values()]).toMatchObject([
    { aparelhoid: phone.aparelhoid, anotado: 'João <script>🌻' },
  ])
})

test('a batch replayed, at once and again, is stored once', async () => {
  const { post, store } = await aPhone()
  const batch = envio(entrada(), entrada({ entradaid: 'e2' }))
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(batch)))
  for (const answer of [...answers, await post(batch)]) {
    expect(((await answer.json()) as Recibo).guardadas).toEqual(['e1', 'e2'])
  }
  expect(store.entradas.size).toBe(2)
})

test('a GET is a 405, and to a stranger a 404', async () => {
  const { phone, browser } = await aPhone()
  expect((await phone.get('/porta/sync')).status).toBe(405)
  expect((await browser().get('/porta/sync')).status).toBe(404)
})

test('garbage, deep JSON, keys of prototypes, another type and a large body store nothing, and say why', async () => {
  const { post, store } = await aPhone()
  const deep = '['.repeat(60_000) + ']'.repeat(60_000)
  const refused: [BodyInit, number, Record<string, string>?][] = [
    ['', 400],
    ['ato=x', 400],
    ['{"marca":null', 400],
    [new Uint8Array([0xff, 0xfe]), 400],
    [deep, 400],
    [`{"marca":null,"porEnviar":0,"entradas":${deep}}`, 400],
    ['{"__proto__":{"marca":null,"entradas":[],"porEnviar":0}}', 400],
    [envio(entrada(), entrada()), 400],
    [envio(entrada(), entrada({ entradaid: 'e2', modo: 'painel' })), 400],
    [envio(entrada({ lidaem: 1e300 })), 400],
    [envio(entrada()), 415, { ...OWN, 'Content-Type': 'text/plain' }],
    [' '.repeat(SYNC.maxBytes + 1), 413],
  ]
  for (const [index, [body, status, headers]] of refused.entries()) {
    const response = await post(body, headers)
    expect(response.status, `number ${index}`).toBe(status)
    expect(await response.json()).toEqual({ erro: expect.stringMatching(/\.$/) as string })
  }
  expect(store.entradas.size).toBe(0)
})

test('a foreign page, and a client that does not say who it is, are a 403', async () => {
  const { post, store } = await aPhone()
  for (const said of [{}, { 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'none' }]) {
    const response = await post(envio(entrada()), { 'Content-Type': 'application/json', ...said })
    expect(response.status).toBe(403)
  }
  expect(store.entradas.size).toBe(0)
})

test('an admission dated years ahead is stored, at the instant of its arrival', async () => {
  const { post, store } = await aPhone()
  const lidaem = NOW + 400 * 86_400_000
  expect((await post(envio(entrada({ lidaem })))).status).toBe(200)
  expect([...store.entradas.values()]).toMatchObject([{ lidaem, desvio: NOW - lidaem }])
})

test('a revoked phone gets no list: a 403 that says when, and what it admitted before is stored', async () => {
  const { post, store, services, advance, phone } = await aPhone()
  advance(1000)
  await services.equipe.revoke(phone.aparelhoid, services.autorOf(CLI))
  const late = entrada({ entradaid: 'e2', lidaem: NOW + 1000 })
  const response = await post(envio(entrada(), late))
  expect(response.status).toBe(403)
  expect(await response.json()).toEqual({ revogadoem: NOW + 1000, guardadas: ['e1'], recusadas: [] })
  const garbage = await post('garbage')
  expect(await garbage.json()).toEqual({ revogadoem: NOW + 1000, guardadas: [], recusadas: [] })
  expect(store.aparelhos.get(phone.aparelhoid)?.pendentes).toBe(0)
  expect([...store.entradas.keys()]).toEqual(['e1'])
})

test('a phone whose person was given another code is told so, and loses none of what it admitted before', async () => {
  const { post, store, services, advance, phone } = await aPhone()
  advance(1000)
  const em = services.now()
  await services.equipe.reconnect(phone.aparelhoid, 'outro', em + 60_000, services.autorOf(CLI))
  const unpaired = await post(envio(entrada()))
  expect([unpaired.status, await unpaired.json()]).toEqual([
    403,
    { revogadoem: em, guardadas: ['e1'], recusadas: [] },
  ])
  await services.equipe.pair('outro', 'segredo-outro', services.autorOf(CLI))
  const late = entrada({ entradaid: 'e2', lidaem: em })
  const replaced = await post(envio(entrada(), late))
  expect([replaced.status, await replaced.json()]).toEqual([
    403,
    { revogadoem: em, guardadas: ['e1'], recusadas: [] },
  ])
  expect([...store.entradas.keys()]).toEqual(['e1'])
})

for (const [where, open] of [
  ['behind its own server', frontSurface],
  ['with nothing in front of Remix', bareSurface],
] as const) {
  test(`a phone of the door, ${where}, opens no page of the team but those of the door`, async () => {
    const { ask, cookies, ids, store } = await open()
    const before = structuredClone(store)
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
    expect(isDeepStrictEqual(store, before)).toBe(true)
  })
}

test('syncs are not limited by the address a hall shares, once a phone is known; a stranger’s are', async () => {
  const env = { POSTS_PER_MINUTE: '2' }
  const headers = {
    cookie: '__Host-equipe=x',
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
  }
  const posts = async (isKnown: boolean) => {
    const { ask } = await startServer({ env, isOfTeam: async () => isKnown })
    const statuses: number[] = []
    for (let times = 0; times < 5; times++) {
      statuses.push((await ask({ method: 'POST', path: '/porta/sync', headers, body: envio() })).status)
    }
    return statuses
  }
  expect(await posts(true)).toEqual([200, 200, 200, 200, 200])
  expect(await posts(false)).toEqual([404, 404, 429, 429, 429])
})

test('the server in front reads 128 KB of JSON of a phone, percent signs and all, and of a stranger nothing', async () => {
  const headers = {
    cookie: '__Host-equipe=x',
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
  }
  const { ask, seen } = await startServer()
  const statusOf = async (body: string, more: Record<string, string> = {}) =>
    (await ask({ method: 'POST', path: '/porta/sync', headers: { ...headers, ...more }, body })).status
  expect(await statusOf('%'.repeat(SYNC.maxBytes))).toBe(200)
  expect(seen[0]?.body.length).toBe(SYNC.maxBytes)
  expect(await statusOf('x'.repeat(SYNC.maxBytes + 1))).toBe(413)
  expect(await statusOf('{}', { 'content-type': 'text/plain' })).toBe(415)
  expect(await statusOf('{}', { 'sec-fetch-site': 'cross-site' })).toBe(403)
  const strangers = await startServer({ isOfTeam: async () => false })
  const head = `POST /porta/sync HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: same-origin\r\nCookie: ${headers.cookie}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`
  expect(await strangers.raw(head)).toMatch(/^HTTP\/1\.1 404 /)
  expect(strangers.seen).toEqual([])
})
