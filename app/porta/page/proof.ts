import type { Decoder } from './decoder.ts'

/** A QR code that says {@link TEXT}: one number per row of modules, dark ones as 1 bits. */
const SIDE = 21
const ROWS =
  '18nsv mts1 wtb1 wtp9 wsbh mx4x 18prz 3r4 xfng togy rd0f 31v7 dxga 3wg 18lt3 mxn1 wr3g wso4 wtqs mvcl 18qs4'
const TEXT = 'PORTA'

/** Pixels per module, and modules of white margin. */
const SQUARE = 5
const MARGIN = 4

/** The picture that a decoder must read, from the camera's canvas, before either is trusted. */
function knownPicture(): ImageData {
  const rows = ROWS.split(' ').map((row) => parseInt(row, 36))
  const side = (SIDE + 2 * MARGIN) * SQUARE
  const picture = new ImageData(side, side)
  for (let at = 0; at < side * side; at++) {
    const column = Math.floor((at % side) / SQUARE) - MARGIN
    const row = Math.floor(at / side / SQUARE) - MARGIN
    const isInside = column >= 0 && column < SIDE
    const isDark = isInside && ((rows[row] ?? 0) >> (SIDE - 1 - column)) & 1
    picture.data.set(isDark ? [0, 0, 0, 255] : [255, 255, 255, 255], at * 4)
  }
  return picture
}

/** Wasm backs up a blind native detector at every third frame. */
const FRAMES = 3

/**
 * Whether codes are read: the known picture, taken the way the camera's are. `lied-to`: the decoder reads it,
 * but not from the canvas, as when the browser hides drawn pixels from pages.
 */
export type Leitor = 'reads' | 'blind' | 'lied-to'

/** Tests a decoder. Never throws: a decoder that fails is not proved. */
export async function proofOf({ decode }: Pick<Decoder, 'decode'>): Promise<Leitor> {
  const reads = async (takePicture: () => ImageData | null) => {
    for (let n = 0; n < FRAMES; n++) {
      const picture = takePicture()
      if (picture && (await decode(picture)).some(({ text }) => text === TEXT)) return true
    }
    return false
  }
  try {
    const drawn = document.createElement('canvas')
    const { width, height } = knownPicture()
    Object.assign(drawn, { width, height }).getContext('2d')?.putImageData(knownPicture(), 0, 0)
    const frameOf = openFrames()
    if (await reads(() => frameOf(drawn, width, height))) return 'reads'
    return (await reads(knownPicture)) ? 'lied-to' : 'blind'
  } catch {
    return 'blind'
  }
}

/** The long side of decoded frames, in pixels. */
const FRAME = 640

/**
 * Takes pictures for the decoder. Each is drawn on one canvas, no larger than needed, and read from it.
 * @returns null for a source that has no size yet
 */
export function openFrames(): (source: CanvasImageSource, width: number, height: number) => ImageData | null {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  return (source, fullWidth, fullHeight) => {
    const scale = Math.min(1, FRAME / Math.max(fullWidth, fullHeight, 1))
    const [width, height] = [Math.round(fullWidth * scale), Math.round(fullHeight * scale)]
    if (!context || width === 0 || height === 0) return null
    if (context.canvas.width !== width || context.canvas.height !== height)
      Object.assign(context.canvas, { width, height })
    context.drawImage(source, 0, 0, width, height)
    return context.getImageData(0, 0, width, height)
  }
}
