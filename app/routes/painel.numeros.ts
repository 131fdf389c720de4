import type { RouteArgs } from '~/shared/remix.server'
import { numerosOf } from '~/painel/inicio.server'
import { withErrorPage } from '~/shared/failure.server'
import { equipeOf } from '~/shared/equipe.server'
import { createHash } from 'node:crypto'

/** The board's numbers, for the script that updates them, with their age; 304 while they are unchanged. */
export async function loader({ request, context }: RouteArgs) {
  const { services } = await equipeOf(request, context)
  const body = JSON.stringify(await withErrorPage(services, numerosOf(services)))
  const etag = entityTag(body)
  const age = Math.floor((await withErrorPage(services, services.painel.age())) / 1000)
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache', ...(age > 0 && { Age: String(age) }) }
  // A proxy that compresses turns the tag into a weak one.
  if (request.headers.get('If-None-Match')?.replace(/^W\//, '') === etag)
    return new Response(null, { status: 304, headers })
  return new Response(body, { headers: { ...headers, 'Content-Type': 'application/json' } })
}

/** A strong validator of the body (RFC 9110, section 8.8.3). */
function entityTag(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}
