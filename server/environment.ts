import { isIP } from 'node:net'
import { z } from 'zod'

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
  RESERVA_MINUTES: minutes(1440, 'a day').default(30),
  GCP_PROJECT_ID: z.string().default(''),
  RTDB_URL: z.string().default(''),
  GCP_SERVICE_ACCOUNT_JSON: z.string().default(''),
  POSTS_PER_MINUTE: whole(0, 1_000_000).default(600),
  BACKUP_DIR: z.string().default(''),
  BACKUP_EVERY: minutes(10_080, 'a week').default(60),
  BACKUP_KEEP: whole(1, 1000).default(48),
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

function minutes(max: number, said: string) {
  return z.coerce
    .number('must be a number of minutes')
    .positive('must be above zero')
    .max(max, `must be ${max} at most, ${said}`)
}

type Environment = Record<string, string | undefined>

/** The variables, each valid by itself, and which of them were given. */
export interface Variables extends z.infer<typeof schema> {
  given: Set<string>
}

/** Reads each variable by itself. @returns sentences that say what to set when one is not valid */
export function readEnvironment(env: Environment): Variables | { problems: string[] } {
  // `FOO=` in a file of variables means that FOO is not set.
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = schema.safeParse(given)
  return parsed.success
    ? { ...parsed.data, given: new Set(Object.keys(given)) }
    : { problems: parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) }
}

const NAMES = new Set(['127.0.0.1', '::1', 'localhost'])

/** Whether a host is this computer's own, by address or name; an IPv6 address may be in brackets. */
export function isLoopback(host: string): boolean {
  return NAMES.has(host.replace(/^\[|\]$/g, ''))
}
