import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Answer } from './answer.ts'
import { errorPage, type ErrorStatus } from './error-page.ts'
import { own } from '../domain/own.ts'

const STATUSES: Record<string, ErrorStatus> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

/**
 * Answers what is no HTTP request, or comes too slowly, and closes the connection. A request that came whole before
 * it on the same connection gets its own answer first.
 * @param last the response to the latest request of this connection, while it is not sent
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
