// Run in the process of sheet-reader.mjs; plain JavaScript, because Node 20 runs no TypeScript.
import { Buffer } from 'node:buffer'
import { decodeText } from './text.mjs'

const COLUMNS = ['Nome', 'WhatsApp', 'E-mail', 'Empresa', 'Observação']

/** Text of bytes, `=C3=A3`, whose lines go on where they end in `=`. */
const QUOTED_PRINTABLE = /^[^:\n]{0,999}QUOTED-PRINTABLE[^:\n]{0,999}:.*(?:(?<==)\n.*)*/gim

/** Whether these are contacts, as phones and mail programs export them. @param {string} text */
export const isVcf = (text) => /^\s*BEGIN[ \t]*:[ \t]*VCARD\s/i.test(text.slice(0, 1_000))

/**
 * Reads contacts (vCard 2.1, 3.0 and 4.0: RFC 2425, 2426, 6350) as a table: the names of the columns, then a
 * row a card. Of several phones the cell phone stands first, then the preferred one, and a fax last.
 * @param {string} text
 * @returns {string[][]}
 */
export function readVcf(text) {
  const unfolded = text.replace(/\r\n?/g, '\n').replace(/\n[ \t]/g, '')
  const whole = unfolded.replace(QUOTED_PRINTABLE, (lines) => lines.replaceAll('=\n', ''))
  const rows = whole.split(/^BEGIN[^\n]*\n/im).map((card) => rowOf(card.split('\n').map(propertyOf)))
  return [COLUMNS, ...rows.filter((cells) => cells.some((cell) => cell !== ''))]
}

/** A property without its group (`item1.TEL`), with its parameters in capitals. */
function propertyOf(line) {
  const [head] = /^(?:"[^"]*"|[^":])*/.exec(line.slice(0, 1_000))
  const [, name, types] = /^(?:[^;]*\.)?([^;]*)(.*)/s.exec(head.trim().toUpperCase())
  const value = line.slice(head.length + 1)
  return { name, types, value: types.includes('QUOTED-PRINTABLE') ? unquoted(value, types) : value }
}

function unquoted(value, types) {
  const signOf = (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))
  const bytes = Buffer.from(
    Buffer.from(value)
      .toString('latin1')
      .replace(/=([0-9A-F]{2})/gi, signOf),
    'latin1',
  )
  return /CHARSET="?ISO-8859-1/.test(types) ? bytes.toString('latin1') : decodeText(bytes).text
}

/** The parts between semicolons, `\\;`, `\\,` and `\\n` being the signs they stand for. */
function partsOf(value, between = '\0') {
  const signOf = (_, sign) => (sign === undefined ? between : /n/i.test(sign) ? '\n' : sign)
  return Array.from(value.replace(/\\(.)|;/gs, signOf).split('\0'), (part) => part.trim())
}
const plain = ({ value }) => partsOf(value.replace(/^tel:([^;]*).*|^mailto:/i, '$1'), ';')[0]

const rankOf = ({ types }) =>
  (/CELL|MOBILE|IPHONE/.test(types) ? 4 : 0) + (/PREF/.test(types) ? 2 : 0) - (/FAX/.test(types) ? 1 : 0)

function rowOf(card) {
  const sorted = [...card].sort((one, other) => rankOf(other) - rankOf(one))
  const allOf = (name) => sorted.filter((property) => property.name === name)
  const listOf = (name) => [...new Set(allOf(name).map(plain))].filter((value) => value !== '')
  const [family, given, additional] = partsOf(allOf('N')[0]?.value ?? '')
  const [name = [given, additional, family].filter(Boolean).join(' ')] = listOf('FN')
  const company = partsOf(allOf('ORG')[0]?.value ?? '').find(Boolean) ?? ''
  return [
    name,
    listOf('TEL').join(' ::: '),
    listOf('EMAIL').join(' ::: '),
    company,
    listOf('NOTE').join('\n'),
  ]
}
