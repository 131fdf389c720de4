import type { RouteArgs } from '~/shared/remix.server'
import { agendaResponse } from '~/convidado/agenda.server'
import { servicesOf } from '~/services.server'

/**
 * The event for the guest's calendar. The same for everybody, so any cache may keep it: for five minutes, because the
 * event may move.
 */
export async function loader({ request, context }: RouteArgs) {
  return agendaResponse(request, await servicesOf(context), { 'Cache-Control': 'public, max-age=300' })
}
