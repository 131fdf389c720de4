import type { Services } from '../../../server/composition.ts'
import type { Balanco } from '../../../server/domain/balanco.ts'
import type { Intervalo } from '../../../server/domain/painel-repo.ts'
import { dayWithYear, offsetOf, quandoOf } from '../../../server/domain/quando.ts'
import { dayOf, shortDayOf } from '~/shared/event-clock'
import { isCancelado } from '~/shared/closing.server'
import { countOf } from '~/shared/words'

export const POR_PAGINA = 100

/** The event once it is over; null before that, if none is described, or if it was cancelled. */
export const overIn = (services: Services) =>
  services.gravado && !isCancelado(services) && services.now() >= Date.parse(services.gravado.evento.fim)
    ? services.gravado
    : null

/** Says when the numbers become available; `quando` is null if no event is described. */
export function aindaNao(services: Services) {
  const fim = services.gravado?.evento.fim
  const quando = fim === undefined ? null : `${dayWithYear(fim)}, às ${quandoOf(fim).hora}`
  return { kind: 'ainda-nao' as const, quando, isCancelado: isCancelado(services) }
}

export const numerosIn = ({ convites, confirmados, vieram, foraDaLista, ...beside }: Balanco) => {
  const { naoVem = 0, semResposta = 0 } = beside
  return { convites, confirmados, vieram, foraDaLista, naoVem, semResposta }
}

/** ` Fora das faltas: 2 avisaram que não vinham, 7 não responderam.`; empty text for nobody. */
export function besideTold({ naoVem, semResposta }: ReturnType<typeof numerosIn>): string {
  const parts = [
    ...(naoVem === 0 ? [] : [countOf(naoVem, 'avisou que não vinha', 'avisaram que não vinham')]),
    ...(semResposta === 0 ? [] : [countOf(semResposta, 'não respondeu', 'não responderam')]),
  ]
  return parts.length === 0 ? '' : ` Fora das faltas: ${parts.join(', ')}.`
}

/** Each company's numbers, as spreadsheet columns. */
export const COLUNAS = ['Empresa', 'ID da empresa', 'Convites', 'Confirmados', 'Vieram']

/**
 * Companies, largest first, then guests without one; null before the end of the event.
 * @throws StorageError
 */
export async function linhasDepois(services: Services): Promise<Record<string, string | number>[] | null> {
  if (!overIn(services)) return null
  const { balanco, empresas } = await services.painelReadings.balanco()
  const { confirmados, vieram } = balanco.semEmpresa
  const free = { empresaid: '', nome: 'Sem empresa', convites: 0, confirmados, vieram }
  return [...empresas, ...(confirmados === 0 ? [] : [free])].map((one) => ({
    Empresa: one.nome,
    'ID da empresa': one.empresaid,
    Convites: one.convites,
    Confirmados: one.confirmados,
    Vieram: one.vieram,
  }))
}

const HOUR_MS = 3_600_000

/** The most intervals that the page and the sheet have room for. */
const MAX = 12

/**
 * The longest interval, in hours: an event may last days, and names ticked on paper may be entered days
 * later.
 */
const LONGEST = 8_784
const HOURS = [1, 2, 3, 6, 12, 24, 168]

/**
 * Counts by the hour, or by the shortest interval that leaves at most twelve; empty intervals are left out.
 */
export function horasOf(porHora: Intervalo[], inicio: string) {
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
    /** The length of its bar, in hundredths of the longest. */
    ate: (100 * count) / most,
  }))
}

function nomeOf(from: number, hours: number, inicio: string): string {
  const dia = shortDayOf(inicio, from)
  if (hours >= 24) return hours === 24 ? dia : `desde ${dia}`
  const at = `${quandoOf(inicio, from).hora} às ${quandoOf(inicio, from + hours * HOUR_MS).hora}`
  return dayOf(inicio, from) === dayOf(inicio, Date.parse(inicio)) ? at : `${dia}, ${at}`
}
