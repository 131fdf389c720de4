import { redirect, type RouteArgs } from '~/shared/remix.server'
import { equipeOf } from '~/shared/equipe.server'

/**
 * The companies of the board, as the menu names them: an address of its own, because a link within the page would leave
 * the phone's menu open over what it shows, and no script may be there to close it.
 */
export async function loader({ request, context }: RouteArgs) {
  await equipeOf(request, context)
  return redirect('/painel#empresas', { headers: { 'Cache-Control': 'no-store' } })
}
