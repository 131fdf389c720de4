// Adds up what vitest, Playwright and the proofs report, and fails when any of them ran nothing.
import { readFileSync } from 'node:fs'

const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
const unit = read('test-results/unit.json')
const e2e = read('test-results/e2e.json').stats
const provas = read('test-results/provas.json')

const skipped = unit.numPendingTests + unit.numTodoTests + e2e.skipped
const passed = unit.numPassedTests + e2e.expected + provas.passed
const failed = unit.numFailedTests + e2e.unexpected + e2e.flaky + provas.failed + skipped
process.stdout.write(`${passed} passed, ${failed} failed\n`)
const isWhole = [unit.numPassedTests, e2e.expected, provas.passed].every((count) => count > 0)
process.exit(failed === 0 && unit.success && isWhole ? 0 : 1)
