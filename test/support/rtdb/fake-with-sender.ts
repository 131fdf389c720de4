import { onTestFinished } from 'vitest'
import { startFakeRtdb, type FakeRtdb } from './fake.ts'

/** A fake, ended with the test, and a way to ask it. */
export async function startWithSender() {
  const fake = await startFakeRtdb()
  onTestFinished(fake.close)
  return { fake, send: (path: string, init: RequestInit = {}) => ask(fake, path, init) }
}

function ask(fake: FakeRtdb, path: string, init: RequestInit): Promise<Response> {
  return fetch(fake.url + path, { headers: { Authorization: 'Bearer owner' }, ...init })
}

/** A PUT of a value, with the token the fake takes from the start. */
export const put = (body: unknown): RequestInit => ({ method: 'PUT', body: JSON.stringify(body) })
