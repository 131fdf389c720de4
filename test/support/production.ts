import { EVENTO } from './eventos.ts'

/** The environment of the app in production, with an event of the tests. */
export const PRODUCTION = {
  SESSION_SECRET: 'session-secret-of-the-tests-0123456789',
  CREDENCIAL_SECRET: 'credencial-secret-of-the-tests-0123456789',
  PUBLIC_ORIGIN: 'https://convite.test',
  TRUST_PROXY_HOPS: '0',
  STORAGE: 'sqlite',
  EVENTO,
}
