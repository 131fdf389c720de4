import type { CameraState } from './camera-state.ts'
import { closeCamera, openCamera, scan, torchOf, type Torch } from './camera.ts'
import { openDecoder, type Decoder } from './decoder.ts'

/** The camera that watches for codes: never more than one, however often a button is pressed. */
export interface Watch {
  /** Begins, unless it is on. */
  start(): void
  /** Lets go of the camera; says nothing, for nobody looks. */
  stop(): void
}

interface Told {
  /** A code is in view. Ends when it was decided and is painted. */
  found: (text: string) => Promise<void>
  camera: (camera: CameraState) => void
}

export function openWatch(video: HTMLVideoElement, told: Told): Watch {
  let decoding: Promise<Decoder> | null = null
  let stopping: AbortController | null = null
  let last = Promise.resolve()

  const run = async (signal: AbortSignal) => {
    let stream: MediaStream | null = null
    let reason: 'denied' | 'missing' | 'lost' | 'decoder' = 'decoder'
    const isStopped = () => signal.aborted
    // Without its source a video that was about to play says so, and never keeps the next one waiting.
    const letGo = () => {
      closeCamera(stream)
      video.srcObject = null
    }
    signal.addEventListener('abort', letGo)
    try {
      told.camera({ kind: 'opening' })
      // Both take their time: they are opened side by side. One that failed is not kept for the next start.
      const opening = (decoding ??= openDecoder())
      opening.catch(() => {
        if (decoding === opening) decoding = null
      })
      reason = 'missing'
      stream = await openCamera()
      if (isStopped()) return
      video.srcObject = stream
      await video.play()
      reason = 'decoder'
      const decoder = await opening
      if (isStopped()) return
      const on = (torch: Torch | null) => {
        if (!isStopped()) told.camera({ kind: 'on', torch })
      }
      on(torchOf(stream, on))
      await scan(video, stream, decoder, told.found)
      reason = 'lost'
    } catch (error) {
      if (reason === 'decoder') discard()
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
      if (reason === 'missing' && isRefused) reason = 'denied'
      else if (!isStopped()) reportError(error)
    } finally {
      letGo()
    }
    if (!isStopped()) told.camera({ kind: 'off', reason })
  }
  const discard = () => {
    const broken = decoding
    decoding = null
    broken?.then(
      (decoder) => decoder.close(),
      () => {},
    )
  }

  return {
    start() {
      if (stopping) return
      const own = new AbortController()
      stopping = own
      // The one before lets go of the camera first.
      last = last.then(async () => {
        if (!own.signal.aborted) await run(own.signal)
        if (stopping === own) stopping = null
      })
    },
    stop() {
      stopping?.abort()
      stopping = null
    },
  }
}
