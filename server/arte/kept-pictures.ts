import { createHash } from 'node:crypto'
import type { Keepsake } from './keepsake.ts'

/** Draws a guest's picture for who asks from an address; null while too many are being drawn. */
export type DrawKeepsake = (keepsake: Keepsake, address: string | null) => Promise<Buffer | null>

/**
 * Draws each picture once and keeps it, so that nobody takes a place from other guests by asking for one again and
 * again. A picture is known by all that it says: a corrected name or a new link is another picture. Those who ask while
 * it is being drawn share that drawing. Of more than `maxBytes` the one asked for longest ago goes.
 */
export function keepPictures(draw: DrawKeepsake, maxBytes: number): DrawKeepsake {
  const kept = new Map<string, Buffer>()
  const drawing = new Map<string, Promise<Buffer | null>>()
  let bytes = 0

  const forget = (key: string) => {
    bytes -= kept.get(key)?.length ?? 0
    kept.delete(key)
  }
  const drawOnce = async (key: string, keepsake: Keepsake, address: string | null) => {
    try {
      const picture = await draw(keepsake, address)
      if (picture) {
        kept.set(key, picture)
        bytes += picture.length
        for (const oldest of kept.keys()) if (bytes > maxBytes) forget(oldest)
      }
      return picture
    } finally {
      drawing.delete(key)
    }
  }

  return async (keepsake, address) => {
    const key = createHash('sha256').update(JSON.stringify(keepsake)).digest('base64url')
    const known = kept.get(key)
    if (known) {
      kept.delete(key)
      kept.set(key, known)
      return known
    }
    let picture = drawing.get(key)
    if (!picture) drawing.set(key, (picture = drawOnce(key, keepsake, address)))
    return picture
  }
}
