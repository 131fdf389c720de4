import type { Page } from '@playwright/test'

/** What a phone's browser has that Chromium on this machine has not, or what of it fails. */
export interface Rig {
  /** A browser's own detector: fails at its first frame, never answers, or sees nothing, whatever is in view. */
  detector?: 'fails' | 'hangs' | 'blind' | 'reads'
  /** The camera has a torch. */
  torch?: true
}

/** How the page's cameras are used, and what of it fails from now on. */
interface Rigged {
  opened: MediaStream[]
  isRefused: boolean
  isWithoutWasm: boolean
  /** What a detector that reads sees, its place in shares of the picture. */
  codes: { text: string; x: number; y: number; side: number }[]
  torches: unknown[]
}

/** Opens the page again with a browser like that. */
export async function rig(page: Page, fitted: Rig): Promise<void> {
  await page.addInitScript(({ detector, torch }: Rig) => {
    const rigged: Rigged = { opened: [], isRefused: false, isWithoutWasm: false, codes: [], torches: [] }
    Object.assign(window, { rigged })
    const devices = navigator.mediaDevices
    const open = devices.getUserMedia.bind(devices)
    devices.getUserMedia = async (wanted) => {
      if (rigged.isRefused) throw new DOMException('', 'NotAllowedError')
      const stream = await open(wanted)
      rigged.opened.push(stream)
      return stream
    }
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

/** How many cameras are on, and what was asked of torches. */
export const seen = (page: Page): Promise<{ live: number; torches: unknown[] }> =>
  page.evaluate(() => {
    const { opened, torches } = (window as unknown as { rigged: Rigged }).rigged
    return { live: opened.filter(({ active }) => active).length, torches }
  })

/** The system takes the camera away. */
export async function lose(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { opened } = (window as unknown as { rigged: Rigged }).rigged
    for (const stream of opened) for (const track of stream.getTracks()) track.stop()
  })
}

/** The page leaves view and comes back, so often, as fast as a thumb never is. */
export async function blink(page: Page, states: ('hidden' | 'visible')[]): Promise<void> {
  await page.evaluate((states) => {
    for (const value of states) {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }
  }, states)
}
