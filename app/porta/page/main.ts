import '../../styles/porta.css'
import { openDoor, type Door } from '../door.ts'
import { alone } from './alone.ts'
import { keepsNothing, openElsewhere, noHttps } from './notices.ts'
import { element } from './element.ts'
import { openDoorPage, type DoorPage } from './door-page.ts'
import { openWatch, type Watch } from './watch.ts'

const video = element('video', 'cena')
video.muted = true
video.playsInline = true

/** Opens the screens over a door, and the camera whenever the page is in view. */
function openPage(door: Door, camera: Watch): DoorPage {
  const page = openDoorPage(door, video, () => camera.start())
  const look = () => {
    const isVisible = document.visibilityState === 'visible'
    door.setVisible(isVisible)
    if (isVisible) camera.start()
    else camera.stop()
  }
  document.addEventListener('visibilitychange', look)
  window.addEventListener('online', () => void door.sync())
  look()
  return page
}

/**
 * Keeps the page for an opening without network, once the phone is known to be paired. An installation the network cut
 * off is begun again at the next answer of the server.
 */
function keepPage(door: Door): void {
  let isAsking = false
  const end = door.subscribe(() => {
    if (isAsking || door.state().connection.kind !== 'connected') return
    isAsking = true
    // What is unsent is not to go when the phone needs room.
    void navigator.storage.persist()
    navigator.serviceWorker
      .register('/porta/sw.js', { scope: '/porta' })
      .then(({ active }) => active && end(), reportError)
      .finally(() => (isAsking = false))
  })
}

async function open(): Promise<void> {
  if (!isSecureContext || !('indexedDB' in window)) {
    document.body.replaceChildren(noHttps())
    return
  }
  await alone(() => document.body.replaceChildren(openElsewhere()))
  document.querySelector('main')?.remove()
  let show: (page: DoorPage) => void = () => {}
  const page = new Promise<DoorPage>((resolve) => (show = resolve))
  const camera = openWatch(video, {
    found: async (text) => (await page).found(text),
    camera: (state) => void page.then((shown) => shown.camera(state)),
  })
  // It takes its time, and the list takes its own.
  if (document.visibilityState === 'visible') camera.start()
  const opened = await openDoor({
    ...{ indexedDB, fetch: fetch.bind(window), now: Date.now, monotonic: () => performance.now() },
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
  const { door } = opened
  show(openPage(door, camera))
  keepPage(door)
  door.start()
}

void open()
