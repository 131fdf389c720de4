import { agendaResponse } from '~/convidado/agenda.server'
import { desistenciaOf } from '~/convidado/presenca.server'
import { convidadoOf, shownOf } from '~/shared/credenciais.server'
import { pageLoader } from '~/shared/failure.server'
import { NO_STORE, noForm } from '~/shared/remix.server'

/**
 * The event for one guest's calendar. Opened again, it removes the event after a withdrawal, and puts it back
 * after a return.
 */
export const loader = pageLoader(async ({ params, request, services }) => {
  const convidado = await convidadoOf(params.token, services)
  const desistencia = await desistenciaOf(convidado, services)
  const { link } = shownOf(convidado, request, services)
  return agendaResponse(services, { ...NO_STORE, 'X-Robots-Tag': 'noindex' }, desistencia, link)
})

export const action = noForm
