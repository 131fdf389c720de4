/** Lets everything else that waits for the event loop go first. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** How long work goes on before others get their turn, in milliseconds. */
const TURN_MS = 10

/**
 * Makes the pause to await between two pieces of work. It goes by time, because one row may cost a thousand
 * times another.
 */
export function createPauses(): () => Promise<void> | undefined {
  let began = performance.now()
  return () => {
    if (performance.now() - began < TURN_MS) return undefined
    return nextTurn().then(() => {
      began = performance.now()
    })
  }
}

/** Maps as `map` does, in turns: thousands at once would hold up registrations. */
export async function inTurns<One, Made>(all: readonly One[], make: (one: One) => Made): Promise<Made[]> {
  const pause = createPauses()
  const made: Made[] = []
  for (const one of all) {
    await pause()
    made.push(make(one))
  }
  return made
}

/** How many cheap pieces of work are done between two looks at the clock. */
const STRETCH = 1_000

/** Does cheap work on each, in turns, a stretch at a time. */
export async function inStretches<One>(all: readonly One[], act: (stretch: One[]) => void): Promise<void> {
  const pause = createPauses()
  for (let from = 0; from < all.length; from += STRETCH) {
    await pause()
    act(all.slice(from, from + STRETCH))
  }
}

/** How many questions storage gets at once, because others wait for it too. */
const ASKED_AT_ONCE = 20

/** Asks storage about each item. */
export async function askForEach<One, Found>(
  all: One[],
  ask: (one: One) => Promise<Found>,
): Promise<Found[]> {
  const found: Found[] = []
  for (let from = 0; from < all.length; from += ASKED_AT_ONCE)
    found.push(...(await Promise.all(all.slice(from, from + ASKED_AT_ONCE).map(ask))))
  return found
}
