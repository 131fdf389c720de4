import type { Veredito } from '../../../server/domain/veredito.ts'
import { atMoment } from '../../../server/domain/quando.ts'
import { foreignIn } from '../scanned.ts'
import type { Reading, World } from '../shown.ts'
import { looksOf, looksOfEnsaio, looksOfForeign, type Times, type Looks } from './verdict-looks.ts'

/** What a verdict says, to be shown, heard and felt. */
export interface Announcement extends Looks {
  kind: Veredito['kind']
  /** But for the real one, everything it says is in the conditional. */
  world: World
  nome: string
  nomes: string[]
  mesa: string
  /** The number of the table; empty text for none. */
  numero: string
  /** The code that was typed, of somebody the list does not know. */
  typedCode: string
  /** `ENTRAR, às 19:16` */
  summary: string
  /** The admissions DESFAZER takes back. */
  admitted: string[]
}

/** What the button behind amber and red says, and what is said once it was pressed. */
export function anywayOf(world: World): { button: string; done: (time: string) => string } {
  return world !== 'real'
    ? {
        button: 'ENTRARIA MESMO ASSIM',
        done: (time) => `Entraria mesmo assim, ${time}: ficaria anotado.`,
      }
    : { button: 'ENTROU MESMO ASSIM', done: (time) => `Entrou mesmo assim, ${time}: está anotado.` }
}

export function announcementOf(reading: Reading, times: Times): Announcement {
  const { veredito, convidado, anotado, modo, isAdmitted, entradaid, world } = reading
  const isUnknown = veredito.kind === 'fora-da-lista' && modo === 'camera'
  const foreign = isUnknown ? foreignIn(anotado ?? '') : null
  const looks = {
    ...(world === 'real' ? looksOf : looksOfEnsaio)(reading, times),
    ...(foreign && looksOfForeign(foreign)),
  }
  const time = atMoment(times.momentOf(reading.em))
  const anyway = isAdmitted && veredito.kind !== 'entrar' ? anywayOf(world) : null
  return {
    ...looks,
    kind: veredito.kind,
    world,
    nome: convidado?.nome ?? (modo === 'busca' ? (anotado ?? '') : ''),
    nomes: [],
    mesa: convidado?.mesa ?? '',
    numero: convidado?.numero ?? '',
    typedCode: modo === 'codigo' ? (anotado ?? '') : '',
    advice: anyway?.done(time) ?? looks.advice,
    summary: `${anyway?.button ?? looks.headline.join(' ')}, ${time}`,
    admitted: isAdmitted ? [entradaid] : [],
  }
}

/** What is said of several guests of a table admitted at once; null for none. */
export function announcementOfMany(readings: Reading[], times: Times): Announcement | null {
  const inside = readings.filter(({ isAdmitted }) => isAdmitted)
  const others = readings.filter(({ isAdmitted }) => !isAdmitted)
  const first = inside[0] ?? others[0]
  if (!first) return null
  if (readings.length === 1 || inside.length === 0) return announcementOf(first, times)
  const names = others.map(({ convidado }) => convidado?.nome ?? '').join(', ')
  return {
    ...announcementOf(first, times),
    nome: inside.length === 1 ? (first.convidado?.nome ?? '') : `${inside.length} pessoas`,
    nomes: inside.length === 1 ? [] : inside.map(({ convidado }) => convidado?.nome ?? ''),
    advice: names && `Sem entrada agora: ${names}. Busque pelo nome.`,
    admitted: inside.map(({ entradaid }) => entradaid),
  }
}
