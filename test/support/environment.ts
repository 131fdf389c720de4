export const SECRET = 's'.repeat(32)
/** What production on SQLite sets. */
export const production = {
  SESSION_SECRET: SECRET,
  CREDENCIAL_SECRET: 'c'.repeat(32),
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
