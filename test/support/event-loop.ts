/** How often the loop is checked, in milliseconds. */
const LOOK_MS = 5

/**
 * No turn of the event loop may take this long: the goal is ten milliseconds, and a garbage collection may
 * add to it.
 */
export const LONG_TURN_MS = 300

/**
 * The longest turn of the event loop while something runs, in milliseconds of processor time of this process.
 * A machine's other work makes all turns later and none of them longer.
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
