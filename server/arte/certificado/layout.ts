import { daOcasiao } from '../../domain/artigo.ts'
import { encode } from 'uqr'
import type { OwnLogo } from '../arte.ts'
import type { FontName } from '../fonts.ts'
import { PALETTE } from '../drawing.ts'
import { splitName } from '../wording.ts'
import { fitted, lineOf, MIDDLE, wrapped, type Line } from './lines.ts'

/** The part of a certificate that differs for each guest. */
export interface PaginaDoCertificado {
  /** As stored. A letter that no font here has is drawn without its accents, but searched for as stored. */
  nome: string
  /** `XXXXX-XXXXX` */
  codigo: string
}

/** The content of certificates: one page for each guest, everything else the same on all. */
export interface CertificadoInput {
  anfitriao: string
  ocasiao: string
  titulo: string
  local: string
  cidade: string
  /** Follows “em”: `23 de setembro de 2027`, `23 e 24 de setembro de 2027`. */
  quando: string
  /** Follows “carga horária de”: `2 horas`. */
  horas: string
  /** The people with a line to sign above: none, one or two. */
  assinaturas: { nome: string; cargo: string }[]
  /** Where a certificate is verified, as printed: `convites.example/certificado`. */
  endereco: string
  /** Where the QR code leads, each page's code appended: `https://convites.example/certificado?codigo=`. */
  url: string
  /** The organiser's logo; null for the ox. */
  logo?: OwnLogo | null
  /** 1 to 200. */
  paginas: PaginaDoCertificado[]
}

/** `pdf`: a page for each guest. `svg`: a picture of the first, for the guest's own page. */
export type Forma = 'pdf' | 'svg'

const { tinta, terra, ouro } = PALETTE

/** Lines read as one: a heading or a paragraph. */
export interface Block {
  tag: 'H1' | 'P'
  lines: Line[]
}

/** Everything a page has above the scenery. */
export interface Page {
  blocks: Block[]
  /** Rules (lines), as SVG. */
  rules: string
  qr: Qr
}

/** Bars one module high, in modules, at a place on the panel. */
export interface Qr {
  x: number
  y: number
  scale: number
  bars: { x: number; y: number; length: number }[]
}

/** The room for the text, between the heading and the signatures. */
const SAID = { top: 326, bottom: 696, width: 1240 }
/** Gaps may shrink to this share before letters do. */
const TIGHT = 0.4
const SIGNED = [463, 1137]
const TICKET = { x: 641, width: 440 }

/** Letter sizes of a name: on one line by its most letters, on two by the letters of the longer line. */
const ONE_LINE = [
  [20, 88],
  [25, 74],
  [30, 62],
] as const
const TWO_LINES = [
  [20, 70],
  [26, 62],
  [34, 54],
  [46, 42],
  [Infinity, 32],
] as const

/** Places the words of a page on the panel, which is 1600 × 1104. Any text stays within it. */
export function layOutCertificado(input: CertificadoInput, pagina: PaginaDoCertificado): Page {
  const said = say(input, pagina)
  const signed = SIGNED.slice(0, input.assinaturas.length)
  return {
    blocks: [
      { tag: 'P', lines: hostLines(input.anfitriao) },
      {
        tag: 'H1',
        lines: [
          lineOf('CERTIFICADO', { y: 272 }, style('capitals', 74, tinta, 0.35)),
          lineOf('DE PARTICIPAÇÃO', { y: 313, width: 400 }, style('capitals', 26, ouro, 0.35)),
        ],
      },
      { tag: 'P', lines: said.lines },
      ...input.assinaturas.slice(0, 2).map((assinatura, i): Block => {
        return { tag: 'P', lines: signatureLines(assinatura, signed[i] ?? MIDDLE) }
      }),
      { tag: 'P', lines: ticketLines(input.endereco, pagina.codigo) },
    ],
    rules: said.divider + signed.map(signatureRule).join(''),
    qr: qrOf(input.url + pagina.codigo),
  }
}

const style = (font: FontName, size: number, fill: string, track = 0) => ({ font, size, fill, track })

function hostLines(anfitriao: string): Line[] {
  const { nome, de } = splitName(anfitriao)
  const [name, rest] = [style('capitals', 33, tinta, 0.24), style('slanted', 34, terra)]
  if (de === null) return fitted(nome, { y: 158, width: 900, height: 76 }, name)
  return [
    ...fitted(nome, { y: 143, width: 900, height: 40 }, name),
    ...fitted(de, { y: 182, width: 700, height: 38 }, rest),
  ]
}

/** The paragraph from “certifica-se que” to where the event was, and the rule below the name. */
function say(input: CertificadoInput, pagina: PaginaDoCertificado): { lines: Line[]; divider: string } {
  for (let scale = 1; ; scale *= 0.94) {
    const parts = saidParts(input, pagina, scale)
    const content = parts.reduce((sum, { above, below, lines, leading }) => {
      return sum + above + below + Math.max(0, lines.length - 1) * leading
    }, 0)
    const gaps = parts.reduce((sum, { gap }) => sum + gap, 0)
    const stretch = Math.min(1, (SAID.bottom - SAID.top - content) / gaps)
    if (stretch < TIGHT) continue
    const lines: Line[] = []
    let divider = ''
    let y = SAID.top
    for (const part of parts) {
      y += part.gap * stretch + part.above
      part.lines.forEach((line, i) => lines.push({ ...line, y: y + i * part.leading }))
      if (part.lines.length === 0) divider = dividerAt(y)
      y += Math.max(0, part.lines.length - 1) * part.leading + part.below
    }
    return { lines, divider }
  }
}

