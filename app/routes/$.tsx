import { matchedRoute } from '../../server/route-table'
import { leadWithoutEnd } from '~/shared/address-end.server'
import type { RouteArgs } from '~/shared/remix.server'

/** Any other address: the 404 page (specification, section 2), or the one of ours that it means without its end. */
export function loader({ params }: RouteArgs): never {
  leadWithoutEnd(`/${params['*'] ?? ''}`, (meant) =>
    // Never `//elsewhere`, which is another site.
    /^\/[^/]/.test(meant) && !matchedRoute(meant).path.endsWith('*') ? encodeURI(meant) : null,
  )
  throw notFound()
}

export function action(): never {
  throw notFound()
}

const notFound = () => new Response(null, { status: 404 })

export default function NotFound() {
  return null
}
