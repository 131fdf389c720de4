import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Answer } from './answer.ts'
import { errorPage, type ErrorStatus } from './error-page.ts'
import { own } from '../domain/own.ts'

/** Unanswered requests on one connection. Browsers send one at a time. */
const UNANSWERED_MAX = 8

/** Milliseconds for requests in flight when the server stops; with closing storage it exits within 10 s. */
export const STOP_GRACE_MS = 8_000

/** How long idle connections stay open when the server stops, in milliseconds. */
const STOP_IDLE_MS = 2_000

/**
 * Tracks the unsent responses of each connection. Closes a connection with more requests waiting than any
 * browser sends ahead: answers that are never read would fill the memory. Call it before the server listens,
 * and before anything else listens to its requests.
 */
export function watchConnections(server: Server) {
  const unsent = new Map<Duplex, Set<ServerResponse>>()
  let isStopping = false

  server.on('connection', (socket) => {
    unsent.set(socket, new Set())
    socket.once('close', () => unsent.delete(socket))
  })
  server.on('request', ({ socket }, res) => {
    const responses = unsent.get(socket)
    // Pipelined requests are parsed all at once, including those after the one that was too many.
    if (socket.destroyed || !responses) return
    responses.add(res)
    if (isStopping) res.setHeader('connection', 'close')
    res.once('close', () => {
      responses.delete(res)
      if (isStopping && responses.size === 0) socket.destroySoon()
    })
    if (responses.size > UNANSWERED_MAX) socket.destroy()
  })

  return {
    /** The response to the latest request of a connection, until it is sent. */
    lastUnsent: (socket: Duplex) => [...(unsent.get(socket) ?? [])].findLast((res) => !res.writableFinished),
    /**
     * Stops the server: nothing new is accepted, requests in flight are finished and their connections
     * closed. Idle connections, and those without a request yet, are left alone for `idleMs`: a proxy may be
     * about to send on one, and its request would be lost. Resolves when all are closed, or when `graceMs`
     * have passed and the rest is cut off.
     */
    stop: (graceMs = STOP_GRACE_MS, idleMs = STOP_IDLE_MS) =>
      new Promise<void>((resolve) => {
        isStopping = true
        const closeIf = (isMeant: (responses: Set<ServerResponse>) => boolean) => {
          for (const [socket, responses] of unsent) if (isMeant(responses)) socket.destroy()
        }
        const timers = [
          setTimeout(() => closeIf(({ size }) => size === 0), idleMs),
          setTimeout(() => closeIf(() => true), graceMs),
        ]
        // http.Server's own close() would close idle connections at once.
        NetServer.prototype.close.call(server, () => {
          timers.forEach(clearTimeout)
          resolve()
        })
        for (const responses of unsent.values()) {
          for (const res of responses) if (!res.headersSent) res.setHeader('connection', 'close')
        }
      }),
  }
}

const STATUSES: Record<string, ErrorStatus> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

/**
 * Answers a client that does not send an HTTP request, or sends it too slowly, and closes the connection. A
 * complete request before it on the same connection gets its own answer first.
 * @param last the response to the latest request of this connection, until it is sent
 * @returns the status sent, or null when none was
 */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  last: ServerResponse | undefined,
  securityHeaders: Record<string, string>,
): ErrorStatus | null {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return null
  }
  if (last && (last.req.complete || last.headersSent)) {
    if (!last.req.complete) socket.destroy()
    else last.once('close', () => socket.destroy())
    return null
  }
  const status = own(STATUSES, error.code ?? '') ?? 400
  const { headers, body } = errorPage(status)
  const all: Answer['headers'] = {
    ...securityHeaders,
    ...headers,
    'content-length': String(body.length),
    connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value.toString()}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body.toString()}`)
  // A client that reads nothing must not keep the connection.
  setTimeout(() => socket.destroy(), 1_000).unref()
  return status
}
