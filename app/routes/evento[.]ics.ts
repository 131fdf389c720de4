import { agendaResponse } from '~/convidado/agenda.server'
import { pageLoader } from '~/shared/failure.server'

/**
 * The event for the guest's calendar. It is the same for everyone, and never cached, because the event may
 * move.
 */
export const loader = pageLoader(async ({ services }) =>
  agendaResponse(services, { 'Cache-Control': 'no-cache' }),
)
