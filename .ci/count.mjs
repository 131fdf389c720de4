// Adds up what vitest, Playwright and the proofs report, on this Node and on the others, and fails when any of them ran
// nothing.
import { readFileSync } from 'node:fs'

const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
const { optionalDependencies } = read('.ci/nodes/package.json')
const nodes = new Set(Object.keys(optionalDependencies).map((name) => `v${name.split('-')[1]}`))
const directories = ['test-results', ...[...nodes].map((version) => `test-results/nodes/${version}`)]

const units = directories.map((directory) => read(`${directory}/unit.json`))
const provas = directories.map((directory) => read(`${directory}/provas.json`))
const e2e = read('test-results/e2e.json').stats

const counts = [
  ...units.map((unit) => ({
    passed: unit.numPassedTests,
    failed: unit.numFailedTests + unit.numPendingTests + unit.numTodoTests,
  })),
  { passed: e2e.expected, failed: e2e.unexpected + e2e.flaky + e2e.skipped },
  ...provas,
]
const sum = (key) => counts.reduce((total, count) => total + count[key], 0)
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`)
const isWhole = counts.every(({ passed }) => passed > 0) && units.every(({ success }) => success)
process.exit(sum('failed') === 0 && isWhole ? 0 : 1)
