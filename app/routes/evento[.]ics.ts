import type { RouteArgs } from '~/shared/remix.server'
import { absoluteUrl } from '~/shared/links.server'
import { agendaOf } from '~/convidado/agenda.server'
import { servicesOf } from '~/services.server'

/**
 * The event for the guest's calendar. The same for everybody, so any cache may keep it: for five minutes, because the
 * event may move.
 */
export async function loader({ request, context }: RouteArgs) {
  const services = await servicesOf(context)
  const { hostname } = new URL(absoluteUrl('/', request, services))
  return new Response(agendaOf(services.config.evento, hostname), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="evento.ics"',
      'Cache-Control': 'public, max-age=300',
    },
  })
}
