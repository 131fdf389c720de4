import { openDecoder, type Decoder, readsPicture } from './decoder.ts'
import type { Look } from './aim.ts'

type Torch = NonNullable<Extract<CameraState, { kind: 'on' }>['torch']>

/** Long side of the frames that are decoded, in pixels. */
const FRAME = 640
const EVERY_MS = 60
/** How long the system may keep the picture back, as for a call, until the camera counts as lost. */
const MUTED_MS = 3_000

/** The camera at the back. */
const WANTED = { video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 } }, audio: false }

/** Decodes frame after frame, one at a time, until its stream ends. @throws where the decoder broke */
async function scan(
  video: HTMLVideoElement,
  stream: MediaStream,
  { decode }: Decoder,
  seen: (look: Look) => Promise<void>,
): Promise<void> {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const [track] = stream.getVideoTracks()
  let mutedAt: number | null = null
  while (context && stream.active) {
    mutedAt = track?.muted ? (mutedAt ?? performance.now()) : null
    if (mutedAt !== null && performance.now() - mutedAt > MUTED_MS) return
    // A browser pauses it in the background, and where it is moved on the page: the picture would stand still.
    if (video.paused) void video.play().catch(() => {})
    const scale = Math.min(1, FRAME / Math.max(video.videoWidth, video.videoHeight, 1))
    const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)]
    if (width > 0 && height > 0) {
      if (context.canvas.width !== width || context.canvas.height !== height)
        Object.assign(context.canvas, { width, height })
      context.drawImage(video, 0, 0, width, height)
      const codes = await decode(context.getImageData(0, 0, width, height))
      // Told to the console, not to the camera: the next code is another matter.
      await seen({ codes, width, height }).catch(reportError)
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
}

/** The torch of a camera; null where it has none. `changed`: it went on or off. */
function torchOf(stream: MediaStream, changed: (torch: Torch) => void): Torch | null {
  const [track] = stream.getVideoTracks()
  // Neither the method nor the torch is known to every browser.
  const { getCapabilities } = MediaStreamTrack.prototype as { getCapabilities?: () => { torch?: boolean } }
  if (!track || getCapabilities?.call(track).torch !== true) return null
  const torchStateOf = (isOn: boolean): Torch => ({
    isOn,
    toggle() {
      const advanced = [{ torch: !isOn } as MediaTrackConstraintSet]
      track.applyConstraints({ advanced }).then(() => changed(torchStateOf(!isOn)), reportError)
    },
  })
  return torchStateOf(false)
}

export type CameraState =
  | { kind: 'opening' }
  /** `torch`: null where the phone has none. */
  | { kind: 'on'; torch: { isOn: boolean; toggle(): void } | null }
  /** Forbidden, missing, taken away by the system, or the decoder did not load. */
  | { kind: 'off'; reason: 'denied' | 'missing' | 'lost' | 'decoder' }

export type Watch = ReturnType<typeof openWatch>

interface Told {
  /** What one picture shows. Ends when it was decided and is painted. */
  seen: (look: Look) => Promise<void>
  camera: (camera: CameraState) => void
  decoder: (isProved: boolean) => void
}

/** The camera that watches for codes: never more than one, however often a button is pressed. */
export function openWatch(video: HTMLVideoElement, told: Told) {
  let decoding: Promise<Decoder> | null = null
  let stopping: AbortController | null = null
  let last = Promise.resolve()

  const openProved = async () => {
    const decoder = await openDecoder()
    told.decoder(await readsPicture(decoder))
    return decoder
  }
  const run = async (signal: AbortSignal) => {
    let stream: MediaStream | null = null
    let reason: Extract<CameraState, { kind: 'off' }>['reason'] = 'decoder'
    const isStopped = () => signal.aborted
    // Without its source a video that was about to play says so, and never keeps the next one waiting.
    const letGo = () => {
      stream?.getTracks().forEach((track) => track.stop())
      video.srcObject = null
    }
    signal.addEventListener('abort', letGo)
    try {
      told.camera({ kind: 'opening' })
      // Both take their time: they are opened side by side. One that failed is not kept for the next start.
      const opening = (decoding ??= openProved())
      opening.catch(() => {
        if (decoding === opening) decoding = null
        told.decoder(false)
      })
      reason = 'missing'
      stream = await navigator.mediaDevices.getUserMedia(WANTED)
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
      await scan(video, stream, decoder, told.seen)
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
    told.decoder(false)
    broken?.then(
      (decoder) => decoder.close(),
      () => {},
    )
  }

  return {
    /** Begins, unless it is on. */
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
    /** Lets go of the camera; says nothing, for nobody looks. */
    stop() {
      stopping?.abort()
      stopping = null
    },
  }
}
