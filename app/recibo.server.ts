import { createCookie, type Cookie } from './remix.server.ts'
import type { Services } from '../server/composition.ts'
import { cookieNamed } from './cookie.server.ts'
import { isRandomValue, randomValue } from './random-value.server.ts'

const A_DAY_IN_SECONDS = 24 * 60 * 60

const cookies = new WeakMap<Services, Cookie>()

/** Unsigned: it proves only that this browser got it. */
function cookieOf(services: Services): Cookie {
  let cookie = cookies.get(services)
  if (!cookie) {
    const { name, options } = cookieNamed('recibo', services)
    cookies.set(services, (cookie = createCookie(name, { ...options, maxAge: A_DAY_IN_SECONDS })))
  }
  return cookie
}

/** The value a browser got with the form, from its `Cookie`; null when it has none. */
export async function readRecibo(header: string | null, services: Services): Promise<string | null> {
  const value: unknown = await cookieOf(services).parse(header)
  return typeof value === 'string' && isRandomValue(value) ? value : null
}

/**
 * The `Set-Cookie` that comes with the form, from the browser's `Cookie`; null when it has one. When the answer to
 * the form is lost and the form is sent again, it recognises the browser (decision 0012).
 */
export async function reciboCookie(header: string | null, services: Services): Promise<string | null> {
  if ((await readRecibo(header, services)) !== null) return null
  return cookieOf(services).serialize(randomValue())
}
