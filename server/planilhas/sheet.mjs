// Run by sheet-reader.mjs in a process of its own; plain JavaScript, because Node 20 runs no TypeScript.
import { Blob, Buffer } from 'node:buffer'

/** The most rows taken, not counting the header. */
export const ROWS_MAX = 20_000

/** The most columns: a list has twenty. Columns beyond these have no names. */
const COLUMNS_MAX = 1_000

/** The longest cell read, and how much is shown of a longer one or of a column's name, in characters. */
const CELL_MAX = 1_000
const SHOWN_MAX = 60

/** The most bytes in all cells that are read: they are sent to the process that asked, and stored. */
const TEXT_MAX = 8 * 1024 * 1024

/** The most characters in all cells: a few shared strings may fill any number of them. */
const SIGNS_MAX = 64 * 1024 * 1024

/** The longest row of CSV, in bytes: thirty times Excel's longest cell. */
const RECORD_MAX = 1024 * 1024

/** The file cannot be taken. The message is a sentence for the organiser. */
export class SheetError extends Error {}

/** How many non-blank rows are searched for the names of the columns. */
const TOP_ROWS = 10

/**
 * Reads a spreadsheet, CSV or the first sheet of an `.xlsx`: the names of all columns, and the `wanted` cells
 * of each row.
 * @param {Buffer} bytes
 * @param {Record<string, string[]>} wanted the names the column of each field may have, the surest first
 * @param {boolean} isWhole whether the cells of other named columns are returned, too, unless they are too
 * much; else nothing unwanted is kept or returned
 * @returns {Promise<import('./table.ts').Table>}
 * @throws SheetError
 */
export async function readSheet(bytes, wanted, isWhole = false) {
  const { take, table } = createTable(wanted, isWhole)
  if (isXlsx(bytes)) await readXlsx(bytes, take)
  else await readCsv(bytes, take)
  return table()
}

/** @param {Buffer} bytes */
const isXlsx = (bytes) => bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004'

/** @param {Record<string, string[]>} wanted @param {boolean} isWhole */
function createTable(wanted, isWhole) {
  const keys = Object.entries(wanted).map(([field, names]) => [field, [...new Set(names.map(keyOf))]])
  /** @type {import('./table.ts').TableRow[]} */
  const rows = []
  /** The first rows, until the one with the names of the columns is known. */
  let top = []
  /** @type {{ line: number, columns: import('./table.ts').Column[] } | null} */
  let head = null
  /** @type {number[]} */
  let positions = []
  /** Columns that have a name and are not read, while their cells are kept. */
  let others = []
  let left = TEXT_MAX
  let leftOfOthers = TEXT_MAX
  let signsLeft = SIGNS_MAX

  /** @param {string[]} cells */
  const takeRow = (line, cells) => {
    if (rows.length === ROWS_MAX)
      throw new SheetError('A planilha tem mais de 20.000 linhas: divida-a e envie uma parte de cada vez.')
    const read = positions.filter((position) => position < cells.length)
    const problems = read
      .filter((position) => cells[position].length > CELL_MAX)
      .map((position) => `${head.columns[position].name} tem mais de 1.000 caracteres: encurte a célula`)
    if (cells.slice(head.columns.length).some((cell) => cell !== ''))
      problems.push('há mais células que colunas: ponha entre aspas a célula que contém o separador')
    const row = { line, cells: read.map((position) => shortened(cells[position], CELL_MAX)), problems }
    left -= Buffer.byteLength(JSON.stringify(row.cells))
    if (others.length > 0)
      row.others = others.map((position) => (cells[position] ?? '').slice(0, CELL_MAX + 1))
    if (row.others) leftOfOthers -= Buffer.byteLength(JSON.stringify(row.others))
    countSigns(cells)
    if (left < 0) throw new SheetError(TOO_MUCH)
    rows.push(row)
    if (leftOfOthers < 0) dropOthers()
  }

  const dropOthers = () => {
    others = []
    leftOfOthers = 0
    isWhole = false
    for (const row of rows) delete row.others
  }

  const countSigns = (cells) => {
    for (const cell of cells) signsLeft -= cell.length
    if (signsLeft < 0) throw new SheetError(TOO_MUCH)
  }

  /** The first row, among those at the top, that names the most fields; rows above it are a title. */
  const settle = () => {
    if (top.length === 0)
      throw new SheetError('A planilha está vazia: a primeira linha deve ter o nome das colunas.')
    const found = top.map(({ cells }) => positionsOf(cells, keys))
    const best = found.reduce((most, { size }, index) => (size > found[most].size ? index : most), 0)
    const { line, cells: names } = top[best]
    checkNames(names, found[best])
    const cells = names.slice(0, COLUMNS_MAX)
    const fields = new Map(Array.from(found[best], ([field, position]) => [position, field]))
    const columns = cells.map((name, position) => ({
      name: shortened(name.trim(), SHOWN_MAX),
      field: fields.get(position) ?? null,
    }))
    head = { line, columns }
    positions = [...columns.keys()].filter((position) => fields.has(position))
    if (isWhole) others = [...columns.keys()].filter((at) => !fields.has(at) && columns[at].name !== '')
    const below = top.slice(best + 1)
    top = []
    for (const row of below) takeRow(row.line, row.cells)
  }

  return {
    /** @param {number} line @param {string[]} cells */
    take(line, cells) {
      if (!cells.some((cell) => cell !== '')) return
      if (head) {
        takeRow(line, cells)
        return
      }
      top.push({ line, cells })
      countSigns(cells)
      if (top.length === TOP_ROWS) settle()
    },
    table() {
      if (!head) settle()
      return isWhole ? { ...head, isWhole, rows } : { ...head, rows }
    },
  }
}

