import type { Desistencia } from '../../server/domain/desistencia'
import { atMoment, momentOf } from './event-clock'

/** `Desistiu em 15/9, 19h18` or `A mesa retirou às 19h18`, at the clock of the event; null for a guest who is confirmed. */
export function withdrawalTold(
  inicio: string,
  desistencia: Pick<Desistencia, 'em' | 'por'> | null,
): string | null {
  if (!desistencia) return null
  const quem = desistencia.por === 'mesa' ? 'A mesa retirou' : 'Desistiu'
  return `${quem} ${atMoment(momentOf(inicio, desistencia.em))}`
}
