import { createInflateRaw } from 'node:zlib'
import { PlanilhaError } from './table.ts'

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
  method: number
  packed: number
  unpacked: number
  /** The offset of its own header. */
  offset: number
}

/**
 * Refuses a ZIP file that unpacks to more than allowed (a zip bomb), by its declared sizes and by its real
 * contents, before anything unpacks it into memory.
 * @throws PlanilhaError
 */
export async function checkZip(bytes: Buffer): Promise<void> {
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
}

/** The central directory (PKWARE APPNOTE 4.3.12). */
function entriesOf(bytes: Buffer): Entry[] {
  const end = bytes.lastIndexOf('PK\u0005\u0006', bytes.length - 22, 'latin1')
  if (end < 0) throw new PlanilhaError(BROKEN)
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  const entries: Entry[] = []
  for (let n = 0; n < count; n++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== 0x02014b50) throw new PlanilhaError(BROKEN)
    const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1
    if (isEncrypted)
      throw new PlanilhaError('A planilha está protegida por senha: tire a senha e envie de novo.')
    entries.push({
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    })
    const lengths = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field))
    at += 46 + lengths.reduce((sum, length) => sum + length, 0)
  }
  return entries
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
