import { leadToPage } from '~/shared/address-end.server'
import type { RouteArgs } from '~/shared/remix.server'

/** Any other address: the 404 page (specification, section 2), or the one of ours that it means without its end. */
export function loader({ params }: RouteArgs): never {
  leadToPage(`/${params['*'] ?? ''}`)
  return action()
}

export function action(): never {
  throw new Response(null, { status: 404 })
}

export default function NotFound() {
  return null
}
