import { offsetOf, quandoOf } from '../../server/domain/quando'

// All at the clock of the event, which `iso` tells by its offset; `at` is in milliseconds since the epoch.

/** `09h05`: always four digits, for columns. */
export function eventTime(iso: string, at: number): string {
  return new Date(at + offsetOf(iso)).toISOString().slice(11, 16).replace(':', 'h')
}

/** `16/9` */
export function shortDayOf(iso: string, at: number): string {
  const local = new Date(at + offsetOf(iso))
  return `${local.getUTCDate()}/${local.getUTCMonth() + 1}`
}

/** `Hoje, 16 de setembro`, `Ontem, 15 de setembro`, or `14 de setembro`; with the year where it is another one. */
export function dayToldOf(iso: string, at: number, now: number): string {
  const { dia, mes, ano } = quandoOf(iso, at)
  const date = ano === quandoOf(iso, now).ano ? `${dia} de ${mes}` : `${dia} de ${mes} de ${ano}`
  const ago = dayOf(iso, now) - dayOf(iso, at)
  return ago === 0 ? `Hoje, ${date}` : ago === 1 ? `Ontem, ${date}` : date
}

/** `19h18` on the day the event begins, else `15/9, 19h18`. */
export function momentOf(inicio: string, at: number): string {
  const isDay = dayOf(inicio, at) === dayOf(inicio, Date.parse(inicio))
  return isDay ? eventTime(inicio, at) : `${shortDayOf(inicio, at)}, ${eventTime(inicio, at)}`
}

/** `às 19h18`, or `em 15/9, 19h18`, of what {@link momentOf} wrote. */
export function atMoment(moment: string): string {
  return `${moment.includes('/') ? 'em' : 'às'} ${moment}`
}

const dayOf = (iso: string, at: number) => Math.floor((at + offsetOf(iso)) / 86_400_000)
