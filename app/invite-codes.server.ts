import { createCookie, type Cookie } from './remix.server.ts'
import type { Services } from '../server/composition.ts'
import { CODIGO_MS } from '../server/domain/aparelho.ts'
import { cookieNamed } from './cookie.server.ts'

/** How many invitations a browser shows at once. */
const CODES_MAX = 5
const CODE = /^\w{4}-\w{4}$/

const cookies = new WeakMap<Services, Cookie>()

/**
 * The codes this browser made, for as long as a code lasts. Storage has their hashes alone, so the answer to CONVIDAR has to
 * carry the code to the page after the redirect. In a cookie no script reads it stands in no address, history or log, and
 * ATUALIZAR shows the QR again until the person has entered. Unsigned: a code shows something only where storage knows it.
 */
function cookieOf(services: Services): Cookie {
  let cookie = cookies.get(services)
  if (!cookie) {
    const { name, options } = cookieNamed('codigos', services)
    cookies.set(services, (cookie = createCookie(name, { ...options, maxAge: CODIGO_MS / 1000 })))
  }
  return cookie
}

/** The codes a browser made, oldest first, whatever became of them. */
export async function readCodes(request: Request, services: Services): Promise<string[]> {
  const codes: unknown = await cookieOf(services).parse(request.headers.get('Cookie'))
  if (!Array.isArray(codes)) return []
  const isCode = (code: unknown): code is string => typeof code === 'string' && CODE.test(code)
  return codes.filter(isCode).slice(-CODES_MAX)
}

/** The `Set-Cookie` that adds a code to those a browser made. */
export async function codesCookie(request: Request, code: string, services: Services): Promise<string> {
  const codes = [...(await readCodes(request, services)), code]
  return cookieOf(services).serialize(codes.slice(-CODES_MAX))
}