/** Something with a height, `gap` below what comes before it. The rule below the name has no lines. */
interface Part {
  gap: number
  above: number
  below: number
  leading: number
  lines: Line[]
}

function saidParts(input: CertificadoInput, { nome }: PaginaDoCertificado, scale: number): Part[] {
  const { ocasiao, titulo, quando, horas, local, cidade } = input
  const part = (gap: number, text: string, font: FontName, size: number): Part => {
    const given = style(font, size * scale, tinta)
    return partOf(gap * scale, wrapped(text, SAID.width, given))
  }
  const sentence = [
    ['text', `em ${quando}, com carga horária de `],
    ['strong', horas],
    ['text', '.'],
  ] as const
  const when = lineOf(sentence, { y: 0, width: SAID.width }, style('text', 31 * scale, tinta))
  const name = nameLines(nome, scale)
  const nameSize = name[0]?.size ?? 0
  const rule = { gap: 34, above: 8, below: 8, leading: 0, lines: [] }
  return [
    part(12, 'certifica-se que', 'slanted', 32),
    { gap: 24, above: nameSize * 0.63, below: 0, leading: nameSize * 1.03, lines: name },
    rule,
    part(20, `participou ${daOcasiao(ocasiao)}`, 'text', 34),
    part(13, `“${titulo}”`, 'slanted', 44),
    partOf(15, [when]),
    part(10, [local, cidade].filter(Boolean).join(' · '), 'slanted', 31),
  ].filter((one) => one.lines.length > 0 || one === rule)
}

const partOf = (gap: number, lines: Line[]): Part => {
  const size = lines[0]?.size ?? 0
  return { gap, above: size * 0.7, below: size * 0.25, leading: size * 1.14, lines }
}

/** Sizes a name by its number of letters, as a person would; by width where the letters are wide. */
function nameLines(nome: string, scale: number): Line[] {
  const words = nome.split(' ')
  const letters = Array.from(nome).length
  const [, one] = ONE_LINE.find(([most]) => letters <= most) ?? []
  const halves = one || words.length === 1 ? [nome] : halved(words)
  const longer = Math.max(...halves.map((half) => Array.from(half).length))
  const [, two] = TWO_LINES.find(([most]) => longer <= most) ?? []
  const given = style('strong', (one ?? two ?? 0) * scale, terra, 0.02)
  const lines = halves.map((half) => lineOf(half, { y: 0, width: SAID.width }, given))
  const size = Math.min(...lines.map((line) => line.size))
  return halves
    .map((half) => lineOf(half, { y: 0, width: SAID.width }, { ...given, size }))
    .filter(({ width }) => width > 0)
}

/** Breaks a name where its halves are closest in number of letters. */
function halved(words: string[]): string[] {
  const breaks = words.slice(1).map((_, i) => [words.slice(0, i + 1).join(' '), words.slice(i + 1).join(' ')])
  const longer = (halves: string[]) => Math.max(...halves.map(({ length }) => length))
  return breaks.reduce((best, next) => (longer(next) < longer(best) ? next : best))
}

function signatureLines({ nome, cargo }: CertificadoInput['assinaturas'][number], x: number): Line[] {
  return [
    ...fitted(nome, { x, y: 773, width: 430, height: 36 }, style('strong', 27, tinta)),
    ...fitted(cargo, { x, y: 803, width: 430, height: 30 }, style('slanted', 25, tinta)),
  ]
}

function ticketLines(endereco: string, codigo: string): Line[] {
  const { x, width } = TICKET
  const at = (y: number) => ({ x, y, width, isLeft: true })
  return [
    lineOf('Confira com o nome e o código em', at(1020), style('text', 24, tinta)),
    lineOf(endereco, at(1045), style('strong', 24, tinta)),
    lineOf(codigo, at(1074), style('capitals', 27, tinta, 0.08)),
  ]
}

function dividerAt(y: number): string {
  return (
    `<path stroke="${ouro}" stroke-width="2" d="M560 ${y}H780M820 ${y}H1040"/>` +
    `<path fill="${ouro}" d="M800 ${y - 8}l8 8-8 8-8-8z"/>`
  )
}

const signatureRule = (x: number) =>
  `<path stroke="${tinta}" stroke-width="2" d="M${x - 171} 750H${x + 171}"/>`

/** Its place on the ticket, whose own ground is the light margin around it. */
const QR = { x: 527, y: 1000, size: 76 }

/** The QR code of an address, able to lose 15 % of itself: neighbouring dark modules make one bar. */
function qrOf(text: string): Qr {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const bars = data.flatMap((row, y) =>
    Array.from(
      row
        .map((isDark) => (isDark ? '#' : ' '))
        .join('')
        .matchAll(/#+/g),
      ({ index, 0: { length } }) => ({ x: index, y, length }),
    ),
  )
  return { x: QR.x, y: QR.y, scale: QR.size / size, bars }
}
