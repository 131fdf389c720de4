interface Waiting {
  address: string | null
  /** Ends the wait: its turn has come, or its place was given to another address. */
  end: (isTurn: boolean) => void
}

/**
 * A bounded queue, fair between addresses: `concurrency` tasks run at once and `waiting` more wait, first
 * come first served. When all places are taken, the address with the most of them gives its last one to an
 * address with fewer. A client that sends without a pause keeps no other address out, and has all places
 * while there is no other.
 * @param waitingMs how long a task waits before it gives up its place, in milliseconds
 */
export function createFairQueue({
  concurrency,
  waiting,
  waitingMs,
}: {
  concurrency: number
  waiting: number
  waitingMs?: number
}) {
  const queue: Waiting[] = []
  let free = concurrency

  const placesOf = (address: string | null) => queue.filter((one) => one.address === address).length
  const giveUp = (one: Waiting) => {
    queue.splice(queue.indexOf(one), 1)
    one.end(false)
  }
  const giveWay = (address: string | null) => {
    const [last] = queue.toReversed().sort((a, b) => placesOf(b.address) - placesOf(a.address))
    if (!last || placesOf(last.address) < placesOf(address) + 2) return false
    giveUp(last)
    return true
  }
  const isTurn = async (address: string | null) => {
    if (queue.length >= waiting && !giveWay(address)) return false
    return new Promise<boolean>((resolve) => {
      const end = (isTurn: boolean) => {
        clearTimeout(timer)
        resolve(isTurn)
      }
      const one = { address, end }
      const timer = waitingMs === undefined ? undefined : setTimeout(() => giveUp(one), waitingMs)
      queue.push(one)
    })
  }

  /** Runs work for an address when its turn comes; null, with nothing run, when the queue has no place. */
  return async <Result>(address: string | null, work: () => Promise<Result>): Promise<Result | null> => {
    if (free > 0) free -= 1
    else if (!(await isTurn(address))) return null
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next.end(true)
      else free += 1
    }
  }
}
