import { agendaResponse } from '~/convidado/agenda.server'
import { pageLoader } from '~/shared/failure.server'

/** The event for the guest's calendar. The same for everybody, and asked for again each time: the event may move. */
export const loader = pageLoader(async ({ services }) =>
  agendaResponse(services, { 'Cache-Control': 'no-cache' }),
)
