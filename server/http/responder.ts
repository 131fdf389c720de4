import type { IncomingMessage } from 'node:http'
import type { Services } from '../composition.ts'
import { addressOf } from './address.ts'
import type { Answer } from './answer.ts'
import { errorPage } from './error-page.ts'
import { readForm } from './form-body.ts'
import { isOwnPost } from './origin.ts'
import { createPostLimit } from './post-limit.ts'
import { remixAnswer, remixRequest, type RemixHandler } from './remix.ts'
import { loadStaticFiles } from './static-files.ts'
import { targetOf, type Target } from './target.ts'

const ALLOWED = ['GET', 'HEAD', 'POST']

/** Requests inside Remix at once, well above a crowd of 200; more are asked to come back in a moment. */
const IN_REMIX_MAX = 512
const RETRY_AFTER_SECONDS = '5'

/** Decides what a request is answered; null when the client is gone. Rejects when Remix does. */
export type Responder = (req: IncomingMessage) => Promise<Answer | null>

/**
 * The way of a request: its target, a static file, the method, for a post its origin, the limit of its address and
 * its body, then Remix. The first that refuses answers.
 * @throws Error when `clientDirectory` cannot be read
 */
export function createResponder(
  services: Services,
  handler: RemixHandler,
  clientDirectory: string,
): Responder {
  const { publicOrigin, trustProxyHops, postsPerMinute } = services.config
  const findFile = loadStaticFiles(clientDirectory)
  const secondsToWait = createPostLimit(postsPerMinute)
  let inRemix = 0

  const askRemix = async (req: IncomingMessage, target: Target, body: Buffer | null) => {
    if (inRemix >= IN_REMIX_MAX) return errorPage(503, { 'retry-after': RETRY_AFTER_SECONDS })
    inRemix += 1
    try {
      const context = { services, address: addressOf(req, trustProxyHops) }
      return await remixAnswer(await handler(remixRequest(req, target, body), context), req)
    } finally {
      inRemix -= 1
    }
  }

  const post = async (req: IncomingMessage, target: Target) => {
    if (!isOwnPost(req.headers, target.origin)) return errorPage(403)
    const seconds = await secondsToWait(addressOf(req, trustProxyHops))
    if (seconds > 0) return errorPage(429, { 'retry-after': String(seconds) })
    const body = await readForm(req)
    switch (body.kind) {
      case 'form':
        return askRemix(req, target, body.bytes)
      case 'refused':
        return errorPage(body.status)
      case 'aborted':
        return null
      default:
        return body satisfies never
    }
  }

  return async (req) => {
    const target = targetOf(req, publicOrigin)
    if (!target) return errorPage(400)
    if (!ALLOWED.includes(req.method ?? '')) return errorPage(405, { allow: ALLOWED.join(', ') })
    if (req.method === 'POST') return post(req, target)
    return findFile(target.pathname, req.headers) ?? askRemix(req, target, null)
  }
}
