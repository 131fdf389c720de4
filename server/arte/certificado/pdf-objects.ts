import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { OwnLogo } from '../arte.ts'

/** Writes numbers for PDF, which has no exponents. */
export function pdfNumbers(values: number[], decimals = 2): string {
  return values.map((value) => String(Number(value.toFixed(decimals)) + 0)).join(' ')
}

/** A PDF text string in UTF-16 with its byte order mark, which covers every character. */
export function pdfText(text: string): string {
  return `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`
}

/** A stream, compressed once: what all files share is not compressed again for each. */
export function pdfStream(data: string | Uint8Array, entries = ''): Buffer {
  const bytes = deflateSync(typeof data === 'string' ? Buffer.from(data, 'latin1') : data, { level: 9 })
  return Buffer.concat([
    Buffer.from(`<</Length ${bytes.length}/Filter/FlateDecode${entries}>>\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream', 'latin1'),
  ])
}

/** A picture, in JPEG as it is. */
export function pdfPicture({ jpg, width, height }: Pick<OwnLogo, 'jpg' | 'width' | 'height'>): Buffer {
  const size = `/Width ${width}/Height ${height}/BitsPerComponent 8/ColorSpace/DeviceRGB`
  const head = `<</Type/XObject/Subtype/Image/Filter/DCTDecode${size}/Length ${jpg.length}>>\nstream\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), jpg, Buffer.from('\nendstream', 'latin1')])
}

/** Collects the objects of a PDF. Each is written where it is added or set, and names others by number. */
export function createPdf() {
  const bodies: (string | Buffer)[] = []
  const add = (body: string | Buffer): number => bodies.push(body)
  return {
    /** @returns the object's number, for `12 0 R` */
    add,
    /** A number for an object that is set later. */
    reserve: () => add('null'),
    set: (number: number, body: string | Buffer) => void (bodies[number - 1] = body),
    /**
     * The file: version 1.7, with a table of where each object begins. Its id comes from its contents and no
     * time is in it: the same pages give the same bytes.
     */
    finish(root: number, info: number): Uint8Array {
      const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n', 'latin1')]
      let length = parts[0]?.length ?? 0
      const put = (part: string | Buffer) => {
        const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
        parts.push(bytes)
        length += bytes.length
      }
      const begins = bodies.map((body, i) => {
        const at = length
        put(`${i + 1} 0 obj\n`)
        put(body)
        put('\nendobj\n')
        return at
      })
      const table = length
      const id = createHash('sha256').update(Buffer.concat(parts)).digest('hex').slice(0, 32)
      put(`xref\n0 ${begins.length + 1}\n0000000000 65535 f \n`)
      put(begins.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join(''))
      put(`trailer\n<</Size ${begins.length + 1}/Root ${root} 0 R/Info ${info} 0 R/ID[<${id}><${id}>]>>\n`)
      put(`startxref\n${table}\n%%EOF\n`)
      return new Uint8Array(Buffer.concat(parts))
    },
  }
}

export type Pdf = ReturnType<typeof createPdf>
