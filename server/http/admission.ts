/** Requests at once that are always let in: a crowd of 200 guests is never sent away. */
const CROWD = 200

/**
 * Above the crowd, how many may be in at once and how many milliseconds the next may expect to wait for its turn.
 * When something has to go, a page goes before a guest's form.
 */
const LIMITS = {
  page: { requests: 512, waitMs: 300 },
  form: { requests: 768, waitMs: 500 },
} as const

/** Work begun in one turn of the event loop, in milliseconds; between two turns new requests are looked at. */
const SLICE_MS = 5

type Kind = keyof typeof LIMITS

export interface Admission {
  /** Tells whether a request that came now would be sent away. */
  isFull: (kind: Kind) => boolean
  /** Does the work when its turn comes; null, with nothing done, when the request is sent away. */
  admit: <Result>(kind: Kind, work: () => Promise<Result>) => Promise<Result | null>
}

/**
 * Stands in front of what costs time. Work waits here and is begun in short slices, so that the event loop gets back
 * to the connections every few milliseconds: those who have to go are told at once, while a crowd that went straight
 * to Remix would hold up its own refusals until all of it was answered (decision 0008).
 * @param now milliseconds of any clock that never goes back
 */
export function createAdmission(now: () => number = () => performance.now()): Admission {
  const waiting: (() => void)[] = []
  let admitted = 0
  // A guess until two turns have followed each other.
  let msPerStart = 0.5
  let lastTurnAt = 0
  let startedLast = 0

  const turn = () => {
    const turnAt = now()
    if (startedLast > 0) msPerStart += ((turnAt - lastTurnAt) / startedLast - msPerStart) / 8
    lastTurnAt = turnAt
    startedLast = Math.min(waiting.length, Math.max(1, Math.floor(SLICE_MS / msPerStart)))
    for (const start of waiting.splice(0, startedLast)) start()
    if (waiting.length > 0) setImmediate(turn)
    // How long nobody asked is no measure of the work.
    else startedLast = 0
  }

  const isFull = (kind: Kind) =>
    admitted >= CROWD &&
    (admitted >= LIMITS[kind].requests || waiting.length * msPerStart > LIMITS[kind].waitMs)

  return {
    isFull,
    async admit(kind, work) {
      if (isFull(kind)) return null
      admitted += 1
      try {
        await new Promise<void>((resolve) => {
          if (waiting.push(resolve) === 1) setImmediate(turn)
        })
        return await work()
      } finally {
        admitted -= 1
      }
    },
  }
}
