import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPath, row, short } from '../../../server/arte/path.ts'

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

test('an outline is written in relative steps, level and upright lines the short way', () => {
  expect(createPath(0).move(10, 10).line(20, 10).line(20, 5).line(20, 5).line(10, 10).close().d()).toBe(
    'M10,10h10v-5l-10,5z',
  )
})

test('after closing, the next shape starts from where the closed one did', () => {
  expect(createPath(0).move(5, 5).line(9, 9).close().move(6, 6).d()).toBe('M5,5l4,4zm1,1')
})

test('rounding never adds up, however many steps a path takes', () => {
  const point = fc.tuple(fc.integer({ min: -5000, max: 5000 }), fc.integer({ min: -5000, max: 5000 }))
  fc.assert(
    fc.property(fc.array(point, { minLength: 2, maxLength: 60 }), (points) => {
      const path = createPath(1)
      points.forEach(([x, y], i) => (i === 0 ? path.move(x / 7, y / 7) : path.line(x / 7, y / 7)))
      const [x, y] = endOf(path.d())
      const [lastX = 0, lastY = 0] = points.at(-1) ?? []
      expect(Math.abs(x - lastX / 7)).toBeLessThan(0.06)
      expect(Math.abs(y - lastY / 7)).toBeLessThan(0.06)
    }),
  )
})

/** Follows an outline step by step. @returns where it ends */
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
