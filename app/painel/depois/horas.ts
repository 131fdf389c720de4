import type { Intervalo } from '../../../server/domain/painel-repo'
import { offsetOf, quandoOf } from '../../../server/domain/quando'
import { dayOf, shortDayOf } from '~/shared/event-clock'

const HOUR_MS = 3_600_000

/** How many stretches a page, and the sheet, have room for. */
const MAX = 12

/** How long stretches may be, in hours: an event of several days, or names ticked on paper that were entered days later. */
const LONGEST = 8_784
const HOURS = [1, 2, 3, 6, 12, 24, 168]

/** Who came in a stretch of time, and how long its bar is, in hundredths of the longest. */
export interface Hora {
  /** `19h às 20h`, with its day where it is not the event's; the day alone where stretches are that long. */
  nome: string
  count: number
  ate: number
}

/** By the hour, or by as few hours as leave twelve stretches; those without anybody are left out. */
export function horasOf(porHora: Intervalo[], inicio: string): Hora[] {
  const offset = offsetOf(inicio)
  const stretchesOf = (hours: number) => {
    const step = hours * HOUR_MS
    const counts = new Map<number, number>()
    for (const { from, count } of porHora) {
      const at = Math.floor((from + offset) / step) * step - offset
      counts.set(at, (counts.get(at) ?? 0) + count)
    }
    return [...counts]
  }
  const hours = HOURS.find((some) => stretchesOf(some).length <= MAX) ?? LONGEST
  const stretches = stretchesOf(hours)
  const most = Math.max(...stretches.map(([, count]) => count))
  return stretches.map(([from, count]) => ({
    nome: nomeOf(from, hours, inicio),
    count,
    ate: (100 * count) / most,
  }))
}

function nomeOf(from: number, hours: number, inicio: string): string {
  const dia = shortDayOf(inicio, from)
  if (hours >= 24) return hours === 24 ? dia : `desde ${dia}`
  const at = `${quandoOf(inicio, from).hora} às ${quandoOf(inicio, from + hours * HOUR_MS).hora}`
  return dayOf(inicio, from) === dayOf(inicio, Date.parse(inicio)) ? at : `${dia}, ${at}`
}
