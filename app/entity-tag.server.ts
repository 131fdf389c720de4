import { createHash } from 'node:crypto'

/** A strong validator of what is sent (RFC 9110, section 8.8.3). */
export function entityTag(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}
