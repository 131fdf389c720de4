import type { OwnLogo } from '../arte.ts'
import { type Drawing, emblem, emblemBox, PALETTE, drawScenery, short } from '../drawing.ts'
import { writeLine } from '../lettering.ts'
import { fontOf, type FontName } from '../fonts.ts'
import { layOutCertificado, type CertificadoInput, type Forma, type Page } from './layout.ts'
import type { Line, Run } from './lines.ts'
import { createPdf, pdfNumbers, pdfPicture, pdfStream, pdfText } from './pdf-objects.ts'
import { embedFont, lettersInPdf, signsOf } from './pdf-fonts.ts'
import { colourOf, svgToPdf } from './svg-to-pdf.ts'

/** A4 landscape, in points, with the panel inside a margin that any printer has. */
const PAPER = { width: 841.89, height: 595.28 }
const PANEL = { scale: PAPER.width / 1691.2, margin: 45.6 }
/** Maps the panel's units, whose y axis points down, onto the paper's. */
const ONTO_PAPER = `${pdfNumbers([PANEL.scale, 0, 0, -PANEL.scale, PANEL.margin * PANEL.scale, PAPER.height - PANEL.margin * PANEL.scale], 5)} cm`

const FONTS: FontName[] = ['capitals', 'text', 'strong', 'slanted']

const sceneries = new Map<boolean, Buffer>()

/** Scenery, frame, ticket and, unless it is the organiser's own, logo: the same on every certificate. */
function drawPanel(isOx: boolean): Drawing {
  const drawing = drawScenery('certificado')
  if (isOx) drawing.add(emblem(null, EMBLEM))
  return drawing
}

/** Where the logo stands on the panel, and the box of an organiser's own. */
const EMBLEM = { x: 800, y: 75, scale: 0.45, fill: PALETTE.tinta }
const LOGO = { ...EMBLEM, ...emblemBox(EMBLEM.scale) }

/** Draws certificates in one of their forms (decision 0041). */
export function drawCertificados(input: CertificadoInput, forma: Forma): Uint8Array {
  return forma === 'pdf' ? drawPdf(input) : new Uint8Array(Buffer.from(drawSvg(input)))
}

