import jsqr from 'jsqr'
import { expect, test } from 'vitest'
import { qrOf } from '../../../app/shared/links.server.ts'
import type { Qr } from '../../../app/shared/page.tsx'

// jsqr is CommonJS: in Node its function is one level deeper.
const decode = 'default' in jsqr ? (jsqr.default as typeof jsqr) : jsqr
const PIXELS = 4

/** What an independent reader finds in the picture that the path draws. */
function readQr({ size, path }: Qr): string | undefined {
  const side = size * PIXELS
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  const bars = path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)
  for (const [x = 0, y = 0, width = 0] of Array.from(bars, ([, ...numbers]) => numbers.map(Number))) {
    for (let row = y * PIXELS; row < (y + 1) * PIXELS; row++) {
      for (let at = x * PIXELS; at < (x + width) * PIXELS; at++)
        pixels.fill(0, (row * side + at) * 4, (row * side + at) * 4 + 3)
    }
  }
  return decode(pixels, side, side)?.data
}

for (const address of [
  'https://convite.test/c/182050200000063c7Ak4Aeaz3Mc1qIGg69A',
  `https://${'um-nome-bem-comprido.'.repeat(4)}example.org/c/~w6fDtw63c7Ak4Aeaz3Mc1qIGg69A`,
]) {
  test(`an independent reader finds ${address.slice(0, 40)}… in its QR code`, () => {
    expect(readQr(qrOf(address))).toBe(address)
  })
}

test('four light modules stand around the code', () => {
  const { size, path } = qrOf('https://convite.test/c/x')
  const numbers = Array.from(path.matchAll(/M(\d+) (\d+)h(\d+)/g), (bar) => bar.slice(1).map(Number))
  expect(Math.min(...numbers.flatMap(([x = 0, y = 0]) => [x, y]))).toBe(4)
  expect(Math.max(...numbers.flatMap(([x = 0, y = 0, width = 0]) => [x + width, y + 1]))).toBe(size - 4)
})
