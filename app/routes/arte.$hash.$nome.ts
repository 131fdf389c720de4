import { servicesOf } from '~/services.server'
import { NO_STORE, type RouteArgs } from '~/shared/remix.server'

/**
 * A picture of the invitation, in development and under stock remix-serve. The server answers it by itself
 * (`server/http/static-files.ts`), and asks here for pictures it does not have.
 */
export async function loader({ request, context }: RouteArgs) {
  const services = await servicesOf(context)
  const { pathname } = new URL(request.url)
  // Another process may already show an event that this one has not heard of.
  const file = services.arteFiles.find(pathname) ?? (await services.latest(0)).arteFiles.find(pathname)
  // Must not be cached: the process asked next may have it.
  if (!file) return new Response(null, { status: 404, headers: NO_STORE })
  return new Response(new Uint8Array(file.contents), {
    headers: { 'Content-Type': file.type, 'Cache-Control': 'public, max-age=31536000, immutable' },
  })
}
