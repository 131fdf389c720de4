import { inflateSync } from 'node:zlib'
import { fontOf, readFont, type FontName, type Letter } from '../fonts.ts'
import { pdfStream, type Pdf } from './pdf-objects.ts'

/** The tables of a TrueType font that a PDF needs; those that join letters and name the font are left out. */
const TABLES = ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep']

/** The last character our fonts have, in two bytes. */
const LAST_SIGN = 0x2215

/** A letter in a PDF: its glyph, the character it is read as, and its width in thousandths. */
interface Code {
  glyph: number
  sign: string
  width: number
}

/** A font, ready to be embedded in any number of files. */
type Embedded = ReturnType<typeof embed>

const embedded = new Map<FontName, Embedded>()

/**
 * Embeds a whole font in a PDF, with the character each glyph is read as.
 * @returns the number of the font
 */
export function embedFont(pdf: Pdf, name: FontName): number {
  const { title, file, toUnicode, descriptor, widths } = embeddedOf(name)
  const described = pdf.add(
    `<</Type/FontDescriptor/FontName/${title}${descriptor}/FontFile2 ${pdf.add(file)} 0 R>>`,
  )
  const glyphs = pdf.add(
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${title}/CIDToGIDMap/Identity` +
      `/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
      `/FontDescriptor ${described} 0 R/DW 0/W[${widths}]>>`,
  )
  return pdf.add(
    `<</Type/Font/Subtype/Type0/BaseFont/${title}/Encoding/Identity-H` +
      `/DescendantFonts[${glyphs} 0 R]/ToUnicode ${pdf.add(toUnicode)} 0 R>>`,
  )
}

/** The characters that letters are read as when nothing else is given. */
export function signsOf(name: FontName, letters: Letter[]): string {
  const { codes } = embeddedOf(name)
  return letters.map(({ glyph }) => codes.get(glyph.index)?.sign ?? '').join('')
}

/**
 * Letters as the operator TJ takes them, each at its place: the numbers between them are how far the place
 * differs from the width.
 */
export function lettersInPdf(name: FontName, letters: Letter[], positions: number[]): string {
  const { codes } = embeddedOf(name)
  let pen = 0
  return letters
    .map(({ glyph }, i) => {
      const gap = Math.round((positions[i] ?? 0) * 1000) - pen
      pen += gap + (codes.get(glyph.index)?.width ?? 0)
      return `${gap === 0 ? '' : -gap}<${hex(glyph.index)}>`
    })
    .join('')
    .replaceAll('><', '')
}

function embeddedOf(name: FontName): Embedded {
  const made = embedded.get(name) ?? embed(name)
  embedded.set(name, made)
  return made
}

const hex = (value: number) => value.toString(16).toUpperCase().padStart(4, '0')

function embed(name: FontName) {
  const { file, title } = readFont(name)
  const tables = tablesOf(file)
  const table = (tag: string) => tables.get(tag)?.data ?? Buffer.alloc(64)
  const [head, hhea] = [table('head'), table('hhea')]
  const thousandths = (value: number) => Math.round((value * 1000) / head.readUInt16BE(18))
  const box = [36, 38, 40, 42].map((at) => thousandths(head.readInt16BE(at)))
  const isSlanted = (head.readUInt16BE(44) & 2) !== 0
  const [ascent, descent] = [4, 6].map((at) => thousandths(hhea.readInt16BE(at)))
  const codes = codesOf(name)
  const sfnt = sfntOf(tables)
  return {
    codes,
    title,
    file: pdfStream(sfnt, `/Length1 ${sfnt.length}`),
    toUnicode: pdfStream(toUnicode([...codes.values()])),
    /** The descriptor, except where the file is. */
    descriptor:
      `/Flags ${isSlanted ? 68 : 4}/FontBBox[${box.join(' ')}]/ItalicAngle ${isSlanted ? -12 : 0}` +
      `/Ascent ${ascent}/Descent ${descent}/CapHeight 640/StemV 80`,
    widths: Array.from(codes.values(), ({ glyph, width }) => `${glyph}[${width}]`).join(''),
  }
}

/** Each letter of a font once, with the first character it represents: unaccented substitutes come later. */
function codesOf(name: FontName): Map<number, Code> {
  const { grid, lettersOf } = fontOf(name)
  const codes = new Map<number, Code>()
  for (let unit = 0x20; unit <= LAST_SIGN; unit += 1) {
    const sign = String.fromCharCode(unit)
    const [letter] = lettersOf(sign)
    if (!letter || codes.has(letter.glyph.index)) continue
    const width = Math.round((letter.advance * 1000) / grid)
    codes.set(letter.glyph.index, { glyph: letter.glyph.index, sign, width })
  }
  return codes
}

/** What each code is read as when found, copied or read aloud. A block holds at most a hundred pairs. */
function toUnicode(codes: Code[]): string {
  const pairs = codes.map(({ glyph, sign }) => `<${hex(glyph)}> <${hex(sign.charCodeAt(0))}>`)
  const blocks = Array.from({ length: Math.ceil(pairs.length / 100) }, (_, i) =>
    pairs.slice(i * 100, i * 100 + 100),
  ).map((block) => `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar\n`)
  return (
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n' +
    '/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n' +
    '/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n' +
    `1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n${blocks.join('')}` +
    'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n'
  )
}

interface Table {
  data: Buffer
  checksum: number
}

/** Unpacks the needed tables of a WOFF file, in its order, which is that of their names. */
function tablesOf(woff: Buffer): Map<string, Table> {
  const count = woff.readUInt16BE(12)
  const found = Array.from({ length: count }, (_, i): [string, Table] => {
    const at = 44 + i * 20
    const [offset = 0, packed = 0, length = 0, checksum = 0] = [4, 8, 12, 16].map((field) =>
      woff.readUInt32BE(at + field),
    )
    const data = woff.subarray(offset, offset + packed)
    const unpacked = packed < length ? inflateSync(data) : data
    return [woff.toString('latin1', at, at + 4), { data: unpacked, checksum }]
  })
  return new Map(found.filter(([tag]) => TABLES.includes(tag)))
}

/** Writes tables as a TrueType file, each at a multiple of four. */
function sfntOf(tables: Map<string, Table>): Buffer {
  const count = tables.size
  const power = 2 ** Math.floor(Math.log2(count))
  const header = Buffer.alloc(12 + 16 * count)
  header.writeUInt32BE(0x00010000, 0)
  header.writeUInt16BE(count, 4)
  header.writeUInt16BE(power * 16, 6)
  header.writeUInt16BE(Math.log2(power), 8)
  header.writeUInt16BE((count - power) * 16, 10)
  let offset = header.length
  const parts = [header]
  Array.from(tables).forEach(([tag, { data, checksum }], i) => {
    const at = 12 + i * 16
    header.write(tag, at, 'latin1')
    header.writeUInt32BE(checksum, at + 4)
    header.writeUInt32BE(offset, at + 8)
    header.writeUInt32BE(data.length, at + 12)
    const padded = Buffer.alloc(Math.ceil(data.length / 4) * 4)
    data.copy(padded)
    parts.push(padded)
    offset += padded.length
  })
  return Buffer.concat(parts)
}
