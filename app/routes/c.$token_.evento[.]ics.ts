import type { LoaderFunctionArgs } from '~/remix.server'
import { absoluteUrl } from '~/absolute-url.server'
import { agendaOf } from '~/agenda.server'
import { convidadoOf } from '~/credenciais.server'
import { desistenciaOf } from '~/presenca.server'
import { servicesOf } from '~/services.server'

/** The event for the calendar of one guest: a calendar told again takes it out for who withdrew, and back in for who returned. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
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

/** A form posted here is nobody's. */
export function action(): never {
  throw new Response(null, { status: 404 })
}
