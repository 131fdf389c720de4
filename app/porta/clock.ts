/** How far the phone's clock may be off before its owner is warned. */
export const SKEW_MAX_MILLISECONDS = 2 * 60_000

/**
 * The server's clock, as kept on this phone. While the page lives, the server's time is the last measure plus
 * the time elapsed since, so changing the phone's clock does no harm. A page opened again only has the
 * difference measured before.
 *
 * In some browsers `performance.now()` stops while the phone sleeps. That happens out of view and looks like
 * a clock put forward, so such a jump counts as a change only while the page is in view.
 * @param now the phone's clock
 * @param monotonic elapsed milliseconds
 * @param stored the difference measured before the page was opened; 0 if there was none
 */
export function openClock(now: () => number, monotonic: () => number, stored: number) {
  /** The server's time at the monotonic instant 0. */
  let base: number | null = null
  let desvio = stored
  let hidden: { now: number; monotonic: number } | null = null

  /** Now, as a fact records it: `lidaem` by the phone's clock, and how far the server's is ahead of it. */
  const read = () => {
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
    /** Now, and how far it is from the server's clock. */
    read() {
      const isHidden = hidden !== null
      wake()
      if (isHidden) hidden = { now: now(), monotonic: monotonic() }
      return read()
    },
    /** The server read its clock somewhere between the two monotonic instants; the midpoint is used. */
    measure(agora: number, sentAt: number, gotAt: number) {
      base = agora - (sentAt + gotAt) / 2
      if (hidden) hidden = { now: now(), monotonic: monotonic() }
      desvio = read().desvio
    },
    /** The page leaves the screen, or comes back. */
    setVisible(isVisible: boolean) {
      if (isVisible) wake()
      else hidden ??= { now: now(), monotonic: monotonic() }
    },
    desvio: () => desvio,
  }
}

/** The other side did not answer in time. */
export class Silence extends Error {
  override name = 'Silence'
}

/** The answer, or {@link Silence} after the time limit: some requests never get an answer. */
export async function inTime<T>(answer: Promise<T>, milliseconds: number, asked: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Silence(`[porta] the ${asked} does not answer`)), milliseconds)
  })
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer))
}

/** What the door needs from the browser, so that tests can replace it. */
export interface Surroundings {
  indexedDB: IDBFactory
  fetch: typeof fetch
  /** The phone's clock, in milliseconds since the epoch: `Date.now`. */
  now: () => number
  /** Milliseconds elapsed, whatever the clock says: `performance.now`. */
  monotonic: () => number
  /** Random UUIDs: `crypto.randomUUID`. */
  uuid: () => string
  /** Calls `act` once, later; returns a function that cancels the call. */
  later: (act: () => void, milliseconds: number) => () => void
}
