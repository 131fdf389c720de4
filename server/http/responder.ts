import type { IncomingMessage } from 'node:http'
import type { Services } from '../composition.ts'
import { addressOf } from './address.ts'
import type { Admission, Kind } from './admission.ts'
import type { Answer } from './answer.ts'
import { errorPage } from './error-page.ts'
import { isUnmet } from './expectation.ts'
import { readForm } from './form-body.ts'
import { isSaude, kindOf } from './kind.ts'
import { isOwnPost } from './origin.ts'
import { createRateLimit } from './rate-limit.ts'
import { busyAnswer, tooManyAnswer } from './ready-error.ts'
import { createReadyPages } from './ready-pages.ts'
import { remixAnswer, remixRequest, type Remix } from './remix.ts'
import type { RequestTurns } from './request-turns.ts'
import { share } from './share.ts'
import { loadStaticFiles } from './static-files.ts'
import { isDemonstrationHost, targetOf, type Target } from './target.ts'

const ALLOWED = ['GET', 'HEAD', 'POST']

/** From one address: six pages for each of 200 guests behind it. */
const GETS_PER_MINUTE = 1_200

/** How long the answer of `/saude` is shared, in milliseconds. */
const SAUDE_MS = 1_000

/** The order in which requests are begun. */
export interface Order {
  /** One for guests' own requests and one for everybody's: each turn of the event loop begins some of both. */
  turns: { guest: RequestTurns; page: RequestTurns }
  admission: Admission
}

/** Decides what a request is answered; null when the client is gone. Rejects when Remix does. */
export type Responder = (req: IncomingMessage) => Promise<Answer | null>

/**
 * The way of a request: its turn, its target and the method. For a page: a static file, a cached page or the health of
 * storage, then the count of admission and the limit of its address. For a post: its origin, that limit and its body.
 * Then admission and Remix. The first that can answer does; a post above the count of admission is refused before all.
 * @throws Error when `clientDirectory` cannot be read
 */
export function createResponder(
  services: Services,
  remix: Remix,
  { turns, admission: { admit, isFull } }: Order,
  clientDirectory: string,
): Responder {
  const { isDemonstration, publicOrigin, trustProxyHops, postsPerMinute } = services.config
  const findFile = loadStaticFiles(clientDirectory)
  const limits = {
    post: createRateLimit(postsPerMinute),
    get: createRateLimit(postsPerMinute === 0 ? 0 : GETS_PER_MINUTE),
  }
  const ready = createReadyPages(services, remix)

  const askRemix = async (req: IncomingMessage, target: Target, body: Buffer | null, as = services) => {
    const context = { services: as, address: addressOf(req, trustProxyHops) }
    return remixAnswer(
      await remix.handler(remixRequest(req, target, body), context),
      req.headers['accept-encoding'],
    )
  }
  const saude = share(async () => {
    const request = new Request(new URL('/saude', publicOrigin ?? 'http://localhost'))
    return remixAnswer(await remix.handler(request, { services, address: 'unknown' }), undefined)
  }, SAUDE_MS)

  const get = async (req: IncomingMessage, target: Target, kind: Kind) => {
    const known = findFile(target.pathname, req.headers) ?? (await ready.fixed(req, target))
    if (known) return known
    if (isSaude(target.pathname)) return saude()
    // Before it is counted: what is refused here never reaches storage.
    if (isFull(kind)) return busyAnswer(req)
    const seconds = await limits.get(addressOf(req, trustProxyHops))
    if (seconds > 0) return tooManyAnswer(req, seconds)
    const answer = await admit(kind, () =>
      ready.empresa(req, target, (as) => askRemix(req, target, null, as)),
    )
    return answer ?? busyAnswer(req)
  }

  const post = async (req: IncomingMessage, target: Target) => {
    if (!isOwnPost(req.headers, target.origin)) return errorPage(403)
    const seconds = await limits.post(addressOf(req, trustProxyHops))
    if (seconds > 0) return tooManyAnswer(req, seconds)
    const body = await readForm(req)
    switch (body.kind) {
      case 'form':
        return (await admit('form', () => askRemix(req, target, body.bytes))) ?? busyAnswer(req)
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
    const kind = kindOf(req, target, services, remix)
    await turns[kind === 'page' ? 'page' : 'guest'].take()
    // Before anything is read: the rush is made of these.
    if (kind === 'form' && isFull(kind)) return busyAnswer(req)
    if (!target) return errorPage(400)
    if (isDemonstration && !isDemonstrationHost(target)) return errorPage(421)
    if (isUnmet(req.headers.expect)) return errorPage(417)
    if (!ALLOWED.includes(req.method ?? '')) return errorPage(405, { allow: ALLOWED.join(', ') })
    return kind === 'form' ? post(req, target) : get(req, target, kind)
  }
}
