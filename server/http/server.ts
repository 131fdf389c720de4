import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Services } from '../composition.ts'
import { routeOf, type Route } from '../route-table.ts'
import { createEventLoopQueue, createLoadShedding, createTurns } from './load-shedding.ts'
import { createSend } from './answer.ts'
import { answerClientError, watchConnections } from './connections.ts'
import { errorPage, isBusy } from './error-page.ts'
import type { Remix } from './remix.ts'
import { createResponder } from './responder.ts'
import { securityHeaders } from './security-headers.ts'

const CONNECTIONS_MAX = 4096

/** Milliseconds until a stalled connection is closed, its answers unread or not. */
const STALLED_MS = 30_000

/** How long after a restart nothing is refused for load, in milliseconds. */
const RESUMED_MS = 1_000

/** In milliseconds. */
const TIMEOUTS = {
  /** Until the headers of a request have arrived. */
  headersTimeout: 5_000,
  /** Until the whole request has arrived: two pictures of 10 MB need about 600 Kbit/s. */
  requestTimeout: 300_000,
  /** How often the two are checked. */
  connectionsCheckingInterval: 1_000,
  /** For an idle connection; longer than the usual minute of proxies, so that they close first. */
  keepAliveTimeout: 65_000,
}

export interface HttpServerParts {
  services: Services
  remix: Remix
  /** `build/client`. */
  clientDirectory: string
  /** Whether clients may have waited for this server in a socket that outlived the one before. */
  isResumed?: boolean
  timeouts?: Partial<typeof TIMEOUTS> & { stalledMs?: number; formMs?: number }
}

/**
 * The server in front of Remix (decision 0004): it limits what strangers send, and adds the security headers
 * to every answer. Not listening yet.
 */
export function createHttpServer({
  services,
  remix,
  clientDirectory,
  isResumed = false,
  timeouts,
}: HttpServerParts) {
  const { log, config } = services
  const turns = createTurns()
  const shedding = createLoadShedding(turns, undefined, isResumed ? RESUMED_MS : 0)
  const queues = { convidado: createEventLoopQueue(turns), page: createEventLoopQueue(turns) }
  const files = { clientDirectory, formMs: timeouts?.formMs }
  const respond = createResponder(services, remix, queues, shedding, files)
  const headers = securityHeaders(config.publicOrigin)
  const send = createSend(headers, (err, req) => {
    log.error({ err, method: req.method, route: labelOf(req.url ?? '') }, 'answer broken')
  })
  const logShed = createShedLog(log)

  const serve = async (req: IncomingMessage, res: ServerResponse) => {
    const startedAt = performance.now()
    const answer = await respond(req).catch((err: unknown) => {
      log.error({ err, method: req.method, route: labelOf(req.url ?? '') }, 'request failed')
      return errorPage(500)
    })
    if (!answer) return
    send(req, res, answer)
    if (isBusy(answer)) logShed()
    else logRequest(log, req, answer.status, performance.now() - startedAt)
  }
  const onRequest = (req: IncomingMessage, res: ServerResponse) => {
    // Pipelined requests are parsed all at once, including those after the one that was too many.
    if (req.socket.destroyed) return
    void serve(req, res).catch((err: unknown) => {
      log.error({ err }, 'answer failed')
      req.destroy()
    })
  }

  // The responder answers a missing Host: Node's own answer has no security headers.
  const server = createServer({ ...TIMEOUTS, ...timeouts, requireHostHeader: false })
  const connections = watchConnections(server)
  server.on('request', onRequest)
  server.maxConnections = CONNECTIONS_MAX
  server.setTimeout(timeouts?.stalledMs ?? STALLED_MS)
  for (const { onConnection } of [turns, shedding]) server.on('connection', onConnection)
  // The code that counts and limits requests listens to `request`, and the responder answers 417.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const status = answerClientError(error, socket, connections.lastUnsent(socket), headers)
    if (status !== null) log.info({ status, code: error.code }, 'bad request')
  })
  return { server, stop: connections.stop }
}

/**
 * The row of a logged address, with a trailing slash or without. The log has its label, never the address,
 * which may name a guest.
 */
function rowOf(url: string): Route {
  const [pathname = ''] = url.toLowerCase().split(/[?#]/)
  return routeOf(pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname)
}

const labelled = ({ label, path }: Route) => label ?? path

/** The label the log has in place of an address. */
export const labelOf = (url: string): string => labelled(rowOf(url))

/**
 * Logs a request: method, route, status, duration in milliseconds, and nothing else. Files that were found do
 * not matter in operation, so they go to debug.
 */
function logRequest(log: Services['log'], req: IncomingMessage, status: number, ms: number): void {
  const row = rowOf(req.url ?? '')
  const line = { method: req.method, route: labelled(row), status, ms: Math.round(ms * 10) / 10 }
  const isFileFound = status < 400 && row.id === null
  if (isFileFound) log.debug(line, 'request')
  else log.info(line, 'request')
}

/**
 * Counts requests refused under load, and logs the count once a second: a line for each would cost as much as
 * the refusal.
 */
function createShedLog(log: Services['log']): () => void {
  let shed = 0
  const write = () => {
    log.warn({ shed }, 'too many requests')
    shed = 0
  }
  return () => {
    shed += 1
    if (shed === 1) setTimeout(write, 1_000).unref()
  }
}
