import { own } from '../../domain/own.ts'
import { pdfNumbers } from './pdf-objects.ts'

/** An SVG element, as far as drawings here use it. */
interface Element {
  name: string
  attributes: Map<string, string>
  children: Element[]
}

/** What an element passes down to its children. */
interface Ink {
  fill: string
  stroke: string
  width: number
  cap: string
  dash: string
  rule: string
}

const INK: Ink = { fill: '#000', stroke: 'none', width: 1, cap: 'butt', dash: 'none', rule: 'nonzero' }

/** The supported subset. Anything else, a gradient say, fails: else it would silently be missing on paper. */
const ELEMENTS = /^(svg|g|defs|clipPath|path|circle|use)$/
const ATTRIBUTES =
  /^(id|d|cx|cy|r|x|y|href|transform|clip-path|fill|fill-rule|stroke|stroke-width|stroke-linecap|stroke-dasharray|shape-rendering|xmlns|viewBox|width|height)$/

/**
 * Draws an SVG picture with the operators of PDF. The y axis points down, as in SVG: the caller flips the
 * page.
 * @throws Error for anything unsupported
 */
export function svgToPdf(svg: string): string {
  const root = parse(svg)
  const byId = new Map<string, Element>()
  const note = (element: Element) => {
    const id = element.attributes.get('id')
    if (id) byId.set(id, element)
    element.children.forEach(note)
  }
  note(root)
  const find = (reference: string) => {
    const element = byId.get(/#([^)]+)/.exec(reference)?.[1] ?? '')
    if (!element) throw new Error(`[certificado] ${reference} refers to nothing`)
    return element
  }

  const draw = (element: Element, inherited: Ink): string => {
    const { name, attributes, children } = element
    const ink = inkOf(attributes, inherited)
    if (name === 'defs' || name === 'clipPath') return ''
    const clip = attributes.get('clip-path')
    const within =
      matricesOf(attributes.get('transform')) +
      (clip ? `${find(clip).children.map(outlineOf).join('')}W n\n` : '') +
      (name === 'use' ? moved(attributes) + draw(find(attributes.get('href') ?? ''), ink) : '') +
      (name === 'path' || name === 'circle' ? painted(outlineOf(element), ink) : '') +
      children.map((child) => draw(child, ink)).join('')
    return `q\n${within}Q\n`
  }
  return draw(root, INK)
}

function inkOf(attributes: Map<string, string>, { fill, stroke, width, cap, dash, rule }: Ink): Ink {
  return {
    fill: attributes.get('fill') ?? fill,
    stroke: attributes.get('stroke') ?? stroke,
    width: Number(attributes.get('stroke-width') ?? width),
    cap: attributes.get('stroke-linecap') ?? cap,
    dash: attributes.get('stroke-dasharray') ?? dash,
    rule: attributes.get('fill-rule') ?? rule,
  }
}

function painted(outline: string, { fill, stroke, width, cap, dash, rule }: Ink): string {
  const evenOdd = rule === 'evenodd' ? '*' : ''
  const inner = fill === 'none' ? '' : `${colourOf(fill)} rg\n`
  const dashes = dash === 'none' ? '' : `[${dash.replaceAll(',', ' ')}] 0 d\n`
  const line =
    stroke === 'none'
      ? ''
      : `${colourOf(stroke)} RG\n${pdfNumbers([width])} w\n${cap === 'round' ? '1 J\n' : ''}${dashes}`
  if (inner === '' && line === '') return ''
  const paint = line === '' ? `f${evenOdd}` : inner === '' ? 'S' : `B${evenOdd}`
  return `${inner}${line}${outline}${paint}\n`
}

function colourOf(colour: string): string {
  const six = colour.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
  if (!/^#[\da-f]{6}$/i.test(six)) throw new Error(`[certificado] the colour ${colour} is not understood`)
  return pdfNumbers(
    [1, 3, 5].map((at) => parseInt(six.slice(at, at + 2), 16) / 255),
    3,
  )
}

function outlineOf({ name, attributes }: Element): string {
  if (name === 'path') return outlineInPdf(attributes.get('d') ?? '')
  const [cx, cy, r] = ['cx', 'cy', 'r'].map((at) => Number(attributes.get(at) ?? 0)) as [
    number,
    number,
    number,
  ]
  // Four quarters clockwise from the right: browsers start dashing there, in that direction.
  const k = 0.5523 * r
  return outlineInPdf(
    `M${cx + r},${cy}c0,${k} ${k - r},${r} ${-r},${r}c${-k},0 ${-r},${k - r} ${-r},${-r}` +
      `c0,${-k} ${r - k},${-r} ${r},${-r}c${k},0 ${r},${r - k} ${r},${r}z`,
  )
}

const moved = (attributes: Map<string, string>) => {
  const [x, y] = [Number(attributes.get('x') ?? 0), Number(attributes.get('y') ?? 0)]
  return x === 0 && y === 0 ? '' : `1 0 0 1 ${pdfNumbers([x, y])} cm\n`
}

function matricesOf(transform = ''): string {
  const matrix = (name: string, values: number[]): number[] => {
    const [a = 0, b = 0] = values
    const turn = (a * Math.PI) / 180
    switch (name) {
      case 'matrix':
        return values
      case 'translate':
        return [1, 0, 0, 1, a, b]
      case 'scale':
        return [a, 0, 0, values.length > 1 ? b : a, 0, 0]
      case 'rotate':
        return [Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), 0, 0]
      default:
        throw new Error(`[certificado] the transform ${name} is not understood`)
    }
  }
  return Array.from(
    transform.matchAll(/(\w+)\(([^)]*)\)/g),
    ([, name = '', values = '']) =>
      `${pdfNumbers(matrix(name, (values.match(/-?(?:\d*\.\d+|\d+)/g) ?? []).map(Number)), 5)} cm\n`,
  ).join('')
}

