import { atMoment } from '../../../server/domain/quando.ts'
import type { Veredito } from '../../../server/domain/veredito.ts'
import type { Foreign } from '../scanned.ts'
import type { Reading } from '../reading.ts'
import type { World } from '../shown.ts'

export interface Looks {
  field: string
  shape: Shape
  /** The lines of the headline. */
  headline: string[]
  when: string
  /** At most two sentences. */
  advice: string
}

/** How to write a time (`19h02`, or `16/9, 19h02` if not today), and when the list was updated. */
export interface Times {
  momentOf: (em: number) => string
  listTime: string
}

/** `porta B · Ana`, as written inside a sentence. */
export const byOf = (by: string | null) => (by ?? '').replace(/^Porta\b/, 'porta')

/** What a rehearsal and a trial say in the conditional. */
const WOULD = {
  anyway: 'Entraria mesmo assim',
  anywayDone: (time: string) => `Entraria mesmo assim, ${time}: ficaria anotado.`,
  undone: ['SERIA DESFEITA', 'O convite valeria de novo.'] as [string, string],
  together: (nome: string | number) =>
    typeof nome === 'number' ? `Entrariam os ${nome}` : `Entraria ${nome}`,
  disc: 'hollow-disc' as Shape,
  inside: 'teria entrado',
  cancelled: 'estaria cancelado',
  ofMesa: { inside: 'teriam entrado', outside: 'ainda estaria fora', justRead: 'lido agora: entraria' },
}

/** Each world's name on every screen, its word for admitting, and everything else it words differently. */
export const WORLDS: Record<World, typeof WOULD & { name: string; act: string }> = {
  real: {
    name: '',
    act: 'Dar entrada',
    anyway: 'Entrou mesmo assim',
    anywayDone: (time) => `Entrou mesmo assim, ${time}: está anotado.`,
    undone: ['ENTRADA DESFEITA', 'O convite vale de novo.'],
    together: (nome) => (typeof nome === 'number' ? `Entram os ${nome}` : `Entra ${nome}`),
    disc: 'disc',
    inside: 'entrou',
    cancelled: 'convite cancelado',
    ofMesa: { inside: 'já entraram', outside: 'ainda não entrou', justRead: 'lido agora: já entrou' },
  },
  ensaio: { name: 'ENSAIO', act: 'Ensaiar', ...WOULD },
  teste: { name: 'TESTE', act: 'Testar', ...WOULD },
}

interface VerdictRow {
  field: string
  shape: 'disc' | 'triangle' | 'cross' | 'diamond' | 'card'
  headline: string[]
  advice: string
  /**
   * What a rehearsal says: in the conditional, so that nobody takes it for real, with the colour to expect.
   */
  would: { headline: string[]; advice: string }
}

export const LOOKS: Record<Veredito['kind'], VerdictRow> = {
  entrar: {
    field: 'verde',
    shape: 'disc',
    headline: ['ENTRAR'],
    advice: '',
    would: { headline: ['ENTRARIA'], advice: 'Na festa, esta tela seria verde.' },
  },
  'ja-entrou': {
    field: 'ambar',
    shape: 'triangle',
    headline: ['JÁ', 'ENTROU'],
    advice: 'Peça um documento. Se não for a mesma pessoa, chame a organização.',
    would: {
      headline: ['JÁ TERIA', 'ENTRADO'],
      advice: 'Seria amarela: peça um documento. Se não for a mesma pessoa, chame a organização.',
    },
  },
  cancelado: {
    field: 'vermelho',
    shape: 'cross',
    headline: ['CONVITE', 'CANCELADO'],
    advice: 'Não deixe entrar: leve à organização.',
    would: { headline: ['ESTARIA', 'CANCELADO'], advice: 'Seria vermelha: leve à organização.' },
  },
  'fora-da-lista': {
    field: 'ambar falta',
    shape: 'diamond',
    headline: ['NÃO ESTÁ', 'NA LISTA'],
    advice: 'Busque pelo nome ou leve à organização.',
    would: {
      headline: ['NÃO ESTARIA', 'NA LISTA'],
      advice: 'Seria amarela: busque pelo nome ou leve à organização.',
    },
  },
  'link-antigo': {
    field: 'ambar',
    shape: 'card',
    headline: ['LINK', 'ANTIGO'],
    advice: 'O link foi trocado. Peça um documento; se o nome for outro, leve à organização.',
    would: {
      headline: ['SERIA LINK', 'ANTIGO'],
      advice: 'Seria amarela: peça um documento. Se o nome for outro, leve à organização.',
    },
  },
}

export const CHECK_NAME = 'CONFIRA O NOME'

/** What was read: the verdict, the name of the phone that admitted before, and whether it counts. */
type Read = Pick<Reading, 'veredito' | 'by' | 'world'>

