import type { CookieOptions } from './remix.server.ts'
import type { Services } from '../server/composition.ts'

/** The name and the options every cookie of ours has: under https only this very host can set it. */
export function cookieNamed(
  name: string,
  { config }: Pick<Services, 'config'>,
): { name: string; options: CookieOptions } {
  const isSecure = config.publicOrigin?.startsWith('https:') ?? false
  return {
    name: isSecure ? `__Host-${name}` : name,
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure },
  }
}

/** Tells whether a `Cookie` header brings one of ours, whatever is in it. */
export function hasCookie(header: string, name: string, services: Pick<Services, 'config'>): boolean {
  const { name: full } = cookieNamed(name, services)
  return header.split(';').some((pair) => pair.split('=', 1)[0]?.trim() === full)
}
