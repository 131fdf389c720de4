import { offsetOf } from '../../../server/domain/quando.ts'

/** `19:02`, at the clock of the event. */
export function clockTimeOf(em: number): string {
  const offset = offsetOf(document.body.dataset.inicio ?? '')
  return new Date(em + offset).toISOString().slice(11, 16)
}
