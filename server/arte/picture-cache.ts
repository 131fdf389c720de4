import { createHash } from 'node:crypto'
import type { Evento } from '../domain/evento.ts'
import type { OwnArt } from './arte.ts'
import { createFairQueue } from '../queue.ts'
import type { CredencialWording } from './credencial-picture.ts'

/**
 * How many pictures of credenciais are drawn at once, and how many wait. Each takes a fifth of a second of a
 * core, and one of the four threads that also compress pages: registrations come first.
 */
const PICTURES = { concurrency: 2, waiting: 6 }

/** The size of the picture cache: about four hundred guests'. */
const PICTURES_MAX_BYTES = 32 * 1024 * 1024

/** The PNG of a credencial, for a request from an address; null while too many are being drawn. */
export type CredencialPictureOf = (
  wording: CredencialWording,
  address: string | null,
) => Promise<Buffer | null>

/** Makes the pictures of credenciais, with one queue for all events and a cache for each. */
export function createPictures(): (evento: Evento, own: OwnArt) => CredencialPictureOf {
  const runInTurn = createFairQueue(PICTURES)
  return (evento, own) =>
    cachePictures(
      (wording, address) =>
        runInTurn(address, async () => {
          // Loaded on first use: few guests ask, and the drawing code is large.
          const { credencialPicture } = await import('./credencial-picture.ts')
          return credencialPicture(evento, wording, own)
        }),
      PICTURES_MAX_BYTES,
    )
}

/**
 * Caches pictures, so that repeated requests for one picture take no place in the queue from other guests.
 * The key is a hash of all that a picture says: a corrected name or a new link is another picture. Requests
 * for a picture that is being drawn share that drawing. Beyond `maxBytes` the least recently used are
 * dropped.
 * Gains: a fifth of a second of a core for each repeated request.
 */
export function cachePictures(draw: CredencialPictureOf, maxBytes: number): CredencialPictureOf {
  const cached = new Map<string, Buffer>()
  const drawing = new Map<string, Promise<Buffer | null>>()
  let bytes = 0

  const drop = (key: string) => {
    bytes -= cached.get(key)?.length ?? 0
    cached.delete(key)
  }
  const drawOnce = async (key: string, wording: CredencialWording, address: string | null) => {
    try {
      const picture = await draw(wording, address)
      if (picture) {
        cached.set(key, picture)
        bytes += picture.length
        for (const oldest of cached.keys()) if (bytes > maxBytes) drop(oldest)
      }
      return picture
    } finally {
      drawing.delete(key)
    }
  }

  return async (wording, address) => {
    const key = createHash('sha256').update(JSON.stringify(wording)).digest('base64url')
    const known = cached.get(key)
    if (known) {
      // A map lists its keys in the order they were set.
      cached.delete(key)
      cached.set(key, known)
      return known
    }
    let picture = drawing.get(key)
    if (!picture) drawing.set(key, (picture = drawOnce(key, wording, address)))
    return picture
  }
}
