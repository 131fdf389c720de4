import { noStore, type AppLoadContext } from './remix.server.ts'
import type { Services } from '../../server/composition.ts'
import { dayBegins, isClosedAt, isErasureDayAt } from '../../server/domain/quando.ts'
import { whenAt } from './words.ts'

/** Tells whether registrations are closed. For pages only: a post is decided in its transaction. */
export function isClosed(services: Pick<Services, 'closesAt' | 'now'>): boolean {
  return isClosedAt(services, services.now())
}

/** Tells whether the event was cancelled: then nobody can register, with or without a hold. */
export const isCancelado = ({ gravado }: Pick<Services, 'gravado'>): boolean =>
  gravado !== null && gravado.canceladoem !== null

export function isErasureDay(services: Pick<Services, 'eraseAt' | 'now'>): boolean {
  return isErasureDayAt(services, services.now())
}

/** Tells whether the event has ended: nobody comes to it, or withdraws from it, any more. */
export const isOver = ({ config, now }: Pick<Services, 'config' | 'now'>): boolean =>
  now() >= Date.parse(config.evento.fim)

/** Tells whether the day of the event is still to come: then admitting asks once more. */
export const isEarly = ({ config, now }: Pick<Services, 'config' | 'now'>): boolean =>
  now() < dayBegins(config.evento.inicio)

/**
 * What a page says about the closing; null while registrations are open.
 * @param isRefused whether it answers a post
 */
export function closingOf(services: Services, isRefused = false) {
  if (!isClosed(services)) return null
  const { fim, inicio } = services.config.evento
  return {
    quando: whenAt(fim, services.closesAt),
    cancelado: isCancelado(services) ? whenAt(inicio) : null,
    isRefused,
    isErased: isErasureDay(services),
  }
}

export function refuseClosed(context: AppLoadContext) {
  context.isRefused = true
  return noStore(null, 410)
}
