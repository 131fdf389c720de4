import { inTime } from '../clock.ts'
import type { Porta, PortaState } from '../porta.ts'
import type { Leitor } from './proof.ts'

/** What must be proved before the phone says that it works without a network. */
export interface Proofs {
  /** The current list was read back. */
  lista: boolean
  /** A written value was read back. */
  guarda: boolean
  /** The service worker has every file of the page. */
  pagina: boolean
  /** Whether the decoder read a picture with known text, from the canvas that the camera uses. */
  leitor: Leitor
}

const MISSING: Record<Exclude<keyof Proofs, 'leitor'>, string> = {
  lista: 'guardar a lista',
  guarda: 'guardar as entradas',
  pagina: 'guardar a página',
}

const NOT_READ: Record<Leitor, string[]> = {
  reads: [],
  blind: ['o leitor de QR'],
  'lied-to': [
    'a imagem da câmera, que este navegador esconde da página. Use outro navegador, ou desligue neste a proteção contra identificação (resistFingerprinting)',
  ],
}

export type Readiness = { kind: 'ready' | 'not-ready' | 'newer'; text: string } | null

/** @param hasNewer another build is ready to be opened. @returns null for a phone whose door is closed */
export function readinessOf(state: PortaState, proofs: Proofs, hasNewer: boolean): Readiness {
  const { connection, lista, apagadaem, isOutdated } = state
  if (connection.kind === 'revoked' || apagadaem !== null) return null
  if (connection.kind === 'unpaired' && !lista) return null
  if (isOutdated && hasNewer && connection.kind === 'connected')
    return {
      kind: 'newer',
      text: 'Feche e abra a página: há uma versão nova. A lista de antes continua em uso.',
    }
  const parts = (Object.keys(MISSING) as (keyof typeof MISSING)[]).filter((part) => !proofs[part])
  const missing = [...parts.map((part) => MISSING[part]), ...NOT_READ[proofs.leitor]]
  if (missing.length === 0) return { kind: 'ready', text: 'Funciona sem internet' }
  return { kind: 'not-ready', text: `Não recarregue: falta ${missing.join(', ')}.` }
}

/** How often the proofs are repeated: a browser short of room may drop what it kept. */
const AGAIN_MS = 60_000
/** How soon a missing part is checked again. */
const SOON_MS = 2_000

/** Proves each part in turn, for as long as the page lives. */
export function openReadiness(
  porta: Pick<Porta, 'prove' | 'state'>,
  page: { isKept: () => Promise<boolean>; fetchNewer: () => Promise<boolean> },
  changed: () => void,
) {
  let proofs: Proofs = { lista: false, guarda: false, pagina: false, leitor: 'blind' }
  let hasNewer = false
  const set = (proved: Partial<Proofs>) => {
    proofs = { ...proofs, ...proved }
    changed()
  }
  const look = async () => {
    const isOutdated = porta.state().isOutdated
    if (!isOutdated) hasNewer = false
    else if (!hasNewer) hasNewer = await page.fetchNewer()
    const [{ isKeeping, isListKept }, isKept] = await Promise.all([
      porta.prove(),
      page.isKept().catch(() => false),
    ])
    // A sync may store a difference meanwhile, so the list counts as gone only after two failures.
    const isList = isListKept || (proofs.lista && (await porta.prove()).isListKept)
    set({ lista: isList, guarda: isKeeping, pagina: isKept })
  }
  const isSettled = () =>
    proofs.lista && proofs.guarda && proofs.pagina && porta.state().isOutdated === hasNewer
  let quiet = 0
  const run = async (): Promise<void> => {
    quiet = isSettled() ? quiet + SOON_MS : 0
    if (quiet === 0 || quiet >= AGAIN_MS) {
      quiet = 0
      await look()
    }
    setTimeout(() => void run(), SOON_MS)
  }
  void run()
  return {
    proofs: () => proofs,
    /** Whether the server's build is ready to be opened. */
    hasNewer: () => hasNewer,
    decoder: (leitor: Leitor) => set({ leitor }),
  }
}

/** How long the service worker may take to answer: it may have to fetch files that the browser dropped. */
const ANSWER_MS = 15_000

/** What some browsers lack, although TypeScript assumes they all have it. */
const browser = () =>
  navigator as { storage?: Partial<StorageManager>; serviceWorker?: ServiceWorkerContainer }

const findRegistration = async () => browser().serviceWorker?.getRegistration('/porta')

/**
 * Caches the page for opening without a network, once the phone is known to be paired. An installation that
 * lost the network starts again at the server's next answer.
 */
export function keepPage(porta: Porta): void {
  const { storage, serviceWorker } = browser()
  if (!serviceWorker) return
  let isAsking = false
  const end = porta.subscribe(() => {
    if (isAsking || porta.state().connection.kind !== 'connected') return
    isAsking = true
    // Unsent facts must survive when the phone needs room. A browser without this API still caches the page.
    void storage?.persist?.().catch(() => {})
    serviceWorker
      .register('/porta/sw.js', { scope: '/porta' })
      .then(({ active }) => active && end(), reportError)
      .finally(() => (isAsking = false))
  })
}

/** Whether the page would open without a network: its service worker is active and has every file. */
export async function isPageKept(): Promise<boolean> {
  const active = (await findRegistration().catch(() => undefined))?.active
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
 * Fetches the build the server has now. It takes over once every page of the current build is closed. Before
 * that, closing and opening the page would only bring the same build back.
 * @returns whether it is ready to be opened; false without a network
 */
export async function fetchNewerPage(): Promise<boolean> {
  try {
    const registration = await findRegistration()
    await registration?.update()
    const installing = registration?.installing
    while (installing?.state === 'installing')
      await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }))
    return true
  } catch {
    return false
  }
}
