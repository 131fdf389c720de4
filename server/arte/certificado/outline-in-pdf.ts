import { own } from '../../domain/own.ts'

/** How many numbers a command of an SVG path takes. */
const TAKES: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, Z: 0 }

/** Writes numbers for PDF, which knows no exponents. */
export function pdfNumbers(values: number[], decimals = 2): string {
  return values.map((value) => String(Number(value.toFixed(decimals)) + 0)).join(' ')
}

/** Draws the `d` of an SVG path with the operators of PDF; arcs are not understood. @throws Error for anything else */
export function outlineInPdf(d: string): string {
  let text = ''
  let [x, y, startX, startY] = [0, 0, 0, 0]
  /** The last control point, which S and T mirror; `of` tells which of them may. */
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