/** Parses what `drawing.ts` writes: no text, no comment, no entity. */
function parse(svg: string): Element {
  const root: Element = { name: 'svg', attributes: new Map(), children: [] }
  const open = [root]
  for (const [, end = '', name = '', rest = '', isEmpty = ''] of svg.matchAll(
    /<(\/?)([\w:]+)((?:\s[^<>]*?)?)(\/?)>/g,
  )) {
    if (end !== '') {
      open.pop()
      continue
    }
    const attributes = new Map(
      Array.from(rest.matchAll(/([\w:-]+)="([^"]*)"/g), ([, key = '', value = '']) => [key, value]),
    )
    const unknown = ELEMENTS.test(name) ? [...attributes.keys()].find((key) => !ATTRIBUTES.test(key)) : name
    if (unknown) throw new Error(`[certificado] ${unknown} of <${name}> is not understood`)
    const element = { name, attributes, children: [] }
    open.at(-1)?.children.push(element)
    if (isEmpty === '') open.push(element)
  }
  return root
}

/** How many numbers a command of an SVG path takes. */
const TAKES: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, Z: 0 }

/**
 * Draws the `d` of an SVG path with the operators of PDF; arcs are not supported.
 * @throws Error for anything else
 */
function outlineInPdf(d: string): string {
  let text = ''
  let [x, y, startX, startY] = [0, 0, 0, 0]
  /** The last control point, which S and T mirror; `of` says which of the two may. */
  let last = { x: 0, y: 0, of: '' }

  const cubic = (x1: number, y1: number, x2: number, y2: number, toX: number, toY: number) => {
    text += `${pdfNumbers([x1, y1, x2, y2, toX, toY])} c\n`
    ;[x, y] = [toX, toY]
  }
  const quad = (x1: number, y1: number, toX: number, toY: number) => {
    const towards = (from: number, control: number) => from + ((control - from) * 2) / 3
    cubic(towards(x, x1), towards(y, y1), towards(toX, x1), towards(toY, y1), toX, toY)
    last = { x: x1, y: y1, of: 'Q' }
  }
  const mirrored = (of: string) => (last.of === of ? { x: 2 * x - last.x, y: 2 * y - last.y } : { x, y })

  const step = (command: string, isRelative: boolean, numbers: number[]) => {
    const [dx, dy] = isRelative ? [x, y] : [0, 0]
    const points = numbers.map((value, i) => value + (command === 'V' || i % 2 === 1 ? dy : dx))
    const [a = 0, b = 0, c = 0, e = 0, f = 0, g = 0] = points
    const before = last.of
    switch (command) {
      case 'M':
        ;[x, y, startX, startY] = [a, b, a, b]
        text += `${pdfNumbers([x, y])} m\n`
        break
      case 'L':
      case 'H':
      case 'V':
        ;[x, y] = [command === 'V' ? x : a, command === 'H' ? y : command === 'V' ? a : b]
        text += `${pdfNumbers([x, y])} l\n`
        break
      case 'C':
        cubic(a, b, c, e, f, g)
        last = { x: c, y: e, of: 'C' }
        return
      case 'S': {
        const first = mirrored('C')
        cubic(first.x, first.y, a, b, c, e)
        last = { x: a, y: b, of: 'C' }
        return
      }
      case 'Q':
        quad(a, b, c, e)
        return
      case 'T': {
        const control = mirrored('Q')
        quad(control.x, control.y, a, b)
        return
      }
      default:
        ;[x, y] = [startX, startY]
        text += 'h\n'
    }
    if (before !== '') last = { x, y, of: '' }
  }

  for (const [, letter = '', rest = ''] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const command = letter.toUpperCase()
    const takes = own(TAKES, command)
    if (takes === undefined) throw new Error(`[certificado] ${letter} of a path is not understood`)
    const numbers = (rest.match(/-?(?:\d*\.\d+|\d+)/g) ?? []).map(Number)
    if (takes === 0) step(command, false, [])
    for (let at = 0; takes > 0 && at < numbers.length; at += takes) {
      // Further points of a move are lines.
      step(at > 0 && command === 'M' ? 'L' : command, letter !== command, numbers.slice(at, at + takes))
    }
  }
  return text
}
