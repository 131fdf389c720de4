import { withDates, type Evento } from './evento.ts'

/** An event as it is shown, and how many years later than its description says. */
export interface ShownEvento {
  evento: Evento
  /** 0 for every event but a sample that is past. */
  yearsLater: number
}

/** Tells an invented event from an organiser's: nobody answers at an address under `.example` (RFC 2606). */
export function isSample({ contato }: Evento): boolean {
  return contato.toLowerCase().endsWith('.example')
}

/**
 * Moves an event by the fewest whole years after which it is not past. The years its occasion celebrates are counted
 * back from the year it is shown in: 80 years stay 80, from 1947–2027 to 1951–2031.
 */
export function notPast(evento: Evento, now: number): ShownEvento {
  let yearsLater = 0
  let shown = evento
  while (!(Date.parse(shown.fim) > now)) {
    yearsLater += 1
    const years = yearsLater
    shown = withDates(evento, (iso) => inYears(iso, years))
  }
  return { evento: shown, yearsLater }
}

function inYears(iso: string, years: number): string {
  return `${Number(iso.slice(0, 4)) + years}${iso.slice(4)}`
}
