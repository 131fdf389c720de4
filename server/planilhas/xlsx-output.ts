import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { own } from '../domain/own.ts'

/** Text, or a count. */
export type Row = Record<string, string | number>

/** How much of a sheet is compressed at a time, in characters. */
const BATCH = 64 * 1024

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/**
 * The parts of the file that depend only on the names of its sheets (ECMA-376, part 1). Style 1 is text, as
 * typed; style 2 a column's name.
 */
const partsOf = (sheets: string[]) => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${sheets.map((_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${TYPE}.worksheet+xml"/>`).join('')}</Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${sheets.map((_, index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}<Relationship Id="rIdStyles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.map((nome, index) => `<sheet name="${escaped(nome)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
})

/**
 * Writes a spreadsheet as its rows come, in constant memory: its header stays in view, text stays text with
 * its leading zeros, and no cell is a formula.
 * @param nome of the sheet, 31 characters at most
 * @param notes lines of a second sheet, which exists only if there are any
 */
export function createXlsx(
  nome: string,
  columns: string[],
  rows: AsyncIterable<Row> | Iterable<Row>,
  notes: string[] = [],
): AsyncGenerator<Buffer> {
  const sheets = [{ nome, content: sheet(columns, rows) }]
  if (notes.length > 0)
    sheets.push({
      nome: NOTES,
      content: sheet(
        [NOTES],
        notes.map((note) => ({ [NOTES]: note })),
      ),
    })
  const parts = Object.entries(partsOf(sheets.map((one) => one.nome)))
  return zipped([
    ...parts.map(([path, xml]) => ({ path, content: [DECLARATION, xml] })),
    ...sheets.map(({ content }, index) => ({ path: `xl/worksheets/sheet${index + 1}.xml`, content })),
  ])
}

/** The name of the sheet of notes, and of its column. */
const NOTES = 'Como preencher'

async function* sheet(columns: string[], rows: AsyncIterable<Row> | Iterable<Row>): AsyncGenerator<string> {
  const letters = columns.map((_, index) => lettersOf(index))
  const rowXml = (line: number, cells: string[]) => `<row r="${line}">${cells.join('')}</row>`
  const header = columns.map((column, index) => textCell(`${letters[index] ?? ''}1`, column, 2))
  let batch = `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="${columns.length}" width="20" customWidth="1"/></cols><sheetData>${rowXml(1, header)}`
  let line = 1
  for await (const row of rows) {
    line += 1
    const cells = columns.map((column, index) =>
      cellOf(`${letters[index] ?? ''}${line}`, own(row, column) ?? ''),
    )
    batch += rowXml(line, cells)
    if (batch.length < BATCH) continue
    yield batch
    batch = ''
  }
  yield `${batch}</sheetData></worksheet>`
}

function cellOf(address: string, value: string | number): string {
  if (value === '') return ''
  return typeof value === 'number' ? `<c r="${address}"><v>${value}</v></c>` : textCell(address, value, 1)
}

const textCell = (address: string, text: string, style: 1 | 2) =>
  `<c r="${address}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

/** `A` to `Z`, then `AA`. */
function lettersOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text without what XML cannot hold, and without what Excel reads as an escape of its own, `_x0041_`. */
function escaped(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu, '')
    .replace(/_(?=x[0-9A-F]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (sign) => own(ENTITIES, sign) ?? '')
}

/** A file to be packed, whose content is made as it is read. */
interface Packed {
  /** ASCII, with `/` between folders. */
  path: string
  content: AsyncIterable<string> | Iterable<string>
}

/** A file's entry in the directory at the end of the ZIP file. */
interface Entry {
  path: Buffer
  crc: number
  packed: number
  size: number
  offset: number
}

/** Version 2.0, which deflate needs. */
const VERSION = 20

/** Sizes and checksum follow the content. */
const FLAGS = 0x08

const DEFLATE = 8

/** Midnight of the first day in MS-DOS time: files with the same content are the same bytes. */
const NO_DATE = 0x00210000

/** Packs files one after the other (PKWARE APPNOTE 4.3), with only a few kilobytes of them in memory. */
async function* zipped(files: Iterable<Packed>): AsyncGenerator<Buffer> {
  const entries: Entry[] = []
  let offset = 0
  for (const { path, content } of files) {
    const entry = { path: Buffer.from(path, 'ascii'), crc: 0, packed: 0, size: 0, offset }
    entries.push(entry)
    const head = fields(30 + entry.path.length, [4, 0x04034b50], [2, VERSION], [2, FLAGS], [2, DEFLATE])
    head.writeUInt32LE(NO_DATE, 10)
    head.writeUInt16LE(entry.path.length, 26)
    entry.path.copy(head, 30)
    yield head
    yield* deflated(content, entry)
    yield fields(16, [4, 0x08074b50], [4, entry.crc], [4, entry.packed], [4, entry.size])
    offset += head.length + entry.packed + 16
  }
  const directory = entries.map(directoryEntry)
  yield* directory
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const count = entries.length
  yield fields(22, [4, 0x06054b50], [4, 0], [2, count], [2, count], [4, size], [4, offset])
}

/** Compresses a content, and records its sizes and checksum in its entry. */
async function* deflated(content: Packed['content'], entry: Entry): AsyncGenerator<Buffer> {
  async function* measured() {
    for await (const text of content) {
      const bytes = Buffer.from(text)
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.length
      yield bytes
    }
  }
  // If the content fails, the loop below ends with the same error.
  const deflate = pipeline(Readable.from(measured()), createDeflateRaw(), () => {})
  for await (const chunk of deflate as AsyncIterable<Buffer>) {
    entry.packed += chunk.length
    yield chunk
  }
}

function directoryEntry({ path, crc, packed, size, offset }: Entry): Buffer {
  const bytes = fields(
    46 + path.length,
    [4, 0x02014b50],
    [2, VERSION],
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATE],
  )
  bytes.writeUInt32LE(NO_DATE, 12)
  bytes.writeUInt32LE(crc, 16)
  bytes.writeUInt32LE(packed, 20)
  bytes.writeUInt32LE(size, 24)
  bytes.writeUInt16LE(path.length, 28)
  bytes.writeUInt32LE(offset, 42)
  path.copy(bytes, 46)
  return bytes
}

/** Little-endian numbers, each of 2 or 4 bytes, one after the other; zeros to the end. */
function fields(length: number, ...values: [width: 2 | 4, value: number][]): Buffer {
  const bytes = Buffer.alloc(length)
  let at = 0
  for (const [width, value] of values) at = bytes.writeUIntLE(value, at, width)
  return bytes
}
