/** Does work in its turn, for an address; null, with nothing done, when others need the places. */
export type TakeTurns = <Result>(
  address: string | null,
  work: () => Promise<Result>,
) => Promise<Result | null>

interface Waiting {
  address: string | null
  /** Ends the wait: its turn has come, or its place was given to another address. */
  end: (isTurn: boolean) => void
}

/**
 * Lets so many at once work and so many more wait, first come first served. When all places are taken, the last who
 * came of the address with most of them gives way to an address with fewer: whoever asks without a pause keeps nobody
 * else out, and while nobody else asks, one address has them all.
 */
export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }): TakeTurns {
  const queue: Waiting[] = []
  let free = atOnce

  const placesOf = (address: string | null) => queue.filter((one) => one.address === address).length
  const giveWay = (address: string | null) => {
    const [last] = queue.toReversed().sort((a, b) => placesOf(b.address) - placesOf(a.address))
    if (!last || placesOf(last.address) < placesOf(address) + 2) return false
    queue.splice(queue.indexOf(last), 1)
    last.end(false)
    return true
  }
  const isTurn = async (address: string | null) => {
    if (queue.length >= waiting && !giveWay(address)) return false
    return new Promise<boolean>((end) => queue.push({ address, end }))
  }

  return async (address, work) => {
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
