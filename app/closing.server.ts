import { json, type AppLoadContext } from '~/remix.server'
import type { Services } from '../server/composition.ts'
import { isClosedAt, isErasureDayAt } from '../server/domain/terms.ts'
import { whenAt } from '~/components/evento-summary'
import type { Closing } from '~/components/registration-closed'
import { withErrorPage } from './failure.server.ts'
import { readSession } from './session.server.ts'

/** Tells whether registrations are closed. For pages only: posts are decided in the transaction. */
export function isClosed(services: Pick<Services, 'closesAt' | 'now'>): boolean {
  return isClosedAt(services, services.now())
}

/** Tells whether the day of erasure has come: from then on no credencial is shown. */
export function isErasureDay(services: Pick<Services, 'eraseAt' | 'now'>): boolean {
  return isErasureDayAt(services, services.now())
}

/**
 * What a page says of the closing; null while registrations are open.
 * @param isRefused whether it answers a post
 */
export function closingOf(services: Services, isRefused = false): Closing | null {
  if (!isClosed(services)) return null
  const quando = whenAt(services.config.evento.fim, services.closesAt)
  return { quando, isRefused, isErased: isErasureDay(services) }
}

/** What a company's page says of it; null, too, for a browser that still has a live hold there. */
export async function closingFor(
  request: Request,
  services: Services,
  empresaid: string,
): Promise<Closing | null> {
  const closing = closingOf(services)
  const sid = closing && (await readSession(request, services)).get('sid')
  if (!sid) return closing
  const holds = await withErrorPage(services, services.empresas.findHolds(sid, services.now()))
  return holds.some(({ empresa }) => empresa.empresaid === empresaid) ? null : closing
}

/** Refuses a post because registrations are closed: 410, and its page says so. */
export function refuseClosed(context: AppLoadContext) {
  context.isRefused = true
  return json(null, { status: 410, headers: { 'Cache-Control': 'no-store' } })
}
