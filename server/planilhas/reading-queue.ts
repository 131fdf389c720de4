import { PlanilhaError } from './planilha-error.ts'

/** How long one waits for its turn, and waits and reads together, in milliseconds: a proxy gives up after twenty seconds. */
const PATIENCE = { waitingMs: 6_000, wholeMs: 16_000 }

/** How many wait, each with a file of some megabytes in memory. */
const WAITING_MAX = 8

const BUSY = 'Outra planilha está sendo lida agora: espere um instante e envie de novo.'

/** Runs a reading when its turn comes, and tells it how many milliseconds are left for it. */
export type ReadInTurn = <Result>(work: (milliseconds: number) => Promise<Result>) => Promise<Result>

/**
 * A queue of readings, one at a time and first come first served.
 * @returns what runs one, and rejects with PlanilhaError where too many wait, or one waits too long
 */
export function createReadingQueue({ waitingMs, wholeMs } = PATIENCE): ReadInTurn {
  const waiting = new Set<() => void>()
  let isTaken = false

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      if (waiting.size >= WAITING_MAX) throw new PlanilhaError(BUSY)
      const begin = () => {
        clearTimeout(timer)
        waiting.delete(begin)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(begin)
        reject(new PlanilhaError(BUSY))
      }, waitingMs)
      waiting.add(begin)
    })

  return async (work) => {
    const came = performance.now()
    if (isTaken) await turn()
    isTaken = true
    try {
      return await work(wholeMs - (performance.now() - came))
    } finally {
      const [next] = waiting
      if (next) next()
      else isTaken = false
    }
  }
}
