import { expect, test } from 'vitest'
import type { Resposta } from '../../../server/domain/porta-sync.ts'
import { SYNC } from '../../../server/route-table.ts'
import { CLI } from '../../../server/domain/historico.ts'
import { NOW, uuidOf } from '../../support/factories.ts'
import { startServer } from '../../support/http-server.ts'
import { startApp } from '../../support/remix.ts'
import { openEquipe } from '../../support/equipe.ts'

const [E1, E2] = [uuidOf(1), uuidOf(2)]
const OWN = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' }
const entrada = (fields: Record<string, unknown> = {}) => ({
  entradaid: E1,
  credencialid: '',
  seq: 1,
  lidaem: NOW,
  desvio: 0,
  modo: 'busca',
  anula: null,
  anotado: 'João <script>🌻',
  ...fields,
})
const lote = (...entradas: unknown[]) => JSON.stringify({ marca: null, entradas, porEnviar: 0 })

/** The app with a paired phone of the door, and its posts. */
async function aPhone() {
  const app = await startApp()
  const phone = await openEquipe(app, { nome: 'PORTA B', papel: 'porta' })
  const post = (body: BodyInit, headers: Record<string, string> = OWN) =>
    phone.ask('/porta/sync', { method: 'POST', headers, body })
  return { ...app, phone, post }
}

test('a phone posts what it admitted, and its answer is JSON that nobody keeps', async () => {
  const { post, store, phone } = await aPhone()
  const response = await post(lote(entrada()))
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  const recibo = (await response.json()) as Resposta
  expect(recibo).toMatchObject({ guardadas: [E1], nome: 'PORTA B', lista: { isInteira: true, ids: [] } })
  expect(store.all('entradas')).toMatchObject([{ aparelhoid: phone.aparelhoid, anotado: 'João <script>🌻' }])
})

test('a batch replayed, at once and again, is stored once', async () => {
  const { post, store } = await aPhone()
  const batch = lote(entrada(), entrada({ entradaid: E2 }))
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(batch)))
  for (const answer of [...answers, await post(batch)]) {
    expect(((await answer.json()) as Resposta).guardadas).toEqual([E1, E2])
  }
  expect(store.count('entradas')).toBe(2)
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
    [lote(entrada(), entrada()), 400],
    [lote(entrada(), entrada({ entradaid: E2, modo: 'painel' })), 400],
    [lote(entrada({ lidaem: 1e300 })), 400],
    [lote(entrada()), 415, { ...OWN, 'Content-Type': 'text/plain' }],
    [' '.repeat(SYNC.maxBytes + 1), 413],
  ]
  for (const [index, [body, status, headers]] of refused.entries()) {
    const response = await post(body, headers)
    expect(response.status, `number ${index}`).toBe(status)
    expect(await response.json()).toEqual({ erro: expect.stringMatching(/\.$/) as string })
  }
  expect(store.count('entradas')).toBe(0)
})

test('a foreign page, and a client that does not say who it is, are a 403', async () => {
  const { post, store } = await aPhone()
  for (const said of [{}, { 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'none' }]) {
    const response = await post(lote(entrada()), { 'Content-Type': 'application/json', ...said })
    expect(response.status).toBe(403)
  }
  expect(store.count('entradas')).toBe(0)
})

test('an admission dated years ahead is stored, at the instant of its arrival', async () => {
  const { post, store } = await aPhone()
  const lidaem = NOW + 400 * 86_400_000
  expect((await post(lote(entrada({ lidaem })))).status).toBe(200)
  expect(store.all('entradas')).toMatchObject([{ lidaem, desvio: NOW - lidaem }])
})

