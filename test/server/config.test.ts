import { expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { daysKept } from '../../server/domain/backups.ts'
import { aSecret, firebase, production, SECRET } from '../support/environment.ts'

test('with nothing set it is demonstration, with the defaults written down', () => {
  expect(readConfig({}, 0)).toEqual({
    isDemonstration: true,
    isDescribed: true,
    storage: { kind: 'sqlite', path: 'data/convites.db' },
    backups: null,
    host: '127.0.0.1',
    port: 3000,
    sessionSecrets: [],
    credencialSecret: null,
    publicOrigin: null,
    trustProxyHops: 0,
    holdMs: 30 * 60_000,
    postsPerMinute: 600,
    logLevel: 'info',
    yearsLater: 0,
    evento: expect.objectContaining({ titulo: expect.any(String) as string }) as object,
  })
})

test('with SESSION_SECRET it is production, listening everywhere', () => {
  expect(readConfig(production)).toMatchObject({
    isDemonstration: false,
    storage: { kind: 'sqlite', path: 'data/convites.db' },
    host: '0.0.0.0',
    port: 3000,
    sessionSecrets: [SECRET],
    credencialSecret: aSecret('credencial'),
    publicOrigin: 'https://convite.example.org',
  })
})

test('every variable is read', () => {
  expect(
    readConfig({
      ...production,
      SQLITE_PATH: '/var/lib/convites/x.db',
      HOST: '::1',
      PORT: '8080',
      SESSION_SECRET: ` ${aSecret('new')}, ${SECRET} ,`,
      PUBLIC_ORIGIN: 'https://convite.example.org/',
      TRUST_PROXY_HOPS: '2',
      RESERVA_MINUTES: '0.5',
      POSTS_PER_MINUTE: '0',
      LOG_LEVEL: 'warn',
      BACKUP_DIR: '/var/backups/convites',
      BACKUP_EVERY: '0.5',
      BACKUP_KEEP: '7',
    }),
  ).toMatchObject({
    backups: { directory: '/var/backups/convites', everyMs: 30_000, keep: 7 },
    storage: { kind: 'sqlite', path: '/var/lib/convites/x.db' },
    host: '::1',
    port: 8080,
    sessionSecrets: [aSecret('new'), SECRET],
    publicOrigin: 'https://convite.example.org',
    trustProxyHops: 2,
    holdMs: 30_000,
    postsPerMinute: 0,
    logLevel: 'warn',
  })
})

test('with BACKUP_DIR alone a copy is made every hour, and those of two days are kept', () => {
  const hourly = { directory: 'copias', everyMs: 3_600_000, keep: 48 }
  expect(readConfig({ BACKUP_DIR: 'copias' }).backups).toEqual(hourly)
  expect(daysKept(hourly)).toBe(2)
  expect(readConfig({ BACKUP_EVERY: '5', BACKUP_KEEP: '5' }).backups).toBeNull()
})

test('a variable set to nothing is not set', () => {
  expect(readConfig({ SESSION_SECRET: '', PORT: '', STORAGE: '', HOST: '', SQLITE_PATH: '' })).toEqual(
    readConfig({}),
  )
})

test('firebase has its project, its realtime database and no service account on Google Cloud', () => {
  expect(readConfig(firebase).storage).toEqual({
    kind: 'firebase',
    projectId: 'convites',
    rtdbUrl: 'https://convites.firebaseio.com',
    serviceAccount: null,
  })
  expect(readConfig({ ...firebase, GCP_SERVICE_ACCOUNT_JSON: '{"a":1}' }).storage).toMatchObject({
    serviceAccount: '{"a":1}',
  })
})

test('demonstration may use memory, any loopback address and secrets that are given', () => {
  expect(readConfig({ STORAGE: 'memory' }).storage).toEqual({ kind: 'memory' })
  for (const HOST of ['127.0.0.1', '::1', 'localhost']) expect(readConfig({ HOST }).host).toBe(HOST)
  expect(readConfig({ CREDENCIAL_SECRET: 'short' }).credencialSecret).toBe('short')
})

test('demonstration on the Firebase emulators is accepted', () => {
  const emulators = { FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080', RTDB_URL: 'http://127.0.0.1:9000' }
  const { isDemonstration, storage } = readConfig({
    STORAGE: 'firebase',
    GCP_PROJECT_ID: 'demo',
    ...emulators,
  })
  expect([isDemonstration, storage.kind]).toEqual([true, 'firebase'])
})
