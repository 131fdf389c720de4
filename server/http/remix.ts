import type { IncomingMessage } from 'node:http'
import type { Services } from '../composition.ts'
import { answerOf, headerOf, type Answer } from './answer.ts'
import { compressed } from './compress.ts'
import { errorPage } from './error-page.ts'
import { FORM_TYPE } from './form-body.ts'
import type { Target } from './target.ts'

/** What loaders and actions get beside the request. */
export interface RemixContext {
  services: Services
  /** The client's address, as far as the proxies in front are trusted; IPv6 by its /64. */
  address: string
}

/** Remix's request handler. Rejects on bugs only. */
export type RemixHandler = (request: Request, context: RemixContext) => Promise<Response>

/** What the server in front needs of the app. */
export interface Remix {
  handler: RemixHandler
  /** The `Set-Cookie` that gives a browser its sid, from its `Cookie`; null when it has one. */
  sidCookie: (cookie: string | null, services: Services) => Promise<string | null>
  /** The `Set-Cookie` that comes with the form, from the browser's `Cookie`; null when it has one. */
  reciboCookie: (cookie: string | null, services: Services) => Promise<string | null>
  /** Tells from a browser's `Cookie` whether it has a session, which is what makes pages personal. */
  hasSession: (cookie: string, services: Services) => boolean
}

/**
 * Headers Remix does not get: its own check of the origin believes X-Forwarded-Host and answers an empty 500, and
 * ours has been made already. The others belong to the connection, or to a body that has been read.
 */
const KEPT_BACK =
  /^(origin|host|forwarded|x-forwarded-.*|connection|keep-alive|upgrade|transfer-encoding|content-(length|type)|expect|te|trailer|proxy-.*)$/

/**
 * The request as Remix gets it, a form always of the one type that is read. HEAD is asked as GET, so that both have the same headers; nobody's going away
 * aborts it, because a registration under way is finished.
 */
export function remixRequest(req: IncomingMessage, target: Target, body: Buffer | null): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined && !KEPT_BACK.test(name)) headers.set(name, value.toString())
  }
  headers.set('host', new URL(target.origin).host)
  const url = target.origin + target.pathname + target.search
  if (body === null) return new Request(url, { headers })
  // Parameters that readForm overlooks are a TypeError in `formData()`.
  headers.set('content-type', FORM_TYPE)
  return new Request(url, { method: 'POST', headers, body: new Uint8Array(body) })
}

/** Remix's answer, ready to be sent: with a rule for caches, and compressed where that pays. */
export async function remixAnswer(
  response: Response,
  acceptEncoding: IncomingMessage['headers']['accept-encoding'],
): Promise<Answer> {
  const answer = await answerOf(response)
  // Remix's last resort, when not even the error page could be made, is a line of English.
  const isBare = answer.status === 500 && /^(text\/plain|$)/.test(headerOf(answer, 'content-type'))
  if (isBare) return errorPage(500)
  answer.headers['cache-control'] ??= 'private, no-cache'
  return compressed(answer, acceptEncoding)
}