const TOO_MUCH = 'A planilha tem texto demais: encurte as células ou divida-a em duas partes.'

/** Small words that the name of a column may have or lack. */
const PARTICLES = new Set(['DE', 'DA', 'DO', 'DAS', 'DOS', 'A', 'O', 'E'])

/**
 * The name of a column without accents, case, punctuation, particles and plurals: `Qtd. de Convites` becomes
 * `QTD CONVITE`.
 */
function keyOf(name) {
  const folded = name.slice(0, SHOWN_MAX).normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !PARTICLES.has(word))
  return words.map((word) => (word.length > 3 ? word.replace(/S$/, '') : word)).join(' ')
}

/** The cell of the row of names for each field. A cell is used for one field only. */
function positionsOf(cells, keys) {
  const at = new Map()
  cells.forEach((cell, position) => {
    const key = keyOf(cell)
    if (key !== '' && !at.has(key)) at.set(key, position)
  })
  const positions = new Map()
  const taken = new Set()
  for (const [field, names] of keys) {
    const position = names.map((name) => at.get(name)).find((one) => one !== undefined && !taken.has(one))
    if (position === undefined) continue
    positions.set(field, position)
    taken.add(position)
  }
  return positions
}

/** @param {string[]} cells @param {Map<string, number>} positions */
function checkNames(cells, positions) {
  const names = cells.map(keyOf)
  for (const position of positions.values()) {
    if (names.indexOf(names[position], position + 1) < 0) continue
    const name = shortened(cells[position].trim(), SHOWN_MAX)
    throw new SheetError(`A coluna ${name} está repetida: apague uma das duas, ou mude o nome dela.`)
  }
  if (cells.slice(COLUMNS_MAX).some((cell) => cell.trim() !== ''))
    throw new SheetError(
      'A planilha tem mais de 1.000 colunas: apague as que não são da lista e envie de novo.',
    )
}

/** @param {string} text @param {number} max */
const shortened = (text, max) => (text.length > max ? `${text.slice(0, SHOWN_MAX)}…` : text)

/**
 * Reads CSV as spreadsheets write it: `;`, `,` or tabs, any line end, UTF-8 with or without BOM, UTF-16 with
 * it, or Windows-1252.
 * @param {Buffer} bytes
 * @param {(line: number, cells: string[]) => void} take
 */
