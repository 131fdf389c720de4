import { inTime } from '../clock.ts'
import type { Porta } from '../porta.ts'

/** How long the service worker may take to answer: it may have to fetch what the browser dropped. */
const ANSWER_MS = 15_000

/** What some browsers lack, though TypeScript knows of no such browser. */
const { storage, serviceWorker } = navigator as {
  storage?: Partial<StorageManager>
  serviceWorker?: ServiceWorkerContainer
}

const registrationOf = async () => (await serviceWorker?.getRegistration('/porta')) ?? null

/**
 * Keeps the page for an opening without network, once the phone is known to be paired. An installation the network cut
 * off is begun again at the next answer of the server.
 */
export function keepPage(porta: Porta): void {
  if (!serviceWorker) return
  let isAsking = false
  const end = porta.subscribe(() => {
    if (isAsking || porta.state().connection.kind !== 'connected') return
    isAsking = true
    // What is unsent is not to go when the phone needs room. A browser without that keeps the page all the same.
    void storage?.persist?.().catch(() => {})
    serviceWorker
      .register('/porta/sw.js', { scope: '/porta' })
      .then(({ active }) => active && end(), reportError)
      .finally(() => (isAsking = false))
  })
}

/** Whether the page would open without a network: its service worker is on, and says that it has every file. */
export async function isPageKept(): Promise<boolean> {
  const active = (await registrationOf().catch(() => null))?.active
  if (active?.state !== 'activated') return false
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }) => {
      port1.close()
      resolve(data === true)
    }
    active.postMessage('kept?', [port2])
  })
  return inTime(answer, ANSWER_MS, 'service worker').catch(() => false)
}

/**
 * Fetches the build the server has now, which takes over once every page of this one is closed: before, to close and
 * open the page would bring the same again. @throws where the network is gone
 */
export async function fetchNewerPage(): Promise<void> {
  const registration = await registrationOf()
  await registration?.update()
  const installing = registration?.installing
  if (!installing) return
  await new Promise<void>((resolve) => {
    installing.addEventListener('statechange', () => {
      if (installing.state !== 'installing') resolve()
    })
  })
}