/** A rehearsal and a trial have one field for all verdicts, and hollow shapes. */
export function looksOf({ veredito, by, world }: Read, times: Times): Looks {
  const { field, shape, headline, advice, would } = LOOKS[veredito.kind]
  const { listTime } = times
  const isUnknown = veredito.kind === 'fora-da-lista'
  const when =
    veredito.kind === 'ja-entrou'
      ? momentAndPhone(veredito.em, by, times)
      : veredito.kind === 'link-antigo'
        ? CHECK_NAME
        : ''
  if (world !== 'real') return { field: 'de-ensaio', shape: `hollow-${shape}`, when, ...would }
  if (!isUnknown) return { field, shape, headline, when, advice }
  const since = `Pode ter se cadastrado depois ${listTime.includes('/') ? 'de' : 'das'} ${listTime}.`
  return { field, shape, headline, when: `lista de ${listTime}`, advice: `${since} ${advice}` }
}

function momentAndPhone(em: number, by: string | null, { momentOf }: Times): string {
  const where = byOf(by)
  return `${atMoment(momentOf(em))}${where && `, ${where}`}`
}

const FOREIGN: Record<Foreign, string> = {
  pix: 'É um código PIX',
  wifi: 'É um código de Wi-Fi',
  site: 'É o endereço de outra página',
  outro: 'É um código de outra coisa',
}

/** What to say of a code that is not a guest's. A rehearsal says the same, because the code is real. */
export function looksOfForeign(foreign: Foreign): Pick<Looks, 'when' | 'advice'> {
  return { when: FOREIGN[foreign], advice: 'Peça o QR da credencial, com o nome. Não tem? Busque pelo nome.' }
}

/** An SVG path; `fill` and `stroke` are among its attributes. */
export type SvgPath = Record<string, string>

export const line = (d: string, width: number): SvgPath => ({
  d,
  fill: 'none',
  stroke: 'currentColor',
  'stroke-width': String(width),
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
})
const full = (d: string): SvgPath => ({ d, fill: 'currentColor', 'fill-rule': 'evenodd' })
const dashed = (d: string): SvgPath => ({
  ...line(d, 6),
  'stroke-linecap': 'butt',
  'stroke-dasharray': '13 8',
})

/** The shape of each verdict, 96 wide, recognisable without its colour. */
export const SHAPES = {
  disc: [full('M48 3a45 45 0 1 1 0 90 45 45 0 0 1 0-90M20 50l18 19 38-40-9-9-29 31-9-10z')],
  triangle: [
    full('M48 8l43 78H5zM42 34l2 29h8l2-29zM48 68a6 6 0 1 0 0 12 6 6 0 0 0 0-12'),
    line('M48 8l43 78H5z', 7),
  ],
  cross: [{ d: 'M14 14l68 68M82 14L14 82', fill: 'none', stroke: 'currentColor', 'stroke-width': '21' }],
  diamond: [
    line('M48 6l42 42-42 42L6 48z', 7),
    line('M38 40c0-13 20-13 20 0 0 7-10 8-10 16', 8),
    line('M48 68v.01', 11),
  ],
  // The card shows the name to compare.
  card: [
    full(
      'M14 16h68a8 8 0 0 1 8 8v48a8 8 0 0 1-8 8H14a8 8 0 0 1-8-8V24a8 8 0 0 1 8-8M33 31a9 9 0 1 0 0 18 9 9 0 0 0 0-18M17 68h32c0-10-6-15-16-15s-16 5-16 15M57 36v7h23v-7zM57 53v7h23v-7z',
    ),
  ],
  // A rehearsal's are the same but hollow, and dashed where that still shows.
  'hollow-disc': [
    dashed('M48 5a43 43 0 1 1 0 86 43 43 0 0 1 0-86'),
    line('M22 49l17 18 36-38-5-5-31 32-12-12z', 6),
  ],
  'hollow-triangle': [
    dashed('M48 8l43 78H5z'),
    line('M43 36h10l-2 24h-6z', 5),
    line('M48 69a4 4 0 1 1 0 8 4 4 0 0 1 0-8', 5),
  ],
  'hollow-cross': [line('M26 10l22 22 22-22 16 16-22 22 22 22-16 16-22-22-22 22-16-16 22-22-22-22z', 6)],
  'hollow-diamond': [
    dashed('M48 6l42 42-42 42L6 48z'),
    line('M39 41c0-12 18-12 18 0 0 6-9 7-9 15', 5),
    line('M48 68v.01', 7),
  ],
  'hollow-card': [
    dashed('M14 16h68a8 8 0 0 1 8 8v48a8 8 0 0 1-8 8H14a8 8 0 0 1-8-8V24a8 8 0 0 1 8-8'),
    line('M33 32a8 8 0 1 1 0 16 8 8 0 0 1 0-16M19 67h28c0-9-5-13-14-13s-14 4-14 13zM58 40h21M58 57h21', 5),
  ],
} satisfies Record<string, SvgPath[]>

export type Shape = keyof typeof SHAPES

// The design's steps: the length of the name, and of its longest word.
const STEPS = [
  { most: 16, word: 8 },
  { most: 28, word: 10 },
  { most: 48, word: 11 },
  { most: 80, word: 14 },
]

/** The largest of five sizes in which a name fits the screen: `nome-1` to `nome-5`, starting at `from`. */
export function nameStep(nome: string, from = 1): string {
  const longest = Math.max(...nome.split(/\s+/).map((word) => Array.from(word).length))
  const length = Array.from(nome).length
  const at = STEPS.findIndex(({ most, word }) => length <= most && longest <= word)
  return `nome-${Math.max(from, at === -1 ? STEPS.length + 1 : at + 1)}`
}
