import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** The largest form accepted, in bytes. The longest honest one is about 2 KB. */
export const BODY_MAX_BYTES = 16 * 1024

/** The one media type of a form here. */
export const FORM_TYPE = 'application/x-www-form-urlencoded'

export type FormBody =
  | { kind: 'form'; bytes: Buffer }
  | { kind: 'refused'; status: 400 | 413 | 415 }
  /** The client went away before it had sent everything: nobody is there to be answered. */
  | { kind: 'aborted' }

/**
 * Reads a posted form, never more than {@link BODY_MAX_BYTES} of it, whatever Content-Length says (OWASP ASVS 15.2.2).
 * Refused with 415 unless it is `application/x-www-form-urlencoded` as it stands, 413 when too large, 400 when its
 * escapes are broken or it is no UTF-8.
 */
export async function readForm(req: IncomingMessage): Promise<FormBody> {
  if (!isFormType(req.headers)) return { kind: 'refused', status: 415 }
  if (Number(req.headers['content-length'] ?? 0) > BODY_MAX_BYTES) return { kind: 'refused', status: 413 }
  const body = await readBytes(req)
  return body.kind === 'form' && !isWellFormed(body.bytes) ? { kind: 'refused', status: 400 } : body
}

function isFormType(headers: IncomingHttpHeaders): boolean {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  const encoding = headers['content-encoding'] ?? 'identity'
  return type.trim().toLowerCase() === FORM_TYPE && encoding === 'identity'
}

function readBytes(req: IncomingMessage): Promise<FormBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    const settle = (body: FormBody) => {
      req.off('data', onData).off('end', onEnd).off('close', onGone)
      resolve(body)
    }
    const onData = (chunk: Buffer) => {
      length += chunk.length
      if (length > BODY_MAX_BYTES) {
        // What follows is left unread; whoever sends the answer drains it.
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
