// npm run bench [-- NAME…]: measures this product beside its peers and prints one table. Exits with 1 when a
// goal is missed. With --short, everything runs once, briefly, to see that it works; its figures mean
// nothing.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { Effort, Measurement } from './measurement.ts'
import { painel } from './rows/painel.ts'
import { form } from './rows/form.ts'
import { memory } from './rows/memory.ts'
import { pages } from './rows/pages.ts'
import { registrations } from './rows/registrations.ts'
import { tests } from './rows/tests.ts'
import { isGoalMet, tableOf, type Result } from './table.ts'

const FULL: Effort = { rounds: 5, seconds: 3, requests: 100_000 }
const SHORT: Effort = { rounds: 2, seconds: 1, requests: 3_000 }

/** Ends the run even when something hangs. */
const TIMEOUT_MS = 25 * 60_000

const MEASUREMENTS: Measurement[] = [...pages, registrations, form, memory, ...painel, tests]

const flags = process.argv.slice(2)
const isShort = flags.includes('--short')
const names = flags.filter((flag) => flag !== '--short')

const isWanted = (name: string) => names.length === 0 || names.some((part) => name.includes(part))
const wanted = MEASUREMENTS.filter(({ rows }) => rows.some(({ name }) => isWanted(name)))
if (wanted.length === 0) {
  const all = MEASUREMENTS.flatMap(({ rows }) => rows.map(({ name }) => `  ${name}`))
  process.stderr.write(`No row is called so. There are:\n${all.join('\n')}\n`)
  process.exit(2)
}

// On the repository's disk: a database in memory would commit durably for free.
mkdirSync('build/lab/bench', { recursive: true })
const data = mkdtempSync(join('build/lab/bench', 'data-'))

// The started processes are killed on exit, see process.ts.
process.once('exit', () => rmSync(data, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
setTimeout(() => {
  process.stderr.write(`Not done after ${TIMEOUT_MS / 60_000} minutes.\n`)
  process.exit(1)
}, TIMEOUT_MS).unref()

const results: Result[] = []
for (const measurement of wanted) results.push(...(await resultsOf(measurement)))

const shown = results.filter(({ row }) => isWanted(row.name))
const effort = isShort
  ? 'A short run: its figures mean nothing.'
  : 'Five rounds in turn; medians, and of the ratio the lowest and the highest.'
const code = shown.every(isGoalMet) ? 0 : 1
// Anything still open must not delay the exit.
process.stdout.write(`\n${machine()}\n${effort}\n\n${tableOf(shown)}\n`, () => process.exit(code))

async function resultsOf({ rows, measure }: Measurement): Promise<Result[]> {
  process.stderr.write(`${rows.map(({ name }) => name).join(', ')}…\n`)
  try {
    const figures = await measure(isShort ? SHORT : FULL, mkdtempSync(join(data, 'row-')))
    return rows.map((row, n) => {
      const found = figures[n]
      return found ? { row, kind: 'measured', figures: found } : failed(row, 'not measured')
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${reason}\n`)
    return rows.map((row) => failed(row, reason.split('\n')[0] ?? ''))
  }

  function failed(row: Measurement['rows'][number], reason: string): Result {
    return { row, kind: 'failed', reason }
  }
}

function machine(): string {
  const memory = existsSync('/proc/meminfo')
    ? /MemTotal:\s+(\d+)/.exec(readFileSync('/proc/meminfo', 'utf8'))
    : null
  const gib = (Number(memory?.[1] ?? 0) / 1024 ** 2).toFixed(0)
  const date = new Date().toISOString().slice(0, 10)
  return `${date}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, ${gib} GiB.`
}
