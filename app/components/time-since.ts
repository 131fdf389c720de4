import { quandoOf } from '../../server/domain/quando'

// As sentences tell an instant, at the clock of the event, which `iso` tells by its offset; instants in milliseconds.

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

/** A deadline that is near: `19h31`, with the day where it is another one. */
export function untilTime(iso: string, at: number, now: number): string {
  return untilWhen(iso, at, now).replace('hoje, ', '')
}

function isSameDay(iso: string, at: number, other: number): boolean {
  const [one, another] = [quandoOf(iso, at), quandoOf(iso, other)]
  return one.dia === another.dia && one.mes === another.mes && one.ano === another.ano
}
