import { leadWithoutEnd } from '~/shared/links.server'
import { noForm, type RouteArgs } from '~/shared/remix.server'
import { matchedRoute } from '../../server/route-table.ts'

/**
 * Any other address: the 404 page (specification, section 2), or the page it means once a stray ending is
 * removed.
 */
export function loader({ params }: RouteArgs): never {
  leadWithoutEnd(`/${params['*'] ?? ''}`, (meant) =>
    // Never `//elsewhere`, which is another site.
    /^\/[^/]/.test(meant) && !matchedRoute(meant).path.endsWith('*') ? encodeURI(meant) : null,
  )
  return noForm()
}

export const action = noForm

export default function NotFound() {
  return null
}
