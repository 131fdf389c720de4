import type { Desistencia } from '../../server/domain/desistencia'
import type { Evento } from '../../server/domain/evento'
import {
  atMoment,
  dayOf,
  dayWithYearOf,
  eventTime,
  isSameDay,
  momentOf,
  quandoOf,
} from '../../server/domain/quando'

import { capitalized, dotted } from './words.ts'

// The door's phones use these too.
export { atMoment, dayOf, eventTime, momentOf, shortDayOf } from '../../server/domain/quando'

// All by the event's clock, which `iso` gives by its offset; `at` is in milliseconds since the epoch.

/** `Hoje, 16 de setembro`, `Ontem, 15 de setembro`, or `14 de setembro`; with the year if it is another. */
export function dayToldOf(iso: string, at: number, now: number): string {
  const { dia, mes, ano } = quandoOf(iso, at)
  const date = ano === quandoOf(iso, now).ano ? `${dia} de ${mes}` : `${dia} de ${mes} de ${ano}`
  const ago = dayOf(iso, now) - dayOf(iso, at)
  return ago === 0 ? `Hoje, ${date}` : ago === 1 ? `Ontem, ${date}` : date
}

/** How many days away the event is; negative once it is past. */
export const daysUntil = (inicio: string, now: number): number =>
  dayOf(inicio, Date.parse(inicio)) - dayOf(inicio, now)

/** `falta 1 dia`, `faltam 12 dias`, for something still to come. */
export const countdown = (days: number): string =>
  days === 1 ? 'falta 1 dia' : `faltam ${days.toLocaleString('pt-BR')} dias`

/** `Quinta-feira, 9 de setembro · faltam 7 dias`; from its day on, whether the event has ended. */
export function todayTold({ inicio, fim }: Pick<Evento, 'inicio' | 'fim'>, now: number): string {
  const { semana, dia, mes } = quandoOf(inicio, now)
  const days = daysUntil(inicio, now)
  const [is, was] = now < Date.parse(fim) ? ['é', 'começou'] : ['foi', 'foi']
  const near = new Map([
    [1, 'é amanhã'],
    [0, `${is} hoje`],
    [-1, `${was} ontem`],
  ])
  const left = near.get(days) ?? (days > 0 ? countdown(days) : `${was} há ${-days} dias`)
  return dotted(capitalized(`${semana}, ${dia} de ${mes}`), left)
}

/** When something was done: `às 14h02` today, else the day, `8/9`. */
export function doneAt(iso: string, at: number, now: number): string {
  return isSameDay(iso, at, now) ? `às ${eventTime(iso, at)}` : dayWithYearOf(iso, at, now)
}

/** `hoje, às 15h10`, or `em 14 de setembro, às 9h05`. */
export function whenItWas(iso: string, at: number, now: number): string {
  const { dia, mes, hora } = quandoOf(iso, at)
  return isSameDay(iso, at, now) ? `hoje, às ${hora}` : `em ${dia} de ${mes}, às ${hora}`
}

/** A deadline: `hoje, 20h`, or `16 de setembro, 20h`. */
export function untilWhen(iso: string, at: number, now: number): string {
  const { dia, mes, hora } = quandoOf(iso, at)
  return isSameDay(iso, at, now) ? `hoje, ${hora}` : `${dia} de ${mes}, ${hora}`
}

/** A deadline that is near: `19h31`, with the day if it is another. */
export function untilTime(iso: string, at: number, now: number): string {
  return untilWhen(iso, at, now).replace('hoje, ', '')
}

/** When something was last seen, to the minute: `agora`, `há 12 min`, `19h31`, or `14/9, 19h31`. */
export function seenAt(iso: string, at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000)
  if (minutes < 2) return 'agora'
  if (minutes < 60) return `há ${minutes} min`
  return momentOf(iso, at, now)
}

/**
 * `Desistiu em 15/9, 19h18` or `A mesa retirou às 19h18`, by the event's clock; null for a confirmed guest.
 */
export function desistenciaTold(
  inicio: string,
  desistencia: Pick<Desistencia, 'em' | 'por'> | null,
  now: number,
): string | null {
  if (!desistencia) return null
  const quem = desistencia.por === 'mesa' ? 'A mesa retirou' : 'Desistiu'
  return `${quem} ${atMoment(momentOf(inicio, desistencia.em, now))}`
}
