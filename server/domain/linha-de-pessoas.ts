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
  const [before, atEnd] = parted(first.replace(BULLET, ''))
  const isNumber = (cell: string) => digitsIn(cell) >= NUMBER_MIN && parted(cell)[0] === ''
  const typed = [atEnd, ...cells.filter(isNumber)].find((number) => number !== '') ?? ''
  const read = typed === '' ? null : parseTelefone(typed)
  const [name, bracketed] = withoutBrackets(before)
  const notes = [bracketed, ...cells.filter((cell) => !isNumber(cell))].map((note) => note.trim())
  const nota = parseNota(notes.filter((note) => note !== '').join(' · '))
  return {
    rotulo: nota === null ? null : parseRotulo(name),
    telefone: read?.kind === 'ok' ? read.value : '',
    nota: nota ?? '',
    isIllegible: read?.kind === 'invalid',
  }
}

/** A line that says what the list is, `Lista de convidados:`. */
export const isTitulo = (line: string) => line.trimEnd().endsWith(':') && digitsIn(line) === 0

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
