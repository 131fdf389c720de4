import type { Decoder } from './decoder.ts'
import type { CameraState } from './camera-state.ts'

export type Torch = NonNullable<Extract<CameraState, { kind: 'on' }>['torch']>

/** Long side of the frames that are decoded, in pixels. */
const FRAME = 640
const EVERY_MS = 60
/** How long the system may keep the picture back, as for a call, until the camera counts as lost. */
const MUTED_MS = 3_000

/** The camera at the back. @throws DOMException where it is refused or missing */
export async function openCamera(): Promise<MediaStream> {
  const wanted = { facingMode: { ideal: 'environment' }, width: { ideal: 1280 } }
  return navigator.mediaDevices.getUserMedia({ video: wanted, audio: false })
}

export const closeCamera = (stream: MediaStream | null): void =>
  stream?.getTracks().forEach((track) => track.stop())

/** Decodes frame after frame, one at a time, until its stream ends. @throws where the decoder broke */
export async function scan(
  video: HTMLVideoElement,
  stream: MediaStream,
  { decode }: Decoder,
  found: (text: string) => Promise<void>,
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
      const text = await decode(context.getImageData(0, 0, width, height))
      // Told to the console, not to the camera: the next code is another matter.
      if (text !== null) await found(text).catch(reportError)
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
}

/** The torch of a camera; null where it has none. `changed`: it went on or off. */
export function torchOf(stream: MediaStream, changed: (torch: Torch) => void): Torch | null {
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
