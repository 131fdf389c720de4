import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Services } from '../composition.ts'
import { isPairingOver } from '../domain/aparelho.ts'
import { routeOf } from '../route-table.ts'
import { addressOf } from './address.ts'
import type { Remix } from './remix.ts'
import type { Target } from './target.ts'

/** Whose request it is, as far as its limit goes: nobody is let in anywhere by it (decision 0021). */
export interface Sender {
  address: string
  /** What was verified of it, each with a bucket of its own; null for a stranger, who shares that of the address. */
  known: {
    /** What a guest may come by, and what only the team gives away: neither takes the other's room. */
    room: 'convidados' | 'equipe'
    id: string
  } | null
}

/**
 * Cookies and codes of the team that opened nothing, of one address in a minute: each is a read of storage. Above it
 * what this process has not verified before is a stranger's. Two hundred a second find one code of 37 bits within its 30
 * minutes once in 400,000 times.
 */
const WRONG_PER_MINUTE = 12_000

type Known = NonNullable<Sender['known']>

/**
 * Makes the act that finds out whose request it is: by the cookie of the team, which storage has to know; by a session
 * that holds or has registered, by the token of a credencial or a table in the address, for all of which a signature is
 * enough; or by a right code of the team. It never rejects.
 */
export function createSenderOf(
  { config }: Pick<Services, 'config'>,
  remix: Pick<Remix, 'hasSession' | 'hasEquipeCookie' | 'segredoIn' | 'convidadoIn' | 'invitedWith'>,
): (req: IncomingMessage, target: Target, services: Services) => Promise<Sender> {
  const { trustProxyHops, postsPerMinute } = config
  const isLimited = postsPerMinute > 0
  const wrong = new RateLimiterMemory({ points: WRONG_PER_MINUTE, duration: 60 })
  // As many as there were pairings. One that was revoked keeps no more than a bucket.
  const verified = new Map<string, string>()

  /** Asks storage what a secret opens, as long as the address has not brought too many that open nothing. */
  const lookUp = async (address: string, find: () => Promise<string | null>): Promise<string | null> => {
    if (((await wrong.get(address))?.consumedPoints ?? 0) >= WRONG_PER_MINUTE) return null
    // While storage does not answer everybody is a stranger: the page says the rest.
    const found = await find().catch(() => null)
    if (found === null) await wrong.penalty(address)
    return found
  }

  const ofEquipe = async (address: string, cookie: string, services: Services): Promise<Known | null> => {
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

  const ofSession = async (cookie: string, services: Services): Promise<Known | null> => {
    const convidado = remix.hasSession(cookie, services) ? await remix.convidadoIn(cookie, services) : null
    return convidado === null ? null : { room: 'convidados', id: `sessao ${convidado}` }
  }

  const ofAddress = async (
    address: string,
    { pathname, search }: Target,
    services: Services,
  ): Promise<Known | null> => {
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
 * Tells whether a request says of itself that it is a part of somebody else's page, an image for one: no page of ours
 * needs it, and a page opened by one guest of a hall would spend what all behind its address may ask.
 */
export function isForeignPart(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate'
}

/** Tells whether a request says of itself that nobody is to read its answer as a page. */
export function isNoNavigation(headers: IncomingHttpHeaders): boolean {
  const destination = headers['sec-fetch-dest']
  return destination !== undefined && destination !== 'document'
}
