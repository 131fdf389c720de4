import type { IncomingMessage } from 'node:http'
import type { Services } from '../composition.ts'
import { addressOf } from './address.ts'
import type { Admission } from './admission.ts'
import type { Answer } from './answer.ts'
import { busyAnswer } from './busy.ts'
import { errorPage } from './error-page.ts'
import { isUnmet } from './expectation.ts'
import { readForm } from './form-body.ts'
import { isOwnPost } from './origin.ts'
import { createPostLimit } from './post-limit.ts'
import { createReadyPages } from './ready-pages.ts'
import { remixAnswer, remixRequest, type Remix } from './remix.ts'
import { loadStaticFiles } from './static-files.ts'
import { isDemonstrationHost, targetOf, type Target } from './target.ts'

const ALLOWED = ['GET', 'HEAD', 'POST']

/** Decides what a request is answered; null when the client is gone. Rejects when Remix does. */
export type Responder = (req: IncomingMessage) => Promise<Answer | null>

/**
 * The way of a request: its target, the method, a static file or a page kept ready, for a post its origin, the limit of
 * its address and its body, then admission and Remix. The first that can answer does.
 * @throws Error when `clientDirectory` cannot be read
 */
export function createResponder(
  services: Services,
  remix: Remix,
  { admit, isFull }: Admission,
  clientDirectory: string,
): Responder {
  const { isDemonstration, publicOrigin, trustProxyHops, postsPerMinute } = services.config
  const findFile = loadStaticFiles(clientDirectory)
  const secondsToWait = createPostLimit(postsPerMinute)
  const ready = createReadyPages(services, remix)

  const askRemix = async (req: IncomingMessage, target: Target, body: Buffer | null, as = services) => {
    const context = { services: as, address: addressOf(req, trustProxyHops) }
    return remixAnswer(await remix.handler(remixRequest(req, target, body), context), req)
  }

  const get = async (req: IncomingMessage, target: Target) =>
    findFile(target.pathname, req.headers) ??
    (await ready.fixed(req, target)) ??
    (await admit(target.pathname === '/saude' ? 'saude' : 'page', () =>
      ready.empresa(req, target, (as) => askRemix(req, target, null, as)),
    )) ??
    busyAnswer(req.headers)

  const post = async (req: IncomingMessage, target: Target) => {
    if (!isOwnPost(req.headers, target.origin)) return errorPage(403)
    const seconds = await secondsToWait(addressOf(req, trustProxyHops))
    if (seconds > 0) return errorPage(429, { 'retry-after': String(seconds) })
    const body = await readForm(req)
    switch (body.kind) {
      case 'form':
        return (await admit('form', () => askRemix(req, target, body.bytes))) ?? busyAnswer(req.headers)
      case 'refused':
        return errorPage(body.status)
      case 'aborted':
        return null
      default:
        return body satisfies never
    }
  }

  return async (req) => {
    // Before anything is read: the rush is made of these.
    if (req.method === 'POST' && isFull('form')) return busyAnswer(req.headers)
    const target = targetOf(req, publicOrigin)
    if (!target) return errorPage(400)
    if (isDemonstration && !isDemonstrationHost(target)) return errorPage(421)
    if (isUnmet(req.headers.expect)) return errorPage(417)
    if (!ALLOWED.includes(req.method ?? '')) return errorPage(405, { allow: ALLOWED.join(', ') })
    return req.method === 'POST' ? post(req, target) : get(req, target)
  }
}