async function readCsv(bytes, take) {
  const { parse } = await import('csv-parse/sync')
  const text = decode(bytes).replace(/\r\n?/g, '\n')
  // The parser gives the line a record ends on; the raw text of the records before tells where it begins.
  let linesRead = 0
  const lineOf = (raw) => linesRead + /^\s*/.exec(raw)[0].split('\n').length
  try {
    parse(text, {
      delimiter: delimiterOf(text),
      trim: true,
      raw: true,
      max_record_size: RECORD_MAX,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record({ raw, record }) {
        take(lineOf(raw), record.map(plain))
        for (let at = raw.indexOf('\n'); at >= 0; at = raw.indexOf('\n', at + 1)) linesRead += 1
        return null
      },
      skip_records_with_error: true,
      on_skip(error, raw = '') {
        throw new SheetError(
          error.code === 'CSV_MAX_RECORD_SIZE'
            ? `Linha ${lineOf(raw)}: a linha é grande demais, ou as aspas dela não fecham. Corrija e envie de novo.`
            : `Linha ${lineOf(raw)}: as aspas não fecham onde deviam. Corrija a célula e salve a planilha de novo.`,
        )
      },
    })
  } catch (error) {
    // The parser passes errors of its callbacks on unchanged, and throws its own where a file breaks it.
    if (error instanceof SheetError) throw error
    throw new SheetError('O arquivo não é uma planilha que se leia: salve-a de novo como CSV UTF-8.')
  }
}

/** Removes the apostrophe that an export put before an apparent formula (`neutralise` in csv-output.ts). */
const plain = (cell) => cell.replace(/^'(?=[\s\p{C}]*[=+\-@\u2212])/u, '')

/**
 * The characters of Windows-1252 from 0x80 on, where Latin-1 has control characters. Written out because
 * Node's own decoder before version 24 takes one for the other, and loses dashes and curly quotes.
 */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'

/**
 * Decodes as UTF-8 if valid, otherwise as Windows-1252: the bytes of accented Portuguese are never valid
 * UTF-8 by chance.
 */
function decode(bytes) {
  const mark = bytes.subarray(0, 2).toString('latin1')
  if (mark === '\xFF\xFE' || mark === '\xFE\xFF')
    return new TextDecoder(mark === '\xFF\xFE' ? 'utf-16le' : 'utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bytes
      .toString('latin1')
      .replace(/[\u0080-\u009F]/g, (c) => WINDOWS_1252[c.charCodeAt(0) - 0x80] ?? '')
  }
}

const DELIMITERS = [';', ',', '\t']

/**
 * The delimiter that occurs in most of the first lines, outside quotes, and most often there: titles above
 * the names of the columns may have none. Excel may name it in a first line of its own, `sep=;`.
 */
function delimiterOf(text) {
  const [, said] = /^sep=([;,\t])\n/i.exec(text) ?? []
  if (said) return said
  const lines = text
    .slice(0, 64 * 1024)
    .replace(/"[^"]*"/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const weightOf = (delimiter) => {
    const counts = lines.slice(0, TOP_ROWS).map((line) => line.split(delimiter).length - 1)
    return (
      counts.filter((count) => count > 0).length * 1_000_000 + counts.reduce((sum, count) => sum + count, 0)
    )
  }
  const weights = DELIMITERS.map(weightOf)
  return DELIMITERS[weights.indexOf(Math.max(...weights))]
}

/** A number in plain digits, not as `1.1987654321E10`, which would spoil a phone. */
const parseNumber = (text) => (Number.isSafeInteger(Number(text)) ? String(Number(text)) : text)

const DATE = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC' })

function textOf(cell) {
  if (cell === null) return ''
  if (cell instanceof Date) return DATE.format(cell)
  if (typeof cell === 'boolean') return cell ? 'VERDADEIRO' : 'FALSO'
  return String(cell).trim()
}

/** Formulas give the results that were saved with them. */
async function readXlsx(bytes, take) {
  const { readSheet: read } = await import('read-excel-file/universal')
  const sheet = await read(new Blob([bytes]), { parseNumber }).catch((error) => {
    const [, row, column] = /at row (\d+), col (\d+)/.exec(error?.message ?? '') ?? []
    throw new SheetError(
      row === undefined
        ? 'O arquivo .xlsx está com defeito ou não tem a lista: abra-o no Excel, salve de novo e envie.'
        : `Linha ${row}, coluna ${column}: a célula tem uma fórmula sem resultado ou um valor com defeito. Abra a planilha no Excel, salve e envie de novo.`,
    )
  })
  sheet.forEach((cells, index) => take(index + 1, cells.map(textOf)))
}