/** A picture of the first page, words as outlines, on white. */
function drawSvg(input: CertificadoInput): string {
  const [pagina] = input.paginas
  if (!pagina) throw new Error('[certificado] there is no page to draw')
  const { blocks, rules, qr } = layOutCertificado(input, pagina)
  const drawing = drawPanel(!input.logo)
  if (input.logo) drawing.add(emblem(input.logo.png, EMBLEM))
  const d = qr.bars.map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`).join('')
  const at = `matrix(${short(qr.scale, 4)} 0 0 ${short(qr.scale, 4)} ${qr.x} ${qr.y})`
  drawing.add(`${rules}<path shape-rendering="crispEdges" transform="${at}" d="${d}"/>`)
  for (const { runs, x, y, size, fill, track } of blocks.flatMap(({ lines }) => lines)) {
    let left = x
    for (const { drawn, font, width } of runs) {
      writeLine(drawing, drawn, { x: left + (width * size) / 2, y }, { font, size, fill, track })
      left += width * size
    }
  }
  const [width, height] = [drawing.width + 2 * PANEL.margin, drawing.height + 2 * PANEL.margin]
  const box = [-PANEL.margin, -PANEL.margin, width, height].join(' ')
  return drawing
    .toSvg()
    .replace(
      / viewBox="[^"]*" width="\d+" height="\d+">/,
      ` viewBox="${box}" width="${width}" height="${height}">`,
    )
    .replace('<defs>', `<path fill="#fff" d="M-46-46H1646V1150H-46z"/><defs>`)
}

/**
 * One PDF, a page for each guest. Words are text: each letter is a glyph of its own with the character it is
 * read as. Where that is not enough, as for an accent that no font here has, the real text is given with it.
 */
function drawPdf(input: CertificadoInput): Uint8Array {
  const pdf = createPdf()
  const { logo: own = null } = input
  const scenery =
    sceneries.get(!own) ??
    pdfStream(
      svgToPdf(drawPanel(!own).toSvg()),
      '/Type/XObject/Subtype/Form/BBox[-3 -3 1603 1107]/Resources<<>>',
    )
  sceneries.set(!own, scenery)
  const form = pdf.add(scenery)
  const picture = own ? `/logo ${pdf.add(pdfPicture(own))} 0 R` : ''
  const fonts = FONTS.map((name) => `/${name} ${embedFont(pdf, name)} 0 R `).join('')
  const resources = `<</Font <<${fonts}>>/XObject<</scenery ${form} 0 R${picture}>>>>`
  const [pages, tree, document] = [pdf.reserve(), pdf.reserve(), pdf.reserve()]

  const made = input.paginas.map((pagina, i) => {
    const layout = layOutCertificado(input, pagina)
    const contents = pdf.add(pdfStream(contentsOf(layout, own)))
    const page = pdf.add(
      `<</Type /Page /Parent ${pages} 0 R/MediaBox[0 0 ${PAPER.width} ${PAPER.height}]/StructParents ${i}` +
        `/Tabs/S/Resources ${resources}/Contents ${contents} 0 R>>`,
    )
    let mark = 0
    const elements = layout.blocks.map(({ tag, lines }) => {
      const marks = lines.map(() => mark++).join(' ')
      const element = pdf.add(`<</Type/StructElem/S/${tag}/P ${document} 0 R/Pg ${page} 0 R/K[${marks}]>>`)
      return { of: `${element} 0 R`, lines: lines.length }
    })
    return { page, elements }
  })
  pdf.set(
    pages,
    `<</Type/Pages/Count ${made.length}/Kids[${made.map(({ page }) => `${page} 0 R`).join(' ')}]>>`,
  )
  pdf.set(
    document,
    `<</Type/StructElem/S/Document/P ${tree} 0 R/K[${made.flatMap(({ elements }) => elements.map(({ of }) => of)).join(' ')}]>>`,
  )
  const parents = made
    .map(({ elements }, i) => `${i}[${elements.map(({ of, lines }) => `${of} `.repeat(lines)).join('')}]`)
    .join('')
  pdf.set(tree, `<</Type/StructTreeRoot/K ${document} 0 R/ParentTree<</Nums[${parents}]>>>>`)
  const root = pdf.add(
    `<</Type/Catalog/Pages ${pages} 0 R/Lang(pt-BR)/MarkInfo<</Marked true>>/StructTreeRoot ${tree} 0 R` +
      `/ViewerPreferences<</DisplayDocTitle true/PrintScaling/None>>>>`,
  )
  const info = pdf.add(
    `<</Title${pdfText(titleOf(input))}/Author${pdfText(input.anfitriao)}/Subject${pdfText(input.titulo)}` +
      `/Creator${pdfText('Convites')}/Producer${pdfText('Convites')}>>`,
  )
  return pdf.finish(root, info)
}

function titleOf({ ocasiao, paginas }: CertificadoInput): string {
  const [only, ...more] = paginas
  if (only && more.length === 0) return `Certificado de participação de ${only.nome}`
  return `Certificados de participação: ${ocasiao}`
}

/** Scenery and rules are marked as not read. Each line is read by its number, counted across all blocks. */
function contentsOf({ blocks, rules, qr }: Page, own: OwnLogo | null): string {
  const words = blocks
    .flatMap(({ tag, lines }) => lines.map((line) => ({ tag, line })))
    .map(({ tag, line }, mark) => {
      const other = otherwise(line)
      // Poppler looks for a replacement text only on a span.
      return `/${other === '' ? tag : 'Span'} <</MCID ${mark}${other}>> BDC\n${textOf(line)}EMC\n`
    })
  const bars = qr.bars.map(({ x, y, length }) => `${x} ${y} ${length} 1 re\n`).join('')
  const code = `q\n${pdfNumbers([qr.scale, 0, 0, qr.scale, qr.x, qr.y], 5)} cm\n0 g\n${bars}f\nQ\n`
  return `/Artifact BMC\n${ONTO_PAPER}\n/scenery Do\n${svgToPdf(rules)}${own ? placed(own) : ''}${code}EMC\n${words.join('')}`
}

/** Draws the organiser's logo whole in its box, where the panel's axis points down. */
function placed(own: OwnLogo): string {
  const scale = Math.min(LOGO.width / own.width, LOGO.height / own.height)
  const [width, height] = [own.width * scale, own.height * scale]
  const at = [width, 0, 0, -height, LOGO.x - width / 2, LOGO.y + height / 2]
  return `q\n${pdfNumbers(at, 3)} cm\n/logo Do\nQ\n`
}

/**
 * The text a reader should take the line for: letters set far apart would be read as words, and a letter
 * without its accent as another.
 */
function otherwise({ runs, track }: Line): string {
  const text = runs.map((run) => run.text).join('')
  const read = runs.map(({ font, letters }) => signsOf(font, letters)).join('')
  return track > 0.05 || read !== text ? `/ActualText${pdfText(`${text} `)}` : ''
}

/** A line, ending in a space that separates it from the next one when it is read. */
function textOf({ runs, x, y, size, fill }: Line): string {
  let left = x
  const shown = runs.map((run, i) => {
    const at = pdfNumbers([left, y])
    left += run.width * size
    const letters = lettersOf(run, i === runs.length - 1 ? ' ' : '')
    return `/${run.font} ${pdfNumbers([size])} Tf\n1 0 0 -1 ${at} Tm\n[${letters}] TJ\n`
  })
  return `${colourOf(fill)} rg\nBT\n${shown.join('')}ET\n`
}

function lettersOf({ font, letters, positions, width }: Run, end: string): string {
  const space = fontOf(font)
    .lettersOf(end)
    .filter((letter) => letter !== null)
  return lettersInPdf(font, [...letters, ...space], [...positions, width])
}
