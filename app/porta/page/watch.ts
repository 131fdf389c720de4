import type { Camera } from './camera-state.ts'
import { closeCamera, openCamera, scan, torchOf, type Lanterna } from './camera.ts'
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
  camera: (camera: Camera) => void
}

export function openWatch(video: HTMLVideoElement, told: Told): Watch {
  let decoding: Promise<Decoder> | null = null
  let stopping: AbortController | null = null
  let last = Promise.resolve()

  const run = async (signal: AbortSignal) => {
    let stream: MediaStream | null = null
    let motivo: 'negada' | 'falta' | 'perdida' | 'leitor' = 'leitor'
    const isStopped = () => signal.aborted
    // Without its source a video that was about to play says so, and never keeps the next one waiting.
    const letGo = () => {
      closeCamera(stream)
      video.srcObject = null
    }
    signal.addEventListener('abort', letGo)
    try {
      told.camera({ kind: 'abrindo' })
      // Both take their time: they are opened side by side. One that failed is not kept for the next start.
      const opening = (decoding ??= openDecoder())
      opening.catch(() => {
        if (decoding === opening) decoding = null
      })
      motivo = 'falta'
      stream = await openCamera()
      if (isStopped()) return
      video.srcObject = stream
      await video.play()
      motivo = 'leitor'
      const decoder = await opening
      if (isStopped()) return
      const ligada = (lanterna: Lanterna | null) => {
        if (!isStopped()) told.camera({ kind: 'ligada', lanterna })
      }
      ligada(torchOf(stream, ligada))
      await scan(video, stream, decoder, told.found)
      motivo = 'perdida'
    } catch (error) {
      if (motivo === 'leitor') discard()
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
      if (motivo === 'falta' && isRefused) motivo = 'negada'
      else if (!isStopped()) reportError(error)
    } finally {
      letGo()
    }
    if (!isStopped()) told.camera({ kind: 'parada', motivo })
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
