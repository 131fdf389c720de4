import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { openNative, type Native } from './native.ts'

/** Reads QR codes from frames, one call at a time. */
export interface Decoder {
  /** The text of a frame's code; null where there is none. @throws where the decoder broke: close it, open another */
  decode: (frame: ImageData) => Promise<string | null>
  close: () => void
}

/** Far longer than a frame takes; the first answer compiles the wasm. */
const ANSWER_MS = 10_000

/** With the browser's own detector, wasm looks at one in this many frames in which that saw nothing. */
const SECOND_LOOK = 3

/**
 * The browser's own detector where it has one, for it is faster; wasm everywhere else. A detector that sees nothing
 * cannot be told from one that is blind: wasm looks, too.
 * @throws where neither is to be had
 */
export async function openDecoder(): Promise<Decoder> {
  const native = await openNative()
  if (!native) return openWasm()
  return openBoth(native, await openWasm().catch(() => null))
}

function openBoth(native: Native, second: Decoder | null): Decoder {
  let isBroken = false
  let frames = 0
  return {
    async decode(frame) {
      if (!isBroken) {
        try {
          const text = await native(frame)
          if (text !== null || (second && ++frames % SECOND_LOOK > 0)) return text
        } catch (error) {
          if (!second) throw error
          isBroken = true
        }
      }
      return (await second?.decode(frame)) ?? null
    },
    close: () => second?.close(),
  }
}

/** Starts the worker with the wasm's bytes: its policy lets it ask for nothing. */
async function openWasm(): Promise<Decoder> {
  const response = await fetch(wasm)
  if (!response.ok) throw new Error(`[porta] ${wasm} answered ${response.status}`)
  const bytes = await response.arrayBuffer()
  const worker = new Worker(new URL('./decoder-worker.ts', import.meta.url))
  const ask = (message: ArrayBuffer | ImageData, moved: Transferable[]) =>
    new Promise<string | null>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('[porta] the decoder does not answer')), ANSWER_MS)
      const fail = () => reject(new Error('[porta] the decoder failed'))
      Object.assign(worker, { onerror: fail, onmessageerror: fail })
      worker.onmessage = ({ data }: MessageEvent<string | null | Error>) => {
        clearTimeout(timer)
        if (data instanceof Error) reject(data)
        else resolve(data)
      }
      worker.postMessage(message, moved)
    })
  try {
    await ask(bytes, [bytes])
  } catch (error) {
    worker.terminate()
    throw error
  }
  return { decode: (frame) => ask(frame, [frame.data.buffer]), close: () => worker.terminate() }
}
