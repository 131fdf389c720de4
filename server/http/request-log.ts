import type { IncomingMessage } from 'node:http'
import type { Services } from '../composition.ts'

/** Addresses that name nobody, which the log has as they are. */
export const FIXED = new Set([
  ...['/', '/item', '/cadastro', '/saude', '/privacidade', '/minhas', '/evento.ics'],
  ...['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png', '/robots.txt'],
])

/** The route of an address, for the log: never the address itself, which may name a company or open a credential. */
export function routeOf(url: string): string {
  const [pathname = ''] = url.toLowerCase().split(/[?#]/)
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  if (FIXED.has(path)) return path
  if (path.startsWith('/assets/')) return '/assets/*'
  if (/^\/c\/[^/]+$/.test(path)) return '/c/:token'
  if (/^\/c\/[^/]+\//.test(path)) return '/c/:token/*'
  return /^\/[^/]+$/.test(path) ? '/:empresaid' : 'other'
}

/**
 * Writes the line of a request: method, route, status, duration in milliseconds, and nothing else. Files found are
 * of interest to nobody in operation, so they go to debug.
 */
export function logRequest(log: Services['log'], req: IncomingMessage, status: number, ms: number): void {
  const route = routeOf(req.url ?? '')
  const line = { method: req.method, route, status, ms: Math.round(ms * 10) / 10 }
  const isFile = status < 400 && (route === '/assets/*' || /\.(ico|svg|png|txt)$/.test(route))
  if (isFile) log.debug(line, 'request')
  else log.info(line, 'request')
}

/**
 * Counts requests sent away in a rush and writes how many there were, once a second: a line for each would cost as much
 * as refusing it.
 */
export function createShedLog(log: Services['log']): () => void {
  let shed = 0
  const write = () => {
    log.warn({ shed }, 'too many requests')
    shed = 0
  }
  return () => {
    shed += 1
    if (shed === 1) setTimeout(write, 1_000).unref()
  }
}
