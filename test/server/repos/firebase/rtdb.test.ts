import { generateKeyPairSync } from 'node:crypto'
import { cert, deleteApp, initializeApp } from 'firebase-admin/app'
import { delay, http, HttpResponse, type HttpHandler } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { avipOf, credencialOf } from '../../../../server/domain/credencial.ts'
import { createRtdb, type Rtdb } from '../../../../server/repos/firebase/rtdb.ts'
import { aCadastro, unique } from '../../../support/factories.ts'
import { startFakeRtdb } from '../../../support/rtdb/fake.ts'

const URL_OF_DATABASE = 'https://demo-convites-default-rtdb.firebaseio.com'
const TOKEN_URL = 'https://oauth2.googleapis.com/token'
const ID = '1900000000000'
const AVIP = avipOf(credencialOf(ID, aCadastro({ nome: 'ANA', telefone: '11987654321', email: '' })))
const AT = `${URL_OF_DATABASE}/avip/:file`

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

// A new key for each test's account: the SDK keeps one credential for each key it has seen.
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

interface Seen {
  method: string
  url: URL
  authorization: string | null
  body: string
}

/** The adapter's REST client on an unused service account, and the requests to Google's two servers. */
function open(...answers: HttpHandler[]): { rtdb: Rtdb; seen: Seen[]; tokens: string[] } {
  const account = {
    projectId: 'demo-convites',
    clientEmail: `${unique('conta')}@demo-convites.iam.gserviceaccount.com`,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  const app = initializeApp({ projectId: account.projectId, credential: cert(account) }, unique('app'))
  onTestFinished(() => deleteApp(app))
  const seen: Seen[] = []
  const tokens: string[] = []
  const note = ({ request }: { request: Request }) => {
    if (request.url === TOKEN_URL) return
    const copy = request.clone()
    const each = {
      method: copy.method,
      url: new URL(copy.url),
      authorization: copy.headers.get('authorization'),
    }
    const index = seen.push({ ...each, body: '' }) - 1
    void copy.text().then((body) => Object.assign(seen[index] ?? {}, { body }))
  }
  server.events.on('request:start', note)
  onTestFinished(() => server.events.removeListener('request:start', note))
  server.use(
    ...answers,
    http.post(TOKEN_URL, () => {
      tokens.push(unique('token'))
      return HttpResponse.json({ access_token: tokens.at(-1), expires_in: 3600, token_type: 'Bearer' })
    }),
  )
  return { rtdb: createRtdb(app, URL_OF_DATABASE), seen, tokens }
}

const done = () => new HttpResponse(null, { status: 204 })
const refusal = { name: 'StorageError' }

test('an avip is put under its id with its six fields, a token, and no echo asked for', async () => {
  const { rtdb, seen, tokens } = open(http.put(AT, done))
  await rtdb.set(ID, AVIP, 1_000)
  expect(tokens).toHaveLength(1)
  expect(seen).toHaveLength(1)
  expect(seen[0]).toMatchObject({ method: 'PUT', authorization: `Bearer ${tokens[0] ?? ''}` })
  expect(seen[0]?.url.href).toBe(`${URL_OF_DATABASE}/avip/${ID}.json?print=silent`)
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
    vipid: ID,
    cpf: '00000000000',
    nome: 'ANA',
    tipo: 'CONVIDADO',
    controle: 'ativo',
    usuarioid: '0000000000001',
  })
})

test('an avip that is no more is deleted', async () => {
  const { rtdb, seen } = open(http.delete(AT, done))
  await rtdb.set(ID, null, 1_000)
  expect(seen.map(({ method, body }) => [method, body])).toEqual([['DELETE', '']])
})

test('an id another product chose is one key of the path', async () => {
  const { rtdb, seen } = open(http.delete(AT, done))
  await rtdb.set('50% da mesa?', null, 1_000)
  expect(seen[0]?.url.pathname).toBe('/avip/50%25%20da%20mesa%3F.json')
})

test('the ids that are there are asked for without what lies below them; none is an empty list', async () => {
  const { rtdb, seen, tokens } = open(
    http.get(`${URL_OF_DATABASE}/avip.json`, () => HttpResponse.json({ [ID]: true, outro: true })),
  )
  expect(await rtdb.ids(1_000)).toEqual([ID, 'outro'])
  expect(seen[0]).toMatchObject({ method: 'GET', authorization: `Bearer ${tokens[0] ?? ''}` })
  expect(seen[0]?.url.href).toBe(`${URL_OF_DATABASE}/avip.json?shallow=true`)
  server.use(http.get(`${URL_OF_DATABASE}/avip.json`, () => HttpResponse.json(null)))
  expect(await rtdb.ids(1_000)).toEqual([])
})

test('ids that are refused or do not come in time: StorageError', async () => {
  const { rtdb } = open(
    http.get(`${URL_OF_DATABASE}/avip.json`, () => HttpResponse.json({}, { status: 503 })),
  )
  await expect(rtdb.ids(1_000)).rejects.toMatchObject(refusal)
  server.use(http.get(`${URL_OF_DATABASE}/avip.json`, () => delay('infinite')))
  await expect(rtdb.ids(200)).rejects.toMatchObject(refusal)
})

test('a token is asked for once and used while it is valid, by many at once too', async () => {
  const { rtdb, seen, tokens } = open(http.put(AT, done))
  await Promise.all(Array.from({ length: 20 }, (_, n) => rtdb.set(String(n), AVIP, 2_000)))
  await rtdb.set(ID, AVIP, 1_000)
  expect(seen).toHaveLength(21)
  expect(tokens).toHaveLength(1)
})

