import fc from 'fast-check'
import type { Command } from 'opentype.js'
import { expect, test } from 'vitest'
import { row, short } from '../../../server/arte/drawing.ts'
import { outlineOf } from '../../../server/arte/fonts.ts'

test('numbers are as short as they can be, and zero has no sign', () => {
  expect([0, -0.04, 0.5, -0.5, 12, 1.25].map((value) => short(value))).toEqual([
    '0',
    '0',
    '.5',
    '-.5',
    '12',
    '1.3',
  ])
  expect(row([1, -2, 0.5, -0.01])).toBe('1-2,.5,0')
})

type Point = [x: number, y: number]

/** An outline of straight lines, with the y axis up as in fonts; a `z` closes a shape. */
const commandsOf = (...shapes: Point[][]): Command[] =>
  shapes.flatMap((points) => [
    ...points.map(([x, y], i): Command => ({ type: i === 0 ? 'M' : 'L', x, y: -y })),
    { type: 'Z' as const },
  ])

test('an outline is written in relative steps, level and upright lines the short way', () => {
  const points: Point[] = [
    [10, 10],
    [20, 10],
    [20, 5],
    [20, 5],
    [10, 10],
  ]
  expect(outlineOf(commandsOf(points), 1)).toBe('M10,10h10v-5l-10,5z')
})

test('after closing, the next shape starts from where the closed one did', () => {
  expect(
    outlineOf(
      commandsOf(
        [
          [5, 5],
          [9, 9],
        ],
        [[6, 6]],
      ),
      1,
    ),
  ).toBe('M5,5l4,4zm1,1z')
})

test('curves have their control points before their end', () => {
  const curves: Command[] = [
    { type: 'M', x: 0, y: 0 },
    { type: 'Q', x1: 1, y1: 2, x: 3, y: 4 },
    { type: 'C', x1: 3, y1: 5, x2: 4, y2: 6, x: 5, y: 7 },
  ]
  expect(outlineOf(curves, 1)).toBe('M0,0q1-2,3-4c0-1,1-2,2-3')
})

test('rounding never adds up, however many steps a path takes', () => {
  const point = fc.tuple(fc.integer({ min: -5000, max: 5000 }), fc.integer({ min: -5000, max: 5000 }))
  fc.assert(
    fc.property(fc.array(point, { minLength: 2, maxLength: 60 }), (points) => {
      const [x, y] = endOf(outlineOf(commandsOf(points), 1 / 7).slice(0, -1))
      const [lastX = 0, lastY = 0] = points.at(-1) ?? []
      expect(Math.abs(x - lastX / 7)).toBeLessThan(0.6)
      expect(Math.abs(y - lastY / 7)).toBeLessThan(0.6)
    }),
  )
})

/** Follows an outline step by step. @returns its last point */
function endOf(d: string): [number, number] {
  let [x, y] = [0, 0]
  for (const [, command, rest = ''] of d.matchAll(/([MmlhvqcZz])([^MmlhvqcZz]*)/g)) {
    const numbers = Array.from(rest.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g), ([number]) => Number(number))
    if (command === 'h') x += numbers[0] ?? 0
    else if (command === 'v') y += numbers[0] ?? 0
    else {
      x += numbers.at(-2) ?? 0
      y += numbers.at(-1) ?? 0
    }
  }
  return [x, y]
}
