import { randomFillSync } from 'node:crypto'
import type { Services } from '../../server/composition.ts'
import type { CookieOptions } from './remix.server.ts'

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

/** 128 bits. */
const BYTES = 16

const pool = Buffer.alloc(256 * BYTES)
let used = pool.length

/** Tells what {@link randomValue} may have made. */
export const isRandomValue = (value: string) => /^[\w-]{22}$/.test(value)

/**
 * 128 random bits, as 22 characters of base64url. They come from the system for 256 values at once: asked for one by
 * one, they would take a tenth of the time the form's page takes.
 */
export function randomValue(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  return pool.toString('base64url', used, (used += BYTES))
}
