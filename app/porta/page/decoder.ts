import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import script from './decoder-worker.ts?worker&url'
import { inTime } from '../clock.ts'
import type { Code, Point } from './aim.ts'

export interface Decoder {
  /** The codes of a frame, at most four. @throws if the decoder broke: close it and open another */
  decode: (frame: ImageData) => Promise<Code[]>
  close: () => void
}

/** Far longer than a frame takes; the first answer includes compiling the wasm. */
const ANSWER_MS = 10_000

/**
 * With the browser's own detector, wasm also looks at one in this many frames where the detector saw nothing.
 */
const SECOND_LOOK = 3

/**
 * Uses the browser's own detector if it has one, because it is faster; wasm everywhere else. A detector that
 * sees nothing may be blind, so wasm looks too.
 * @throws if neither is available
 */
export async function openDecoder(): Promise<Decoder> {
  const native = await openNative()
  if (!native) return openEither()
  return openBoth(native, await openEither().catch(() => null))
}

function openBoth(native: Native, second: Decoder | null): Decoder {
  let isBroken = false
  let frames = 0
  return {
    async decode(frame) {
      if (!isBroken) {
        try {
          const codes = await native(frame)
          if (codes.length > 0 || (second && ++frames % SECOND_LOOK > 0)) return codes
        } catch (error) {
          if (!second) throw error
          isBroken = true
        }
      }
      return (await second?.decode(frame)) ?? []
    },
    close: () => second?.close(),
  }
}

const openEither = () => openWasm(() => new Worker(script)).catch(() => openWasm(startFromKept))

/** Starts the worker with the wasm's bytes: its policy forbids it to fetch anything. */
async function openWasm(start: () => Worker | Promise<Worker>): Promise<Decoder> {
  const response = await fetch(wasm)
  if (!response.ok) throw new Error(`[porta] ${wasm} answered ${response.status}`)
  const bytes = await response.arrayBuffer()
  const worker = await start()
  const ask = (message: ArrayBuffer | ImageData, moved: Transferable[]) => {
    const answer = new Promise<Code[]>((resolve, reject) => {
      const fail = () => reject(new Error('[porta] the decoder failed'))
      Object.assign(worker, { onerror: fail, onmessageerror: fail })
      worker.onmessage = ({ data }: MessageEvent<Code[] | Error>) =>
        data instanceof Error ? reject(data) : resolve(data)
      worker.postMessage(message, moved)
    })
    return inTime(answer, ANSWER_MS, 'decoder')
  }
  try {
    await ask(bytes, [bytes])
  } catch (error) {
    worker.terminate()
    throw error
  }
  return { decode: (frame) => ask(frame, [frame.data.buffer]), close: () => worker.terminate() }
}

/** The browser's own detector: the QR codes of a frame. */
type Native = (frame: ImageData) => Promise<Code[]>

interface Detector {
  detect(frame: ImageData): Promise<{ rawValue: string; cornerPoints: Point[] }[]>
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

/** Some detectors never answer. */
const DETECTOR_MS = 3_000

/** Null if no detector works: some claim to read QR codes and fail at the first one. */
async function openNative(): Promise<Native | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  if (!BarcodeDetector) return null
  try {
    if (!(await BarcodeDetector.getSupportedFormats()).includes('qr_code')) return null
    const detector = new BarcodeDetector({ formats: ['qr_code'] })
    const detect = (frame: ImageData) => inTime(detector.detect(frame), DETECTOR_MS, 'detector')
    await detect(new ImageData(64, 64))
    return async (frame) => {
      const found = await detect(frame)
      // An empty text is a code that it sees but cannot read.
      return found.flatMap(({ rawValue: text, cornerPoints }) =>
        text === '' ? [] : [{ text, corners: [...cornerPoints] }],
      )
    }
  } catch {
    return null
  }
}

/**
 * Starts the worker from the service worker's cache. WebKit bypasses the service worker for a worker's
 * script, and for nothing else. The worker then runs under the page's policy; at its own address it has a
 * policy of its own.
 */
async function startFromKept(): Promise<Worker> {
  const response = await fetch(script)
  if (!response.ok) throw new Error(`[porta] ${script} answered ${response.status}`)
  const address = URL.createObjectURL(new Blob([await response.arrayBuffer()], { type: 'text/javascript' }))
  return new Worker(address)
}
