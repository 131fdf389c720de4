import type { IncomingMessage } from 'node:http'
import type { Services } from '../composition.ts'
import { isClosedAt } from '../domain/terms.ts'
import { answerOf, type Answer } from './answer.ts'
import { readyPage, type ReadyPage } from './ready-page.ts'
import type { Remix } from './remix.ts'
import type { Target } from './target.ts'

/** What a page says may depend on the day; so it is rendered again after so many milliseconds. */
const FRESH_MS = 60_000
/** Far more than there are companies; in demonstration each Host header makes pages of its own. */
const PAGES_MAX = 512
/** The page that comes with a cookie for each browser that has none. */
const FORM = '/cadastro'
/** Pages that show every browser without a session the same. */
const FIXED = new Set(['/', FORM, '/item', '/privacidade'])
/** An address that no page has. */
const NOWHERE = '/nada/aqui'
/** Brotli's quality for pages that stay, and for those that change with every claim. */
const QUALITY = { fixed: 11, empresa: 4 }

/** Asks Remix for what the client asked for, with these services. */
type AskRemix = (services: Services) => Promise<Answer>

/** The two kinds of pages that are kept. */
export interface ReadyPages {
  /** A page that is the same for every browser without a session; null when none is kept for the request. */
  fixed: (req: IncomingMessage, target: Target) => Promise<Answer | null>
  /**
   * A company's page as everyone sees it who sees the same n, which is read from storage each time. Anything else is
   * asked of Remix.
   */
  empresa: (req: IncomingMessage, target: Target, askRemix: AskRemix) => Promise<Answer>
}

/**
 * Keeps complete pages, rendered without any client header, so that they can be cached and show nothing of a guest
 * (decision 0009). Requests with a query are never answered from here.
 */
export function createReadyPages(
  services: Services,
  { handler, sidCookie, reciboCookie, hasSession }: Remix,
): ReadyPages {
  const kept = new Map<string, { state: string; until: number; page: Promise<ReadyPage | null> }>()

  const find = (key: string, state: string, make: () => Promise<ReadyPage | null>) => {
    const known = kept.get(key)
    if (known?.state === state && performance.now() < known.until) return known.page
    const page = make()
    kept.delete(key)
    kept.set(key, { state, until: performance.now() + FRESH_MS, page })
    for (const oldest of kept.keys()) if (kept.size > PAGES_MAX) kept.delete(oldest)
    // What failed is asked for again by the next.
    page.catch(() => kept.delete(key))
    return page
  }

  const ask = async (url: string, as: Services, quality: number, cookie: string | null = null) => {
    const headers = new Headers({ host: new URL(url).host })
    if (cookie !== null) headers.set('cookie', cookie.split(';', 1)[0] ?? '')
    const answer = await answerOf(
      await handler(new Request(url, { headers }), { services: as, address: 'unknown' }),
    )
    answer.headers['cache-control'] ??= 'private, no-cache'
    return readyPage(answer, quality)
  }

  /** A page kept before registrations closed is not shown after. */
  const phase = () => (isClosedAt(services, services.now()) ? 'closed' : 'open')

  const nowhere = (origin: string) =>
    find(origin + NOWHERE, '', () => ask(origin + NOWHERE, services, QUALITY.fixed))

  return {
    async fixed({ headers }, { origin, pathname, search }) {
      if (search !== '' || !FIXED.has(pathname)) return null
      if (headers.cookie !== undefined && hasSession(headers.cookie, services)) return null
      const url = origin + pathname
      const isForm = pathname === FORM
      const page = await find(url, phase(), async () =>
        ask(url, services, QUALITY.fixed, isForm ? await reciboCookie(null, services) : null),
      )
      if (!page) return null
      const cookie = isForm ? await reciboCookie(headers.cookie ?? null, services) : null
      return withCookie(await page(headers), cookie)
    },

    async empresa(req, { origin, pathname, search }, askRemix) {
      const empresaid = search === '' ? services.parseEmpresaid(pathname.slice(1)) : null
      if (empresaid === null) return askRemix(services)
      const reading = services.empresas.find(empresaid, services.now())
      // Remix is told what was read, failures included: read again, n might be another than the one a page is kept under.
      const told = { ...services, empresas: { ...services.empresas, find: () => reading } }
      const found = await reading.catch(() => undefined)
      if (found === undefined) return askRemix(told)
      if (found === null) return (await nowhere(origin))?.(req.headers) ?? askRemix(told)

      const url = origin + pathname
      // Once closed, the page of a browser that holds an invitation is another one.
      if (phase() === 'closed' && req.headers.cookie !== undefined) return askRemix(told)
      const page = await find(url, JSON.stringify([found.empresa, found.left, phase()]), async () =>
        ask(url, told, QUALITY.empresa, await sidCookie(null, services)),
      )
      if (!page) return askRemix(told)
      const answer = await page(req.headers)
      return withCookie(answer, await sidCookie(req.headers.cookie ?? null, services))
    },
  }
}

/** A page kept is the same for all; the cookie is one browser's own. */
function withCookie({ status, headers, body }: Answer, cookie: string | null): Answer {
  return cookie === null ? { status, headers, body } : { status, headers, body, cookie }
}