test('a revoked phone gets no list: a 403 that says when, and what it admitted before is stored', async () => {
  const { post, store, services, advance, phone } = await aPhone()
  advance(1000)
  await services.equipe.revoke(phone.aparelhoid, services.autorOf(CLI))
  const late = entrada({ entradaid: E2, lidaem: NOW + 1000 })
  const response = await post(lote(entrada(), late))
  expect(response.status).toBe(403)
  expect(await response.json()).toEqual({
    revogadoem: NOW + 1000,
    guardadas: [E1],
    recusadas: [],
    retidas: 0,
  })
  const garbage = await post('garbage')
  expect(await garbage.json()).toEqual({ revogadoem: NOW + 1000, guardadas: [], recusadas: [], retidas: 0 })
  expect(store.all('pareamentos')).toMatchObject([{ pendentes: 0, entregues: 1 }])
  expect(store.ids('entradas')).toEqual([E1])
})

test('a phone whose person was given another code is told so, and loses none of what it admitted before', async () => {
  const { post, store, services, advance, phone } = await aPhone()
  advance(1000)
  const em = services.now()
  await services.equipe.reconnect(phone.aparelhoid, 'outro', em + 60_000, services.autorOf(CLI))
  const unpaired = await post(lote(entrada()))
  expect([unpaired.status, await unpaired.json()]).toEqual([
    403,
    { revogadoem: em, guardadas: [E1], recusadas: [], retidas: 0 },
  ])
  await services.equipe.pair('outro', 'segredo-outro', services.autorOf(CLI))
  const late = entrada({ entradaid: E2, lidaem: em })
  const replaced = await post(lote(entrada(), late))
  expect([replaced.status, await replaced.json()]).toEqual([
    403,
    { revogadoem: em, guardadas: [E1], recusadas: [], retidas: 0 },
  ])
  expect(store.ids('entradas')).toEqual([E1])
})

test('a phone whose place was given another code twice still delivers what it admitted before', async () => {
  const { post, store, services, advance, phone } = await aPhone()
  advance(1000)
  const em = services.now()
  for (const codigo of ['segundo', 'terceiro']) {
    await services.equipe.reconnect(phone.aparelhoid, codigo, em + 60_000, services.autorOf(CLI))
    await services.equipe.pair(codigo, `segredo-${codigo}`, services.autorOf(CLI))
  }
  const response = await post(lote(entrada(), entrada({ entradaid: E2, lidaem: em })))
  expect([response.status, await response.json()]).toEqual([
    403,
    { revogadoem: em, guardadas: [E1], recusadas: [], retidas: 0 },
  ])
  expect(store.ids('entradas')).toEqual([E1])
})

test('a browser whose pairing was closed posts sixty times a minute and no more; the team’s are not limited', async () => {
  const { post, services, phone, store } = await aPhone()
  const statuses = async (times: number) => {
    const all: number[] = []
    for (let n = 0; n < times; n++) all.push((await post(lote())).status)
    return all
  }
  expect(new Set(await statuses(61))).toEqual(new Set([200]))
  await services.equipe.revoke(phone.aparelhoid, services.autorOf(CLI))
  expect(await statuses(61)).toEqual([...Array.from({ length: 60 }, () => 403), 429])
  const refused = await post(lote(entrada()))
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(store.count('entradas')).toBe(0)
})

test('syncs are not limited by the address a hall shares, once a phone is known; a stranger’s are', async () => {
  const env = { POSTS_PER_MINUTE: '2' }
  const headers = {
    cookie: '__Host-equipe=x',
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
  }
  const posts = async (isKnown: boolean) => {
    const { ask } = await startServer({
      env,
      phoneIn: async () => ({ kind: isKnown ? 'paired' : 'stranger' }),
    })
    const statuses: number[] = []
    for (let times = 0; times < 5; times++) {
      statuses.push((await ask({ method: 'POST', path: '/porta/sync', headers, body: lote() })).status)
    }
    return statuses
  }
  expect(await posts(true)).toEqual([200, 200, 200, 200, 200])
  expect(await posts(false)).toEqual([404, 404, 429, 429, 429])
})
