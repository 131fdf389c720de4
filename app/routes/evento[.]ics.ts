import type { RouteArgs } from '~/shared/remix.server'
import { agendaResponse } from '~/convidado/agenda.server'
import { servicesOf } from '~/services.server'

/** The event for the guest's calendar. The same for everybody, and asked for again each time: the event may move. */
export async function loader({ context }: RouteArgs) {
  return agendaResponse(await servicesOf(context), { 'Cache-Control': 'no-cache' })
}
