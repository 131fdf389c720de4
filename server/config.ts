import { existsSync, readFileSync } from 'node:fs'
import { problemsOf, type Settings } from './config-problems.ts'
import type { BackupPlan } from './domain/backups.ts'
import { EventoError, NOT_DESCRIBED, parseEvento, type Evento } from './domain/evento.ts'
import { isSample, notPast, type ShownEvento } from './domain/evento.ts'
import { readEnvironment, type Variables } from './environment.ts'

export interface Config extends Settings, ShownEvento {
  /** False in production when no description of the event was given: `evento` is then a blank one. */
  isDescribed: boolean
  storage: StorageConfig
  /** Null if no automatic copies are made. Only storage in a file can be copied. */
  backups: BackupPlan | null
  port: number
  credencialSecret: string | null
  trustProxyHops: number
  holdMs: number
  /** Posts accepted from one address in a minute; 0 switches every limiter off. */
  postsPerMinute: number
  logLevel: string
}

export type StorageConfig =
  | { kind: 'sqlite'; path: string }
  | { kind: 'memory' }
  | { kind: 'firebase'; projectId: string; rtdbUrl: string; serviceAccount: string | null }

/**
 * Reads the environment. Without SESSION_SECRET it is a demonstration, which listens on loopback only; with
 * it, it is production, where nothing is made up.
 * @param now decides whether the sample event is past, in milliseconds since the epoch
 * @throws Error with one sentence for each variable that is missing, weak or wrong, saying what to set
 */
export function readConfig(env: Record<string, string | undefined>, now: number = Date.now()): Config {
  const variables = readEnvironment(env)
  if ('problems' in variables) refuse(variables.problems)
  const isDemonstration = variables.SESSION_SECRET === ''
  const sessionSecrets = variables.SESSION_SECRET.split(',')
    .map((secret) => secret.trim())
    .filter(Boolean)
  const host = variables.HOST ?? (isDemonstration ? '127.0.0.1' : '0.0.0.0')
  const publicOrigin = originOf(variables.PUBLIC_ORIGIN)
  const problems = problemsOf(variables, { isDemonstration, sessionSecrets, host, publicOrigin })
  if (problems.length > 0) refuse(problems)

  // A container image has no file: its event is described in the browser.
  const isOwn = variables.given.has('EVENTO')
  const isThere = isOwn || existsSync(variables.EVENTO)
  if (isDemonstration && !isThere) refuse([NOTHING_TO_SHOW])
  const shown = isThere ? readShownEvento(variables.EVENTO, env, now) : null
  const described = shown && (isDemonstration || isOwn || !isSample(shown.evento)) ? shown : null

  return {
    isDemonstration,
    storage: storageOf(variables),
    backups: backupsOf(variables),
    host,
    port: variables.PORT,
    sessionSecrets,
    credencialSecret: variables.CREDENCIAL_SECRET || null,
    publicOrigin,
    trustProxyHops: variables.TRUST_PROXY_HOPS ?? 0,
    holdMs: variables.RESERVA_MINUTES * 60_000,
    postsPerMinute: variables.POSTS_PER_MINUTE,
    logLevel: variables.LOG_LEVEL,
    isDescribed: described !== null,
    ...(described ?? { evento: NOT_DESCRIBED, yearsLater: 0 }),
  }
}

const NOTHING_TO_SHOW =
  'SESSION_SECRET must be set for production: there is no evento.json here to show as a demonstration'

function storageOf(variables: Variables): StorageConfig {
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

function backupsOf({ BACKUP_DIR, BACKUP_EVERY, BACKUP_KEEP }: Variables): BackupPlan | null {
  return BACKUP_DIR === ''
    ? null
    : { directory: BACKUP_DIR, everyMs: BACKUP_EVERY * 60_000, keep: BACKUP_KEEP }
}

function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { origin, protocol } = new URL(text)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && (text === origin || text === `${origin}/`) ? origin : null
}

function refuse(problems: string[]): never {
  throw new Error(
    `The configuration is not complete:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
  )
}

/**
 * Reads the file that describes the event.
 * @throws EventoError saying that it cannot be read, that it is no JSON, or which fields are wrong
 */
export function readEvento(path: string): Evento {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    throw new EventoError(`EVENTO=${path} cannot be read: set it to the file that describes the event`, {
      cause,
    })
  }
  try {
    return parseEvento(JSON.parse(text))
  } catch (cause) {
    if (cause instanceof SyntaxError) {
      throw new EventoError(`${path} is not valid JSON: ${cause.message}`, { cause })
    }
    throw cause
  }
}

/**
 * Reads the event as a server and a command with this environment show it. The sample event of a
 * demonstration is moved by whole years once it is past, so that a demonstration never shows closed
 * registrations; with EVENTO or SESSION_SECRET every event is shown as described.
 */
export function readShownEvento(
  path: string,
  { EVENTO = '', SESSION_SECRET = '' }: Record<string, string | undefined>,
  now: number,
): ShownEvento {
  const evento = readEvento(path)
  const isOwn = EVENTO !== '' || SESSION_SECRET !== '' || !isSample(evento)
  return isOwn ? { evento, yearsLater: 0 } : notPast(evento, now)
}
