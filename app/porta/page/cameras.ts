/** Where the browser keeps which camera was chosen. */
const KEPT = 'porta-camera'

let chosen: string | null = null

/** The deviceId that was chosen; a browser that keeps nothing remembers it until the page is closed. */
function chosenCamera(): string | null {
  try {
    return chosen ?? localStorage.getItem(KEPT)
  } catch {
    return chosen
  }
}

export function chooseCamera(deviceId: string): void {
  chosen = deviceId
  try {
    localStorage.setItem(KEPT, deviceId)
  } catch {
    // Remembered above, while the page lives.
  }
}

export const isRefused = (error: unknown) => error instanceof DOMException && error.name === 'NotAllowedError'

const streamOf = (camera: MediaTrackConstraints) =>
  navigator.mediaDevices.getUserMedia({ video: { ...camera, width: { ideal: 1280 } }, audio: false })

const openBack = () => streamOf({ facingMode: { ideal: 'environment' } })

/** The camera that was chosen; the one at the back where none was, or where that one is gone or busy. */
export async function openStream(): Promise<MediaStream> {
  const deviceId = chosenCamera()
  if (deviceId === null) return openBack()
  return streamOf({ deviceId: { exact: deviceId } }).catch((error: unknown) => {
    if (isRefused(error)) throw error
    return openBack()
  })
}

/** The next camera after the one of a stream, in a round; null where there is no other. */
export async function cameraAfter(stream: MediaStream): Promise<string | null> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  const cameras = devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId)
  const here = cameras.indexOf(stream.getVideoTracks()[0]?.getSettings().deviceId ?? '')
  const next = cameras[(here + 1) % cameras.length]
  return cameras.length > 1 && next ? next : null
}
