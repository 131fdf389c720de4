import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Services } from '../composition.ts'
import { isPairingOver } from '../domain/aparelho.ts'
import { routeOf } from '../route-table.ts'
import type { Remix } from './remix.ts'
import type { Target } from './target.ts'

/** Who sent a request, as far as its limit goes: it gives access to nothing (decision 0021). */
export interface Sender {
  address: string
  /** The verified identity, with a bucket of its own; null for a stranger, who shares the address's. */
  known: Identity | null
}

interface Identity {
  /** Identities a guest can get, and those only the team gives: neither kind takes the other's room. */
  room: 'convidados' | 'equipe'
  id: string
}

/**
 * Team cookies and codes that opened nothing, per address and minute: each costs a read of storage. Above it
 * anything this process has not verified before counts as a stranger's. Two hundred a second find one code of
 * 37 bits within its 30 minutes once in 400,000 times.
 */
const WRONG_PER_MINUTE = 12_000

/**
 * Makes the function that finds out who sent a request: by the team's cookie, which storage has to know; by a
 * session that holds or has registered, or by the token of a credencial or a table in the address, for all of
 * which a signature is enough; or by a valid team code. It never rejects.
 */
export function createSenderOf(
  { config }: Pick<Services, 'config'>,
  remix: Pick<Remix, 'hasSession' | 'hasEquipeCookie' | 'segredoIn' | 'convidadoIn' | 'invitedWith'>,
): (req: IncomingMessage, target: Target, services: Services) => Promise<Sender> {
  const { trustProxyHops, postsPerMinute } = config
  const isLimited = postsPerMinute > 0
  const wrong = new RateLimiterMemory({ points: WRONG_PER_MINUTE, duration: 60 })
  // As many as there were pairings. A revoked one keeps its bucket and nothing else.
  const verified = new Map<string, string>()

  /** Asks storage what a secret opens, unless the address has brought too many that open nothing. */
  const lookUp = async (address: string, find: () => Promise<string | null>): Promise<string | null> => {
    if (((await wrong.get(address))?.consumedPoints ?? 0) >= WRONG_PER_MINUTE) return null
    // While storage does not answer everyone is a stranger: the page deals with the rest.
    const found = await find().catch(() => null)
    if (found === null) await wrong.penalty(address)
    return found
  }

  const ofEquipe = async (address: string, cookie: string, services: Services): Promise<Identity | null> => {
    if (!remix.hasEquipeCookie(cookie, services)) return null
    const segredo = await remix.segredoIn(cookie, services)
    if (segredo === null) return null
    const find = async () => {
      const aparelho = await services.equipe.findBySegredo(segredo)
      return aparelho && !isPairingOver(aparelho, services) ? aparelho.aparelhoid : null
    }
    const found = await lookUp(address, find)
    if (found !== null) verified.set(segredo, found)
    const id = found ?? verified.get(segredo)
    return id === undefined ? null : { room: 'equipe', id: `equipe ${id}` }
  }

  const ofSession = async (cookie: string, services: Services): Promise<Identity | null> => {
    const convidado = remix.hasSession(cookie, services) ? await remix.convidadoIn(cookie, services) : null
    return convidado === null ? null : { room: 'convidados', id: `sessao ${convidado}` }
  }

  const ofAddress = async (
    address: string,
    { pathname, search }: Target,
    services: Services,
  ): Promise<Identity | null> => {
    const { queue, isEntrance } = routeOf(pathname)
    const [, , segment] = pathname.split('/')
    const isCredencial = queue === 'credencial' || queue === 'certificado'
    const passe = isCredencial ? services.parseToken(segment) : null
    if (passe) return { room: 'convidados', id: `credencial ${passe.versao} ${passe.credencialid}` }
    const mesa = queue === 'mesa' ? services.parseMesaToken(segment) : null
    if (mesa) return { room: 'convidados', id: `mesa ${mesa.versao} ${mesa.empresaid}` }
    if (!isEntrance) return null
    const inSearch = new URLSearchParams(search).get('codigo') ?? ''
    const typed = segment === undefined ? inSearch : decodeURIComponent(segment)
    if (services.parseCode(typed) === null) return null
    const id = await lookUp(address, () => remix.invitedWith(typed, services))
    return id === null ? null : { room: 'equipe', id: `codigo ${id}` }
  }

  return async (req, target, services) => {
    const address = addressOf(req, trustProxyHops)
    const { cookie } = req.headers
    if (!isLimited) return { address, known: null }
    const byCookie =
      cookie === undefined
        ? null
        : ((await ofEquipe(address, cookie, services)) ?? (await ofSession(cookie, services)))
    return { address, known: byCookie ?? (await ofAddress(address, target, services)) }
  }
}

