import { expect, test } from 'vitest'
import { createDrawing } from '../../../server/arte/drawing.ts'
import { canWrite, widthOf, write, type Style } from '../../../server/arte/lettering.ts'

const BOX = { x: 500, y: 200, width: 600, height: 120 }
const CAPITALS: Style = { font: 'capitals', size: 60, fill: '#000' }

/** The lines of a lettered text: a group of letters for each, with its size and place. */
function linesOf(text: string, box = BOX, style = CAPITALS) {
  const drawing = createDrawing(1000, 1000)
  write(drawing, text, box, style)
  const groups = drawing.toSvg().matchAll(/matrix\(([\d.]+) 0 0 [\d.]+ ([\d.-]+) ([\d.-]+)\)">(.*?)<\/g>/g)
  return Array.from(groups, ([, scale, x, y, letters = '']) => ({
    size: Number(scale) * 240,
    left: Number(x),
    baseline: Number(y),
    letters: letters.split('<use').length - 1,
  }))
}

test('a short text is written on one line in its full size, centred in its box', () => {
  const lines = linesOf('BAILE')
  expect(lines).toHaveLength(1)
  const [line] = lines
  expect(line?.size).toBeCloseTo(60, 0)
  expect((line?.left ?? 0) + widthOf('BAILE', CAPITALS) / 2).toBeCloseTo(500, 0)
  expect(line?.baseline).toBeGreaterThan(200)
})

test('a text too long for one line is broken before it is made small, and stays in its box', () => {
  const lines = linesOf('ASSOCIAÇÃO DOS PRODUTORES E CRIADORES')
  expect(lines).toHaveLength(2)
  for (const { size, left, baseline } of lines) {
    expect(size).toBeLessThanOrEqual(60)
    expect(size).toBeGreaterThan(25)
    expect(left).toBeGreaterThanOrEqual(200)
    expect(baseline).toBeGreaterThan(140)
    expect(baseline).toBeLessThan(260)
  }
})

test('no line of a broken text is wider than its box', () => {
  for (const text of [
    'UM',
    'EXTRAORDINARIAMENTE',
    'A B C D E F G H I J K',
    'CERIMÔNIA DE ENCERRAMENTO E POSSE',
  ]) {
    const lines = linesOf(text)
    expect(lines.length, text).toBeGreaterThan(0)
    for (const { left } of lines) expect(left, text).toBeGreaterThanOrEqual(199.9)
  }
})

test('a text too long to be read is refused by name', () => {
  const endless = 'INCONSTITUCIONALISSIMAMENTE'.repeat(6)
  expect(canWrite(endless, BOX, CAPITALS)).toBe(false)
  expect(() => linesOf(endless)).toThrow(/INCONSTITUCIONAL.* is too long to be read/)
})

test('a letter the font lacks is written without its accents, and one without any is refused by name', () => {
  expect(linesOf('NAÏVETÉ')[0]?.letters).toBe(7)
  expect(linesOf('Ǹ')[0]?.letters).toBe(1)
  expect(canWrite('FESTA 牛', BOX, CAPITALS)).toBe(false)
  expect(() => linesOf('FESTA 牛')).toThrow('“牛” in “FESTA 牛” cannot be drawn')
})

test('each letter is outlined once, however often it is written', () => {
  const drawing = createDrawing(1000, 1000)
  write(drawing, 'ARARA', BOX, CAPITALS)
  write(drawing, 'RARA', BOX, CAPITALS)
  const svg = drawing.toSvg()
  expect(svg.match(/<path/g)).toHaveLength(2)
  expect(svg.match(/<use/g)).toHaveLength(9)
})

test('an empty text takes no room and does not fail', () => {
  expect(canWrite('', BOX, CAPITALS)).toBe(true)
  expect(linesOf('').every(({ letters }) => letters === 0)).toBe(true)
})

test('a name of sixty words is laid out at once, because it blocks all other requests', () => {
  const name = Array.from({ length: 60 }, () => 'A').join(' ')
  // The fastest of twenty: its own cost, without the machine's other work.
  const took = Array.from({ length: 20 }, () => {
    const startedAt = performance.now()
    canWrite(name, BOX, CAPITALS)
    return performance.now() - startedAt
  })
  // Some milliseconds; trying every way to break it into lines would take minutes.
  expect(Math.min(...took)).toBeLessThan(500)
  expect(linesOf(name).map(({ letters }) => letters)).toEqual([20, 20, 20])
})
