import type { Porta } from '../porta.ts'
import type { PortaState } from '../shown.ts'

/** What has to be proved before the phone is said to work without a network; false until it was. */
export interface Proofs {
  /** The list that is in use was read back. */
  lista: boolean
  /** What was written was read back. */
  guarda: boolean
  /** The service worker has every file of the page. */
  pagina: boolean
  /** The decoder read a picture whose text is known. */
  leitor: boolean
}

const MISSING: Record<keyof Proofs, string> = {
  lista: 'guardar a lista',
  guarda: 'guardar as entradas',
  pagina: 'guardar a página',
  leitor: 'o leitor de QR',
}

export type Told = { kind: 'ready' | 'not-ready' | 'newer'; text: string } | null

/** @param hasNewer another build is there to be opened. @returns null for a phone the door is closed on */
export function toldOf(state: PortaState, proofs: Proofs, hasNewer: boolean): Told {
  const { connection, lista, apagadaem, isOutdated } = state
  if (connection.kind === 'revoked' || apagadaem !== null) return null
  if (connection.kind === 'unpaired' && !lista) return null
  if (isOutdated && hasNewer && connection.kind === 'connected')
    return {
      kind: 'newer',
      text: 'FECHE E ABRA A PÁGINA: há uma versão nova. A lista de antes continua em uso.',
    }
  const missing = (Object.keys(MISSING) as (keyof Proofs)[]).filter((part) => !proofs[part])
  if (missing.length === 0) return { kind: 'ready', text: 'PRONTO SEM REDE' }
  return {
    kind: 'not-ready',
    text: `NÃO RECARREGUE: falta ${missing.map((part) => MISSING[part]).join(', ')}.`,
  }
}

/** How often what was proved is proved again: a browser that needs room may drop it. */
const AGAIN_MS = 60_000
/** How soon what is missing is looked for again. */
const SOON_MS = 2_000

/** Proves part after part, for as long as the page lives. */
export function openReadiness(
  porta: Pick<Porta, 'prove' | 'state'>,
  page: { isKept: () => Promise<boolean>; fetchNewer: () => Promise<void> },
  changed: () => void,
) {
  let proofs: Proofs = { lista: false, guarda: false, pagina: false, leitor: false }
  let hasNewer = false
  const set = (proved: Partial<Proofs>) => {
    proofs = { ...proofs, ...proved }
    changed()
  }
  const look = async () => {
    const isOutdated = porta.state().isOutdated
    if (!isOutdated) hasNewer = false
    else if (!hasNewer)
      hasNewer = await page.fetchNewer().then(
        () => true,
        () => false,
      )
    const [{ isKeeping, isListKept }, isKept] = await Promise.all([
      porta.prove(),
      page.isKept().catch(() => false),
    ])
    // A sync that stores a difference meanwhile is no loss: the list counts as gone only when it is twice.
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
    /** Whether the server's build is there to be opened. */
    hasNewer: () => hasNewer,
    decoder: (isProved: boolean) => set({ leitor: isProved }),
  }
}
