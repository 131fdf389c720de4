/** Does work in its turn; null, with nothing done, when too many wait already. */
export type TakeTurns = <Result>(work: () => Promise<Result>) => Promise<Result | null>

/** Lets so many at once work and so many more wait, first come first served. */
export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }): TakeTurns {
  const queue: (() => void)[] = []
  let free = atOnce
  return async (work) => {
    if (free > 0) free -= 1
    else if (queue.length >= waiting) return null
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else free += 1
    }
  }
}
