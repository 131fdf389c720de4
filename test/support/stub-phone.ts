import type { Page } from '@playwright/test'

/** A phone as the page sees it. */
export interface PhoneLook {
  /** Its camera; if absent, one camera without a torch. */
  camera?: 'torch' | 'two' | 'refused' | 'missing'
  /** What it lacks. */
  lacks?: 'https' | 'storage' | 'answers of its storage'
}

/** The parts of the page that a test controls. */
export interface Rigged {
  hold(code: { size: number; squares: number[][] } | null): void
  pass(milliseconds: number): void
}

/** Gives the page's browser that phone, from its next opening on. @param begin what its clock says */
export async function rigPhone(page: Page, begin: number, look: PhoneLook): Promise<void> {
  await page.addInitScript(fit, { begin, look })
}

/** Runs in the page. */
function fit({ begin, look: { camera, lacks } }: { begin: number; look: PhoneLook }): void {
  const passing = performance.now.bind(performance)
  let ahead = 0
  performance.now = () => passing() + ahead
  Date.now = () => begin + Math.floor(performance.now())
  const [width, height] = [480, 640]
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  let held: { size: number; squares: number[][] } | null = null
  // A phone held up in a hall, a little tilted.
  const film = () => {
    if (!context) return
    const light = context.createRadialGradient(width / 2, height / 2, 0, width / 2, height / 2, height)
    light.addColorStop(0, '#41554a')
    light.addColorStop(1, '#18251f')
    context.fillStyle = light
    context.fillRect(0, 0, width, height)
    if (!held) return
    context.save()
    context.translate(width / 2, height / 2)
    context.rotate(-0.1)
    context.fillStyle = '#e9e4d6'
    context.fillRect(-130, -190, 260, 380)
    const square = 220 / held.size
    context.fillStyle = '#fff'
    context.fillRect(-110, -110, 220, 220)
    context.fillStyle = '#111'
    for (const [x = 0, y = 0] of held.squares)
      context.fillRect(x * square - 110, y * square - 110, square + 0.5, square + 0.5)
    context.restore()
  }
  setInterval(film, 80)
  const rigged: Rigged = {
    hold(code) {
      held = code
      film()
    },
    pass: (milliseconds) => void (ahead += milliseconds),
  }
  Object.assign(window, { rigged })
  navigator.mediaDevices.getUserMedia = async () => {
    if (camera === 'refused') throw new DOMException('', 'NotAllowedError')
    if (camera === 'missing') throw new DOMException('', 'NotFoundError')
    film()
    return canvas.captureStream(12)
  }
  navigator.mediaDevices.enumerateDevices = async () =>
    (camera === 'two' ? ['a', 'b'] : ['a']).map(
      (deviceId) => ({ kind: 'videoinput', deviceId }) as MediaDeviceInfo,
    )
  const capabilities = { torch: camera === 'torch' } as MediaTrackCapabilities
  MediaStreamTrack.prototype.getCapabilities = () => capabilities
  MediaStreamTrack.prototype.applyConstraints = async () => {}
  if (lacks === 'https') Object.defineProperty(window, 'isSecureContext', { value: false })
  if (lacks === 'answers of its storage') {
    const open = IDBFactory.prototype.open.bind(indexedDB)
    IDBFactory.prototype.open = (...of) => Object.assign(open(...of), { addEventListener() {} })
  }
  if (lacks === 'storage')
    IDBFactory.prototype.open = () => {
      throw new DOMException('', 'SecurityError')
    }
}
