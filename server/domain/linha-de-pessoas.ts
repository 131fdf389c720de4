import { parseNota, parseRotulo, type ConvitePessoal } from './convite-pessoal.ts'
import { parseTelefone } from './telefone.ts'
import { withoutEnd } from './text.ts'

/** List markers at the start of pasted lines: `- `, `• `, `1. `. */
const BULLET = /^\s*(?:[-–—*•·●▪◦‣+]\s*|\d{1,3}[.)]\s+)/u
/** The characters of a typed phone number, and those that separate it from the name before it. */
const OF_NUMBER = /[\d\s().–-]/
const PARTING = /[\s,;:–-]/
/** As many digits are meant as a number, even where the area code is missing. */
const NUMBER_MIN = 8

/** The longest line that is read, in characters: a row of a pasted table. */
const LINE_MAX = 2_000

/** A line of a list of people, as read. */
interface LinhaDePessoas extends Pick<ConvitePessoal, 'telefone' | 'nota'> {
  /** Null when the line has no name. */
  rotulo: string | null
  /** It has a number that is none: left out. */
  isIllegible: boolean
}

/**
 * Reads a line of a list: `- Tia Lúcia (prima do Zé) 65 99911-2244`, or a row of a pasted table. What is in
 * brackets, and in columns beside name and number, becomes the note.
 */
export function readLinha(line: string): LinhaDePessoas {
  const none = { rotulo: null, telefone: '', nota: '', isIllegible: false }
  if (line.length > LINE_MAX) return none
  const [first = '', ...cells] = line.trim().split(/[\t;]/)
  const { before, number: atEnd, after } = apart(first.replace(BULLET, '').replace(/[*_~]/g, ''))
  const isNumber = (cell: string) => digitsIn(cell) >= NUMBER_MIN && parted(cell)[0] === ''
  const typed = [atEnd, ...cells.filter(isNumber)].find((number) => number !== '') ?? ''
  const read = typed === '' ? null : parseTelefone(typed)
  const [name, bracketed] = withoutBrackets(before)
  const notes = [bracketed, after, ...cells.filter((cell) => !isNumber(cell))].map((note) => note.trim())
  const nota = parseNota(notes.filter((note) => note !== '').join(' · '))
  return {
    rotulo: nota === null ? null : parseRotulo(name),
    telefone: read?.kind === 'ok' ? read.value : '',
    nota: nota ?? '',
    isIllegible: read?.kind === 'invalid',
  }
}

/** A number anywhere in a line, with the word for it. */
const NUMBER =
  /(?:\b(?:tel(?:efone)?|cel(?:ular)?|fone|whats(?:app)?|zap)\b[.:]*\s*)?(?<!\d[\s().–-]?)(\+?\(?\d[\d\s().–-]{6,18}\d)(?![\s().–-]?\d)/iu

/** The name of a line, its number, and what stands after both: the number may stand before the name, too. */
function apart(line: string): { before: string; number: string; after: string } {
  const [label, atEnd] = parted(line)
  const found = NUMBER.exec(atEnd === '' ? line : label)
  const word = /[\s,;:–-]+(?:tel(?:efone)?|cel(?:ular)?|fone|whats(?:app)?|zap)[.:]*$/iu
  if (!found || digitsIn(found[1] ?? '') < NUMBER_MIN) {
    const before = atEnd === '' ? label : label.replace(word, '')
    return { before, number: atEnd, after: '' }
  }
  const whole = atEnd === '' ? line : label
  const ends = (text: string) => withoutEnd(text, /[\s,;:/–-]/).replace(/^[\s,;:/–-]+/u, '')
  const left = ends(whole.slice(0, found.index))
  const right = ends(whole.slice(found.index + found[0].length))
  const number = found[1] ?? ''
  if (left === '') return { before: right, number, after: atEnd }
  // A second number stays in the note.
  const after = [right.replace(/^\((.*)\)$/u, '$1'), atEnd].filter((one) => one !== '').join(' · ')
  return { before: left, number, after }
}

/** A line that says what the list is: `Lista de convidados`, `Mesa 1:`. */
export const isTitulo = (line: string) =>
  (line.trimEnd().endsWith(':') && digitsIn(line) < NUMBER_MIN) ||
  /^\W*(?:lista|relação) d[eao]s? /iu.test(line)

const digitsIn = (text: string) => text.replace(/\D/g, '').length

/** A name, and the number typed after it; empty text for none. */
export function parted(label: string): [string, string] {
  const before = withoutEnd(label, OF_NUMBER)
  const tail = label.slice(before.length)
  if (digitsIn(tail) < NUMBER_MIN) return [label, '']
  // A bracket that closes before the number belongs to the name.
  const at = tail.search(/[\d(]/)
  const name = before + tail.slice(0, at)
  const number = (name.endsWith('+') ? '+' : '') + tail.slice(at)
  return [withoutEnd(name.replace(/\+$/, ''), PARTING), number.trim()]
}

/** A name, and apart from it the words in brackets at its end. */
function withoutBrackets(label: string): [string, string] {
  const at = label.trimEnd().endsWith(')') ? label.lastIndexOf('(') : -1
  if (at < 1 || !/\s/.test(label.charAt(at - 1))) return [label, '']
  return [
    label.slice(0, at),
    label
      .slice(at + 1)
      .trimEnd()
      .slice(0, -1),
  ]
}
