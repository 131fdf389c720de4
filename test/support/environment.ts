import { createHash } from 'node:crypto'

/** The event of tests with a clock of their own: two weeks after NOW. */
export const EVENTO = 'test/support/evento.json'

/** The event of servers under the machine's clock: it is never over, and its day is also a Thursday. */
export const EVENTO_POR_VIR = 'test/support/evento-por-vir.json'

/** The fields of an event that ends this many milliseconds from now, by the machine's clock. */
export function endingIn(ms: number): { inicio: string; fim: string } {
  const fim = Date.now() + ms
  return { inicio: new Date(fim - 9_000_000).toISOString(), fim: new Date(fim).toISOString() }
}

/** A secret that looks random and is the same each time. */
export const aSecret = (of: string) => createHash('sha256').update(of).digest('base64')

export const SECRET = aSecret('session')
/** The settings of production on SQLite. */
export const production = {
  SESSION_SECRET: SECRET,
  CREDENCIAL_SECRET: aSecret('credencial'),
  PUBLIC_ORIGIN: 'https://convite.example.org',
  TRUST_PROXY_HOPS: '1',
  STORAGE: 'sqlite',
}
/** The settings of production on Firebase. */
export const firebase = {
  ...production,
  STORAGE: 'firebase',
  GCP_PROJECT_ID: 'convites',
  RTDB_URL: 'https://convites.firebaseio.com',
}

/** The environment of an app in memory, without a proxy, with one of the tests' events. */
export const PRODUCTION = {
  ...production,
  PUBLIC_ORIGIN: 'https://convite.test',
  TRUST_PROXY_HOPS: '0',
  EVENTO,
}
