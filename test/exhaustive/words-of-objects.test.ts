import { expect, onTestFinished, test, vi } from 'vitest'
import { ROUTES, type Route } from '../../server/route-table.ts'
import { addressOf, bareSurface, queryOf, type Asked, type Surface } from '../support/equipe-surface.ts'

/**
 * Names every object has, though nobody put them there, and one that leads to another site at the start of a
 * redirect.
 */
const WORDS = ['__proto__', 'constructor', 'toString', '/\\elsewhere.test']

const PAGES = ROUTES.filter(({ id }) => id !== null)

type Fields = [string, string][]

/** Collects the names that queries or forms are asked for from now on. */
function namesAsked(of: URLSearchParams | FormData): Set<string> {
  const names = new Set<string>()
  for (const method of ['get', 'getAll', 'has'] as const) {
    const original = Reflect.get(of, method) as (name: string) => unknown
    const spy = vi.spyOn(of, method as 'get').mockImplementation(function (this: unknown, name: string) {
      names.add(name)
      return original.call(this, name) as null
    })
    onTestFinished(() => spy.mockRestore())
  }
  return names
}

/** The fields of each form on a page as they are, with each of its buttons in turn. */
function formsOf(html: string): Fields[] {
  const read = (tag: string, name: string) =>
    new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  return [...html.matchAll(/<form[^>]*method="post"[\s\S]*?<\/form>/gi)].flatMap(([form]) => {
    const tags = [...form.matchAll(/<(?:input|select|textarea|button)\b[^>]*>/g)].map(([tag]) => tag)
    const fields = tags.flatMap((tag): { isButton: boolean; field: [string, string] }[] => {
      const name = read(tag, 'name')
      if (name === undefined) return []
      return [{ isButton: tag.startsWith('<button'), field: [name, read(tag, 'value') ?? ''] }]
    })
    const typed = fields.filter(({ isButton }) => !isButton).map(({ field }) => field)
    const buttons = fields.filter(({ isButton }) => isButton)
    return buttons.length === 0 ? [typed] : buttons.map(({ field }): Fields => [...typed, field])
  })
}

/** A form as the row's page accepts it. */
function posted({ body }: Route, path: string, fields: Fields): Asked {
  const type = body?.type ?? ''
  if (type !== 'multipart/form-data') {
    const isJson = type === 'application/json'
    const form = isJson ? JSON.stringify(Object.fromEntries(fields)) : new URLSearchParams(fields).toString()
    return { method: 'POST', path, headers: { 'content-type': type }, body: form }
  }
  const parts = fields.map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const headers = { 'content-type': `${type}; boundary=b` }
  return { method: 'POST', path, headers, body: `${parts.join('')}--b--\r\n` }
}

/**
 * Requests to a row's page with a word in one place: in its address, its query, or a field of one of its
 * forms.
 */
function* attemptsOn(
  row: Route,
  { ids }: Surface,
  asked: { queries: Set<string>; fields: Set<string> },
  html: string,
) {
  const path = addressOf(row, ids)
  for (const word of WORDS) {
    for (const [name] of row.path.matchAll(/(?<=:)\w+/g)) {
      const room = row.path.split('/')[1] ?? ''
      const worded = { ...ids, [name]: word, [`${room}/${name}`]: word }
      yield { method: 'GET', path: encodeURI(addressOf(row, worded)) } satisfies Asked
    }
    // Both sets grow as the page asks for more.
    for (const name of asked.queries)
      yield { method: 'GET', path: `${path}?${name}=${encodeURIComponent(word)}` } satisfies Asked
    if (!row.body) continue
    for (const fields of formsOf(html))
      for (const [at, [name]] of fields.entries()) yield posted(row, path, fields.with(at, [name, word]))
    for (const name of asked.fields) yield posted(row, path, [[name, word]])
  }
}

/** Whether a stored value came from no table: a function, or something all objects inherit from. */
function holdsInherited(value: unknown): boolean {
  if (typeof value === 'function' || value === Object.prototype) return true
  if (typeof value !== 'object' || value === null) return false
  return (value instanceof Map ? [...value.values()] : Object.values(value)).some(holdsInherited)
}

test('no page takes a word that every object has for a choice of its own, nor leads where a request says', async () => {
  const queries = namesAsked(URLSearchParams.prototype)
  const fields = namesAsked(FormData.prototype)
  const breaches: string[] = []
  let reached = 0
  for (const row of PAGES) {
    const surface = await bareSurface()
    const cookie = `${surface.cookies.organizacao}; ${surface.cookies.convidado}`
    const ask = (asked: Asked) =>
      surface.ask({ ...asked, headers: { cookie, 'sec-fetch-site': 'same-origin', ...asked.headers } })
    queries.clear()
    fields.clear()
    const path = addressOf(row, surface.ids) + queryOf(row, surface.ids)
    const { status, body } = await ask({ method: 'GET', path })
    if (status >= 500) breaches.push(`${path}: ${status}`)
    if (status < 400) reached++
    for (const asked of attemptsOn(row, surface, { queries, fields: fields.add('ato') }, body)) {
      const { status, location } = await ask(asked)
      const said = `${asked.method} ${asked.path} ${'body' in asked ? asked.body.replace(/\s+/g, ' ') : ''}`
      if (status >= 500) breaches.push(`${said}: ${status}`)
      if (/^(?![/])|^\/[/\\]/.test(location || '/')) breaches.push(`${said}: ${location}`)
    }
    if (holdsInherited(surface.store.memory)) breaches.push(`${row.path}: what every object has was stored`)
  }
  expect(breaches).toEqual([])
  expect(reached).toBeGreaterThan(PAGES.length - 10)
}, 120_000)
