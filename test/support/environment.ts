import { createHash } from 'node:crypto'

/** A secret that looks random, the same each time. */
export const aSecret = (of: string) => createHash('sha256').update(of).digest('base64')

export const SECRET = aSecret('session')
/** What production on SQLite sets. */
export const production = {
  SESSION_SECRET: SECRET,
  CREDENCIAL_SECRET: aSecret('credencial'),
  PUBLIC_ORIGIN: 'https://convite.example.org',
  TRUST_PROXY_HOPS: '1',
  STORAGE: 'sqlite',
}
/** What production on Firebase sets. */
export const firebase = {
  ...production,
  STORAGE: 'firebase',
  GCP_PROJECT_ID: 'convites',
  RTDB_URL: 'https://convites.firebaseio.com',
}
