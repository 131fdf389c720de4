// Runs npm's scripts in parallel lanes, and those of one lane one after the other:
// `node test/support/lanes.mjs "a b" c`.
// Each script's output is printed whole once it has ended, with its time. All run to the end; one failure
// fails the run.
import { spawn } from 'node:child_process'

const run = (script) =>
  new Promise((resolve) => {
    const begun = performance.now()
    const told = []
    const child = spawn('npm', ['run', '--silent', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => told.push(chunk))
    child.on('close', (code) => {
      const seconds = ((performance.now() - begun) / 1000).toFixed(1)
      process.stdout.write(Buffer.concat(told))
      process.stdout.write(`${script}: ${code === 0 ? 'well' : 'FAILED'}, ${seconds} s\n`)
      resolve(code === 0)
    })
  })

const runLane = async (scripts) => {
  let isWell = true
  for (const script of scripts) if (!(await run(script))) isWell = false
  return isWell
}

const ended = await Promise.all(process.argv.slice(2).map((lane) => runLane(lane.split(' '))))
process.exitCode = ended.every(Boolean) ? 0 : 1
