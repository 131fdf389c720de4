import { createInflateRaw, inflateRawSync } from 'node:zlib'
import { PlanilhaError } from './pasta.ts'

/**
 * The most bytes a spreadsheet may unpack to, and the most files in it. 20,000 rows of 15 columns are 15 MB
 * in about ten files.
 */
const UNPACKED_MAX = 64 * 1024 * 1024
const FILES_MAX = 1_000

const TOO_LARGE =
  'A planilha aberta é grande demais: apague as abas e as colunas que não são da lista e envie de novo.'
const BROKEN = 'O arquivo .xlsx está com defeito: abra-o no Excel, salve de novo e envie.'

interface Entry {
  name: string
  method: number
  packed: number
  unpacked: number
  /** The offset of its own header. */
  offset: number
}

const TABLES = /\.(csv|txt|xlsx|ods|vcf)$/i
const MANY =
  'O .zip tem mais de um arquivo, ou nenhuma planilha: abra-o no computador e envie a planilha que está dentro.'

/**
 * Refuses a ZIP file that unpacks to more than allowed (a zip bomb), by its declared sizes and by its real
 * contents, before anything unpacks it into memory.
 * @returns the file itself where it is a workbook; else the one table in it
 * @throws PlanilhaError
 */
export async function tableIn(bytes: Buffer): Promise<Buffer> {
  const entries = entriesOf(bytes)
  const declared = entries.reduce((sum, { unpacked }) => sum + unpacked, 0)
  if (declared > UNPACKED_MAX || entries.length > FILES_MAX) throw new PlanilhaError(TOO_LARGE)
  // Content shared by many files would be unpacked for each of them.
  if (entries.reduce((sum, { packed }) => sum + packed, 0) > bytes.length) throw new PlanilhaError(BROKEN)
  for (const entry of entries) {
    const size = await unpackedSize(contentOf(bytes, entry), entry)
    // The spreadsheet reader allocates only the declared size.
    if (size !== entry.unpacked) throw new PlanilhaError(size > entry.unpacked ? TOO_LARGE : BROKEN)
  }
  if (entries.some(({ name }) => name.startsWith('xl/') || name === 'content.xml')) return bytes
  const files = entries.filter(({ name }) => !/(^__MACOSX\/|\/$)/.test(name))
  const [table] = files
  if (!table || files.length > 1 || !TABLES.test(table.name)) throw new PlanilhaError(MANY)
  const content = contentOf(bytes, table)
  return table.method === 0 ? content : inflateRawSync(content)
}

/** The central directory (PKWARE APPNOTE 4.3.12). */
function entriesOf(bytes: Buffer): Entry[] {
  const end = bytes.lastIndexOf('PK\u0005\u0006', bytes.length - 22, 'latin1')
  if (end < 0) throw new PlanilhaError(BROKEN)
  const [count, start] = directoryOf(bytes, end)
  let at = start
  const entries: Entry[] = []
  for (let n = 0; n < count; n++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== 0x02014b50) throw new PlanilhaError(BROKEN)
    const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1
    if (isEncrypted)
      throw new PlanilhaError('A planilha está protegida por senha: tire a senha e envie de novo.')
    const [nameEnd = 0, extraEnd = 0, commentEnd = 0] = endsOf(
      at + 46,
      [28, 30, 32].map((field) => bytes.readUInt16LE(at + field)),
    )
    const long = longNumbersIn(bytes.subarray(nameEnd, extraEnd))
    const numberAt = (field: number) => {
      const number = bytes.readUInt32LE(at + field)
      return number === LONG ? (long.shift() ?? number) : number
    }
    const [unpacked, packed] = [numberAt(24), numberAt(20)]
    const entry = { unpacked, packed, offset: numberAt(42), method: bytes.readUInt16LE(at + 10) }
    entries.push({ ...entry, name: bytes.toString('utf8', at + 46, nameEnd) })
    at = commentEnd
  }
  return entries
}

/** A number that stands elsewhere, in 64 bits (ZIP64). */
const LONG = 0xffffffff

/** How many entries there are, and where the first stands; ZIP64 has a record of its own (APPNOTE 4.3.14). */
function directoryOf(bytes: Buffer, end: number): [number, number] {
  const [count, start] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 16)]
  if (count !== 0xffff && start !== LONG) return [count, start]
  const at = bytes.lastIndexOf('PK\u0006\u0006', end, 'latin1')
  if (at < 0 || at + 56 > bytes.length) throw new PlanilhaError(BROKEN)
  return [Number(bytes.readBigUInt64LE(at + 32)), Number(bytes.readBigUInt64LE(at + 48))]
}

/** The 64-bit numbers of an entry's extra fields (APPNOTE 4.5.3). */
function longNumbersIn(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    const field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
    return Array.from({ length: Math.floor(field.length / 8) }, (_, n) =>
      Number(field.readBigUInt64LE(n * 8)),
    )
  }
  return []
}

/** Where each of several parts ends that follow one another. */
function endsOf(start: number, lengths: number[]): number[] {
  let end = start
  return lengths.map((length) => (end += length))
}

function contentOf(bytes: Buffer, { offset, packed }: Entry): Buffer {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== 0x04034b50) throw new PlanilhaError(BROKEN)
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  if (start + packed > bytes.length) throw new PlanilhaError(BROKEN)
  return bytes.subarray(start, start + packed)
}

/** Unpacks one entry's data, discarding it, and stops as soon as it exceeds the declared size. */
async function unpackedSize(content: Buffer, { method, unpacked }: Entry): Promise<number> {
  if (method === 0) return content.length
  if (method !== 8) throw new PlanilhaError(BROKEN)
  const inflate = createInflateRaw()
  inflate.end(content)
  let size = 0
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > unpacked) break
    }
  } catch (cause) {
    throw new PlanilhaError(BROKEN, { cause })
  }
  return size
}
