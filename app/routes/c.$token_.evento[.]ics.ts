import { noForm, type RouteArgs } from '~/shared/remix.server'
import { absoluteUrl } from '~/shared/links.server'
import { agendaOf } from '~/convidado/agenda.server'
import { convidadoOf } from '~/shared/credenciais.server'
import { desistenciaOf } from '~/convidado/presenca.server'
import { servicesOf } from '~/services.server'

/**
 * The event for the calendar of one guest: opened again, it takes the event out of the calendar after a withdrawal, and
 * puts it back after a return.
 */
export async function loader({ params, request, context }: RouteArgs) {
  const services = await servicesOf(context)
  const convidado = await convidadoOf(params.token, services)
  const desistencia = await desistenciaOf(convidado, services)
  const { hostname } = new URL(absoluteUrl('/', request, services))
  return new Response(agendaOf(services.config.evento, hostname, desistencia), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="evento.ics"',
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    },
  })
}

/** No form is posted here. */
export const action = noForm
