import type { IncomingMessage } from 'node:http'
import type { Services } from '../composition.ts'
import type { Route } from '../route.ts'
import { routeOf } from '../route-table.ts'

/** The row of a logged address, trailing slash or not: its label is written, never the address, which may name a guest. */
function rowOf(url: string): Route {
  const [pathname = ''] = url.toLowerCase().split(/[?#]/)
  return routeOf(pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname)
}

const labelled = ({ label, path }: Route) => label ?? path

/** What the log says in place of an address. */
export const labelOf = (url: string): string => labelled(rowOf(url))

/**
 * Writes the line of a request: method, route, status, duration in milliseconds, and nothing else. Files found are
 * of interest to nobody in operation, so they go to debug.
 */
export function logRequest(log: Services['log'], req: IncomingMessage, status: number, ms: number): void {
  const row = rowOf(req.url ?? '')
  const line = { method: req.method, route: labelled(row), status, ms: Math.round(ms * 10) / 10 }
  const isFileFound = status < 400 && row.id === null
  if (isFileFound) log.debug(line, 'request')
  else log.info(line, 'request')
}

/**
 * Counts requests refused under load and writes how many there were, once a second: a line for each would cost as much
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
