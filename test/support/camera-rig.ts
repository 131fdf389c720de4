import type { Page } from '@playwright/test'

/** What a phone's browser has and this machine's Chromium lacks, or which part of it fails. */
export interface Rig {
  /**
   * A browser's own detector: fails at its first frame, never answers, or sees nothing, whatever is in view.
   */
  detector?: 'fails' | 'hangs' | 'blind' | 'reads'
  /** The camera has a torch. */
  torch?: true
  /** There are two cameras, the second under another name. */
  second?: true
}

/** How the page's cameras are used, and which part of them fails from now on. */
interface Rigged {
  opened: MediaStream[]
  isRefused: boolean
  isWithoutWasm: boolean
  /** What a detector that reads sees; places and sizes are shares of the picture. */
  codes: { text: string; x: number; y: number; side: number }[]
  torches: unknown[]
  /** The cameras that were requested. */
  wanted: unknown[]
  /** How often the screen was kept awake, minus how often that ended. */
  awake: number
  /** How many pictures were taken for the decoder. */
  pictures: number
}

/** Reopens the page with a browser like that. */
export async function rig(page: Page, fitted: Rig): Promise<void> {
  await page.addInitScript(({ detector, torch, second }: Rig) => {
    const rigged: Rigged = {
      opened: [],
      isRefused: false,
      isWithoutWasm: false,
      codes: [],
      torches: [],
      wanted: [],
      awake: 0,
      pictures: 0,
    }
    Object.assign(window, { rigged })
    const devices = navigator.mediaDevices
    const open = devices.getUserMedia.bind(devices)
    devices.getUserMedia = async (wanted) => {
      const { deviceId } = (wanted?.video ?? {}) as MediaTrackConstraints
      rigged.wanted.push(deviceId ?? 'back')
      if (rigged.isRefused) throw new DOMException('', 'NotAllowedError')
      const stream = await open(second ? { video: true } : wanted)
      rigged.opened.push(stream)
      return stream
    }
    if (second) {
      const list = devices.enumerateDevices.bind(devices)
      devices.enumerateDevices = async () => [
        ...(await list()),
        { kind: 'videoinput', deviceId: 'second' } as MediaDeviceInfo,
      ]
    }
    const taking = Object.getOwnPropertyDescriptor(CanvasRenderingContext2D.prototype, 'getImageData')
    const take = taking?.value as (...place: unknown[]) => ImageData
    CanvasRenderingContext2D.prototype.getImageData = function (...place) {
      rigged.pictures += 1
      return take.apply(this, place)
    }
    const lock = {
      request: async () => {
        rigged.awake += 1
        return { release: async () => void (rigged.awake -= 1) }
      },
    }
    Object.defineProperty(navigator, 'wakeLock', { value: lock })
    const ask = window.fetch.bind(window)
    window.fetch = (asked, init) =>
      rigged.isWithoutWasm && typeof asked === 'string' && asked.endsWith('.wasm')
        ? Promise.reject(new TypeError())
        : ask(asked, init)
    if (torch) {
      MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities
      MediaStreamTrack.prototype.applyConstraints = async (asked) =>
        void rigged.torches.push(asked?.advanced?.[0])
    }
    if (detector) {
      class BarcodeDetector {
        static getSupportedFormats = async () => ['ean_13', 'qr_code']
        detect({ width, height }: ImageData): Promise<unknown[]> {
          if (detector === 'fails') return Promise.reject(new DOMException('', 'NotSupportedError'))
          if (detector === 'hangs') return new Promise(() => {})
          if (detector === 'blind') return Promise.resolve([])
          const found = rigged.codes.map(({ text, x, y, side }) => ({
            rawValue: text,
            cornerPoints: [
              [-side, -side],
              [side, -side],
              [side, side],
              [-side, side],
            ].map(([right = 0, down = 0]) => ({ x: (x + right / 2) * width, y: (y + down / 2) * height })),
          }))
          return Promise.resolve(found)
        }
      }
      Object.assign(window, { BarcodeDetector })
    }
  }, fitted)
  await page.reload()
}

/** Changes what fails. */
export async function change(page: Page, changed: Partial<Rigged>): Promise<void> {
  await page.evaluate(
    (changed) => Object.assign((window as unknown as { rigged: Rigged }).rigged, changed),
    changed,
  )
}

/**
 * How many cameras are on and which were requested, what torches were asked, whether the screen is kept awake,
 * and how many pictures were taken.
 */
export const seen = (page: Page) =>
  page.evaluate(() => {
    const { opened, torches, wanted, awake, pictures } = (window as unknown as { rigged: Rigged }).rigged
    return { live: opened.filter(({ active }) => active).length, torches, wanted, awake, pictures }
  })

/** Makes the system take the camera away. */
export async function lose(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { opened } = (window as unknown as { rigged: Rigged }).rigged
    for (const stream of opened) for (const track of stream.getTracks()) track.stop()
  })
}

/** Hides and shows the page in this order, faster than any thumb could. */
export async function blink(page: Page, states: ('hidden' | 'visible')[]): Promise<void> {
  await page.evaluate((states) => {
    for (const value of states) {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }
  }, states)
}
