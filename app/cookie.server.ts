import type { CookieOptions } from './remix.server.ts'
import type { Services } from '../server/composition.ts'

/** The name and the options every cookie of ours has: under https none but this very host can set it. */
export function cookieNamed(name: string, { config }: Services): { name: string; options: CookieOptions } {
  const isSecure = config.publicOrigin?.startsWith('https:') ?? false
  return {
    name: isSecure ? `__Host-${name}` : name,
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure },
  }
}
