import type { App, Credential } from 'firebase-admin/app'
import type { Avip } from '../../domain/credencial.ts'
import { StorageError } from '../../domain/errors.ts'

export type Rtdb = ReturnType<typeof createRtdb>

/** The outcome of sending an avip; when it is unknown, sending throws. */
export type Delivery =
  | { kind: 'done' }
  /** Refused, as it would be at every further attempt. */
  | { kind: 'refused'; status: number }

/** Temporary statuses from 400 to 499: a token, a rule or a clock can be corrected, and a limit passes. */
const PASSING = new Set([401, 403, 408, 429])

/**
 * Whether the realtime database can have an avip with this id at all: a key has none of `. # $ [ ] /`, no
 * control characters, and 768 bytes at most. Ids of other products may break that; ours never do.
 */
export function canBeKey(vipid: string): boolean {
  return !/[.#$[\]/\x00-\x1f\x7f]/.test(vipid) && Buffer.byteLength(vipid) <= 768
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * The realtime database, for avips only. A failed write may be retried: writing a key twice is harmless.
 *
 * Uses REST: the SDK's `set()` never settles while the server is down, and an abandoned write is applied
 * later. An emulator on this machine is addressed as its owner, anything else with a token of the app's
 * credential.
 */
export function createRtdb(app: App, rtdbUrl: string) {
  const base = new URL(rtdbUrl)
  const isEmulator = LOOPBACK.has(base.hostname)
  let token: { value: string; expiresAt: number } | null = null

  const bearer = async (refused: string | null): Promise<string> => {
    if (isEmulator) return 'owner'
    if (token?.value === refused) {
      token = null
      if (app.options.credential) forgetToken(app.options.credential)
    }
    if (!token || token.expiresAt <= Date.now()) {
      const { credential } = app.options
      if (!credential)
        throw new Error('no credential of Google Cloud: set GCP_SERVICE_ACCOUNT_JSON or run on it')
      const { access_token: value, expires_in: seconds } = await credential.getAccessToken()
      // A minute early: a token must not expire on its way.
      token = { value, expiresAt: Date.now() + (seconds - 60) * 1000 }
    }
    return token.value
  }

  /** One request, repeated with a fresh token when the token is refused; it returns any status. */
  const exchange = async (path: string, query: string, init: RequestInit, signal: AbortSignal) => {
    const url = new URL(base)
    url.pathname = `${base.pathname.replace(/\/$/, '')}/${path}.json`
    for (const [name, value] of new URLSearchParams(query)) url.searchParams.set(name, value)
    const send = (owner: string) =>
      fetch(url, {
        ...init,
        headers: { Authorization: `Bearer ${owner}`, 'Content-Type': 'application/json' },
        signal,
      })
    const owner = await bearer(null)
    let response = await send(owner)
    if (response.status === 401) response = await send(await bearer(owner))
    return response
  }

  /** @throws StorageError with the sentence when the work is not done in time */
  const inTime = async <Result>(
    ms: number,
    failure: string,
    work: (signal: AbortSignal) => Promise<Result>,
  ) => {
    const signal = AbortSignal.timeout(ms)
    const tooLate = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('no answer in time')))
    })
    try {
      // The token call takes no signal.
      return await Promise.race([work(signal), tooLate])
    } catch (cause) {
      throw new StorageError(failure, { cause })
    }
  }

  return {
    /** Sets `avip/{vipid}`, or clears it with null. @throws StorageError unless known to be done within `ms` */
    async set(vipid: string, avip: Avip | null, ms: number) {
      const init =
        avip === null ? { method: 'DELETE', body: null } : { method: 'PUT', body: JSON.stringify(avip) }
      return inTime(
        ms,
        '[firebase] the realtime database did not take the avip',
        async (signal): Promise<Delivery> => {
          const path = `avip/${encodeURIComponent(vipid)}`
          const response = await exchange(path, 'print=silent', init, signal)
          const { status } = response
          if (status < 400 || status > 499 || PASSING.has(status)) {
            demandSuccess(response)
            return { kind: 'done' }
          }
          // The body is read so that the connection can be reused.
          await response.text()
          return { kind: 'refused', status }
        },
      )
    },

    /** The ids of all avips there. @throws StorageError when they do not come within `ms` */
    ids: (ms: number) =>
      inTime(ms, '[firebase] the realtime database did not name its avips', async (signal) => {
        const response = await exchange('avip', 'shallow=true', { method: 'GET' }, signal)
        demandSuccess(response)
        return Object.keys(((await response.json()) as Record<string, true> | null) ?? {})
      }),
  }
}

function demandSuccess({ status }: Response): void {
  if (status >= 300) throw new Error(`status ${status}`)
}

/**
 * The SDK keeps a token until its last minutes and cannot be told that it was refused: an expiry in the past
 * makes it fetch another.
 */
function forgetToken(
  credential: Credential & { authClient?: { credentials: { expiry_date?: number } } },
): void {
  if (credential.authClient) credential.authClient.credentials.expiry_date = 1
}
