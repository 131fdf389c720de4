/** Requests begun in one turn of the event loop: of cheap ones about a millisecond. */
const AT_ONCE = 64
/** One turn takes in one new connection only, so this many may follow each other in which nothing is begun. */
const ACCEPTS = 128

/** One line in which requests wait to be begun. */
export interface EventLoopQueue {
  /** To be called for every new connection. */
  onConnection: () => void
  /** Resolves when the request may be begun: at once while few ask. */
  take: () => Promise<void>
}

/**
 * Begins a bounded number of requests in each turn of the event loop, first come first served. Browsers that ask again
 * as soon as they are answered would otherwise make each turn as long as there are of them, and a turn takes in one new
 * connection. Nothing is refused here.
 * Gains: behind a thousand such browsers a new guest waits for 1,485 answers in place of 190,606 (decision 0009).
 */
export function createEventLoopQueue(): EventLoopQueue {
  const waiting: (() => void)[] = []
  let begun = 0
  let connections = 0
  let connectionsBefore = 0
  let accepts = 0

  const nextTurn = () => {
    if (connections > connectionsBefore && accepts < ACCEPTS && waiting.length > 0) {
      connectionsBefore = connections
      accepts += 1
      setImmediate(nextTurn)
      return
    }
    connectionsBefore = connections
    accepts = 0
    const now = waiting.splice(0, AT_ONCE)
    begun = now.length
    for (const begin of now) begin()
    if (begun > 0) setImmediate(nextTurn)
  }

  return {
    onConnection: () => void (connections += 1),
    async take() {
      if (begun === 0) setImmediate(nextTurn)
      begun += 1
      if (begun > AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}
