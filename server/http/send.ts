import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer } from './answer.ts'

/** How long a body nobody reads is drained after its answer, in milliseconds. */
const LINGER_MS = 2_000

/** How much of it is drained, in bytes; of a flood the rest is not even read. */
const LINGER_MAX_BYTES = 256 * 1024

/**
 * Sends an answer. When part of the request is still on its way (it was refused), the answer goes out at once and
 * the rest is thrown away for a while before the connection closes: closing at once would reset it, and the client
 * would never read why.
 */
export function send(
  req: IncomingMessage,
  res: ServerResponse,
  answer: Answer,
  securityHeaders: Record<string, string>,
): void {
  const { status, body } = answer
  const hasBody = status !== 204 && status !== 304
  const headers = {
    ...securityHeaders,
    ...answer.headers,
    ...(hasBody ? { 'content-length': String(body.length) } : {}),
  }
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  res.statusCode = status

  const isUnread =
    !req.complete && (Number(req.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in req.headers)
  if (!isUnread) {
    res.end(hasBody ? body : undefined)
    return
  }
  res.setHeader('connection', 'close')
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
