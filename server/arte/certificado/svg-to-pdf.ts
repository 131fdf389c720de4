import { own } from '../../domain/own.ts'
import { pdfNumbers } from './pdf-objects.ts'

type Attributes = Map<string, string>

/** An SVG element, as far as drawings here use it. */
interface Element {
  name: string
  attributes: Attributes
  children: Element[]
}

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

  const draw = (element: Element, inherited: Attributes): string => {
    const { name, attributes, children } = element
    // Only colours and lines are read of what an element inherits.
    const ink = new Map([...inherited, ...attributes])
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
  return draw(root, new Map())
}

function painted(outline: string, ink: Attributes): string {
  const [fill, stroke] = [ink.get('fill') ?? '#000', ink.get('stroke') ?? 'none']
  const evenOdd = ink.get('fill-rule') === 'evenodd' ? '*' : ''
  const inner = fill === 'none' ? '' : `${colourOf(fill)} rg\n`
  const dash = ink.get('stroke-dasharray')
  const dashes = dash === undefined ? '' : `[${dash.replaceAll(',', ' ')}] 0 d\n`
  const cap = ink.get('stroke-linecap') === 'round' ? '1 J\n' : ''
  const width = pdfNumbers([Number(ink.get('stroke-width') ?? 1)])
  const line = stroke === 'none' ? '' : `${colourOf(stroke)} RG\n${width} w\n${cap}${dashes}`
  if (inner === '' && line === '') return ''
  const paint = line === '' ? `f${evenOdd}` : inner === '' ? 'S' : `B${evenOdd}`
  return `${inner}${line}${outline}${paint}\n`
}

/** A colour as its three parts, from 0 to 1. @throws Error for one that is not written in hexadecimal */
export function colourOf(colour: string): string {
  const six = colour.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
  if (!/^#[\da-f]{6}$/i.test(six)) throw new Error(`[certificado] the colour ${colour} is not understood`)
  return pdfNumbers(
    [1, 3, 5].map((at) => parseInt(six.slice(at, at + 2), 16) / 255),
    3,
  )
}

function outlineOf({ name, attributes }: Element): string {
  if (name === 'path') return outlineInPdf(attributes.get('d') ?? '')
  const [cx = 0, cy = 0, r = 0] = ['cx', 'cy', 'r'].map((at) => Number(attributes.get(at) ?? 0))
  // Four quarters clockwise from the right: browsers start dashing there, in that direction.
  const k = 0.5523 * r
  return outlineInPdf(
    `M${cx + r},${cy}c0,${k} ${k - r},${r} ${-r},${r}c${-k},0 ${-r},${k - r} ${-r},${-r}` +
      `c0,${-k} ${r - k},${-r} ${r},${-r}c${k},0 ${r},${r - k} ${r},${r}z`,
  )
}

const moved = (attributes: Attributes) => {
  const [x, y] = [Number(attributes.get('x') ?? 0), Number(attributes.get('y') ?? 0)]
  return x === 0 && y === 0 ? '' : `1 0 0 1 ${pdfNumbers([x, y])} cm\n`
}

/** The matrix of each transform, from its values. */
const TRANSFORMS: Record<string, (...values: number[]) => number[]> = {
  matrix: (...values) => values,
  translate: (x = 0, y = 0) => [1, 0, 0, 1, x, y],
  scale: (x = 0, y = x) => [x, 0, 0, y, 0, 0],
  rotate(degrees = 0) {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
    return [cos, sin, -sin, cos, 0, 0]
  },
}

function matricesOf(transform = ''): string {
  return Array.from(transform.matchAll(/(\w+)\(([^)]*)\)/g), ([, name = '', values = '']) => {
    const matrix = own(TRANSFORMS, name)
    if (!matrix) throw new Error(`[certificado] the transform ${name} is not understood`)
    return `${pdfNumbers(matrix(...numbersIn(values)), 5)} cm\n`
  }).join('')
}

const numbersIn = (text: string) => (text.match(/-?(?:\d*\.\d+|\d+)/g) ?? []).map(Number)

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
  /** The last control point, and the command that begins with it mirrored. */
  let control = { x: 0, y: 0, of: '' }

  const put = (operator: string, ...points: number[]) => {
    text += `${pdfNumbers(points)} ${operator}\n`
    ;[x = 0, y = 0] = points.slice(-2)
  }
  const step = (command: string, isRelative: boolean, numbers: number[]) => {
    const [dx, dy] = isRelative ? [x, y] : [0, 0]
    const given = numbers.map((value, i) => value + (command === 'V' || i % 2 === 1 ? dy : dx))
    const mirrored = control.of === command ? [2 * x - control.x, 2 * y - control.y] : [x, y]
    const points = command === 'S' || command === 'T' ? [...mirrored, ...given] : given
    const [a = 0, b = 0, c = 0, e = 0] = points
    let of = ''
    switch (command) {
      case 'M':
        put('m', a, b)
        ;[startX, startY] = [x, y]
        break
      case 'L':
        put('l', a, b)
        break
      case 'H':
        put('l', a, y)
        break
      case 'V':
        put('l', x, a)
        break
      case 'C':
      case 'S':
        put('c', ...points)
        of = 'S'
        break
      case 'Q':
      case 'T': {
        const towards = (from: number, point: number) => from + ((point - from) * 2) / 3
        put('c', towards(x, a), towards(y, b), towards(c, a), towards(e, b), c, e)
        of = 'T'
        break
      }
      default:
        ;[x, y] = [startX, startY]
        text += 'h\n'
    }
    control = of === 'S' ? { x: c, y: e, of } : { x: a, y: b, of }
  }

  for (const [, letter = '', rest = ''] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const command = letter.toUpperCase()
    const takes = own(TAKES, command)
    if (takes === undefined) throw new Error(`[certificado] ${letter} of a path is not understood`)
    const numbers = numbersIn(rest)
    if (takes === 0) step(command, false, [])
    for (let at = 0; takes > 0 && at < numbers.length; at += takes) {
      // Further points of a move are lines.
      step(at > 0 && command === 'M' ? 'L' : command, letter !== command, numbers.slice(at, at + takes))
    }
  }
  return text
}
