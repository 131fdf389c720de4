// Run by sheet-reader.mjs in a process of its own; plain JavaScript, because Node 20 runs no TypeScript.
import { Buffer } from 'node:buffer'
import { readOds } from './ods.mjs'
import { decodeText } from './text.mjs'
import { isVcf, readVcf } from './vcf.mjs'

/** The most rows of a tab, not counting the names of the columns. */
export const ROWS_MAX = 20_000

/** The most columns: a list has twenty. */
const COLUMNS_MAX = 1_000

/** The longest cell kept, in characters. */
const CELL_MAX = 1_000

/** The most bytes in all cells: they are sent to the process that asked, and stored. */
const TEXT_MAX = 8 * 1024 * 1024

/** The longest row of CSV, in bytes: thirty times Excel's longest cell. */
const RECORD_MAX = 1024 * 1024

/** The file cannot be taken. The message is a sentence for the organiser. */
export class SheetError extends Error {}

/**
 * Reads the rows that are not blank of every tab of a workbook, `.xlsx` or `.ods`; of CSV and of a list of
 * contacts, which have one. A text whose encoding is doubtful has a tab for each way to read it.
 * @param {Buffer} bytes
 * @returns {Promise<{ abas: import('./pasta.ts').Aba[], isDuvidosa: boolean }>}
 * @throws SheetError
 */
export async function readPasta(bytes) {
  const budget = { left: TEXT_MAX }
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004')
    return { abas: await readWorkbook(bytes, budget), isDuvidosa: false }
  const { text, nears } = decodeText(bytes)
  const isDuvidosa = nears.length > 1
  const texts = isDuvidosa ? nears.map((near) => near.text) : [text]
  const abas = []
  for (const one of texts) {
    const linhas = isVcf(one) ? kept(numbered(readVcf(one)), budget) : await readCsv(one, budget)
    abas.push({ nome: isDuvidosa ? wordsOnlyIn(one, texts) : '', isOculta: false, linhas })
  }
  return { abas, isDuvidosa }
}

/** What is stored of it (`pasta.ts`), line by line. */
export function* linesOf({ abas, isDuvidosa }) {
  yield `${JSON.stringify({ isDuvidosa })}\n`
  for (const { linhas, ...aba } of abas) {
    yield `${JSON.stringify(aba)}\n`
    for (const { line, cells, isOculta, repetidas } of linhas) {
      const beside = repetidas?.length ? [isOculta ? 1 : 0, repetidas] : isOculta ? [1] : []
      yield `${JSON.stringify([line, cells, ...beside])}\n`
    }
  }
}

/** Some words that one way to read a text has and the others have not. */
function wordsOnlyIn(text, texts) {
  const others = texts
    .filter((other) => other !== text)
    .map((other) => new Set(other.split(/[^\p{L}\p{M}]+/u)))
  const words = new Set(text.split(/[^\p{L}\p{M}]+/u))
  return [...words]
    .filter((word) => others.some((other) => !other.has(word)))
    .slice(0, 3)
    .join(', ')
}

function* numbered(rows) {
  for (const [at, cells] of rows.entries()) yield { line: at + 1, cells, isOculta: false }
}

const TOO_MUCH = 'A planilha tem texto demais: encurte as células ou divida-a em duas partes.'
const TOO_WIDE = 'A planilha tem mais de 1.000 colunas: apague as que não são da lista e envie de novo.'
const TOO_LONG = 'A planilha tem mais de 20.000 linhas: divida-a e envie uma parte de cada vez.'

/**
 * The rows of a tab that are not blank, within the limits. CSV keeps empty cells at the end: how many cells the
 * first row has tells when a later one was cut in two.
 */
function kept(rows, budget, isCsv = false) {
  const linhas = []
  for (const { line, cells, isOculta, repetidas } of rows) {
    const last = cells.findLastIndex((cell) => cell !== '')
    if (last < 0) continue
    if (last >= COLUMNS_MAX) throw new SheetError(TOO_WIDE)
    const short = cells
      .slice(0, isCsv ? COLUMNS_MAX : last + 1)
      .map((cell) => (cell.length > CELL_MAX ? `${cell.slice(0, CELL_MAX)}…` : cell))
    for (const [at, cell] of short.entries()) {
      // The length comes first: a shared string may fill any number of cells.
      budget.left -= cells[at].length > budget.left ? Infinity : Buffer.byteLength(cell) + 3
    }
    if (budget.left < 0) throw new SheetError(TOO_MUCH)
    if (linhas.length > ROWS_MAX) throw new SheetError(TOO_LONG)
    linhas.push({ line, cells: short, isOculta, repetidas })
  }
  return linhas
}

