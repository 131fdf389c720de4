import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file to be packed, made as it is read. */
export interface Packed {
  /** ASCII, with `/` between folders. */
  path: string
  content: AsyncIterable<string> | Iterable<string>
}

/** What the end of a ZIP file says of each file in it. */
interface Entry {
  path: Buffer
  crc: number
  packed: number
  size: number
  offset: number
}

/** Version 2.0, as deflate needs it. */
const VERSION = 20

/** Sizes and checksum follow the content. */
const FLAGS = 0x08

const DEFLATE = 8

/** Midnight of the first day MS-DOS knew: files of the same content are the same bytes. */
const NO_DATE = 0x00210000

/** Packs files one after the other (PKWARE APPNOTE 4.3), never holding more of them than a few kilobytes. */
export async function* zipped(files: Iterable<Packed>): AsyncGenerator<Buffer> {
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

/** Packs a content, and writes down in its entry what it was. */
async function* deflated(content: Packed['content'], entry: Entry): AsyncGenerator<Buffer> {
  async function* measured() {
    for await (const text of content) {
      const bytes = Buffer.from(text)
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.length
      yield bytes
    }
  }
  // What fails in the content ends the loop below with it.
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

/** Little-endian numbers, each of 2 or 4 bytes, one behind the other; zeros to the end. */
function fields(length: number, ...values: [width: 2 | 4, value: number][]): Buffer {
  const bytes = Buffer.alloc(length)
  let at = 0
  for (const [width, value] of values) at = bytes.writeUIntLE(value, at, width)
  return bytes
}
