// Adds up what vitest, Playwright and the proofs report, on this Node and on the others. Names what did not
// pass and what passed only on a second run. Fails when anything did not pass, or when one of them ran
// nothing.
import { readFileSync } from 'node:fs'

const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
const { optionalDependencies } = read('.ci/nodes/package.json')
const nodes = new Set(Object.keys(optionalDependencies).map((name) => `v${name.split('-')[1]}`))
const [host] = process.version.split('.')
const others = [...nodes].filter((version) => version !== host)
const units = [
  ...['memory', 'quick', 'full'].map((set) => `test-results/${set}`),
  ...others.map((version) => `test-results/nodes/${version}/unit`),
]
const provas = ['test-results', ...others.map((version) => `test-results/nodes/${version}`)]

/** A line for each vitest test that did not pass, with its message. */
const unitFailures = ({ testResults }) =>
  testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message === '' ? [] : [`${name}: ${message}`]),
    ...assertionResults
      .filter(({ status }) => status !== 'passed')
      .map(({ status, fullName, failureMessages: [why = ''] }) => `${status}: ${fullName}: ${why}`),
  ])

/** A line for each vitest test that failed and then passed, with its first message. */
const unitUnsteady = ({ testResults }) =>
  testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length > 0)
      .map(({ fullName, failureMessages: [why] }) => `${fullName}: ${why}`),
  )

/** A line for each Playwright test with that status, with its first message. Suites are nested. */
const browserLines = (meant, { suites = [], specs = [] }) => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => meant.includes(status))
      .map(({ projectName, status, results }) => {
        const why = results.flatMap(({ errors }) => errors.map(({ message }) => message))
        return `${status}: ${projectName}: ${file}: ${title}: ${why[0] ?? ''}`
      }),
  ),
  ...suites.flatMap((suite) => browserLines(meant, suite)),
]

const failures = []
const unsteady = []
let passed = 0
let isWhole = true
const brief = (lines, where) => lines.map((line) => `${where}: ${line.split('\n').slice(0, 12).join('\n')}`)
const add = (count, where, failed, passedLater) => {
  failures.push(...brief(failed, where))
  unsteady.push(...brief(passedLater, where))
  passed += count
  isWhole &&= count > 0
}
for (const name of units) {
  const unit = read(`${name}.json`)
  add(unit.numPassedTests, name, unitFailures(unit), unitUnsteady(unit))
  isWhole &&= unit.success
}
for (const directory of provas) {
  const { passed: count, failures: failed, unsteady: later } = read(`${directory}/provas.json`)
  add(count, `${directory}/provas`, failed, later)
}
const e2e = read('test-results/e2e.json')
const crashes = e2e.errors.map(({ message }) => message)
add(
  e2e.stats.expected + e2e.stats.flaky,
  'test-results/e2e',
  [...browserLines(['unexpected', 'skipped'], e2e), ...crashes],
  browserLines(['flaky'], e2e),
)

for (const line of unsteady) process.stdout.write(`unsteady, passed the second time: ${line}\n`)
for (const failure of failures) process.stdout.write(`${failure}\n`)
process.stdout.write(
  `${passed} passed, ${unsteady.length} of them the second time, ${failures.length} failed\n`,
)
process.exit(isWhole && failures.length === 0 ? 0 : 1)
