import type { IncomingMessage } from 'node:http'
import type { Services } from '../composition.ts'
import { CLOSED_POSTS_PER_MINUTE, type Phone } from '../domain/pareamento.ts'
import { isLoopback } from '../environment.ts'
import { FORM, IMAGENS, routeOf, SYNC } from '../route-table.ts'
import type { LoadShedding, Kind, EventLoopQueue } from './load-shedding.ts'
import type { Answer } from './answer.ts'
import { busyAnswer, errorPage, problem, tooManyAnswer } from './error-page.ts'
import { isUnmet, limitOf, readForm } from './form-body.ts'
import { createPageCache, share } from './page-cache.ts'
import { addressOf, createRateLimit, createSenderOf, isForeignPart, isNoNavigation } from './sender.ts'
import { remixAnswer, remixRequest, type Remix, type RemixContext } from './remix.ts'
import { createArteAnswers, loadStaticFiles } from './static-files.ts'
import { isHealthCheck, isOwnPost, isSaidOwn, targetOf, type Target } from './target.ts'

/** A file that cannot be drawn now: a 503 in plain text. A browser that opens it gets the error page. */
const isBusyFile = ({ status, headers }: Response) =>
  status === 503 && headers.get('content-type')?.startsWith('text/plain') === true

const ALLOWED = ['GET', 'HEAD', 'POST']

/** Six pages for each of 200 strangers behind one address; the same for each known browser behind it. */
const GETS_PER_MINUTE = 1_200

/** Forms with pictures that are read and answered at once: each is held in several copies of 30 MB. */
const IMAGENS_AT_ONCE = 2

/** How long the answer of the health check is shared, in milliseconds. */
const HEALTH_MS = 1_000

/**
 * Handles a request in this order. The target is read first, because it says which queue the request waits in
 * for its turn of the event loop. A post is then refused if too many wait; its target and method are checked
 * like a page's. A page: a file, a cached page or the health of storage; then load shedding and the sender's
 * limit. A post: its origin, the sender's limit and its body. Both then wait for their turn, where load
 * shedding may refuse once more, and go to Remix. The first step that can answer does.
 * @param queues the order in which requests are started: one for guests' own requests and one for everything
 * else, and each turn of the event loop starts some of both
 * @returns a function that answers a request: null when the client is gone; it rejects when Remix does
 */
