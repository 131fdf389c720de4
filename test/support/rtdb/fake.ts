import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answer } from './rest.ts'
import { valueAt, withValue, type Json } from './tree.ts'

/**
 * How a request goes wrong: `hang` is never answered nor applied, `503` and `401` are answered and not applied, `reset`
 * cuts the connection before it is applied, `lost` after. A number is a status answered and not applied.
 */
export type RtdbFault = 'hang' | '503' | '401' | 'reset' | 'lost' | number

/** A Realtime Database over REST in this process, on a real port. */
export interface FakeRtdb {
  /** `http://127.0.0.1:port`, as RTDB_URL wants it. */
  url: string
  /** Makes the next requests fail, one when not said; faults wait in line. `Infinity` is until the reset. */
  failNext: (fault: RtdbFault, times?: number) => void
  /** Frees the port and cuts every connection: connections are refused, until {@link accept}. */
  refuse: () => Promise<void>
  /** Listens again, on the same port. */
  accept: () => Promise<void>
  /** The tokens it takes from now on; `owner` from the start. */
  setTokens: (...tokens: string[]) => void
  /** The whole tree, null when it is empty. */
  values: () => Json | null
  /** The value at a path such as `avip/1900000000000`, or null. */
  value: (path: string) => Json | null
  /** Puts a value behind everyone's back. */
  put: (path: string, value: Json | null) => void
  /** How many PUTs of a path were applied, their answers lost or not. */
  puts: (path: string) => number
  /** How many requests arrived, failed ones included. */
  requests: () => number
  /** Forgets values, counts and faults, and takes the token `owner` again. */
  reset: () => void
  /** Cuts every connection and frees the port at once. */
  close: () => Promise<void>
}

/** Starts the fake. It has no rules, no ETags and no queries. */
export async function startFakeRtdb(): Promise<FakeRtdb> {
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

  // A request whose sender has gone away ends here; there is nobody left to tell.
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
    url: `http://127.0.0.1:${port}`,
    failNext: (fault, times = 1) => void state.faults.push({ fault, left: times }),
    refuse: close,
    accept: () => listen(port),
    setTokens: (...tokens) => void (state.tokens = tokens),
    values: () => state.tree,
    value: (path) => valueAt(state.tree, keys(path)),
    put: (path, value) => void (state.tree = withValue(state.tree, keys(path), value)),
    puts: (path) => state.puts.get(path) ?? 0,
    requests: () => state.requests,
    reset: () => void (state = start()),
    close,
  }
}
