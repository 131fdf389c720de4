/** Lets everything else that waits for the event loop go first. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** How long work goes on before others get their turn, in milliseconds. */
const TURN_MS = 10

/** What is awaited between two pieces of work: counted in time, for one row may cost a thousand times another. */
export function createPauses(): () => Promise<void> | undefined {
  let began = performance.now()
  return () => {
    if (performance.now() - began < TURN_MS) return undefined
    return nextTurn().then(() => {
      began = performance.now()
    })
  }
}