/**
 * Every tab; a formula gives the result saved with it, or itself where none was saved, and a merged range its
 * value in each row.
 */
async function readWorkbook(bytes, budget) {
  const isOds = bytes.subarray(0, 256).toString('latin1').includes('opendocument.spreadsheet')
  const sheets = await (isOds ? readOds(bytes, ROWS_MAX + 2) : readXlsx(bytes)).catch(() => {
    throw new SheetError('O arquivo está com defeito: abra-o no Excel, salve de novo como .xlsx e envie.')
  })
  return sheets.map((sheet) => ({
    nome: sheet.name,
    isOculta: sheet.hidden === true || sheet.veryHidden === true,
    linhas: kept(rowsOf(sheet), budget),
  }))
}

/** The tabs that have cells: a chart's breaks the reader, which names it. */
async function readXlsx(bytes) {
  const { readXlsx: read } = await import('hucre/xlsx')
  const charts = new Set()
  for (;;)
    try {
      return (await read(bytes, { sheets: ({ name }) => !charts.has(name) })).sheets
    } catch (error) {
      const [, chart] = /missing worksheet file for sheet "(.*)"$/s.exec(error.message) ?? []
      if (chart === undefined || charts.has(chart)) throw error
      charts.add(chart)
    }
}

function* rowsOf({ rows, merges = [], cells, rowDefs }) {
  /** The columns that merged ranges fill in each row, and their values. */
  const filled = new Map()
  const filledIn = (row) => filled.get(row) ?? filled.set(row, []).get(row)
  for (const { startRow, endRow, startCol } of merges) {
    const value = rows[startRow]?.[startCol] ?? null
    // A title's range may end below it, where nothing else stands.
    for (let row = startRow + 1; value !== null && row <= Math.min(endRow, rows.length - 1); row++)
      if (rows[row].some((own) => own !== null && own !== '')) filledIn(row).push([startCol, value])
  }
  for (const [at, own] of rows.entries()) {
    const repetidas = []
    const shown = own.map((value, column) => {
      const cell = (value ?? '') === '' ? cells?.get(`${at},${column}`) : undefined
      return value === null && cell?.formula !== undefined ? `=${cell.formula}` : textOf(value)
    })
    for (const [column, value] of filled.get(at) ?? []) {
      while (shown.length < column) shown.push('')
      if ((shown[column] ?? '') !== '') continue
      shown[column] = textOf(value)
      repetidas.push(column)
    }
    yield { line: at + 1, cells: shown, isOculta: rowDefs?.get(at)?.hidden === true, repetidas }
  }
}

const DATE = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC' })

function textOf(value) {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return DATE.format(value)
  if (typeof value === 'boolean') return value ? 'VERDADEIRO' : 'FALSO'
  return tidy(String(value))
}

/** Line ends within a cell stay: they part two names, or two numbers. */
const tidy = (cell) =>
  cell
    .replace(/_x000D_/gi, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?(?:\n ?)+/g, '\n')
    .trim()

/** Reads CSV as spreadsheets write it: `;`, `,`, `|` or tabs, any line end. */
async function readCsv(source, budget) {
  const { parse } = await import('csv-parse/sync')
  const text = source.replace(/\r\n?/g, '\n')
  // The parser gives the line a record ends on; the raw text of the records before tells where it begins.
  let linesRead = 0
  const lineOf = (raw) => linesRead + /^\s*/.exec(raw)[0].split('\n').length
  const rows = []
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
        rows.push(...kept([{ line: lineOf(raw), cells: record.map(plain), isOculta: false }], budget, true))
        if (rows.length > ROWS_MAX + 1) throw new SheetError(TOO_LONG)
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
    throw new SheetError('Não conseguimos ler o arquivo como planilha: salve-o de novo como CSV UTF-8.')
  }
  return rows
}

/** Removes the apostrophe that an export put before an apparent formula (`neutralise` in csv-output.ts). */
const plain = (cell) => tidy(cell.replace(/^'(?=[\s\p{C}]*[=+\-@\u2212])/u, ''))

const DELIMITERS = [';', ',', '\t', '|']

/** How many of the first lines tell the delimiter. */
const TOP_ROWS = 10

/**
 * The delimiter that occurs in most of the first lines, outside quotes, and most often there: titles above
 * the names of the columns may have none. Excel may name it in a first line of its own, `sep=;`.
 */
function delimiterOf(text) {
  const [, said] = /^sep=([;,|\t])\n/i.exec(text) ?? []
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
