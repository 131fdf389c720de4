import { randomFillSync } from 'node:crypto'

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
