import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { aSecret, firebase, production, SECRET } from '../support/environment.ts'
import { upTo } from '../support/property.ts'

const NO_ORIGIN = 'PUBLIC_ORIGIN must be an origin without a path, as https://convite.example.org'
const SHORT = 'SESSION_SECRET must have 32 characters or more: openssl rand -base64 33'
const GUESSED = 'SESSION_SECRET can be guessed, for it is words or repeats itself: openssl rand -base64 33'
const RUN_TOGETHER = [
  'O CAVALO COME CAPIM NA FAZENDA SANTA',
  'fazendasantaclaradosprodutoresrurais',
  'FAZENDASANTACLARADOSPRODUTORESRURAIS',
  'Fazendasãojoãodosprodutoresderações',
]
test.each([
  [
    'demonstration reachable from outside',
    { HOST: '0.0.0.0' },
    'HOST=0.0.0.0 is refused in demonstration: set SESSION_SECRET',
  ],
  ['a HOST that is a name', { HOST: 'example.org' }, 'HOST must be an IP address'],
  ['a PORT that is no number', { PORT: 'http' }, 'PORT must be a whole number from 0 to 65535'],
  ['a PORT too high', { PORT: '65536' }, 'PORT must be a whole number from 0 to 65535'],
  ['a PORT in hexadecimal', { PORT: '0x50' }, 'PORT must be a whole number from 0 to 65535'],
  ['too many proxies', { TRUST_PROXY_HOPS: '11' }, 'TRUST_PROXY_HOPS must be a whole number from 0 to 10'],
  [
    'a negative limit',
    { POSTS_PER_MINUTE: '-1' },
    'POSTS_PER_MINUTE must be a whole number from 0 to 1000000',
  ],
  ['a hold of no time', { RESERVA_MINUTES: '0' }, 'RESERVA_MINUTES must be above zero'],
  [
    'a hold that is no number',
    { RESERVA_MINUTES: 'meia hora' },
    'RESERVA_MINUTES must be a number of minutes',
  ],
  ['a hold of more than a day', { RESERVA_MINUTES: '1441' }, 'RESERVA_MINUTES'],
  ['copies at no distance', { BACKUP_EVERY: '0' }, 'BACKUP_EVERY must be above zero'],
  ['copies every now and then', { BACKUP_EVERY: 'sempre' }, 'BACKUP_EVERY must be a number of minutes'],
  ['copies once a month', { BACKUP_EVERY: '43200' }, 'BACKUP_EVERY must be 10080 at most, a week'],
  ['no copy kept', { BACKUP_KEEP: '0' }, 'BACKUP_KEEP must be a whole number from 1 to 1000'],
  ['a storage nobody knows', { STORAGE: 'postgres' }, 'STORAGE set it to sqlite or firebase'],
  ['a log level nobody knows', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  ['an origin with a path', { PUBLIC_ORIGIN: 'https://convite.example.org/evento' }, NO_ORIGIN],
  [
    'an origin in demonstration',
    { PUBLIC_ORIGIN: 'https://convite.example.org' },
    'PUBLIC_ORIGIN is refused in demonstration: set SESSION_SECRET for production',
  ],
  ['an origin without a scheme', { PUBLIC_ORIGIN: 'convite.example.org' }, NO_ORIGIN],
  ['an origin of no web', { PUBLIC_ORIGIN: 'ftp://convite.example.org' }, NO_ORIGIN],
  ['a short session secret', { ...production, SESSION_SECRET: SECRET.slice(0, 31) }, SHORT],
  ['a short old session secret', { ...production, SESSION_SECRET: `${SECRET},old` }, SHORT],
  ['session secrets that are only commas', { ...production, SESSION_SECRET: ' , ' }, SHORT],
  [
    'production without CREDENCIAL_SECRET',
    { ...production, CREDENCIAL_SECRET: undefined },
    'CREDENCIAL_SECRET must have 32 characters or more: openssl rand -base64 33',
  ],
  [
    'one secret for two ends',
    { ...production, SESSION_SECRET: `${aSecret('new')},${production.CREDENCIAL_SECRET}` },
    'CREDENCIAL_SECRET must differ from SESSION_SECRET',
  ],
  ...[
    's'.repeat(32),
    'abc12345'.repeat(5),
    'o cavalo come capim na fazenda santa',
    'abcdefghijklmnopqrst'.repeat(2),
  ].flatMap((secret) => [
    [
      'a session secret that can be guessed',
      { ...production, SESSION_SECRET: `${SECRET},${secret}` },
      GUESSED,
    ] as const,
    [
      'a credencial secret that can be guessed',
      { ...production, CREDENCIAL_SECRET: secret },
      GUESSED.replace('SESSION', 'CREDENCIAL'),
    ] as const,
  ]),
  ...RUN_TOGETHER.map(
    (secret) =>
      [
        'a session secret of words run together',
        { ...production, SESSION_SECRET: `${SECRET},${secret}` },
        GUESSED,
      ] as const,
  ),
  [
    'a placeholder that was left as a secret',
    { ...production, SESSION_SECRET: 'Changeme-0123456789-ABCDEFGHIJKLMNOP' },
    GUESSED,
  ],
  [
    'production that guests reach in the clear',
    { ...production, PUBLIC_ORIGIN: 'http://convite.example.org' },
    'PUBLIC_ORIGIN=http://convite.example.org would send what guests type in the clear: set https://',
  ],
  [
    'production behind https that does not say how many proxies there are',
    { ...production, TRUST_PROXY_HOPS: undefined },
    'TRUST_PROXY_HOPS must be set to the number of proxies in front, usually 1',
  ],
  [
    'production without PUBLIC_ORIGIN',
    { ...production, PUBLIC_ORIGIN: undefined },
    'PUBLIC_ORIGIN must be set to the address guests see',
  ],
  [
    'production without STORAGE',
    { ...production, STORAGE: undefined },
    'STORAGE must be set: sqlite or firebase',
  ],
  [
    'production in memory',
    { ...production, STORAGE: 'memory' },
    'STORAGE=memory loses every guest at the next start: set sqlite or firebase',
  ],
  [
    'production on an emulator',
    { ...firebase, FIRESTORE_EMULATOR_HOST: 'localhost:8080' },
    'FIRESTORE_EMULATOR_HOST points at an emulator: unset it in production',
  ],
  [
    'production on any emulator',
    { ...production, FIREBASE_AUTH_EMULATOR_HOST: 'x' },
    'FIREBASE_AUTH_EMULATOR_HOST points at an emulator',
  ],
  [
    'firebase without a project',
    { ...firebase, GCP_PROJECT_ID: undefined },
    'GCP_PROJECT_ID must name the Firebase project',
  ],
  [
    'firebase without a realtime database',
    { ...firebase, RTDB_URL: undefined },
    'RTDB_URL must be the address of the realtime database',
  ],
  [
    'a realtime database spoken to in the clear',
    { ...firebase, RTDB_URL: 'http://convites.firebaseio.com' },
    'RTDB_URL must be https',
  ],
  [
    'a realtime database of an emulator in production',
    { ...firebase, RTDB_URL: 'http://127.0.0.1:9000' },
    'RTDB_URL points at an emulator on this machine',
  ],
  [
    'a real realtime database in demonstration',
    {
      STORAGE: 'firebase',
      GCP_PROJECT_ID: 'x',
      RTDB_URL: 'https://x.firebaseio.com',
      FIRESTORE_EMULATOR_HOST: '127.0.0.1:1',
    },
    'demonstration never writes to a real database',
  ],
  ['a realtime database that is no address', { ...firebase, RTDB_URL: 'convites' }, 'RTDB_URL must be https'],
  [
    'demonstration on a real Firebase project',
    { STORAGE: 'firebase', GCP_PROJECT_ID: 'x', RTDB_URL: 'http://127.0.0.1:9000' },
    'FIRESTORE_EMULATOR_HOST must be set',
  ],
  [
    'no description of the event',
    { EVENTO: 'nowhere.json' },
    'EVENTO=nowhere.json cannot be read: set it to the file that describes the event',
  ],
] as const)('%s is refused with a sentence that says what to set', (_, variables, sentence) => {
  expect(() => readConfig(variables)).toThrow(sentence)
})

test('random secrets of every usual making are taken, and http to this computer', () => {
  for (let n = 0; n < upTo(2_000); n++) {
    const bytes = createHash('sha512').update(String(n)).digest()
    for (const secret of [
      bytes.subarray(0, 33).toString('base64'),
      bytes.subarray(0, 24).toString('base64url'),
      bytes.subarray(0, 32).toString('hex'),
    ]) {
      expect(readConfig({ ...production, CREDENCIAL_SECRET: secret }).credencialSecret).toBe(secret)
    }
  }
  for (const PUBLIC_ORIGIN of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:8080'])
    expect(readConfig({ ...production, PUBLIC_ORIGIN }).publicOrigin).toBe(PUBLIC_ORIGIN)
})

test('everything that is missing is told at once, a line each', () => {
  const read = () => readConfig({ SESSION_SECRET: 'short' })
  expect(read).toThrow(/^The configuration is not complete:\n( {2}- .+(\n|$)){4}$/)
  for (const name of ['SESSION_SECRET', 'CREDENCIAL_SECRET', 'PUBLIC_ORIGIN', 'STORAGE'])
    expect(read).toThrow(name)
})

test('no refusal repeats a secret', () => {
  const secret = 'a-secret-too-short'
  try {
    readConfig({ SESSION_SECRET: secret, CREDENCIAL_SECRET: secret })
    expect.unreachable()
  } catch (err) {
    expect(String(err)).toContain('SESSION_SECRET')
    expect(String(err)).not.toContain(secret)
  }
})

function anEventoFile(text: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'convites-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const path = join(directory, 'evento.json')
  writeFileSync(path, text)
  return path
}

test('a description of the event that is no JSON or misses a field is refused, saying where', () => {
  const broken = anEventoFile('{ "titulo": ')
  expect(() => readConfig({ EVENTO: broken })).toThrow(`${broken} is not valid JSON`)
  expect(() => readConfig({ EVENTO: anEventoFile('{}') })).toThrow('titulo: ')
})

test('a credencial secret of words run together may have been set before such were refused, and is never changed', () => {
  for (const secret of RUN_TOGETHER)
    expect(readConfig({ ...production, CREDENCIAL_SECRET: secret }).credencialSecret).toBe(secret)
})
