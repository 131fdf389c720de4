/** How often the loop is looked at, in milliseconds. */
const LOOK_MS = 5

/** What no turn of the event loop may take: ten milliseconds are meant, and a collection of garbage may come on top. */
export const LONG_TURN_MS = 300

/**
 * The longest turn of the event loop while something runs, in milliseconds of the processor's time in this process:
 * what else a busy machine does makes all of them later, and none of them longer.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = process.cpuUsage()
  const look = () => {
    const { user, system } = process.cpuUsage(last)
    last = process.cpuUsage()
    longest = Math.max(longest, (user + system) / 1000)
  }
  const timer = setInterval(look, LOOK_MS)
  try {
    await work()
  } finally {
    clearInterval(timer)
    look()
  }
  return longest
}
