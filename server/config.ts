import { existsSync } from 'node:fs'
import { problemsOf, type Settings } from './config-problems.ts'
import type { BackupPlan } from './domain/backups.ts'
import { NOT_DESCRIBED, isSample, type ShownEvento } from './domain/evento.ts'
import { readEnvironment, type Variables } from './environment.ts'
import { readShownEvento } from './read-evento.ts'

export interface Config extends Settings, ShownEvento {
  /** False in production that was given no description of the event: `evento` then stands for none. */
  isDescribed: boolean
  storage: StorageConfig
  /** Null where no copies are made by themselves. Only storage in a file can be copied. */
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
 * Reads the environment. Without SESSION_SECRET it is demonstration, which listens on loopback only; with it,
 * production, where nothing is made up.
 * @param now tells whether the sample event is past, in milliseconds since the epoch
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

  // An image has no file: its event is described in the browser.
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

/** Where this environment stores, for what needs nothing else of it. @throws Error as {@link readConfig} does */
export function readStorage(env: Record<string, string | undefined>): StorageConfig {
  const variables = readEnvironment(env)
  if ('problems' in variables) refuse(variables.problems)
  return storageOf(variables)
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