/**
 * Whether a request declares itself part of another site's page, an image for one: no page of ours needs
 * that, and one guest who opens such a page would use up the limit of everyone behind the venue's address.
 */
export function isForeignPart(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate'
}

/** Whether a request declares that its answer is not opened as a page. */
export function isNoNavigation(headers: IncomingHttpHeaders): boolean {
  const destination = headers['sec-fetch-dest']
  return destination !== undefined && destination !== 'document'
}

/**
 * The client's address, as far as the proxies in front are trusted. With `hops` of them it is the `hops`-th
 * entry of X-Forwarded-For from the right, which the outermost trusted proxy wrote; a client can make up
 * anything left of it. With 0 hops the header is never read. A header with fewer entries did not come through
 * all proxies. Then, and for an entry that is no address, it is the socket's address, which nobody can
 * choose.
 * @returns an IPv4 address, or the /56 of an IPv6 address as `2001:db8:0:100::/56`; `unknown` once the client
 * is gone
 */
export function addressOf(req: IncomingMessage, hops: number): string {
  const socket = group(req.socket.remoteAddress ?? '') ?? 'unknown'
  if (hops === 0) return socket
  const forwarded = req.headers['x-forwarded-for'] ?? ''
  const entries = (Array.isArray(forwarded) ? forwarded.join() : forwarded).split(',')
  return group(withoutPort(entries.at(-hops) ?? '')) ?? socket
}

/** A home line chooses from a whole /56 and a phone from a /64, so each counts as one (decision 0021). */
function group(raw: string): string | null {
  const address = raw.split('%')[0] ?? ''
  if (isIP(address) === 4) return address
  if (isIP(address) !== 6) return null
  const groups = expand(address)
  const isMapped = groups.slice(0, 5).every((part) => part === 0) && groups[5] === 0xffff
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((part) => [part >> 8, part & 255])
      .join('.')
  const [first = 0, second = 0, third = 0, fourth = 0] = groups
  const prefix = [first, second, third, fourth & 0xff00].map((part) => part.toString(16))
  return `${prefix.join(':')}::/56`
}

function expand(address: string): number[] {
  // The URL parser writes an embedded IPv4 address in hexadecimal.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = canonical.split('::').map((half) => (half === '' ? [] : half.split(':')))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail].map((part) => parseInt(part, 16))
}

function withoutPort(entry: string): string {
  const text = entry.trim()
  return /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
}

/** How many full buckets all known senders behind one address have together, guests and the team each. */
const FULL_BUCKETS = 10

/**
 * Limits requests per minute: the strangers of an address share one bucket, and each known sender has one of
 * its own (decision 0021). A request refused by its own bucket takes nothing from the shared one. Each
 * process counts for itself; the limits per address and company are the domain's.
 * @param perMinute 0 lets every request pass
 * @returns a function that counts a request: 0 when it may pass, else the whole seconds to wait, 1–60
 */
export function createRateLimit(perMinute: number): (sender: Sender) => Promise<number> {
  if (perMinute === 0) return async () => 0
  const own = new RateLimiterMemory({ points: perMinute, duration: 60 })
  const together = new RateLimiterMemory({ points: FULL_BUCKETS * perMinute, duration: 60 })
  return async ({ address, known }) => {
    if (!known) return secondsAfter(own, address)
    const seconds = await secondsAfter(own, `${address} ${known.id}`)
    return seconds > 0 ? seconds : secondsAfter(together, `${address} ${known.room}`)
  }
}

async function secondsAfter(limiter: RateLimiterMemory, key: string): Promise<number> {
  try {
    await limiter.consume(key)
    return 0
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    throw refusal
  }
}
