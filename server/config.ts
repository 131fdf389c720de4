import { isIP } from 'node:net'
import { z } from 'zod'
import type { Evento } from './domain/evento.ts'
import { readEvento } from './domain/read-evento.ts'

/** The product's settings, each parsed once. */
export interface Config {
  isDemonstration: boolean
  storage: StorageConfig
  host: string
  port: number
  /** Newest first; signs the cookie. Empty in demonstration, where `demonstration.ts` makes one. */
  sessionSecrets: string[]
  credencialSecret: string | null
  /** `https://…` without a path; null in demonstration, where the Host header tells. */
  publicOrigin: string | null
  trustProxyHops: number
  holdMs: number
  /** Posts accepted from one address in a minute; 0 switches every limiter off. */
  postsPerMinute: number
  logLevel: string
  evento: Evento
}

export type StorageConfig =
  | { kind: 'sqlite'; path: string }
  | { kind: 'memory' }
  | { kind: 'firebase'; projectId: string; rtdbUrl: string; serviceAccount: string | null }

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])
const SECRET_MIN = 32

const schema = z.object({
  STORAGE: z.enum(['sqlite', 'firebase', 'memory'], 'set it to sqlite or firebase').optional(),
  SQLITE_PATH: z.string().default('data/convites.db'),
  HOST: z
    .string()
    .refine((host) => isIP(host) > 0 || host === 'localhost', 'must be an IP address')
    .optional(),
  PORT: whole(0, 65535).default(3000),
  SESSION_SECRET: z.string().default(''),
  CREDENCIAL_SECRET: z.string().default(''),
  PUBLIC_ORIGIN: z.string().default(''),
  TRUST_PROXY_HOPS: whole(0, 10).optional(),
  RESERVA_MINUTES: z.coerce
    .number('must be a number of minutes')
    .positive('must be above zero')
    .max(1440, 'must be 1440 at most, a day')
    .default(30),
  GCP_PROJECT_ID: z.string().default(''),
  RTDB_URL: z.string().default(''),
  GCP_SERVICE_ACCOUNT_JSON: z.string().default(''),
  POSTS_PER_MINUTE: whole(0, 1_000_000).default(600),
  EVENTO: z.string().default('evento.json'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

function whole(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .refine((n) => n >= min && n <= max, message)
}

type Environment = Record<string, string | undefined>

/**
 * Reads the environment. Without SESSION_SECRET it is demonstration, which listens on loopback only; with it,
 * production, where nothing is made up.
 * @throws Error with one sentence for each variable that is missing, weak or wrong, saying what to set
 */
export function readConfig(env: Environment): Config {
  // `FOO=` in a file of variables means that FOO is not set.
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    refuse(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  }
  const variables = parsed.data
  const isDemonstration = variables.SESSION_SECRET === ''
  const sessionSecrets = variables.SESSION_SECRET.split(',')
    .map((secret) => secret.trim())
    .filter(Boolean)
  const host = variables.HOST ?? (isDemonstration ? '127.0.0.1' : '0.0.0.0')
  const publicOrigin = originOf(variables.PUBLIC_ORIGIN)

  const problems: string[] = []
  const need = (isMet: boolean, sentence: string) => {
    if (!isMet) problems.push(sentence)
  }
  if (variables.PUBLIC_ORIGIN !== '') {
    need(
      publicOrigin !== null,
      'PUBLIC_ORIGIN must be an origin without a path, as https://convite.example.org',
    )
  }
  if (isDemonstration) {
    need(
      LOOPBACK.has(host),
      `HOST=${host} is refused in demonstration: set SESSION_SECRET to be reached from outside`,
    )
  } else {
    need(
      sessionSecrets.length > 0 && sessionSecrets.every((s) => s.length >= SECRET_MIN),
      `SESSION_SECRET must have ${SECRET_MIN} characters or more: openssl rand -base64 33`,
    )
    need(
      variables.CREDENCIAL_SECRET.length >= SECRET_MIN,
      `CREDENCIAL_SECRET must have ${SECRET_MIN} characters or more: openssl rand -base64 33`,
    )
    need(
      !sessionSecrets.includes(variables.CREDENCIAL_SECRET),
      'CREDENCIAL_SECRET must differ from SESSION_SECRET',
    )
    need(
      variables.PUBLIC_ORIGIN !== '',
      'PUBLIC_ORIGIN must be set to the address guests see, as https://convite.example.org',
    )
    // This server speaks no TLS: behind an https origin stands a proxy, and without it all guests are one address.
    need(
      variables.TRUST_PROXY_HOPS !== undefined || !publicOrigin?.startsWith('https:'),
      'TRUST_PROXY_HOPS must be set to the number of proxies in front, usually 1',
    )
    need(variables.STORAGE !== undefined, 'STORAGE must be set: sqlite or firebase')
    need(
      variables.STORAGE !== 'memory',
      'STORAGE=memory loses every guest at the next start: set sqlite or firebase',
    )
    for (const name of Object.keys(given).filter((name) => name.endsWith('_EMULATOR_HOST'))) {
      problems.push(`${name} points at an emulator: unset it in production`)
    }
  }
  if (variables.STORAGE === 'firebase') {
    need(variables.GCP_PROJECT_ID !== '', 'GCP_PROJECT_ID must name the Firebase project')
    need(variables.RTDB_URL !== '', 'RTDB_URL must be the address of the realtime database')
    need(
      variables.RTDB_URL === '' || isSafeRtdbUrl(variables.RTDB_URL),
      'RTDB_URL must be https, as https://project-default-rtdb.firebaseio.com, or the address of an emulator on this machine',
    )
    need(
      variables.RTDB_URL === '' || isLoopbackUrl(variables.RTDB_URL) === isDemonstration,
      isDemonstration
        ? 'RTDB_URL must be an emulator on this machine: demonstration never writes to a real database'
        : 'RTDB_URL points at an emulator on this machine: set the https address of the realtime database',
    )
    need(
      !isDemonstration || given.FIRESTORE_EMULATOR_HOST !== undefined,
      'FIRESTORE_EMULATOR_HOST must be set: demonstration uses Firebase only on an emulator; set SESSION_SECRET for production',
    )
  }
  if (problems.length > 0) refuse(problems)

  return {
    isDemonstration,
    storage: storageOf(variables),
    host,
    port: variables.PORT,
    sessionSecrets,
    credencialSecret: variables.CREDENCIAL_SECRET || null,
    publicOrigin,
    trustProxyHops: variables.TRUST_PROXY_HOPS ?? 0,
    holdMs: variables.RESERVA_MINUTES * 60_000,
    postsPerMinute: variables.POSTS_PER_MINUTE,
    logLevel: variables.LOG_LEVEL,
    evento: readEvento(variables.EVENTO),
  }
}

function storageOf(variables: z.infer<typeof schema>): StorageConfig {
  const kind = variables.STORAGE ?? 'sqlite'
  switch (kind) {
    case 'sqlite':
      return { kind, path: variables.SQLITE_PATH }
    case 'memory':
      return { kind }
    case 'firebase':
      return {
        kind,
        projectId: variables.GCP_PROJECT_ID,
        rtdbUrl: variables.RTDB_URL,
        serviceAccount: variables.GCP_SERVICE_ACCOUNT_JSON || null,
      }
    default:
      return kind satisfies never
  }
}

function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { origin, protocol } = new URL(text)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && (text === origin || text === `${origin}/`) ? origin : null
}

/** The realtime database receives guests' names and a token: in the clear only on this machine. */
function isSafeRtdbUrl(text: string): boolean {
  return isLoopbackUrl(text) || (URL.canParse(text) && new URL(text).protocol === 'https:')
}

function isLoopbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'http:' && LOOPBACK.has(hostname.replace(/^\[|\]$/g, ''))
}

function refuse(problems: string[]): never {
  throw new Error(
    `The configuration is not complete:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
  )
}
