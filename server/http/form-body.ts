import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { FORM, SYNC, UPLOAD, type BodyLimit } from '../route-table.ts'

/** Milliseconds until a form must be complete. */
const FORM_MS = 10_000

type FormBody =
  /** `type` is its media type, with the boundary where the type has one. */
  | { kind: 'form'; bytes: Buffer; type: string }
  | { kind: 'refused'; status: 400 | 408 | 413 | 415 }
  /** The client went away before it had sent everything: there is nobody to answer. */
  | { kind: 'aborted' }

/**
 * Reads a posted form, never more of it than the page takes, whatever Content-Length says (OWASP ASVS
 * 15.2.2). Refused with 415 unless it is of the page's media type and not encoded, 413 when too large, 408
 * when a small one does not come in time, 400 when its escapes are broken, it is not UTF-8, or it has no
 * boundary. The content of an upload is read by its action.
 */
export async function readForm(
  req: IncomingMessage,
  taken: BodyLimit = FORM,
  formMs = FORM_MS,
): Promise<FormBody> {
  const limit = limitOf(req.headers, taken)
  const { type, maxBytes } = limit
  if (!isOfType(req.headers, type)) return { kind: 'refused', status: 415 }
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) return { kind: 'refused', status: 413 }
  const isUpload = type === UPLOAD.type
  const whole = isUpload ? multipartOf(req.headers) : type
  if (whole === null) return { kind: 'refused', status: 400 }
  // A paired browser may be slow, as a venue's network is.
  const body = await readBytes(req, maxBytes, isUpload || limit === SYNC ? null : formMs)
  if (!Buffer.isBuffer(body)) return body
  if (type === FORM.type && !isWellFormed(body)) return { kind: 'refused', status: 400 }
  return { kind: 'form', bytes: body, type: whole }
}

/** The limit for a request's body: a plain form's, where the page takes a form as well. */
export function limitOf(headers: IncomingHttpHeaders, taken: BodyLimit): BodyLimit {
  return taken.orForm && isOfType(headers, FORM.type) ? FORM : taken
}

/** A boundary as browsers make it. On anything else `formData()` would throw as on a bug of ours. */
function multipartOf(headers: IncomingHttpHeaders): string | null {
  const [, boundary] = /;\s*boundary="?([\w'-]{1,70})"?\s*$/i.exec(headers['content-type'] ?? '') ?? []
  return boundary === undefined ? null : `${UPLOAD.type}; boundary=${boundary}`
}

function isOfType(headers: IncomingHttpHeaders, wanted: string): boolean {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  const encoding = headers['content-encoding'] ?? 'identity'
  return type.trim().toLowerCase() === wanted && encoding === 'identity'
}

type Unread = Exclude<FormBody, { kind: 'form' }>

/** @param timeoutMs null if only the connection's own time-outs apply */
function readBytes(
  req: IncomingMessage,
  maxBytes: number,
  timeoutMs: number | null,
): Promise<Buffer | Unread> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    const settle = (body: Buffer | Unread) => {
      clearTimeout(timer)
      req.off('data', onData).off('end', onEnd).off('close', onGone)
      resolve(body)
    }
    const refuse = (status: 408 | 413) => {
      // The rest is left unread, and drained when the answer is sent.
      req.pause()
      settle({ kind: 'refused', status })
    }
    const timer = timeoutMs === null ? undefined : setTimeout(refuse, timeoutMs, 408)
    const onData = (chunk: Buffer) => {
      length += chunk.length
      if (length > maxBytes) refuse(413)
      else chunks.push(chunk)
    }
    const onEnd = () => settle(Buffer.concat(chunks))
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

/** Node matches `Expect` in the same way, and then sends 100-continue by itself. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i

/** Whether `Expect` asks for anything but 100-continue, the only expectation (RFC 9110, section 10.1.1). */
export function isUnmet(expect: string | undefined): boolean {
  return expect !== undefined && !CONTINUE.test(expect)
}
