import type { Evento } from './evento.ts'
import { counted, durationTold, MINUTOS_MAX, minutosOf, momentTold, stampOf } from './quando.ts'
import { cleanText } from './text.ts'

/** The longest text, in characters: pages have room for it, and a form of such texts is of normal size. */
export const TEXTO_MAX = 100

/** The same for what guests should know. */
export const LIVRE_MAX = 300

/** The same for a signatory's name and office: a line under a signature has room for it. */
export const ASSINATURA_MAX = 60

/**
 * How a value of the event is typed, read and shown. These are methods because a loop calls them without
 * knowing the type of the value.
 */
export interface Forma<Value> {
  /** How the form shows it. */
  kind: 'linha' | 'livre' | 'curta' | 'momento' | 'prazo' | 'caixa' | 'assinaturas' | 'em-outra-pagina'
  entrada: {
    type?: string
    inputMode?: 'numeric'
    autoComplete?: string
    maxLength?: number
    required?: boolean
  }
  /** The input at fault when the rules of the event refuse the value; the first by default. */
  refusedAt?: number
  /**
   * The text of its inputs for a value, in order; those left out keep their initial text.
   * @param inicio gives the clock
   */
  print(value: Value, inicio: string): string[]
  /** The typed value; anything, once `wrong` was called for it. */
  read(typed: string[], leitura: Leitura<Value>): Value
  told(value: Value, evento: Evento): string
}

export interface Leitura<Value> {
  zone: string
  /** The stored value, and the text of its inputs; null without an event. */
  stored: { value: Value; typed: string[] } | null
  /** Reports what is wrong with an input, by its position. The first of two sentences is kept. */
  wrong: (at: number, sentence: string) => void
}

type Wrong = Leitura<unknown>['wrong']

function textIn(raw: string, most: number, at: number, wrong: Wrong): string {
  const clean = cleanText(raw)
  if (clean === null) wrong(at, 'Há um sinal que não dá para gravar. Escreva de novo.')
  else if (clean.length > most) wrong(at, `São mais de ${most} letras. Encurte um pouco.`)
  return clean ?? ''
}

export const TEXTO: Forma<string> = {
  kind: 'linha',
  entrada: { type: 'text', autoComplete: 'off', maxLength: TEXTO_MAX, required: true },
  print: (text) => [text],
  read: ([typed = ''], { wrong }) => textIn(typed, TEXTO_MAX, 0, wrong),
  told: (text) => text,
}

/** A paragraph. */
export const LIVRE: Forma<string> = {
  ...TEXTO,
  kind: 'livre',
  entrada: { maxLength: LIVRE_MAX },
  read: ([typed = ''], { wrong }) => textIn(typed.replace(/\s+/g, ' '), LIVRE_MAX, 0, wrong),
}

/** A text that may be left blank. @param none how that is told */
export const talvez = (forma: Forma<string>, none: string): Forma<string | undefined> => ({
  ...forma,
  entrada: { ...forma.entrada, required: false },
  print: (text) => (text === undefined ? [] : [text]),
  read: (typed, { zone, wrong }) => forma.read(typed, { zone, stored: null, wrong }) || undefined,
  told: (text) => text ?? none,
})

/** A date that was not edited keeps its stored value, seconds included. */
export const MOMENTO: Forma<string> = {
  kind: 'momento',
  entrada: { required: true },
  print: (iso, inicio) => {
    const [dia = '', hora = ''] = stampOf(inicio, Date.parse(iso)).split('T')
    return [dia, hora.slice(0, 5)]
  },
  read: ([typedDia = '', typedHora = ''], { zone, stored, wrong }) => {
    const [dia, hora] = [dayIn(typedDia), hourIn(typedHora)]
    if (dia === null) wrong(0, typedDia.trim() ? 'Escreva a data como 16/09/2027.' : 'Falta a data.')
    if (hora === null) wrong(1, typedHora.trim() ? 'Escreva a hora como 19h30.' : 'Falta a hora.')
    const isAsShown = stored?.typed[0] === dia && stored.typed[1] === hora
    return isAsShown ? stored.value : `${dia ?? ''}T${hora ?? '00:00'}:00${zone}`
  },
  told: (iso, { inicio }) => momentTold(inicio, Date.parse(iso)),
}

/** A date; the end of the event by default. */
export const PRAZO: Forma<string | undefined> = {
  kind: 'prazo',
  entrada: { required: false },
  refusedAt: 1,
  print: (iso, inicio) => (iso === undefined ? [] : ['data', ...MOMENTO.print(iso, inicio)]),
  read: ([ate, ...typed], { zone, stored, wrong }) => {
    if (ate !== 'data') return undefined
    const { value } = stored ?? {}
    return MOMENTO.read(typed, {
      zone,
      stored: stored && value !== undefined ? { value, typed: stored.typed.slice(1) } : null,
      wrong: (at, sentence) => wrong(at + 1, sentence),
    })
  },
  told: (iso, evento) => (iso === undefined ? 'até o fim do evento' : `até ${MOMENTO.told(iso, evento)}`),
}

