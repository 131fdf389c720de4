import { quandoOf } from '../../server/domain/quando'

/** `16 de outubro de 2027`, at the event's own clock. `eraseAt` in milliseconds since the epoch. */
export function dayOfErasure(fim: string, eraseAt: number): string {
  const { dia, mes, ano } = quandoOf(fim, eraseAt)
  return `${dia} de ${mes} de ${ano}`
}
