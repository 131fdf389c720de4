import { NO_STORE, noForm, type RouteArgs } from '~/shared/remix.server'
import { agendaResponse } from '~/convidado/agenda.server'
import { convidadoOf } from '~/shared/credenciais.server'
import { desistenciaOf } from '~/convidado/presenca.server'
import { servicesOf } from '~/services.server'

/**
 * The event for the calendar of one guest: opened again, it takes the event out of the calendar after a withdrawal, and
 * puts it back after a return.
 */
export async function loader({ params, context }: RouteArgs) {
  const services = await servicesOf(context)
  const convidado = await convidadoOf(params.token, services)
  const desistencia = await desistenciaOf(convidado, services)
  return agendaResponse(services, { ...NO_STORE, 'X-Robots-Tag': 'noindex' }, desistencia)
}

export const action = noForm
