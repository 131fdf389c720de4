import { expect, test } from 'vitest'
import { middleOf, sightIn } from '../../../../app/porta/page/aim.ts'

const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height })

test('the frame is found in a picture that is wider than its place, and cut at both sides', () => {
  // 640 × 480 shown at twice its size: 320 of 1280 pixels are in view, from 480 on.
  const sight = sightIn({ width: 640, height: 480 }, box(0, 100, 320, 960), box(60, 480, 200, 200))
  expect(sight).toEqual(box(270, 190, 100, 100))
})

test('the frame is found in a picture that is taller than its place, and cut above and below', () => {
  const sight = sightIn({ width: 480, height: 640 }, box(0, 50, 480, 320), box(100, 100, 200, 200))
  expect(sight).toEqual(box(100, 210, 200, 200))
})

test('where no frame is shown, or no picture, the middle of the picture is aimed with', () => {
  for (const sight of [
    sightIn({ width: 640, height: 480 }, box(10, 600, 100, 60), null),
    sightIn({ width: 640, height: 480 }, box(0, 0, 0, 0), box(0, 0, 100, 100)),
  ]) {
    expect(middleOf(sight)).toEqual({ x: 320, y: 240 })
    expect([sight.width, sight.height]).toEqual([288, 288])
  }
})
