/** What the door needs of the browser, so that a test can stand in for it. */
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
