import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { encode, type QrCodeGenerateResult } from 'uqr'

const [WIDTH, HEIGHT] = [640, 480]
/** A film of one second in a loop. Chromium shows what the file holds when it reaches a frame. */
const FRAMES = 4
const HEADER = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES}:1 Ip A1:1 C420jpeg\n`)
const FRAME = Buffer.from('FRAME\n')
/** Neither of the two colours: everything is grey. */
const COLOURS = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
/** Samples along each side of a pixel: edges of small or tilted codes turn grey, as in a real picture. */
const SAMPLES = 3
/** Luma of the bare wall. */
const WALL = 90

/** How a code is placed in the picture. */
interface Pose {
  /** How far its middle is to the right of the picture's and below it, in pixels. */
  x?: number
  y?: number
  /** Side of the code with its margin, in pixels. */
  side?: number
  /** Its rotation in degrees. */
  tilt?: number
  /** Luma of its dark and light squares, and of the wall behind it. */
  dark?: number
  light?: number
  wall?: number
}

/** What Chromium's fake camera films: a file whose pictures are replaced while it runs. */
export type FakeCamera = ReturnType<typeof openFakeCamera>

/** Starts with a bare wall. */
export function openFakeCamera(path: string) {
  const filmOf = (luma: Buffer) =>
    Buffer.concat([HEADER, ...Array.from({ length: FRAMES }, () => [FRAME, luma, COLOURS]).flat()])
  writeFileSync(path, filmOf(picture()))
  const film = (...held: [text: string, pose: Pose][]) => {
    // In place, since Chromium keeps the file open.
    const file = openSync(path, 'r+')
    writeSync(file, filmOf(picture(...held)))
    closeSync(file)
  }
  return {
    /** Arguments for Chromium's command line. */
    args: [
      ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
      `--use-file-for-fake-video-capture=${path}`,
    ],
    /** Shows a code to the camera; null is a bare wall. */
    show: (text: string | null, pose: Pose = {}) =>
      film(...(text === null ? [] : [[text, pose] as [string, Pose]])),
    /** Shows several at once; a later one covers those before. */
    showAll: film,
  }
}

/** The luma of one picture. */
function picture(...held: [text: string, pose: Pose][]): Buffer {
  const luma = Buffer.alloc(WIDTH * HEIGHT, held[0]?.[1].wall ?? WALL)
  for (const [text, pose] of held) draw(luma, text, pose)
  return luma
}

function draw(luma: Buffer, text: string, pose: Pose): void {
  const {
    x: right = 0,
    y: down = 0,
    side = HEIGHT * 0.6,
    tilt = 0,
    dark = 16,
    light = 235,
    wall = WALL,
  } = pose
  const code = encode(text, { ecc: 'M', border: 4 })
  const squares = code.size / side
  const [cos, sin] = [Math.cos((tilt * Math.PI) / 180) * squares, Math.sin((tilt * Math.PI) / 180) * squares]
  // A turned code's corners are this far from its middle.
  const reach = Math.ceil(side * Math.SQRT1_2)
  const [middleX, middleY] = [WIDTH / 2 + right, HEIGHT / 2 + down]
  for (let y = Math.max(0, middleY - reach); y < Math.min(HEIGHT, middleY + reach); y++) {
    for (let x = Math.max(0, middleX - reach); x < Math.min(WIDTH, middleX + reach); x++) {
      const behind = luma[y * WIDTH + x] ?? wall
      let sum = 0
      for (let sample = 0; sample < SAMPLES ** 2; sample++) {
        const across = x - middleX + ((sample % SAMPLES) + 0.5) / SAMPLES
        const along = y - middleY + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES
        const isDark = squareAt(code, along * cos - across * sin, across * cos + along * sin)
        sum += isDark === undefined ? behind : isDark ? dark : light
      }
      luma[y * WIDTH + x] = sum / SAMPLES ** 2
    }
  }
}

/** Whether a square is dark, counted from the code's middle; undefined outside the code. */
function squareAt({ data, size }: QrCodeGenerateResult, down: number, right: number): boolean | undefined {
  return data[Math.floor(down + size / 2)]?.[Math.floor(right + size / 2)]
}