export function createResponder(
  base: Services,
  remix: Remix,
  { convidado, page }: { convidado: EventLoopQueue; page: EventLoopQueue },
  { admit, isFull }: LoadShedding,
  { clientDirectory, formMs }: { clientDirectory: string; formMs: number | undefined },
): (req: IncomingMessage) => Promise<Answer | null> {
  const { isDemonstration, publicOrigin, trustProxyHops, postsPerMinute } = base.config
  const findFile = loadStaticFiles(clientDirectory)
  const findArte = createArteAnswers(base.arteFiles)
  const limits = {
    post: createRateLimit(postsPerMinute),
    get: createRateLimit(postsPerMinute === 0 ? 0 : GETS_PER_MINUTE),
    closed: createRateLimit(postsPerMinute === 0 ? 0 : CLOSED_POSTS_PER_MINUTE),
  }
  let imagens = 0
  const cache = createPageCache(remix)
  const senderOf = createSenderOf(base, remix)

  const askRemix = async (
    req: IncomingMessage,
    target: Target,
    services: Services,
    body: Parameters<typeof remixRequest>[2],
    read: Pick<RemixContext, 'empresaConvites'> = {},
  ) => {
    const isOwn = isSaidOwn(req.headers, target.origin)
    const context = { services, address: addressOf(req, trustProxyHops), isOwnPost: isOwn, ...read }
    const response = await remix.handler(remixRequest(req, target, body), context)
    if (isBusyFile(response) && req.headers.accept?.includes('text/html'))
      return errorPage(503, { 'retry-after': response.headers.get('retry-after') ?? '5' }, false)
    const { streams, opensAba } = routeOf(target.pathname)
    const answer = await remixAnswer(response, req.headers['accept-encoding'], streams)
    if (opensAba) answer.headers['cross-origin-opener-policy'] = 'unsafe-none'
    return answer
  }
  const checkHealth = share(async () => {
    const services = await base.latest()
    const request = new Request(new URL('/saude', publicOrigin ?? 'http://localhost'))
    return remixAnswer(await remix.handler(request, { services, address: 'unknown' }), undefined)
  }, HEALTH_MS)

  /**
   * The queue of a request. An address that looks like a credential's but opens none is a page like any
   * other: invented addresses do not hold up guests at the entrance. The same goes for a table's address that
   * opens none, a cookie that is no session's and, on pages of the team, one that is not the team's.
   */
  const kindOf = (
    { method, headers: { cookie } }: IncomingMessage,
    target: Target | null,
    services: Services,
  ): Kind => {
    const { queue, papeis, body } = target ? routeOf(target.pathname) : {}
    const isKnown = papeis ? remix.hasEquipeCookie : remix.hasSession
    if (method === 'POST')
      return body === SYNC && cookie !== undefined && isKnown(cookie, services) ? 'porta' : 'form'
    if (queue === 'convidado' && cookie !== undefined && isKnown(cookie, services)) return 'convidado'
    const token = target?.pathname.split('/')[2]
    if ((queue === 'credencial' || queue === 'certificado') && services.parseToken(token) !== null)
      return queue
    if (queue === 'mesa' && services.parseMesaToken(token) !== null) return 'convidado'
    return 'page'
  }

  /**
   * Whether a large body is read from this sender: on a table's pages with the table's token, elsewhere from
   * those who may see the page.
   */
  const isHeard = async (
    { headers: { cookie } }: IncomingMessage,
    { pathname }: Target,
    services: Services,
  ) => {
    const { queue, papeis = [] } = routeOf(pathname)
    return queue === 'mesa'
      ? services.parseMesaToken(pathname.split('/')[2]) !== null
      : remix.isOfEquipe(cookie ?? null, services, papeis)
  }

  /** An organiser sees at once what any process has stored. Storage is asked once the request is counted. */
  const toldOf = ({ headers: { cookie } }: IncomingMessage, { pathname }: Target, services: Services) => {
    const { papeis } = routeOf(pathname)
    const isOfOrganisers = papeis?.length === 1 && papeis[0] === 'organizacao'
    return isOfOrganisers && cookie !== undefined && remix.hasEquipeCookie(cookie, services)
      ? base.latest(0)
      : services
  }

  const get = async (req: IncomingMessage, target: Target, kind: Kind, services: Services) => {
    const { pathname } = target
    const file = findFile(pathname, req.headers) ?? findArte(pathname, req.headers)
    const known = file ?? (await cache.page(req, target, services))
    if (known) return known
    if (isHealthCheck(pathname)) return checkHealth()
    // Before it is counted: what is refused here never reaches storage.
    if (isFull(kind)) return busyAnswer(req)
    if (isForeignPart(req.headers)) return errorPage(403)
    const seconds = await limits.get(await senderOf(req, target, services))
    if (seconds > 0) return tooManyAnswer(req, seconds)
    const told = await toldOf(req, target, services)
    const ask = (read?: Pick<RemixContext, 'empresaConvites'>) => askRemix(req, target, told, null, read)
    return (await admit(kind, () => cache.empresa(req, target, services, ask))) ?? busyAnswer(req)
  }

  /**
   * A phone of the door is read once it is known to be one, and is never limited by the address it shares
   * with a whole venue. One whose pairing was closed is limited by itself, before it is read, so that it
   * takes nobody's place.
   */
  const sync = async (req: IncomingMessage, target: Target, kind: Kind, services: Services) => {
    if (!isSaidOwn(req.headers, target.origin)) return problem(403)
    const phone: Phone =
      kind === 'porta' ? await remix.phoneIn(req.headers.cookie ?? null, services) : { kind: 'stranger' }
    switch (phone.kind) {
      case 'paired':
        return read(req, target, kind, services, problem)
      case 'closed': {
        const seconds = await limits.closed({ address: phone.segredo, known: null })
        if (seconds > 0) return problem(429, { 'retry-after': String(seconds) })
        return read(req, target, kind, services, problem)
      }
      case 'stranger': {
        const seconds = await limits.post({ address: addressOf(req, trustProxyHops), known: null })
        return seconds > 0 ? tooManyAnswer(req, seconds) : problem(404)
      }
      default:
        return phone satisfies never
    }
  }

  /** Reads a post, waits for its turn and passes it to Remix. */
  const read = async (
    req: IncomingMessage,
    target: Target,
    kind: Kind,
    services: Services,
    refusal: (status: 400 | 408 | 413 | 415) => Answer,
  ) => {
    const body = await readForm(req, routeOf(target.pathname).body, formMs)
    switch (body.kind) {
      case 'form':
        return (await admit(kind, () => askRemix(req, target, services, body))) ?? busyAnswer(req)
      case 'refused':
        return refusal(body.status)
      case 'aborted':
        return null
      default:
        return body satisfies never
    }
  }

  const post = async (req: IncomingMessage, target: Target, services: Services) => {
    const { papeis, body: taken } = routeOf(target.pathname)
    const isOwn = papeis ? isSaidOwn : isOwnPost
    if (!isOwn(req.headers, target.origin)) return errorPage(403)
    const seconds = await limits.post(await senderOf(req, target, services))
    if (seconds > 0) return tooManyAnswer(req, seconds)
    // Before the body is read; the page checks the rest.
    const isLarge = taken !== undefined && taken.maxBytes > FORM.maxBytes
    if (isLarge && !(await isHeard(req, target, services))) return errorPage(404)
    const refusal = (status: 400 | 408 | 413 | 415) =>
      errorPage(status, status === 408 ? { connection: 'close' } : {})
    const go = async () => read(req, target, 'form', await toldOf(req, target, services), refusal)
    if (taken === undefined || limitOf(req.headers, taken) !== IMAGENS) return go()
    if (imagens >= IMAGENS_AT_ONCE) return busyAnswer(req)
    imagens++
    return go().finally(() => imagens--)
  }

  return async (req) => {
    const target = targetOf(req, publicOrigin)
    const services = await base.latest()
    const kind = kindOf(req, target, services)
    await (kind === 'page' ? page : convidado).take()
    // Before anything is read: under load most requests end here.
    if ((kind === 'form' || kind === 'porta') && isFull(kind)) return busyAnswer(req)
    if (!target) return errorPage(400)
    // Only this computer's own names are answered: a site could point its name at this address and read along
    // (DNS rebinding).
    if (isDemonstration && !isLoopback(new URL(target.origin).hostname)) return errorPage(421)
    if (isUnmet(req.headers.expect)) return errorPage(417)
    // Remix would answer with a loader's data alone; all our navigations load whole documents.
    if (target.search !== '' && new URLSearchParams(target.search).has('_data')) return errorPage(400)
    if (!ALLOWED.includes(req.method ?? '')) return errorPage(405, { allow: ALLOWED.join(', ') })
    // Before a code is looked up: an image in another site's page cannot try codes.
    if (routeOf(target.pathname).isEntrance && isNoNavigation(req.headers)) return errorPage(403)
    if (req.method !== 'POST') return get(req, target, kind, services)
    return routeOf(target.pathname).body === SYNC
      ? sync(req, target, kind, services)
      : post(req, target, services)
  }
}
