import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * How a request goes wrong: `hang` is neither answered nor applied, `503` and `401` are answered and not
 * applied, `reset` cuts the connection before applying, `lost` after. A number is a status answered without
 * applying.
 */
export type RtdbFault = 'hang' | '503' | '401' | 'reset' | 'lost' | number

/** A Realtime Database over REST in this process, on a real port. */
export type FakeRtdb = Awaited<ReturnType<typeof startFakeRtdb>>

/** Starts the fake. It has no rules, no ETags and no queries. */
export async function startFakeRtdb() {
  const start = () => ({
    tree: null as Json | null,
    tokens: ['owner'],
    faults: [] as { fault: RtdbFault; left: number }[],
    puts: new Map<string, number>(),
    requests: 0,
  })
  let state = start()

  function takeFault(): RtdbFault | null {
    const [next] = state.faults
    if (!next) return null
    next.left -= 1
    if (next.left <= 0) state.faults.shift()
    return next.fault
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
    state.requests += 1
    const fault = takeFault()
    if (fault === 'hang') return
    if (fault === 'reset') return void request.socket.destroy()
    if (typeof fault === 'number')
      return void response.writeHead(fault).end('{"error":"A fault of the test"}')
    if (fault === '503') return void response.writeHead(503).end('{"error":"Service unavailable"}')
    const tokens = fault === '401' ? [] : state.tokens
    const { status, text, tree, put } = answer(request, body, state.tree, tokens)
    state.tree = tree
    if (put !== null) state.puts.set(put, (state.puts.get(put) ?? 0) + 1)
    if (fault === 'lost') return void request.socket.destroy()
    response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(text)
  }

  // A request whose sender is gone ends here, since nobody is left to answer.
  const server = createServer(
    (request, response) => void handle(request, response).catch(() => request.destroy()),
  )
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const close = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const keys = (path: string) => path.split('/').filter(Boolean)

  return {
    /** `http://127.0.0.1:port`, the form RTDB_URL takes. */
    url: `http://127.0.0.1:${port}`,
    /** Makes the next requests fail, one by default. Faults queue up; `Infinity` lasts until the reset. */
    failNext: (fault: RtdbFault, times = 1) => void state.faults.push({ fault, left: times }),
    /** Frees the port and cuts every connection. New ones are refused until {@link accept}. */
    refuse: close,
    /** Listens again, on the same port. */
    accept: () => listen(port),
    /** The tokens it accepts from now on; at the start, `owner`. */
    setTokens: (...tokens: string[]) => void (state.tokens = tokens),
    /** The whole tree; null when it is empty. */
    values: () => state.tree,
    /** The value at a path such as `avip/1900000000000`, or null. */
    value: (path: string) => valueAt(state.tree, keys(path)),
    /** Writes a value behind everyone's back. */
    put: (path: string, value: Json | null) => void (state.tree = withValue(state.tree, keys(path), value)),
    /** How many PUTs of a path were applied, whether or not their answers were lost. */
    puts: (path: string) => state.puts.get(path) ?? 0,
    /** How many requests arrived, failed ones included. */
    requests: () => state.requests,
    /** Forgets values, counts and faults, and accepts the token `owner` again. */
    reset: () => void (state = start()),
    /** Cuts every connection and frees the port at once. */
    close,
  }
}

/** The answer to a request, the tree after it, and the path of its PUT, if it was one. */
export interface RestAnswer {
  status: number
  text: string
  tree: Json | null
  put: string | null
}

/** Applies one request of the Realtime Database's REST interface to the tree itself. */
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

/** @returns `undefined` for text that is not JSON */
function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** A value of the Realtime Database: JSON without null, which means "nothing here". */
export type Json = string | number | boolean | Json[] | { [key: string]: Json }

/** The value at a path of keys, or null. */
export function valueAt(tree: Json | null, [key, ...rest]: string[]): Json | null {
  if (key === undefined) return tree
  return valueAt(childOf(tree, key), rest)
}

/**
 * Replaces the value at a path in the tree itself, so that ten thousand avips under one key are not copied
 * for each new one. A branch that becomes empty disappears.
 * @returns the tree, which is a new one when it had no branches before
 */
export function withValue(tree: Json | null, [key, ...rest]: string[], value: Json | null): Json | null {
  if (key === undefined) return value
  const branch = branchOf(tree)
  const child = withValue(childOf(branch, key), rest, value)
  if (child === null) {
    // oxlint-disable-next-line typescript/no-dynamic-delete -- keys are data here
    delete branch[key]
    return Object.keys(branch).length > 0 ? branch : null
  }
  // Assigning to `__proto__` would not create a key.
  Object.defineProperty(branch, key, { value: child, enumerable: true, configurable: true, writable: true })
  return branch
}

/** A parsed request without its nulls and empty branches. */
export function prune(parsed: unknown): Json | null {
  if (parsed === null || typeof parsed !== 'object') return parsed as Json | null
  const children = new Map<string, Json>()
  for (const [key, value] of Object.entries(parsed)) {
    const kept = prune(value)
    if (kept !== null) children.set(key, kept)
  }
  if (children.size === 0) return null
  return Array.isArray(parsed) ? [...children.values()] : Object.fromEntries(children)
}

function childOf(tree: Json | null, key: string): Json | null {
  if (tree === null || typeof tree !== 'object' || !Object.hasOwn(tree, key)) return null
  return branchOf(tree)[key] ?? null
}

/** A list is a branch whose keys are numbers. */
function branchOf(tree: Json | null): Record<string, Json> {
  if (tree === null || typeof tree !== 'object') return {}
  return Array.isArray(tree) ? Object.fromEntries(tree.entries()) : tree
}
