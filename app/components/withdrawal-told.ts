import type { Desistencia } from '../../server/domain/desistencia'
import { aoMomento, momentoDe } from './event-clock'

/** `Desistiu em 15/9, 19h18` or `A mesa retirou às 19h18`, at the clock of the event; null for a guest who is confirmed. */
export function retiradaDita(
  inicio: string,
  desistencia: Pick<Desistencia, 'em' | 'por'> | null,
): string | null {
  if (!desistencia) return null
  const quem = desistencia.por === 'mesa' ? 'A mesa retirou' : 'Desistiu'
  return `${quem} ${aoMomento(momentoDe(inicio, desistencia.em))}`
}
