// Adds up what vitest and Playwright report, and fails when either ran nothing.
import { readFileSync } from 'node:fs'

const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
const unit = read('test-results/unit.json')
const e2e = read('test-results/e2e.json').stats

const skipped = unit.numPendingTests + unit.numTodoTests + e2e.skipped
const passed = unit.numPassedTests + e2e.expected
const failed = unit.numFailedTests + e2e.unexpected + e2e.flaky + skipped
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 && unit.success && unit.numPassedTests > 0 && e2e.expected > 0 ? 0 : 1)
