import type { IncomingMessage } from 'node:http'
import type { Services } from '../composition.ts'
import type { Kind } from './admission.ts'
import type { Remix } from './remix.ts'
import type { Target } from './target.ts'

const OF_A_GUEST = new Set(['/', '/cadastro', '/minhas'])
const CREDENCIAL = /^\/c\/([^/]+)(?:\/|$)/

/**
 * The kind of a request. What looks like a credential's address and opens none is a page like any other: a stranger's
 * inventions do not stand in the way of guests at the entrance. Neither does a cookie that is no session's.
 */
export function kindOf(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  target: Target | null,
  services: Services,
  { hasSession }: Pick<Remix, 'hasSession'>,
): Kind {
  if (method === 'POST') return 'form'
  if (!target) return 'page'
  const { cookie } = headers
  if (cookie !== undefined && OF_A_GUEST.has(target.pathname) && hasSession(cookie, services)) return 'guest'
  const [, token] = CREDENCIAL.exec(target.pathname) ?? []
  return token !== undefined && services.parseToken(token) !== null ? 'credencial' : 'page'
}

/** Tells whether a path is `/saude`, in any spelling Remix takes for it: each would be a check of storage. */
export function isSaude(pathname: string): boolean {
  return pathname === '/saude' || /^\/saude\/*$/i.test(decodeURIComponent(pathname))
}
