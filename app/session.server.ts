import { createCookieSessionStorage, type Session, type SessionStorage } from '@remix-run/node'
import type { Services } from '../server/composition.ts'

/** How many credentials a browser remembers having registered: a table holder registers a table, not a crowd. */
const CREDENCIAIS_MAX = 50
const THIRTY_DAYS_IN_SECONDS = 30 * 24 * 60 * 60

/** A repeat from another browser this long after the registration is no lost answer any more. */
const LOST_ANSWER_MS = 15 * 60_000

interface SessionData {
  /** Random; storage knows the browser's holds by it. Renewed after every registration. */
  sid: string
  /** The company last claimed: the mark `ativo` of the registration session (specification, section 4). */
  ativo: string
  /** How many registrations this browser has made; names the draft of the form, so that the next one starts blank. */
  registros: number
  /** credencialids this browser registered, oldest first. */
  credenciais: string[]
}

interface FlashData {
  /**
   * A registration to be confirmed once: the company it came with, and the credencial if this browser remembers it.
   */
  confirmado: { empresaid: string | null; credencialid?: string | null }
}

export type ConviteSession = Session<SessionData, FlashData>

const storages = new WeakMap<Services, SessionStorage<SessionData, FlashData>>()

function storageOf(services: Services): SessionStorage<SessionData, FlashData> {
  let storage = storages.get(services)
  if (!storage) {
    const isSecure = services.config.publicOrigin?.startsWith('https:') ?? false
    storage = createCookieSessionStorage<SessionData, FlashData>({
      cookie: {
        name: isSecure ? '__Host-convite' : 'convite',
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: isSecure,
        maxAge: THIRTY_DAYS_IN_SECONDS,
        secrets: services.sessionSecrets,
      },
    })
    storages.set(services, storage)
  }
  return storage
}

/** The browser's session; a fresh one when it has none or its signature is wrong. */
export function readSession(request: Request, services: Services): Promise<ConviteSession> {
  return storageOf(services).getSession(request.headers.get('Cookie'))
}

/** The `Set-Cookie` header that keeps a session. */
export function commitSession(session: ConviteSession, services: Services): Promise<string> {
  return storageOf(services).commitSession(session)
}

/** The browser's sid, made when it has none yet. */
export function ensureSid(session: ConviteSession, services: Services): string {
  const sid = session.get('sid') ?? services.newId()
  session.set('sid', sid)
  return sid
}

/**
 * The `Set-Cookie` that gives a browser its sid, from its `Cookie`; null when it has one. Asked for before the first tap,
 * so that a second tap is known to be the same browser's.
 */
export async function sidCookie(cookie: string | null, services: Services): Promise<string | null> {
  const session = await storageOf(services).getSession(cookie)
  if (session.has('sid')) return null
  ensureSid(session, services)
  return commitSession(session, services)
}

/** Remembers a registration, flashes its alert, and renews the sid, so that the next occupant starts afresh. */
export function rememberRegistration(
  session: ConviteSession,
  services: Services,
  registration: { credencialid: string; isRepeat: boolean; empresaid: string | null },
): void {
  const { credencialid, isRepeat, empresaid } = registration
  const known = session.get('credenciais') ?? []
  const isKnown = known.includes(credencialid)
  const isLostAnswer = services.now() - Number(credencialid) < LOST_ANSWER_MS
  const isOurs = isKnown || !isRepeat || isLostAnswer
  if (isOurs && !isKnown) {
    session.set('credenciais', [...known, credencialid].slice(-CREDENCIAIS_MAX))
  }
  session.set('registros', (session.get('registros') ?? 0) + 1)
  session.set('sid', services.newId())
  session.unset('ativo')
  session.flash('confirmado', { empresaid, credencialid: isOurs ? credencialid : null })
}
