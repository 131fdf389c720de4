// Stops processes three quarters of the time, as a phone four times slower would run them, until it is killed
// or its parent is gone. Prints now and then how long they ran and how long they were stopped, in
// milliseconds.
// node porta-brake-worker.js <pid>…
import { writeSync } from 'node:fs'

const RUN_MS = 5
/** How many times longer they are stopped than they run. */
const TIMES = 3

const pids = process.argv.slice(2).map(Number)
const parent = process.ppid
const clock = new Int32Array(new SharedArrayBuffer(4))

/** Sends a signal to all processes, then waits. @returns how long it waited, in milliseconds */
function after(signal: NodeJS.Signals, ms: number): number {
  const begun = performance.now()
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has already ended.
    }
  }
  Atomics.wait(clock, 0, 0, ms)
  return performance.now() - begun
}

let [ran, stood] = [0, 0]
for (let n = 1; process.ppid === parent; n++) {
  ran += after('SIGCONT', RUN_MS)
  // Where this process had to wait for its turn, they ran too long. They are now stopped for longer.
  stood += after('SIGSTOP', Math.max(1, TIMES * ran - stood))
  if (n % 10 === 0) writeSync(1, `${ran} ${stood}\n`)
}
