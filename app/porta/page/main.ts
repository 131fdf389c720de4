import '../styles/porta.css'
import { openPorta, type Porta } from '../porta.ts'
import { openPortaPage, type PortaPage } from './porta-page.ts'
import { element } from './element.ts'
import { keepPage } from './readiness.ts'
import { keepsNothing, openElsewhere, noHttps } from './notices.ts'
import { openWatch, type Watch } from './camera.ts'

const video = element('video', 'cena')
video.muted = true
video.playsInline = true

/** Opens the screens over a door, and the camera whenever the page is in view. */
function openPage(porta: Porta, camera: Watch): PortaPage {
  const page = openPortaPage(porta, video, () => camera.start())
  const look = () => {
    const isVisible = document.visibilityState === 'visible'
    porta.setVisible(isVisible)
    if (isVisible) camera.start()
    else camera.stop()
  }
  document.addEventListener('visibilitychange', look)
  window.addEventListener('online', () => void porta.sync())
  look()
  return page
}

async function open(): Promise<void> {
  if (!isSecureContext || !('indexedDB' in window)) {
    document.body.replaceChildren(noHttps())
    return
  }
  await alone(() => document.body.replaceChildren(openElsewhere()))
  document.querySelector('main')?.remove()
  let show: (page: PortaPage) => void = () => {}
  const page = new Promise<PortaPage>((resolve) => (show = resolve))
  let isReading = () => true
  const camera = openWatch(video, {
    isReading: () => isReading(),
    seen: async (look) => (await page).seen(look),
    camera: (state) => void page.then((shown) => shown.camera(state)),
    decoder: (proof) => void page.then((shown) => shown.decoder(proof)),
  })
  // The camera takes its time, and so does the list.
  if (document.visibilityState === 'visible') camera.start()
  const opened = await openPorta({
    indexedDB,
    fetch: fetch.bind(window),
    now: Date.now,
    monotonic: () => performance.now(),
    uuid: () => crypto.randomUUID(),
    later(act, milliseconds) {
      const timer = setTimeout(act, milliseconds)
      return () => clearTimeout(timer)
    },
  })
  if (opened.kind === 'not-stored') {
    camera.stop()
    document.body.replaceChildren(keepsNothing(opened.reason))
    return
  }
  const { porta } = opened
  const opening = openPage(porta, camera)
  isReading = opening.isReading
  show(opening)
  keepPage(porta)
  porta.start()
}

/**
 * Resolves when this is the phone's only page of the door. Each page knows only what it read itself, so two
 * would admit a guest twice. A browser without locks lets every page in.
 * @param isOpenElsewhere called while another page is open, which has to be closed
 */
function alone(isOpenElsewhere: () => void): Promise<void> {
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) return Promise.resolve()
  return new Promise((resolve) => {
    /** Holds the lock until the page closes. */
    const keep = () => {
      resolve()
      return new Promise<never>(() => {})
    }
    void locks.request('porta', { ifAvailable: true }, (lock) => {
      if (lock) return keep()
      isOpenElsewhere()
      void locks.request('porta', keep)
      return undefined
    })
  })
}

void open()
