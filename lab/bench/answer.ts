/** The first complete HTTP answer in a buffer. */
export interface RawAnswer {
  status: number
  /** Status line and headers as they came, without the empty line. */
  head: string
  /** As it came over the wire: still compressed, chunks joined. */
  body: Buffer
  /** Where the next answer begins. */
  end: number
}

const LINE_END = '\r\n'

/**
 * Reads an HTTP/1.1 answer with a length or in chunks.
 * @returns null while it is incomplete
 * @throws Error when it gives neither a length nor chunks
 */
export function readAnswer(bytes: Buffer): RawAnswer | null {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd === -1) return null
  const head = bytes.toString('latin1', 0, headEnd)
  const status = Number(head.slice(9, 12))
  const bodyStart = headEnd + 4
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length !== undefined) {
    const end = bodyStart + Number(length)
    return bytes.length < end ? null : { status, head, body: bytes.subarray(bodyStart, end), end }
  }
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) throw new Error(`an answer of unknown length: ${head}`)
  const chunked = readChunks(bytes, bodyStart)
  return chunked && { status, head, ...chunked }
}

function readChunks(bytes: Buffer, start: number): { body: Buffer; end: number } | null {
  const chunks: Buffer[] = []
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf(LINE_END, at)
    if (lineEnd === -1) return null
    const size = parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const chunkStart = lineEnd + LINE_END.length
    const chunkEnd = chunkStart + size
    if (bytes.length < chunkEnd + LINE_END.length) return null
    if (size === 0) return { body: Buffer.concat(chunks), end: chunkEnd + LINE_END.length }
    chunks.push(bytes.subarray(chunkStart, chunkEnd))
    at = chunkEnd + LINE_END.length
  }
}
