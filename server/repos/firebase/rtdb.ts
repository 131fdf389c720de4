import type { App, Credential } from 'firebase-admin/app'
import type { Avip } from '../../domain/avip.ts'
import { StorageError } from '../../domain/errors.ts'

/** The realtime database, as far as avips go. Writing by key twice is writing once, so any failure may be repeated. */
export interface Rtdb {
  /** Sets `avip/{vipid}`, or clears it with null. @throws StorageError when it is not known to be done within `ms` */
  set(vipid: string, avip: Avip | null, ms: number): Promise<void>
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Speaks REST: the SDK's `set()` never settles while the server is away, and the write given up lands later. An
 * emulator on this machine is spoken to as its owner, any other with a token of the app's credential.
 */
export function createRtdb(app: App, rtdbUrl: string): Rtdb {
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
      // A minute early: a token must not end on its way.
      token = { value, expiresAt: Date.now() + (seconds - 60) * 1000 }
    }
    return token.value
  }

  const send = async (
    vipid: string,
    avip: Avip | null,
    owner: string,
    signal: AbortSignal,
  ): Promise<number> => {
    const url = new URL(base)
    url.pathname = `${base.pathname.replace(/\/$/, '')}/avip/${vipid}.json`
    url.searchParams.set('print', 'silent')
    const { status } = await fetch(url, {
      method: avip === null ? 'DELETE' : 'PUT',
      headers: { Authorization: `Bearer ${owner}`, 'Content-Type': 'application/json' },
      body: avip === null ? null : JSON.stringify(avip),
      signal,
    })
    return status
  }

  return {
    async set(vipid, avip, ms) {
      const signal = AbortSignal.timeout(ms)
      const tooLate = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('no answer in time')))
      })
      const attempt = async () => {
        const owner = await bearer(null)
        let status = await send(vipid, avip, owner, signal)
        if (status === 401) status = await send(vipid, avip, await bearer(owner), signal)
        if (status >= 300) throw new Error(`status ${status}`)
      }
      try {
        // The token call knows no signal.
        await Promise.race([attempt(), tooLate])
      } catch (cause) {
        throw new StorageError('[firebase] the realtime database did not take the avip', { cause })
      }
    },
  }
}

/** The SDK keeps a token until its last minutes and cannot be told that it is refused: it shall hold it for ended. */
function forgetToken(
  credential: Credential & { authClient?: { credentials: { expiry_date?: number } } },
): void {
  if (credential.authClient) credential.authClient.credentials.expiry_date = 1
}
