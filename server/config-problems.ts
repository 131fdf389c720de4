import { type Variables, isLoopback } from './environment.ts'

const SECRET_MIN = 32

export interface Settings {
  isDemonstration: boolean
  host: string
  /** They sign the cookie, newest first. Empty in a demonstration, where `demonstration.ts` makes one. */
  sessionSecrets: string[]
  /** `https://…` without a path; null in a demonstration, where the Host header says it. */
  publicOrigin: string | null
}

/** A condition, and the sentence that says what to set when it is not met. */
type Need = [isMet: boolean, sentence: string]

/** Settings that are valid alone but not together, in sentences that say what to set. */
export function problemsOf(variables: Variables, settings: Settings): string[] {
  const { isDemonstration, publicOrigin } = settings
  const needs: Need[] = [
    [
      variables.PUBLIC_ORIGIN === '' || publicOrigin !== null,
      'PUBLIC_ORIGIN must be an origin without a path, as https://convite.example.org',
    ],
    ...(isDemonstration ? ofDemonstration(settings) : ofProduction(variables, settings)),
    ...(variables.STORAGE === 'firebase' ? ofFirebase(variables, isDemonstration) : []),
  ]
  return needs.filter(([isMet]) => !isMet).map(([, sentence]) => sentence)
}

const ofDemonstration = ({ host, publicOrigin }: Settings): Need[] => [
  [
    isLoopback(host),
    `HOST=${host} is refused in demonstration: set SESSION_SECRET to be reached from outside`,
  ],
  [
    publicOrigin === null,
    'PUBLIC_ORIGIN is refused in demonstration: set SESSION_SECRET for production, or leave it empty',
  ],
]

const ofProduction = (variables: Variables, { sessionSecrets, publicOrigin }: Settings): Need[] => [
  [
    sessionSecrets.length > 0 && sessionSecrets.every((secret) => secret.length >= SECRET_MIN),
    `SESSION_SECRET must have ${SECRET_MIN} characters or more: openssl rand -base64 33`,
  ],
  [
    !sessionSecrets.some((secret) => secret.length >= SECRET_MIN && isGuessable(secret)),
    'SESSION_SECRET can be guessed, for it is words or repeats itself: openssl rand -base64 33',
  ],
  [
    variables.CREDENCIAL_SECRET.length >= SECRET_MIN,
    `CREDENCIAL_SECRET must have ${SECRET_MIN} characters or more: openssl rand -base64 33`,
  ],
  [
    variables.CREDENCIAL_SECRET.length < SECRET_MIN || !isGuessable(variables.CREDENCIAL_SECRET, WORDS_APART),
    'CREDENCIAL_SECRET can be guessed, for it is words or repeats itself: openssl rand -base64 33',
  ],
  [
    !sessionSecrets.includes(variables.CREDENCIAL_SECRET),
    'CREDENCIAL_SECRET must differ from SESSION_SECRET',
  ],
  [
    variables.PUBLIC_ORIGIN !== '',
    'PUBLIC_ORIGIN must be set to the address guests see, as https://convite.example.org',
  ],
  [
    publicOrigin === null || publicOrigin.startsWith('https:') || isLoopbackUrl(publicOrigin),
    `PUBLIC_ORIGIN=${publicOrigin} would send what guests type in the clear: set https:// and put a proxy with a certificate in front`,
  ],
  // This server has no TLS: an https origin means a proxy in front, and without this variable all guests
  // would share its address.
  [
    variables.TRUST_PROXY_HOPS !== undefined || !publicOrigin?.startsWith('https:'),
    'TRUST_PROXY_HOPS must be set to the number of proxies in front, usually 1',
  ],
  [variables.STORAGE !== undefined, 'STORAGE must be set: sqlite or firebase'],
  [
    variables.STORAGE !== 'memory',
    'STORAGE=memory loses every guest at the next start: set sqlite or firebase',
  ],
  ...[...variables.given]
    .filter((name) => name.endsWith('_EMULATOR_HOST'))
    .map((name): Need => [false, `${name} points at an emulator: unset it in production`]),
]

/** The fewest different characters: 32 random hexadecimal digits have fewer once in 300,000 times. */
const KINDS_MIN = 9
const REPEATS = /^(.+?)\1+$/
/**
 * Words with a separator between. A secret that is never changed may have been set before other kinds were
 * refused.
 */
const WORDS_APART = /^[A-Za-z][a-z]*(?:[ _.-]+[A-Za-z][a-z]*)+$/
/** Words, run together or not: random secrets have digits, or letters of both cases within a word. */
const WORDS = /^(?:(?:\p{L}\p{Ll}*|\p{Lu}{2,})(?:[ _.-]+|$))+$/u
const PLACEHOLDERS = /change.?me|secret|segredo|senha|password|convite|example|exemplo|qwerty|123456/i

/** Whether a text is not random: few different characters, one text repeated, words, or a placeholder. */
function isGuessable(secret: string, words = WORDS): boolean {
  return (
    new Set(secret).size < KINDS_MIN || [REPEATS, words, PLACEHOLDERS].some((pattern) => pattern.test(secret))
  )
}

const ofFirebase = ({ GCP_PROJECT_ID, RTDB_URL, given }: Variables, isDemonstration: boolean): Need[] => [
  [GCP_PROJECT_ID !== '', 'GCP_PROJECT_ID must name the Firebase project'],
  [RTDB_URL !== '', 'RTDB_URL must be the address of the realtime database'],
  [
    RTDB_URL === '' || isSafeRtdbUrl(RTDB_URL),
    'RTDB_URL must be https, as https://project-default-rtdb.firebaseio.com, or the address of an emulator on this machine',
  ],
  [
    RTDB_URL === '' || isLoopbackUrl(RTDB_URL) === isDemonstration,
    isDemonstration
      ? 'RTDB_URL must be an emulator on this machine: demonstration never writes to a real database'
      : 'RTDB_URL points at an emulator on this machine: set the https address of the realtime database',
  ],
  [
    !isDemonstration || given.has('FIRESTORE_EMULATOR_HOST'),
    'FIRESTORE_EMULATOR_HOST must be set: demonstration uses Firebase only on an emulator; set SESSION_SECRET for production',
  ],
]

/** The realtime database receives guests' names and a token: without encryption only on this machine. */
function isSafeRtdbUrl(text: string): boolean {
  return isLoopbackUrl(text) || (URL.canParse(text) && new URL(text).protocol === 'https:')
}

function isLoopbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'http:' && isLoopback(hostname)
}
