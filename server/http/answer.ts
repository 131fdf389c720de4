import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { FORM } from '../route-table.ts'
import { own } from '../domain/own.ts'

/** How long an unread body is drained after its answer, in milliseconds. */
const LINGER_MS = 2_000

/** How much of it is drained, in bytes; the rest of a flood is not even read. */
const LINGER_MAX_BYTES = 256 * 1024

/** An answer on its way to the client. Header names are lower-case. */
export interface Answer {
  status: number
  headers: Record<string, string | string[]>
  /** The whole body; empty where it is streamed. */
  body: Buffer
  /** The body of an answer that is sent while it is made. */
  stream?: ReadableStream<Uint8Array>
  /** A `Set-Cookie` for one browser, apart from headers that may belong to a cached page. */
  cookie?: string
}

export async function answerOf(response: Response): Promise<Answer> {
  const body = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: headersOf(response), body }
}

/** A web `Response` whose body is not read yet. It is never stored: it was made for one reader. */
export function streamedOf(response: Response, stream: ReadableStream<Uint8Array>): Answer {
  const headers = { 'cache-control': 'no-store', ...headersOf(response) }
  return { status: response.status, headers, body: Buffer.alloc(0), stream }
}

/** Keeps several cookies apart. */
function headersOf(response: Response): Answer['headers'] {
  const once = [...response.headers].filter(([name]) => name !== 'set-cookie')
  const headers: Answer['headers'] = Object.fromEntries(once)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  return headers
}

/** The value of a header that is sent once, or `''`. */
export function headerOf(answer: Answer, name: string): string {
  const value = own(answer.headers, name)
  return typeof value === 'string' ? value : ''
}

/**
 * Makes the function that sends every answer, with the security headers. When part of the request is still on
 * its way (it was refused), the answer goes out at once and the rest is thrown away: a form's few bytes by
 * Node itself, more than that for a while before the connection closes. Closing at once would reset the
 * connection, and the client would never read why.
 */
export function createSend(
  securityHeaders: Record<string, string>,
  onBroken: (err: Error, req: IncomingMessage) => void,
): (req: IncomingMessage, res: ServerResponse, answer: Answer) => void {
  // The header lists of cached pages, each sent with another browser's cookie. Gains: about 20 µs a page.
  const written = new WeakMap<Answer['headers'], { of: Answer; list: OutgoingHttpHeader[] }>()
  const listOf = (answer: Answer) => {
    let known = written.get(answer.headers)
    if (known?.of.status !== answer.status || known.of.body !== answer.body) {
      const all = {
        ...securityHeaders,
        ...answer.headers,
        ...(hasBody(answer) && !answer.stream ? { 'content-length': String(answer.body.length) } : {}),
      }
      written.set(answer.headers, (known = { of: answer, list: Object.entries(all).flat() }))
    }
    return answer.cookie === undefined ? known.list : [...known.list, 'set-cookie', answer.cookie]
  }

  return (req, res, answer) => {
    const isClosing = isLongUnread(req)
    if (isClosing) res.setHeader('connection', 'close')
    res.writeHead(answer.status, listOf(answer))
    if (answer.stream) streaming(req, res, answer.stream, onBroken)
    else if (isClosing) lingering(req, res, answer.body)
    else res.end(hasBody(answer) ? answer.body : undefined)
  }
}

const hasBody = ({ status }: Answer) => status !== 204 && status !== 304

/**
 * Sends a body as fast as the client takes it. When the client goes away the body stops being made, and a
 * failure while it is made breaks the connection, so that a file cut short is not taken for a whole one.
 */
function streaming(
  req: IncomingMessage,
  res: ServerResponse,
  stream: ReadableStream<Uint8Array>,
  onBroken: (err: Error, req: IncomingMessage) => void,
): void {
  if (req.method === 'HEAD') {
    res.end()
    void stream.cancel().catch(() => {})
    return
  }
  pipeline(Readable.fromWeb(stream as NodeReadableStream), res, (err) => {
    if (err && err.code !== 'ERR_STREAM_PREMATURE_CLOSE') onBroken(err, req)
  })
}

function isLongUnread({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false
  // A client that waits for 100-continue may send its form after this answer, or not.
  if ('transfer-encoding' in headers || 'expect' in headers) return true
  return Number(headers['content-length'] ?? 0) > FORM.maxBytes
}

function lingering(req: IncomingMessage, res: ServerResponse, body: Buffer): void {
  res.write(body)
  const close = () => {
    clearTimeout(timer)
    res.end()
  }
  const timer = setTimeout(close, LINGER_MS)
  req.on('error', () => {})
  let drained = 0
  req.on('data', (chunk: Buffer) => {
    drained += chunk.length
    if (drained > LINGER_MAX_BYTES) req.pause()
  })
  req.once('end', close).once('close', close).resume()
}