test('a refused token is replaced by another, once, and the avip put with that', async () => {
  const refused = new Set<string | null>()
  const { rtdb, seen, tokens } = open(
    http.put(AT, ({ request }) => {
      const token = request.headers.get('authorization')
      if (refused.size === 0) refused.add(token)
      return refused.has(token) ? new HttpResponse('{"error":"Unauthorized"}', { status: 401 }) : done()
    }),
  )
  await rtdb.set(ID, AVIP, 1_000)
  expect(tokens).toHaveLength(2)
  expect(seen.map(({ authorization }) => authorization)).toEqual(tokens.map((token) => `Bearer ${token}`))
})

test('20 at once whose token is refused ask for one other', async () => {
  const { rtdb, tokens } = open(
    http.put(AT, ({ request }) =>
      request.headers.get('authorization') === `Bearer ${tokens[0] ?? ''}`
        ? new HttpResponse(null, { status: 401 })
        : done(),
    ),
  )
  await Promise.all(Array.from({ length: 20 }, (_, n) => rtdb.set(String(n), AVIP, 2_000)))
  expect(tokens).toHaveLength(2)
})

test('refused twice is StorageError', async () => {
  const { rtdb, seen } = open(http.put(AT, () => new HttpResponse(null, { status: 401 })))
  await expect(rtdb.set(ID, AVIP, 1_000)).rejects.toMatchObject(refusal)
  expect(seen).toHaveLength(2)
})

test.each([400, 404, 413])('status %i is a refusal that lasts', async (status) => {
  const { rtdb, seen } = open(http.put(AT, () => new HttpResponse('{"error":"no"}', { status })))
  expect(await rtdb.set(ID, AVIP, 1_000)).toEqual({ kind: 'refused', status })
  expect(seen).toHaveLength(1)
})

test.each([403, 408, 429, 500, 503])(
  'status %i is StorageError with the status as its cause',
  async (status) => {
    const { rtdb, seen } = open(http.put(AT, () => new HttpResponse('{"error":"no"}', { status })))
    const error = await rtdb.set(ID, AVIP, 1_000).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ ...refusal, cause: { message: `status ${status}` } })
    expect(seen).toHaveLength(1)
  },
)

test('a network error is StorageError, and the next avip is put', async () => {
  const { rtdb } = open(
    http.put(AT, () => HttpResponse.error(), { once: true }),
    http.put(AT, done),
  )
  await expect(rtdb.set(ID, AVIP, 1_000)).rejects.toMatchObject(refusal)
  await rtdb.set(ID, AVIP, 1_000)
})

test('a database that does not answer is given up after the time allowed', async () => {
  const { rtdb } = open(http.put(AT, () => delay('infinite')))
  const begun = performance.now()
  await expect(rtdb.set(ID, AVIP, 300)).rejects.toMatchObject(refusal)
  expect(performance.now() - begun).toBeGreaterThan(250)
  expect(performance.now() - begun).toBeLessThan(10_000)
})

test('a token server that does not answer is given up after the time allowed', async () => {
  const { rtdb, seen } = open(
    http.put(AT, done),
    http.post(TOKEN_URL, () => delay('infinite')),
  )
  const begun = performance.now()
  await expect(rtdb.set(ID, AVIP, 300)).rejects.toMatchObject(refusal)
  expect(performance.now() - begun).toBeLessThan(10_000)
  expect(seen).toEqual([])
})

test('a token server that refuses is StorageError, and asked again for the next avip', async () => {
  const { rtdb, tokens } = open(
    http.put(AT, done),
    http.post(TOKEN_URL, () => HttpResponse.json({ error: 'invalid_grant' }, { status: 400 }), {
      once: true,
    }),
  )
  await expect(rtdb.set(ID, AVIP, 2_000)).rejects.toMatchObject(refusal)
  await rtdb.set(ID, AVIP, 2_000)
  expect(tokens).toHaveLength(1)
})

test('an answer that was lost is mended by putting the same again', async () => {
  const stored = new Map<string, unknown>()
  let answers = 0
  const { rtdb } = open(
    http.put(AT, async ({ request, params }) => {
      stored.set(String(params.file), await request.json())
      return ++answers === 1 ? HttpResponse.error() : done()
    }),
  )
  await expect(rtdb.set(ID, AVIP, 1_000)).rejects.toMatchObject(refusal)
  await rtdb.set(ID, AVIP, 1_000)
  expect([...stored]).toEqual([[`${ID}.json`, AVIP]])
})

test('an emulator on this machine is spoken to as its owner, its namespace kept, and nobody is asked for a token', async () => {
  const fake = await startFakeRtdb()
  onTestFinished(() => fake.close())
  const { seen, tokens } = open(http.put(`${fake.url}/avip/:file`, done))
  const app = initializeApp({ projectId: 'demo-convites' }, unique('app'))
  onTestFinished(() => deleteApp(app))
  await createRtdb(app, `${fake.url}/?ns=demo-convites-default-rtdb`).set(ID, AVIP, 1_000)
  expect(seen.map(({ authorization }) => authorization)).toEqual(['Bearer owner'])
  expect(seen[0]?.url.href).toBe(`${fake.url}/avip/${ID}.json?ns=demo-convites-default-rtdb&print=silent`)
  expect(tokens).toEqual([])
})
