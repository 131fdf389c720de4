import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { PAPEIS } from '../server/domain/aparelho.ts'
import { ROUTES, type Route } from '../server/route-table.ts'
import {
  addressOf,
  bareSurface,
  frontSurface,
  queryOf,
  type Asked,
  type Surface,
} from './support/equipe-surface.ts'
import { routeFile, routeIds } from './support/route-files.ts'

/** Every page of the team: a new one is swept as soon as it has a row. */
const EQUIPE = ROUTES.filter(({ papeis }) => papeis)

const OWN = { 'sec-fetch-site': 'same-origin' }
/** Headers of posts that no page of ours sends; the last would pass where a proxy's word is believed. */
const FOREIGN: Record<string, string>[] = [
  {},
  { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.test' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { origin: 'https://elsewhere.test' },
  { origin: 'null' },
  { origin: 'https://elsewhere.test', 'x-forwarded-host': 'elsewhere.test' },
]

/**
 * Spellings of a row's address that Remix takes for the same page, although the table has only one of them.
 */
function spellingsOf(row: Route, ids: Record<string, string>): string[] {
  const path = addressOf(row, ids)
  const capitals = addressOf(
    { ...row, path: row.path.replace(/(?<!:)\b[a-z]/g, (c) => c.toUpperCase()) },
    ids,
  )
  return [path, `${path}/`, `${path}//`, capitals, path.replace('a', '%61')]
}

/** A post of the kind the row's page accepts. */
function bodyOf({ body }: Route): Pick<Asked, 'body' | 'headers'> {
  const type = body?.type ?? ''
  if (type !== 'multipart/form-data') return { headers: { 'content-type': type }, body: 'ato=x' }
  const part = '--b\r\nContent-Disposition: form-data; name="ato"\r\n\r\nx\r\n--b--\r\n'
  return { headers: { 'content-type': `${type}; boundary=b` }, body: part }
}

/** Everyone who may not see a row, each described in words, with their `Cookie`. */
function strangersOf({ papeis = [] }: Route, { cookies }: Surface): [string, string | null][] {
  const others = PAPEIS.filter((papel) => !papeis.includes(papel))
  return [
    ['without a cookie', null],
    ['with a revoked one', cookies.revoked],
    ['with one that was made up', cookies.organizacao.replace(/=.{8}/, '=AAAAAAAA')],
    ['with a guest’s session', cookies.convidado],
    ...others.map((papel): [string, string] => [`as ${papel}`, cookies[papel]]),
  ]
}

/** Every attempt on a row that must fail, with a description. */
function* attemptsOn(row: Route, surface: Surface): Generator<[string, Asked]> {
  const path = addressOf(row, surface.ids)
  const query = queryOf(row, surface.ids)
  const form = { method: 'POST', path: path + query, ...bodyOf(row) }
  for (const [method, spelled] of [
    ['HEAD', path],
    ['GET', `${path}/`],
    ['GET', path.toUpperCase()],
  ] as const) {
    yield [`${method} ${spelled} without a cookie`, { method, path: spelled + query }]
  }
  for (const [who, cookie] of strangersOf(row, surface)) {
    const headers: Record<string, string> = cookie === null ? {} : { cookie }
    yield [`GET ${path} ${who}`, { method: 'GET', path: path + query, headers }]
    if (row.body) yield [`POST ${path} ${who}`, { ...form, headers: { ...form.headers, ...headers, ...OWN } }]
  }
  if (!row.body) return
  for (const said of FOREIGN) {
    const headers = { ...form.headers, cookie: surface.cookies.organizacao, ...said }
    yield [`POST ${path} by the organisation with ${JSON.stringify(said)}`, { ...form, headers }]
  }
}

/**
 * Makes every attempt on every row.
 * @returns a sentence for each that was not refused, or that changed something
 */
async function sweep(surface: Surface, rows: readonly Route[], refusals: (asked: Asked) => number[]) {
  const breaches: string[] = []
  for (const row of rows) {
    const before = surface.store.copy()
    for (const [said, asked] of attemptsOn(row, surface)) {
      const { status, cookies } = await surface.ask(asked)
      if (!refusals(asked).includes(status)) breaches.push(`${said}: ${status}`)
      if (cookies.length > 0) breaches.push(`${said}: a cookie`)
    }
    if (!isDeepStrictEqual(surface.store.copy(), before)) breaches.push(`${row.path}: something was stored`)
  }
  return breaches
}

const refusedByUs = () => [403, 404]
/**
 * Without a server in front, Remix answers a foreign Origin with an empty 500 before any code of ours runs.
 */
const refusedBare = ({ headers = {} }: Asked) =>
  headers.origin !== undefined && headers['x-forwarded-host'] === undefined ? [403, 404, 500] : [403, 404]

for (const [where, open, refusals] of [
  ['behind its own server', frontSurface, refusedByUs],
  ['with nothing in front of Remix', bareSurface, refusedBare],
] as const) {
  test(`every page and post of the team, ${where}, is refused to all others and changes nothing`, async () => {
    const surface = await open()
    expect(await sweep(surface, EQUIPE, refusals)).toEqual([])
    expect(EQUIPE.length).toBeGreaterThan(0)
  }, 120_000)

  test(`every page of the team, ${where}, is there for whom it is for: what the sweep asks for exists`, async () => {
    const surface = await open()
    const missing: string[] = []
    for (const row of EQUIPE.filter(({ path }) => !path.endsWith('*'))) {
      for (const papel of row.papeis ?? []) {
        for (const spelled of spellingsOf(row, surface.ids)) {
          const path = spelled + queryOf(row, surface.ids)
          const headers = { cookie: surface.cookies[papel] }
          const { status } = await surface.ask({ method: 'GET', path, headers })
          if (status >= 400 && status !== 405) missing.push(`${path} as ${papel}: ${status}`)
        }
      }
    }
    expect(missing).toEqual([])
  }, 120_000)

  test(`a page of the team, ${where}, whose row names no role is refused to all of the team too`, async () => {
    const surface = await open()
    const admitted: string[] = []
    for (const row of EQUIPE) {
      const { papeis } = row
      delete row.papeis
      onTestFinished(() => void Object.assign(row, { papeis }))
      for (const papel of PAPEIS) {
        for (const spelled of spellingsOf(row, surface.ids)) {
          const path = spelled + queryOf(row, surface.ids)
          const headers = { cookie: surface.cookies[papel] }
          const { status } = await surface.ask({ method: 'GET', path, headers })
          if (status !== 404) admitted.push(`${path} as ${papel}: ${status}`)
        }
      }
    }
    expect(admitted).toEqual([])
  }, 120_000)
}

test('no loader of the team answers with its data alone to anybody else', async () => {
  const surface = await bareSurface()
  const breaches: string[] = []
  for (const row of EQUIPE) {
    const path = `${addressOf(row, surface.ids)}?_data=${encodeURIComponent(`routes/${row.id}`)}`
    for (const [who, cookie] of strangersOf(row, surface)) {
      const { status } = await surface.ask({
        method: 'GET',
        path,
        headers: cookie === null ? {} : { cookie },
      })
      if (![403, 404].includes(status)) breaches.push(`${path} ${who}: ${status}`)
    }
  }
  expect(breaches).toEqual([])
}, 120_000)

/** A sentence for each route whose row names no role, and for each row whose route does not check it. */
function unguarded(rows: readonly Route[], ids: string[], read: (id: string) => string): string[] {
  const rowOf = (id: string) => rows.find((row) => row.id === id)
  const asks = (id: string) => /equipeOf\(|painelLoader\(/.test(read(id))
  return [
    ...ids
      .filter((id) => (/^painel\b/.test(id) || asks(id)) && !rowOf(id)?.papeis)
      .map((id) => `${id} has no papeis in its row`),
    ...rows
      .filter(({ papeis, id }) => papeis && (id === null || !asks(id)))
      .map(({ path }) => `${path} has papeis, and nothing asks for them`),
  ]
}

test('every route of the board, and every other that asks who comes, says in its row whom it is for', () => {
  expect(unguarded(ROUTES, routeIds(), (id) => readFileSync(routeFile(id), 'utf8'))).toEqual([])
})

test('a page of the team without papeis is caught, and so is one that does not ask who comes', () => {
  const asking = () => 'await equipeOf(request, context, [])'
  const row = (papeis?: ['organizacao']): Route => ({
    path: '/painel/x',
    id: 'painel.x',
    ...(papeis && { papeis }),
  })
  expect(unguarded([row(['organizacao'])], ['painel.x'], asking)).toEqual([])
  expect(unguarded([row()], ['painel.x'], () => '')).toHaveLength(1)
  expect(unguarded([], ['porta'], asking)).toHaveLength(1)
  expect(unguarded([row(['organizacao'])], [], () => '')).toHaveLength(1)
})

test('a page that answers anybody is caught by the sweep, and so is one that stores something', async () => {
  const surface = await bareSurface()
  const row: Route = {
    path: '/painel/x',
    id: null,
    papeis: ['organizacao'],
    body: { type: 'text/plain', maxBytes: 1 },
  }
  const answering = (status: number, act = () => {}): Surface => ({
    ...surface,
    ask: async () => (act(), { status, cookies: [], location: '', body: '' }),
  })
  const attempts = [...attemptsOn(row, surface)].length
  expect(await sweep(answering(200), [row], refusedByUs)).toHaveLength(attempts)
  expect(await sweep(answering(303), [row], refusedByUs)).toHaveLength(attempts)
  expect(await sweep(answering(404), [row], refusedByUs)).toEqual([])
  const storing = answering(404, () => surface.store.put('empresas', { empresaid: 'x' }))
  expect(await sweep(storing, [row], refusedByUs)).toEqual(['/painel/x: something was stored'])
  expect(() => addressOf({ path: '/painel/:cor', id: null }, {})).toThrow(':cor of /painel/:cor needs an id')
})