export const DIAS: Forma<number> = {
  kind: 'curta',
  entrada: { inputMode: 'numeric', autoComplete: 'off', maxLength: 4, required: true },
  print: (days) => [String(days)],
  read: ([typed = '']) => (/^\d{1,4}$/.test(typed.trim()) ? Number(typed) : 0),
  told: (days) => `${counted(days, 'dia')} depois do fim`,
}

/** Yes by default. */
export const caixa = (yes: string, no: string): Forma<boolean | undefined> => ({
  kind: 'caixa',
  entrada: {},
  print: (isYes = true) => [isYes ? 'sim' : 'nao'],
  read: ([typed]) => (typed === 'nao' ? false : undefined),
  told: (isYes = true) => (isYes ? yes : no),
})

export const ASSINATURAS: Forma<Evento['assinaturas']> = {
  kind: 'assinaturas',
  entrada: { type: 'text', autoComplete: 'off', maxLength: ASSINATURA_MAX },
  print: (assinaturas = []) => assinaturas.flatMap(({ nome, cargo }) => [nome, cargo]),
  read: (typed, { wrong }) => {
    const assinaturas = [0, 2].flatMap((at) => {
      const nome = textIn(typed[at] ?? '', ASSINATURA_MAX, at, wrong)
      const cargo = textIn(typed[at + 1] ?? '', ASSINATURA_MAX, at + 1, wrong)
      if (nome === '' && cargo !== '') wrong(at, 'Escreva quem assina, ou apague o cargo.')
      return nome === '' ? [] : [{ nome, cargo }]
    })
    return assinaturas.length > 0 ? assinaturas : undefined
  },
  told: (assinaturas) =>
    assinaturas?.map(({ nome, cargo }) => (cargo === '' ? nome : `${nome}, ${cargo}`)).join('; ') ??
    'ninguém',
}

/** Written on a page of its own: the form of the event keeps it as it is stored. */
export const PERGUNTAS: Forma<Evento['perguntas']> = {
  kind: 'em-outra-pagina',
  entrada: {},
  print: () => [],
  read: (_, { stored }) => stored?.value,
  told: (perguntas) => perguntas?.map(({ texto }) => texto).join('; ') ?? 'nenhuma',
}

/** Hours and minutes; from start to end by default. */
export const CARGA: Forma<number | undefined> = {
  kind: 'curta',
  entrada: { autoComplete: 'off', maxLength: 30 },
  print: (minutos) => (minutos === undefined ? [] : [cargaOf(minutos)]),
  read: ([typed = ''], { wrong }) => {
    const minutos = minutosIn(typed)
    if (minutos === null) wrong(0, 'Escreva a carga horária como 2h30, ou deixe em branco.')
    return minutos ?? undefined
  },
  told: (minutos, evento) =>
    `${durationTold(minutosOf(evento))}${minutos === undefined ? ', do começo ao fim' : ''}`,
}

/** `2h30`, `2h`, `0h45` */
function cargaOf(minutos: number): string {
  const rest = minutos % 60
  return `${Math.floor(minutos / 60)}h${rest === 0 ? '' : String(rest).padStart(2, '0')}`
}

/** @returns `2027-09-16`, which may not exist in the calendar; null for anything but a date */
function dayIn(raw: string): string | null {
  const [, ano, mes, dia] = /^([1-9]\d{3})-(\d\d)-(\d\d)$/.exec(raw.trim()) ?? []
  if (ano !== undefined) return `${ano}-${mes}-${dia}`
  const [, d, m, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-]([1-9]\d{3})$/.exec(raw.trim()) ?? []
  return year === undefined ? null : `${year}-${m?.padStart(2, '0')}-${d?.padStart(2, '0')}`
}

/** @returns `19:30` */
function hourIn(raw: string): string | null {
  const [, hora, minuto] = /^([01]?\d|2[0-3])\s*[:h]\s*([0-5]\d)?(?::00)?$/i.exec(raw.trim()) ?? []
  return hora === undefined ? null : `${hora.padStart(2, '0')}:${minuto ?? '00'}`
}

/** The minutes of `2h30`, `2h`, `2` or `45 min`; undefined for a blank, null for anything else. */
function minutosIn(raw: string): number | null | undefined {
  const typed = raw.trim().toLowerCase()
  if (typed === '') return undefined
  const [, short] = /^(\d{1,5})\s*min(?:utos?)?$/.exec(typed) ?? []
  const [, hours, rest] =
    /^(\d{1,4})\s*(?:(?:h|:|horas?)\s*(?:e\s*)?([0-5]\d)?(?:\s*min)?)?$/.exec(typed) ?? []
  const minutos = short === undefined ? Number(hours) * 60 + Number(rest ?? 0) : Number(short)
  return minutos >= 1 && minutos <= MINUTOS_MAX ? minutos : null
}
