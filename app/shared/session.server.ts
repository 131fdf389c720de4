import { randomFillSync } from 'node:crypto'
import type { Services } from '../../server/composition.ts'
import type { Perdida } from '../../server/domain/perguntas'
import type { RegistrationResult } from '../../server/use-cases/registration.ts'
import { onceFor } from '~/services.server'
import { createCookie, createCookieSessionStorage, type CookieOptions, type Session } from './remix.server.ts'

/** The name and options of all our cookies: under https only this very host can set them. */
export function cookieNamed(
  name: string,
  { config }: Pick<Services, 'config'>,
): { name: string; options: CookieOptions } {
  const isSecure = config.publicOrigin?.startsWith('https:') ?? false
  return {
    name: isSecure ? `__Host-${name}` : name,
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure },
  }
}

/** An unsigned cookie of ours: it proves only that this browser got it. @param maxAge in seconds */
export const unsignedCookie = (of: string, maxAge?: number) =>
  onceFor((services) => {
    const { name, options } = cookieNamed(of, services)
    return createCookie(name, { ...options, maxAge })
  })

/** Tells whether a `Cookie` header has one of our cookies, whatever its value. */
export function hasCookie(header: string, name: string, services: Pick<Services, 'config'>): boolean {
  const { name: full } = cookieNamed(name, services)
  return header.split(';').some((pair) => pair.split('=', 1)[0]?.trim() === full)
}

/** 128 bits. */
const BYTES = 16

const pool = Buffer.alloc(256 * BYTES)
let used = pool.length

/** Tells whether {@link randomValue} could have made it. */
export const isRandomValue = (value: string) => /^[\w-]{22}$/.test(value)

/**
 * 128 random bits, as 22 base64url characters. They come from the system 256 values at a time: requested
 * singly, they would take a tenth of the time of the form's page.
 */
export function randomValue(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  return pool.toString('base64url', used, (used += BYTES))
}

const NAME = 'convite'

/**
 * How many credentials a browser remembers having registered: a table holder registers a table, not a crowd.
 */
const CREDENCIAIS_MAX = 50
const THIRTY_DAYS_IN_SECONDS = 30 * 24 * 60 * 60

interface SessionData {
  /** Random. Storage finds the browser's holds by it. Renewed after every registration. */
  sid: string
  /** The company last claimed: `ativo` of the registration session (specification, section 4). */
  ativo: string
  /**
   * How many registrations this browser has made. Part of the name of the form's draft, so that the next form
   * starts blank.
   */
  registros: number
  /**
   * Tokens of the credentials this browser registered, oldest first. They are tokens, not ids, so that
   * someone who learns the session's secret cannot forge a session that shows a guest. Earlier releases
   * stored ids, which are not tokens and open nothing.
   */
  credenciais: string[]
  /**
   * Code of the personal invitation whose form this browser opened last: it has a limit of its own (decision
   * 0021).
   */
  convite: string
}

interface FlashData {
  /**
   * A registration to be confirmed once: its company, the token if this browser may see it, and how many came
   * along whom it may see: theirs are the tokens kept before it.
   */
  confirmado: { empresaid: string | null; token?: string | null; mais?: number; perdida?: Perdida | null }
}

export type ConviteSession = Session<SessionData, FlashData>

const storageOf = onceFor((services) => {
  const { name, options } = cookieNamed(NAME, services)
  return createCookieSessionStorage<SessionData, FlashData>({
    cookie: { name, ...options, maxAge: THIRTY_DAYS_IN_SECONDS, secrets: services.sessionSecrets },
  })
})

/** The browser's session; a new one when it has none or its signature is wrong. */
export function readSession(request: Request, services: Services): Promise<ConviteSession> {
  return storageOf(services).getSession(request.headers.get('Cookie'))
}

export function commitSession(session: ConviteSession, services: Services): Promise<string> {
  return storageOf(services).commitSession(session)
}

export function ensureSid(session: ConviteSession, services: Pick<Services, 'newId'>): string {
  const sid = session.get('sid') ?? services.newId()
  session.set('sid', sid)
  return sid
}

/**
 * The `Set-Cookie` that gives a browser its sid, from its `Cookie`; null when it has one. It is set before
 * the first tap, so that a second tap is known to come from the same browser.
 */
export async function sidCookie(cookie: string | null, services: Services): Promise<string | null> {
  const session = await storageOf(services).getSession(cookie)
  if (session.has('sid')) return null
  ensureSid(session, services)
  return commitSession(session, services)
}

/**
 * Tells from its `Cookie` whether a browser has a session, valid or not: pages are the same for all browsers
 * without one.
 */
export const hasSession = (cookie: string, services: Pick<Services, 'config'>) =>
  hasCookie(cookie, NAME, services)

/**
 * What identifies a browser's session: the guest it registered last, or else the sid that holds an
 * invitation, or a personal invitation's code. Null for a session that neither holds nor registered, because
 * a stranger gets one with every page. Only its signature is checked.
 */
export async function convidadoIn(cookie: string, services: Services): Promise<string | null> {
  const session = await storageOf(services).getSession(cookie)
  const isKnown = session.has('ativo') || session.has('registros')
  const sid = isKnown ? session.get('sid') : undefined
  return session.get('credenciais')?.at(-1) ?? sid ?? session.get('convite') ?? null
}

/**
 * Tells from its `Cookie` whether a browser has claimed an invitation and not registered since, because pages
 * show that.
 */
export const hasClaimed = async (cookie: string, services: Services) =>
  (await storageOf(services).getSession(cookie)).has('ativo')

/**
 * Remembers a registration, flashes its alert, and renews the sid, so that the next occupant starts afresh.
 */
export function rememberRegistration(
  session: ConviteSession,
  services: Services,
  { token, empresaid, acompanhantes, perdida }: Extract<RegistrationResult, { kind: 'registered' }>,
): void {
  const known = session.get('credenciais') ?? []
  const along = acompanhantes.flatMap((one) => one.token ?? [])
  // The guest's own comes last: it says whose browser it is.
  const tokens = token === null ? along : [...along, token]
  if (tokens.length > 0) {
    const others = known.filter((one) => !tokens.includes(one))
    session.set('credenciais', [...others, ...tokens].slice(-CREDENCIAIS_MAX))
  }
  session.set('registros', (session.get('registros') ?? 0) + 1)
  session.set('sid', services.newId())
  session.unset('ativo')
  session.flash('confirmado', { empresaid, token, mais: along.length, perdida })
}
