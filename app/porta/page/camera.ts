import type { Look } from './aim.ts'
import { openDecoder, type Decoder } from './decoder.ts'
import { openFrames, proofOf, type Leitor } from './proof.ts'
import { choiceOf, keepChoice } from './signals.ts'

type Torch = NonNullable<Extract<CameraState, { kind: 'on' }>['torch']>

const EVERY_MS = 60
/** How long the system may withhold the picture, as during a call, before the camera counts as lost. */
const MUTED_MS = 3_000

const NOTHING: Look = { codes: [], width: 1, height: 1 }

/** Decodes frame after frame, one at a time, until the stream ends. @throws if the decoder broke */
async function scan(
  video: HTMLVideoElement,
  stream: MediaStream,
  { decode }: Decoder,
  { isReading, seen }: Pick<Listener, 'isReading' | 'seen'>,
): Promise<void> {
  const frameOf = openFrames()
  const [track] = stream.getVideoTracks()
  let mutedAt: number | null = null
  while (stream.active) {
    mutedAt = track?.muted ? (mutedAt ?? performance.now()) : null
    if (mutedAt !== null && performance.now() - mutedAt > MUTED_MS) return
    // A browser pauses the video in the background and when it moves on the page, which would freeze the
    // picture.
    if (video.paused) void video.play().catch(() => {})
    const frame = isReading() ? frameOf(video, video.videoWidth, video.videoHeight) : null
    // Width and height are read now, because decoding gives the frame away.
    const look = frame && { width: frame.width, height: frame.height, codes: await decode(frame) }
    // An error goes to the console and does not stop the camera: the next code is another matter.
    if (look || !isReading()) await seen(look ?? NOTHING).catch(reportError)
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
}

/** A camera's torch; null if it has none. `changed`: it went on or off. */
function torchOf(stream: MediaStream, changed: (torch: Torch) => void): Torch | null {
  const [track] = stream.getVideoTracks()
  // Not every browser knows the method or the torch.
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
  /** `torch`: null if the phone has none. `other`: opens the next camera; null if there is only one. */
  | { kind: 'on'; torch: { isOn: boolean; toggle(): void } | null; other: (() => void) | null }
  /** Forbidden, missing, taken away by the system, or the decoder did not load. */
  | { kind: 'off'; reason: 'denied' | 'missing' | 'lost' | 'decoder' }

export type Watch = ReturnType<typeof openWatch>

interface Listener {
  /** False while somebody searches or types: the processor of a cheap phone is theirs. */
  isReading: () => boolean
  /** What one picture shows. Resolves once it was decided and painted. */
  seen: (look: Look) => Promise<void>
  camera: (camera: CameraState) => void
  decoder: (proof: Leitor) => void
}

/**
 * Keeps the screen from going dark, if the browser can and the battery allows it.
 * @returns a function that ends that
 */
function stayAwake(): () => void {
  const { wakeLock } = navigator as { wakeLock?: WakeLock }
  const lock = wakeLock?.request('screen').catch(() => null)
  return () => void lock?.then((held) => held?.release()).catch(() => {})
}

/** The camera that watches for codes: never more than one, however often a button is pressed. */
export function openWatch(video: HTMLVideoElement, listener: Listener) {
  let decoding: Promise<Decoder> | null = null
  let stopping: AbortController | null = null
  let last = Promise.resolve()

  const openProved = async () => {
    const decoder = await openDecoder()
    listener.decoder(await proofOf(decoder))
    return decoder
  }
  const run = async (signal: AbortSignal) => {
    let stream: MediaStream | null = null
    let sleep = () => {}
    const ended = new AbortController()
    let reason: Extract<CameraState, { kind: 'off' }>['reason'] = 'decoder'
    const isStopped = () => signal.aborted
    // Removing the source makes a video that was about to play fail, so it never blocks the next one.
    const letGo = () => {
      stream?.getTracks().forEach((track) => track.stop())
      video.srcObject = null
    }
    signal.addEventListener('abort', letGo)
    try {
      listener.camera({ kind: 'opening' })
      // Both take time, so they open in parallel. A decoder that failed is not kept for the next start.
      const opening = (decoding ??= openProved())
      opening.catch(() => {
        if (decoding === opening) decoding = null
        listener.decoder('blind')
      })
      reason = 'missing'
      stream = await openStream()
      if (isStopped()) return
      video.srcObject = stream
      await video.play()
      reason = 'decoder'
      const decoder = await opening
      if (isStopped()) return
      const opened = stream
      let torch: Torch | null = null
      let other: (() => void) | null = null
      const on = () => {
        if (!isStopped()) listener.camera({ kind: 'on', torch, other })
      }
      torch = torchOf(stream, (changed) => {
        torch = changed
        on()
      })
      const findOther = async () => {
        const deviceId = await cameraAfter(opened)
        other = deviceId === null ? null : () => change(deviceId)
        on()
      }
      on()
      void findOther()
      navigator.mediaDevices.addEventListener('devicechange', () => void findOther(), {
        signal: ended.signal,
      })
      sleep = stayAwake()
      await scan(video, stream, decoder, listener)
      reason = 'lost'
    } catch (error) {
      if (reason === 'decoder') discard()
      if (reason === 'missing' && isRefused(error)) reason = 'denied'
      else if (!isStopped()) reportError(error)
    } finally {
      ended.abort()
      sleep()
      letGo()
    }
    if (!isStopped()) listener.camera({ kind: 'off', reason })
  }
  const discard = () => {
    const broken = decoding
    decoding = null
    listener.decoder('blind')
    broken?.then(
      (decoder) => decoder.close(),
      () => {},
    )
  }

  /** Starts, unless it is already on. */
  const start = () => {
    if (stopping) return
    const own = new AbortController()
    stopping = own
    // The previous one lets go of the camera first.
    last = last.then(async () => {
      if (!own.signal.aborted) await run(own.signal)
      if (stopping === own) stopping = null
    })
  }
  /** Lets go of the camera, and reports nothing, as nobody is looking. */
  const stop = () => {
    stopping?.abort()
    stopping = null
  }
  const change = (deviceId: string) => {
    keepChoice(CHOSEN, deviceId)
    stop()
    start()
  }
  return { start, stop }
}

/** The storage key for the chosen camera. */
export const CHOSEN = 'porta-camera'

const isRefused = (error: unknown) => error instanceof DOMException && error.name === 'NotAllowedError'

const streamOf = (camera: MediaTrackConstraints) =>
  navigator.mediaDevices.getUserMedia({ video: { ...camera, width: { ideal: 1280 } }, audio: false })

const openBack = () => streamOf({ facingMode: { ideal: 'environment' } })

/** The chosen camera; the one at the back if none was chosen, or if that one is gone or busy. */
export async function openStream(): Promise<MediaStream> {
  const deviceId = choiceOf(CHOSEN)
  if (deviceId === null) return openBack()
  return streamOf({ deviceId: { exact: deviceId } }).catch((error: unknown) => {
    if (isRefused(error)) throw error
    return openBack()
  })
}

/** The next camera in rotation after a stream's; null if there is no other. */
export async function cameraAfter(stream: MediaStream): Promise<string | null> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  const cameras = devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId)
  const here = cameras.indexOf(stream.getVideoTracks()[0]?.getSettings().deviceId ?? '')
  const next = cameras[(here + 1) % cameras.length]
  return cameras.length > 1 && next ? next : null
}
