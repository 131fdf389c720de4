import { afterEach, expect, test, vi } from 'vitest'
import type { Code } from '../../../../app/porta/page/aim.ts'
import { proofOf } from '../../../../app/porta/page/proof.ts'

afterEach(() => vi.unstubAllGlobals())

class Picture {
  data: Uint8ClampedArray
  constructor(
    public width: number,
    public height: number,
  ) {
    this.data = new Uint8ClampedArray(width * height * 4)
  }
}

/** A browser whose canvas returns what was drawn, or, if not honest, always white. */
function browse(isHonest: boolean): void {
  const createElement = () => {
    const canvas = { width: 0, height: 0, held: new Picture(0, 0), getContext: () => context }
    const context = {
      canvas,
      putImageData: (picture: Picture) => void (canvas.held = picture),
      drawImage: ({ held }: { held: Picture }) => void (canvas.held = held),
      getImageData: (_x: number, _y: number, width: number, height: number) => {
        if (isHonest) return canvas.held
        const white = new Picture(width, height)
        white.data.fill(255)
        return white
      },
    }
    return canvas
  }
  vi.stubGlobal('ImageData', Picture)
  vi.stubGlobal('document', { createElement })
}

const CODE: Code = { text: 'PORTA', corners: [] }
const reader = { decode: async ({ data }: ImageData) => (data[0] === 255 && data.includes(0) ? [CODE] : []) }

test('a decoder is proved by a picture that was drawn on the canvas and read from it, as the camera’s are', async () => {
  browse(true)
  expect(await proofOf(reader)).toBe('reads')
  expect(await proofOf({ decode: async () => [] })).toBe('blind')
  expect(await proofOf({ decode: () => Promise.reject(new Error('broken')) })).toBe('blind')
})

test('a canvas that lies is told from a decoder that is blind', async () => {
  browse(false)
  expect(await proofOf(reader)).toBe('lied-to')
  expect(await proofOf({ decode: async () => [] })).toBe('blind')
})
