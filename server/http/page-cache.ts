import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Services } from '../composition.ts'
import { isClosedAt } from '../domain/quando.ts'
import { routeOf } from '../route-table.ts'
import { answerOf, type Answer } from './answer.ts'
import {
  answerWith,
  bestEncoding,
  compress,
  digestOf,
  variantOf,
  type Encoding,
  type Variant,
} from './compression.ts'
import type { Remix, RemixContext } from './remix.ts'
import type { Target } from './target.ts'

/** A page may depend on the day, so it is rendered again after this many milliseconds. */
const FRESH_MS = 60_000
/** Far more than there are companies; in a demonstration each Host header has pages of its own. */
const PAGES_MAX = 512
/** An address that no page has. */
const NOWHERE = '/nada/aqui'
/** Brotli's quality for pages that last, and for those that change with every claim. */
const QUALITY = { page: 11, empresa: 4 }

/** A cached page: 304 to a client that has it, otherwise whole, in an encoding the client accepts. */
type CachedPage = (headers: IncomingHttpHeaders) => Promise<Answer>

/** The company's data already read, passed on under the name the loader knows it by. */
type Read = Pick<RemixContext, 'empresaConvites'>

/**
 * Caches complete pages, rendered without any client header, so that they show nothing of a guest (decision
 * 0009). Requests with a query are never answered from here; the route table says which page is of which
 * kind.
 * Gains: 70 times the requests a second for `/`, 16 times for a company's page. Without it Remix renders
 * every page.
 */
export function createPageCache(remix: Remix) {
  const cached = new Map<string, { state: string; until: number; page: Promise<CachedPage | null> }>()
  const cookies = { sid: remix.sidCookie, recibo: remix.formCookie }

  const find = (key: string, state: string, make: () => Promise<CachedPage | null>) => {
    const known = cached.get(key)
    if (known?.state === state && performance.now() < known.until) return known.page
    const page = make()
    cached.delete(key)
    cached.set(key, { state, until: performance.now() + FRESH_MS, page })
    for (const oldest of cached.keys()) if (cached.size > PAGES_MAX) cached.delete(oldest)
    // After a failure the next request renders it again.
    page.catch(() => cached.delete(key))
    return page
  }

  /** Renders a page as for a browser that already has the page's cookie. */
  const render = async (
    { origin, pathname }: Omit<Target, 'search'>,
    services: Services,
    quality: number,
    read: Read = {},
  ) => {
    const headers = new Headers({ host: new URL(origin).host })
    const cookie = await cookieFor(null, pathname, services)
    if (cookie !== null) headers.set('cookie', cookie.split(';', 1)[0] ?? '')
    const request = new Request(origin + pathname, { headers })
    const answer = await answerOf(await remix.handler(request, { services, address: 'unknown', ...read }))
    answer.headers['cache-control'] ??= 'private, no-cache'
    return cachedPage(answer, quality)
  }

  const cookieFor = async (header: string | null, pathname: string, services: Services) => {
    const { cookie } = routeOf(pathname)
    return cookie ? cookies[cookie](header, services) : null
  }
  /** Adds the page's cookie for a browser that does not have it yet. */
  const shown = async (
    page: CachedPage,
    { headers }: IncomingMessage,
    pathname: string,
    services: Services,
  ): Promise<Answer> => {
    const { status, headers: common, body } = await page(headers)
    const cookie = await cookieFor(headers.cookie ?? null, pathname, services)
    return { status, headers: common, body, ...(cookie !== null && { cookie }) }
  }

  /**
   * Part of the key, so that a page cached before registrations closed, before the event ended, or for
   * another version of it, is not shown afterwards.
   */
  const phase = (services: Services) => {
    const { gravado, now, config } = services
    const isOver = now() >= Date.parse(config.evento.fim)
    return JSON.stringify([gravado?.versao, isClosedAt(services, now()), isOver])
  }

  return {
    /**
     * A page that is the same for every browser without a session, and for the entrance also without the
     * team's cookie; null for none.
     */
    async page(req: IncomingMessage, { origin, pathname, search }: Target, services: Services) {
      const { cookie } = req.headers
      const { cache, isEntrance } = routeOf(pathname)
      if (search !== '' || cache !== 'page') return null
      if (cookie !== undefined && remix.hasSession(cookie, services)) return null
      if (cookie !== undefined && isEntrance && remix.hasEquipeCookie(cookie, services)) return null
      const page = await find(origin + pathname, phase(services), () =>
        render({ origin, pathname }, services, QUALITY.page),
      )
      return page && shown(page, req, pathname, services)
    },

    /**
     * A company's page, the same for every browser that sees the same n, which is read from storage each
     * time. Remix answers any other address.
     */
    async empresa(
      req: IncomingMessage,
      { origin, pathname, search }: Target,
      services: Services,
      askRemix: (read?: Read) => Promise<Answer>,
    ) {
      const isEmpresa = search === '' && routeOf(pathname).cache === 'empresa'
      const empresaid = isEmpresa ? services.parseEmpresaid(pathname.slice(1)) : null
      if (empresaid === null) return askRemix()
      const empresaConvites = services.empresas.find(empresaid, services.now())
      const found = await empresaConvites.catch(() => undefined)
      if (found === null) {
        const meant = await services.findEmpresaMeant(empresaid).catch(() => undefined)
        if (meant !== null) return askRemix({ empresaConvites })
        const nowhere = { origin, pathname: NOWHERE }
        const page = await find(origin + NOWHERE, phase(services), () =>
          render(nowhere, services, QUALITY.page),
        )
        return page ? page(req.headers) : askRemix({ empresaConvites })
      }
      // A browser that may hold an invitation sees another page.
      const { cookie } = req.headers
      const isOwn =
        cookie !== undefined &&
        (isClosedAt(services, services.now()) || (await remix.hasClaimed(cookie, services)))
      if (found === undefined || isOwn) return askRemix({ empresaConvites })
      const state = JSON.stringify([found.empresa, found.left, found.isFechada, phase(services)])
      const page = await find(origin + pathname, state, () =>
        render({ origin, pathname }, services, QUALITY.empresa, { empresaConvites }),
      )
      return page ? shown(page, req, pathname, services) : askRemix({ empresaConvites })
    },
  }
}

