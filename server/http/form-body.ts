import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { FORM, type BodyLimit } from '../route-table.ts'

export type FormBody =
  | { kind: 'form'; bytes: Buffer }
  | { kind: 'refused'; status: 400 | 413 | 415 }
  /** The client went away before it had sent everything: nobody is there to be answered. */
  | { kind: 'aborted' }

/**
 * Reads a posted form, never more of it than the page takes, whatever Content-Length says (OWASP ASVS 15.2.2).
 * Refused with 415 unless it is of the page's media type and not encoded, 413 when too large, 400 when its
 * escapes are broken or it is no UTF-8.
 */
export async function readForm(
  req: IncomingMessage,
  { type, maxBytes }: BodyLimit = FORM,
): Promise<FormBody> {
  if (!isOfType(req.headers, type)) return { kind: 'refused', status: 415 }
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) return { kind: 'refused', status: 413 }
  const body = await readBytes(req, maxBytes)
  return body.kind === 'form' && !isWellFormed(body.bytes) ? { kind: 'refused', status: 400 } : body
}

function isOfType(headers: IncomingHttpHeaders, wanted: string): boolean {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  const encoding = headers['content-encoding'] ?? 'identity'
  return type.trim().toLowerCase() === wanted && encoding === 'identity'
}

function readBytes(req: IncomingMessage, maxBytes: number): Promise<FormBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    const settle = (body: FormBody) => {
      req.off('data', onData).off('end', onEnd).off('close', onGone)
      resolve(body)
    }
    const onData = (chunk: Buffer) => {
      length += chunk.length
      if (length > maxBytes) {
        // What follows is left unread, and drained when the answer is sent.
        req.pause()
        settle({ kind: 'refused', status: 413 })
      } else {
        chunks.push(chunk)
      }
    }
    const onEnd = () => settle({ kind: 'form', bytes: Buffer.concat(chunks) })
    const onGone = () => settle({ kind: 'aborted' })
    // An error is always followed by close, and without a listener it would end the process.
    req.on('error', () => {})
    req.on('data', onData).on('end', onEnd).on('close', onGone)
    if (req.destroyed) onGone()
  })
}

function isWellFormed(bytes: Buffer): boolean {
  try {
    decodeURIComponent(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return true
  } catch {
    return false
  }
}

/** As Node reads it, which then asks for the body by itself. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i

/** Tells whether `Expect` asks for anything but 100-continue, the only expectation there is (RFC 9110, section 10.1.1). */
export function isUnmet(expect: string | undefined): boolean {
  return expect !== undefined && !CONTINUE.test(expect)
}
