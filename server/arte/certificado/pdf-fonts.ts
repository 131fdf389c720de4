import { inflateSync } from 'node:zlib'
import { fontOf, readFont, type FontName, type Letter } from '../fonts.ts'
import { pdfStream, type Pdf } from './pdf-objects.ts'

/** The tables of a TrueType font that paper needs; what joins letters and names the font is left out. */
const TABLES = ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep']

/** Up to here are the signs that our fonts have, two bytes each. */
const LAST_SIGN = 0x2215

/** A font, ready to be put into any number of files. */
interface Embedded {
  /** What each glyph is read as, and how wide it is in thousandths. */
  letters: Map<number, { sign: string; width: number }>
  file: Buffer
  toUnicode: Buffer
  /** With their numbers of this file: of the font's file, its descriptor, its glyphs, its signs. */
  descriptor: (file: number) => string
  glyphs: (descriptor: number) => string
  font: (glyphs: number, toUnicode: number) => string
}

const embedded = new Map<FontName, Embedded>()

/**
 * Puts a font into a PDF, all of its letters, with what each is read as.
 * @returns the number of the font
 */
export function embedFont(pdf: Pdf, name: FontName): number {
  const made = embeddedOf(name)
  const descriptor = pdf.add(made.descriptor(pdf.add(made.file)))
  return pdf.add(made.font(pdf.add(made.glyphs(descriptor)), pdf.add(made.toUnicode)))
}

/** What letters are read as where nothing else is said. */
export function signsOf(name: FontName, letters: Letter[]): string {
  const known = embeddedOf(name).letters
  return letters.map(({ glyph }) => known.get(glyph.index)?.sign ?? '').join('')
}

/** Letters as the operator TJ takes them, each at its place: between them is what the place differs from the width. */
export function lettersInPdf(name: FontName, letters: Letter[], positions: number[]): string {
  const known = embeddedOf(name).letters
  let pen = 0
  return letters
    .map(({ glyph }, i) => {
      const gap = Math.round((positions[i] ?? 0) * 1000) - pen
      pen += gap + (known.get(glyph.index)?.width ?? 0)
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

function embed(name: FontName): Embedded {
  const tables = tablesOf(readFont(name))
  const table = (tag: string) => tables.get(tag)?.data ?? Buffer.alloc(64)
  const [head, hhea] = [table('head'), table('hhea')]
  const thousandths = (value: number) => Math.round((value * 1000) / head.readUInt16BE(18))
  const box = [36, 38, 40, 42].map((at) => thousandths(head.readInt16BE(at)))
  const isSlanted = (head.readUInt16BE(44) & 2) !== 0
  const [ascent, descent] = [4, 6].map((at) => thousandths(hhea.readInt16BE(at)))
  const letters = lettersOf(name)
  const widths = letters.map(({ glyph, width }) => `${glyph}[${width}]`)
  const sfnt = sfntOf(tables)
  const title = TITLES[name]
  return {
    letters: new Map(letters.map(({ glyph, sign, width }) => [glyph, { sign, width }])),
    file: pdfStream(sfnt, `/Length1 ${sfnt.length}`),
    toUnicode: pdfStream(toUnicode(letters)),
    descriptor: (file) =>
      `<</Type/FontDescriptor/FontName/${title}/Flags ${isSlanted ? 68 : 4}/FontBBox[${box.join(' ')}]` +
      `/ItalicAngle ${isSlanted ? -12 : 0}/Ascent ${ascent}/Descent ${descent}/CapHeight 640/StemV 80` +
      `/FontFile2 ${file} 0 R>>`,
    glyphs: (descriptor) =>
      `<</Type/Font/Subtype/CIDFontType2/BaseFont/${title}/CIDToGIDMap/Identity` +
      `/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
      `/FontDescriptor ${descriptor} 0 R/DW 0/W[${widths.join('')}]>>`,
    font: (glyphs, to) =>
      `<</Type/Font/Subtype/Type0/BaseFont/${title}/Encoding/Identity-H` +
      `/DescendantFonts[${glyphs} 0 R]/ToUnicode ${to} 0 R>>`,
  }
}

const TITLES: Record<FontName, string> = {
  capitals: 'Marcellus-Regular',
  italics: 'CormorantGaramond-SemiBoldItalic',
  numerals: 'PlayfairDisplay-Medium',
  text: 'CormorantGaramond-Medium',
  strong: 'CormorantGaramond-SemiBold',
  slanted: 'CormorantGaramond-MediumItalic',
}

/** Each letter of a font once, with the first sign it stands for: those drawn without their accents come later. */
function lettersOf(name: FontName): Known[] {
  const { grid, lettersOf } = fontOf(name)
  const known = new Map<number, Known>()
  for (let code = 0x20; code <= LAST_SIGN; code += 1) {
    const sign = String.fromCharCode(code)
    const [letter] = lettersOf(sign)
    if (!letter || known.has(letter.glyph.index)) continue
    const width = Math.round((letter.advance * 1000) / grid)
    known.set(letter.glyph.index, { glyph: letter.glyph.index, sign, width })
  }
  return [...known.values()]
}

interface Known {
  glyph: number
  sign: string
  width: number
}

/** What each code is read as: found, copied, read aloud. At most a hundred pairs stand together. */
function toUnicode(letters: Known[]): string {
  const pairs = letters.map(({ glyph, sign }) => `<${hex(glyph)}> <${hex(sign.charCodeAt(0))}>`)
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

/** Unpacks the tables of a WOFF file that are needed, in its order, which is that of their names. */
function tablesOf(woff: Buffer): Map<string, Table> {
  const count = woff.readUInt16BE(12)
  const found = Array.from({ length: count }, (_, i): [string, Table] => {
    const at = 44 + i * 20
    const [offset, packed, length, checksum] = [4, 8, 12, 16].map((field) =>
      woff.readUInt32BE(at + field),
    ) as [...[number, number, number, number]]
    const data = woff.subarray(offset, offset + packed)
    return [
      woff.toString('latin1', at, at + 4),
      { data: packed < length ? inflateSync(data) : data, checksum },
    ]
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
