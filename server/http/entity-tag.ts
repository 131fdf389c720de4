import { createHash } from 'node:crypto'

/** What stands for a body in its ETag: 22 characters. */
export function digestOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22)
}

/** Tells whether If-None-Match names the tag: the client has the body already. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
