import type { IncomingMessage } from 'node:http'
import { prune, valueAt, withValue, type Json } from './tree.ts'

/** What a request is answered with, the tree after it, and the path it put, if it did. */
export interface RestAnswer {
  status: number
  text: string
  tree: Json | null
  put: string | null
}

/** One request of the Realtime Database's REST interface, done on the tree itself. */
export function answer(
  request: IncomingMessage,
  body: string,
  tree: Json | null,
  tokens: string[],
): RestAnswer {
  const refuse = (status: number, error: string) => ({
    status,
    text: JSON.stringify({ error }),
    tree,
    put: null,
  })
  const { method = 'GET', headers } = request
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake')
  if (!tokens.some((token) => headers.authorization === `Bearer ${token}`))
    return refuse(401, 'Unauthorized request.')
  if (!pathname.endsWith('.json')) return refuse(404, 'append .json to your request URI')
  const keys = pathname.slice(0, -'.json'.length).split('/').filter(Boolean).map(decodeURIComponent)
  if (keys.some((key) => /[.$#[\]/\x00-\x1f\x7f]/.test(key)))
    return refuse(400, 'Invalid path: Invalid token in path')

  const done = (next: Json | null, value: unknown) => {
    const isSilent = searchParams.get('print') === 'silent'
    const put = method === 'PUT' ? keys.join('/') : null
    return { status: isSilent ? 204 : 200, text: isSilent ? '' : JSON.stringify(value), tree: next, put }
  }
  if (method === 'GET') {
    const value = valueAt(tree, keys)
    const isShallow = searchParams.get('shallow') === 'true' && value !== null && typeof value === 'object'
    return done(tree, isShallow ? Object.fromEntries(Object.keys(value).map((key) => [key, true])) : value)
  }
  if (method === 'DELETE') return done(withValue(tree, keys, null), null)
  if (method !== 'PUT' && method !== 'PATCH') return refuse(405, 'Method not allowed')

  const parsed = parse(body)
  if (parsed === undefined) return refuse(400, "Invalid data; couldn't parse JSON object, array, or value.")
  if (method === 'PUT') return done(withValue(tree, keys, prune(parsed)), parsed)
  if (parsed === null || typeof parsed !== 'object')
    return refuse(400, 'Invalid data; PATCH takes an object.')
  const next = Object.entries(parsed).reduce<Json | null>(
    (patched, [key, value]) => withValue(patched, [...keys, ...key.split('/')], prune(value)),
    tree,
  )
  return done(next, parsed)
}

/** @returns `undefined` for text that is no JSON */
function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
