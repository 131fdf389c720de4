// What sheet-reader.mjs runs in a process of its own; plain JavaScript, for Node 20 runs no TypeScript.
import { Blob, Buffer } from 'node:buffer'

/** The most rows taken, the header not counted. */
export const ROWS_MAX = 20_000

/** The most columns that have a name: a list has twenty. */
const COLUMNS_MAX = 1_000

/** The longest cell taken of a column that is read, and what is shown of a longer one or of a column's name, in signs. */
const CELL_MAX = 1_000
const SHOWN_MAX = 60

/** What the cells that are read come to at most, in bytes: they are told to the process that asked, and stored. */
const TEXT_MAX = 8 * 1024 * 1024

/** What all cells come to at most, in signs: a few strings that are shared may stand in any number of them. */
const SIGNS_MAX = 64 * 1024 * 1024

/** The longest row of CSV, in bytes: Excel's longest cell thirty times. */
const RECORD_MAX = 1024 * 1024

/** The file cannot be taken. The message is a sentence for the organiser. */
export class SheetError extends Error {}

/**
 * Reads a spreadsheet, CSV or the first sheet of an `.xlsx`: the names of all columns, and of each row the cells of the
 * `wanted` ones. Whatever else stands in it is neither kept nor told.
 * @param {Buffer} bytes
 * @param {string[]} wanted names of columns, in lower case
 * @returns {Promise<import('./table.ts').Table>}
 * @throws SheetError
 */
export async function readSheet(bytes, wanted) {
  const { take, table } = createTable(new Set(wanted))
  if (isXlsx(bytes)) await readXlsx(bytes, take)
  else await readCsv(bytes, take)
  return table()
}

/** @param {Buffer} bytes */
const isXlsx = (bytes) => bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004'

/** @param {Set<string>} wanted */
function createTable(wanted) {
  /** @type {import('./table.ts').TableRow[]} */
  const rows = []
  /** @type {string[] | null} */
  let columns = null
  /** @type {number[]} */
  let positions = []
  let left = TEXT_MAX
  let signsLeft = SIGNS_MAX

  /** @param {number} position */
  const nameAt = (position) => columns?.[position] ?? ''

  /** @param {string[]} cells */
  const takeRow = (line, cells) => {
    if (rows.length === ROWS_MAX)
      throw new SheetError('A planilha tem mais de 20.000 linhas: divida-a e envie uma parte de cada vez.')
    const read = positions.filter((position) => position < cells.length)
    const problems = read
      .filter((position) => cells[position].length > CELL_MAX)
      .map((position) => `${nameAt(position)} tem mais de 1.000 caracteres: encurte a célula`)
    if (cells.slice(columns.length).some((cell) => cell !== ''))
      problems.push('há mais células que colunas: ponha entre aspas a célula que contém o separador')
    const row = { line, cells: read.map((position) => shortened(cells[position], CELL_MAX)), problems }
    left -= Buffer.byteLength(JSON.stringify(row.cells))
    for (const cell of cells) signsLeft -= cell.length
    if (left < 0 || signsLeft < 0)
      throw new SheetError('A planilha tem texto demais: encurte as células ou divida-a em duas partes.')
    rows.push(row)
  }

  return {
    /** @param {number} line @param {string[]} cells */
    take(line, cells) {
      if (!cells.some((cell) => cell !== '')) return
      if (columns) {
        takeRow(line, cells)
        return
      }
      columns = columnsIn(cells)
      positions = [...columns.keys()].filter((position) => wanted.has(nameAt(position)))
    },
    table() {
      if (!columns)
        throw new SheetError('A planilha está vazia: a primeira linha deve ter o nome das colunas.')
      return { columns, read: positions.map(nameAt), rows }
    },
  }
}

/** @param {string[]} cells */
function columnsIn(cells) {
  const names = cells.map((name) => name.trim().toLowerCase())
  const seen = new Set([''])
  for (const name of names) {
    if (name !== '' && seen.has(name))
      throw new SheetError(
        `A coluna ${shortened(name, SHOWN_MAX)} está repetida na primeira linha da planilha.`,
      )
    seen.add(name)
  }
  if (seen.size > COLUMNS_MAX + 1)
    throw new SheetError(
      'A planilha tem mais de 1.000 colunas: apague as que não são da lista e envie de novo.',
    )
  return names.map((name) => shortened(name, SHOWN_MAX))
}

/** @param {string} text @param {number} max */
const shortened = (text, max) => (text.length > max ? `${text.slice(0, SHOWN_MAX)}…` : text)

/**
 * Reads CSV as spreadsheets write it: `;` or `,`, any line end, UTF-8 with or without BOM, or Windows-1252.
 * @param {Buffer} bytes
 * @param {(line: number, cells: string[]) => void} take
 */
async function readCsv(bytes, take) {
  const { parse } = await import('csv-parse/sync')
  const text = decode(bytes).replace(/\r\n?/g, '\n')
  // The parser names the line a record ends on; the raw text of the records before tells where it begins.
  let linesRead = 0
  const lineOf = (raw) => linesRead + /^\s*/.exec(raw)[0].split('\n').length
  try {
    parse(text, {
      ...{ delimiter: delimiterOf(text), trim: true, raw: true, max_record_size: RECORD_MAX },
      ...{ relax_quotes: true, relax_column_count: true, skip_empty_lines: true },
      on_record({ raw, record }) {
        take(lineOf(raw), record)
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
    // The parser wraps what its callbacks throw in no error of its own, and makes others where a file breaks it.
    if (error instanceof SheetError) throw error
    throw new SheetError('O arquivo não é uma planilha que se leia: salve-a de novo como CSV UTF-8.')
  }
}

/**
 * What Windows-1252 has where Latin-1 has control characters, from 0x80 on. Written out because Node's own decoder
 * before version 24 takes the one for the other, and loses dashes and curly quotes.
 */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'

/** UTF-8 when it is that, Windows-1252 otherwise: the bytes of accented Portuguese are never valid UTF-8 by chance. */
function decode(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bytes
      .toString('latin1')
      .replace(/[\u0080-\u009F]/g, (c) => WINDOWS_1252[c.charCodeAt(0) - 0x80] ?? '')
  }
}

/** Whichever of `;` and `,` stands more often between the names of the columns, outside quotes. */
function delimiterOf(text) {
  const [header = ''] = text.trimStart().split('\n', 1)
  const unquoted = header.replace(/"[^"]*"/g, '')
  return unquoted.split(';').length > unquoted.split(',').length ? ';' : ','
}

/** A number as it is written, and not as `1.1987654321E10`, which loses a phone. */
const parseNumber = (text) => (Number.isSafeInteger(Number(text)) ? String(Number(text)) : text)

const DATE = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC' })

function textOf(cell) {
  if (cell === null) return ''
  if (cell instanceof Date) return DATE.format(cell)
  if (typeof cell === 'boolean') return cell ? 'VERDADEIRO' : 'FALSO'
  return String(cell).trim()
}

/** Of formulas it has the results that were saved with them. */
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
