import { aSecret } from './environment.ts'
import { EVENTO } from './eventos.ts'

/** The environment of the app in production, with an event of the tests. */
export const PRODUCTION = {
  SESSION_SECRET: aSecret('session of the tests'),
  CREDENCIAL_SECRET: aSecret('credencial of the tests'),
  PUBLIC_ORIGIN: 'https://convite.test',
  TRUST_PROXY_HOPS: '0',
  STORAGE: 'sqlite',
  EVENTO,
}
