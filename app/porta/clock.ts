/** How far the phone's clock may be off before its owner hears of it. */
export const SKEW_MAX_MILLISECONDS = 2 * 60_000

/** When something was, as a fact says it: `lidaem` by the phone's clock, and what the server's is ahead of it. */
interface Instant {
  lidaem: number
  desvio: number
}

export type Clock = ReturnType<typeof openClock>

/**
 * The server's clock, told on this phone. While the page lives the server's time is worked out from what passed since the last measure, so that a clock changed
 * meanwhile does no harm; a page opened again has only the difference measured before.
 *
 * `performance.now()` stands still in some browsers while the phone sleeps. That happens out of view, and looks like a
 * clock put forward: only while the page is in view is such a jump held for a change.
 * @param now the phone's clock
 * @param monotonic milliseconds that passed
 * @param stored the difference measured before the page was opened; 0 where there was none
 */
export function openClock(now: () => number, monotonic: () => number, stored: number) {
  /** The server's time at the monotonic instant 0. */
  let base: number | null = null
  let desvio = stored
  let hidden: { now: number; monotonic: number } | null = null

  const read = (): Instant => {
    const lidaem = now()
    return { lidaem, desvio: base === null ? desvio : Math.round(base + monotonic() - lidaem) }
  }
  const wake = () => {
    if (!hidden) return
    const slept = now() - hidden.now - (monotonic() - hidden.monotonic)
    if (base !== null && slept > 0) base += slept
    hidden = null
  }
  return {
    /** Now, and how it stands to the server's clock. */
    read() {
      const isHidden = hidden !== null
      wake()
      if (isHidden) hidden = { now: now(), monotonic: monotonic() }
      return read()
    },
    /** The server read its clock somewhere between the two monotonic instants: the middle is believed. */
    measure(agora: number, sentAt: number, gotAt: number) {
      base = agora - (sentAt + gotAt) / 2
      if (hidden) hidden = { now: now(), monotonic: monotonic() }
      desvio = read().desvio
    },
    /** The page leaves view, or comes back. */
    setVisible(isVisible: boolean) {
      if (isVisible) wake()
      else hidden ??= { now: now(), monotonic: monotonic() }
    },
    desvio: () => desvio,
  }
}

/** Who was asked did not answer in time. */
export class Silence extends Error {
  override name = 'Silence'
}

/** What comes of asking, or {@link Silence}: some never answer. */
export async function inTime<T>(answer: Promise<T>, milliseconds: number, asked: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Silence(`[porta] the ${asked} does not answer`)), milliseconds)
  })
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer))
}

/** What the door needs of the browser, so that a test can replace it. */
export interface Surroundings {
  indexedDB: IDBFactory
  fetch: typeof fetch
  /** The phone's clock, in milliseconds since the epoch: `Date.now`. */
  now: () => number
  /** Milliseconds that passed, whatever the clock says: `performance.now`. */
  monotonic: () => number
  /** Random UUIDs: `crypto.randomUUID`. */
  uuid: () => string
  /** Calls once, later; returns what calls it off. */
  later: (act: () => void, milliseconds: number) => () => void
}
