import type { Numeros } from '../../server/domain/painel-repo'
import { countOf } from './count-of'

/** Where a bar begins and how long it is, in hundredths, as attributes of SVG. */
interface Stretch {
  x: string
  width: string
}

/** The numbers of the board as they are shown, by name: first by the page, then by the script that renews them. */
export interface ShownNumeros {
  texts: Record<string, string>
  barras: Record<string, Stretch>
}

const number = new Intl.NumberFormat('pt-BR')

/** Words and widths for the numbers. `isDay`: the ticket shows who is inside. */
export function shownNumeros(numeros: Numeros, isDay: boolean): ShownNumeros {
  const { convites, confirmados, reservados, pessoais, livres, dentro } = numeros
  const used = Math.max(0, convites - livres - reservados - pessoais)
  const share = (count: number) =>
    convites === 0 ? '' : `${Math.round((100 * count) / convites)} % dos convites`
  const beyond = confirmados - used
  return {
    texts: {
      convites: number.format(convites),
      confirmados: number.format(confirmados),
      'confirmados-nota': beyond > 0 ? `${number.format(beyond)} sem empresa` : share(confirmados),
      reservados: number.format(reservados),
      pessoais: number.format(pessoais),
      livres: number.format(livres),
      'livres-nota': share(livres),
      dentro: number.format(dentro),
      ingresso: number.format(isDay ? dentro : confirmados),
      'ingresso-nota': isDay
        ? `de ${countOf(confirmados, 'confirmado', 'confirmados')} · ${missing(confirmados - dentro)}`
        : `${number.format(used)} de ${countOf(convites, 'convite', 'convites')} · ${countOf(livres, 'livre', 'livres')}`,
    },
    barras: {
      usados: stretch(0, used, convites),
      segurados: stretch(used, reservados + pessoais, convites),
      confirmados: stretch(0, confirmados, Math.max(convites, confirmados)),
      reservados: stretch(0, reservados, convites),
      pessoais: stretch(0, pessoais, convites),
      livres: stretch(0, livres, convites),
      dentro: stretch(0, dentro, confirmados),
      ingresso: isDay ? stretch(0, dentro, confirmados) : stretch(0, used, convites),
    },
  }
}

const missing = (count: number) => (count === 1 ? 'falta 1' : `faltam ${number.format(Math.max(0, count))}`)

function stretch(from: number, count: number, all: number): Stretch {
  const percent = (part: number) =>
    `${all === 0 ? 0 : Math.round(Math.min(100, Math.max(0, (100 * part) / all)) * 10) / 10}%`
  return { x: percent(from), width: percent(count) }
}
