/** Requests at once that are always let in: a crowd of 200 guests is never sent away. */
const CROWD = 200

/**
 * Above the crowd, how many may be in at once and how many milliseconds the next may expect to wait for its turn.
 * When something has to go, a page goes before a guest's form. Whoever watches over the server waits as long as it takes:
 * told that it is ill, they would end it in the middle of a rush.
 */
const LIMITS = {
  page: { requests: 512, waitMs: 200 },
  form: { requests: 768, waitMs: 350 },
  saude: { requests: 1_024, waitMs: Infinity },
} as const

/** How long work is begun before the connections get their turn, in milliseconds: some five forms. */
const SLICE_MS = 1
/**
 * One turn of the event loop reads every request that has come, but takes in one new connection only: so turns follow
 * each other while they bring one, up to so many: those after the first are short.
 */
const ACCEPTS = 128

type Kind = keyof typeof LIMITS

export interface Admission {
  /** To be called for every new connection. */
  onConnection: () => void
  /** Tells whether a request that came now would be sent away. */
  isFull: (kind: Kind) => boolean
  /** Does the work when its turn comes; null, with nothing done, when the request is sent away. */
  admit: <Result>(kind: Kind, work: () => Promise<Result>) => Promise<Result | null>
}

/**
 * Stands in front of what costs time. Work waits here and is begun in short slices, so that the event loop gets back
 * to the connections every few milliseconds: those who have to go are told at once, while a crowd that went straight
 * to Remix would hold up its own refusals until all of it was answered (decision 0009).
 * @param now milliseconds of any clock that never goes back
 */
export function createAdmission(now: () => number = () => performance.now()): Admission {
  const waiting: (() => void)[] = []
  let admitted = 0
  // A guess until two slices have followed each other.
  let msPerStart = 0.25
  let sliceAt = 0
  let started = 0
  let connections = 0

  const slice = () => {
    const at = now()
    if (started > 0) msPerStart += ((at - sliceAt) / started - msPerStart) / 8
    sliceAt = at
    started = 0
    startNext()
  }
  const startNext = () => {
    waiting.shift()?.()
    started += 1
    // How long nobody asked is no measure of the work.
    if (waiting.length === 0) started = 0
    else afterMicrotasks(goOn)
  }
  const goOn = () => {
    if (now() - sliceAt < SLICE_MS) startNext()
    else listen(ACCEPTS)
  }
  const listen = (turns: number) => {
    const before = connections
    setImmediate(() => (connections > before && turns > 1 ? listen(turns - 1) : slice()))
  }

  const isFull = (kind: Kind) =>
    admitted >= CROWD &&
    (admitted >= LIMITS[kind].requests || waiting.length * msPerStart > LIMITS[kind].waitMs)

  return {
    onConnection: () => void (connections += 1),
    isFull,
    async admit(kind, work) {
      if (isFull(kind)) return null
      admitted += 1
      try {
        await new Promise<void>((resolve) => {
          if (waiting.push(resolve) === 1) setImmediate(slice)
        })
        return await work()
      } finally {
        admitted -= 1
      }
    },
  }
}

/** Once what was begun has come as far as it does without waiting for the world outside. */
function afterMicrotasks(act: () => void): void {
  queueMicrotask(() => process.nextTick(act))
}