/**
 * The only rule for what may be cached: found or not found, no cookie, no Vary, `private, no-cache` (pages
 * that show anything of a person are `no-store`), and a policy that names hashes, because a nonce must not be
 * shown twice. Each encoding is made once, on first use.
 */
function cachedPage({ status, headers, body: html }: Answer, quality: number): CachedPage | null {
  const isForEveryone =
    (status === 200 || status === 404) &&
    headers['cache-control'] === 'private, no-cache' &&
    !('set-cookie' in headers || 'vary' in headers)
  const policy = headers['content-security-policy']
  if (!isForEveryone || typeof policy !== 'string' || policy.includes("'nonce-")) return null

  const page: Answer = { status, headers: { ...headers, vary: 'Accept-Encoding' }, body: html }
  const digest = status === 200 ? digestOf(Buffer.concat([Buffer.from(policy), html])) : ''
  const make = async (encoding: Encoding | null) =>
    variantOf(page, encoding, encoding ? await compress(html, encoding, quality) : html, digest)
  const variants = new Map<Encoding | null, Promise<Variant>>()

  return async (request) => {
    const encoding = bestEncoding(request['accept-encoding'])
    let variant = variants.get(encoding)
    if (!variant) variants.set(encoding, (variant = make(encoding)))
    return answerWith(await variant, request['if-none-match'])
  }
}

/**
 * Shares an act among its callers: one at a time, and its outcome, even a failure, for a while after it.
 * Gains: at most one health check a second writes to storage.
 * @param now milliseconds of any clock that never goes back
 */
export function share<Outcome>(
  act: () => Promise<Outcome>,
  ms: number,
  now: () => number = () => performance.now(),
): () => Promise<Outcome> {
  let shared: { outcome: Promise<Outcome>; until: number } | null = null
  return () => {
    if (shared && now() < shared.until) return shared.outcome
    const mine = { outcome: act(), until: Infinity }
    const settled = () => void (mine.until = now() + ms)
    mine.outcome.then(settled, settled)
    shared = mine
    return mine.outcome
  }
}
