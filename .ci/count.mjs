// Adds up what vitest, Playwright and the proofs report, on this Node and on the others; names what did not pass, and
// fails when there is any, or when one of them ran nothing.
import { readFileSync } from 'node:fs'

const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
const { optionalDependencies } = read('.ci/nodes/package.json')
const nodes = new Set(Object.keys(optionalDependencies).map((name) => `v${name.split('-')[1]}`))
const [host] = process.version.split('.')
const others = [...nodes].filter((version) => version !== host)
const directories = ['test-results', ...others.map((version) => `test-results/nodes/${version}`)]

/** A line for each test of vitest that did not pass, with what it said. */
const unitFailures = ({ testResults }) =>
  testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message === '' ? [] : [`${name}: ${message}`]),
    ...assertionResults
      .filter(({ status }) => status !== 'passed')
      .map(({ status, fullName, failureMessages: [why = ''] }) => `${status}: ${fullName}: ${why}`),
  ])

/** The same for Playwright, whose suites lie in each other. */
const browserFailures = ({ suites = [], specs = [] }) => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .map(({ projectName, status, results }) => {
        const why = results.flatMap(({ errors }) => errors.map(({ message }) => message))
        return `${status}: ${projectName}: ${file}: ${title}: ${why[0] ?? ''}`
      }),
  ),
  ...suites.flatMap(browserFailures),
]

const failures = []
let passed = 0
let isWhole = true
const add = (count, lines, where) => {
  failures.push(...lines.map((line) => `${where}: ${line.split('\n').slice(0, 12).join('\n')}`))
  passed += count
  isWhole &&= count > 0
}
for (const directory of directories) {
  const unit = read(`${directory}/unit.json`)
  add(unit.numPassedTests, unitFailures(unit), `${directory}/unit`)
  isWhole &&= unit.success
  const provas = read(`${directory}/provas.json`)
  add(provas.passed, provas.failures, `${directory}/provas`)
}
const e2e = read('test-results/e2e.json')
const crashes = e2e.errors.map(({ message }) => message)
add(e2e.stats.expected, [...browserFailures(e2e), ...crashes], 'test-results/e2e')

for (const failure of failures) process.stdout.write(`${failure}\n`)
process.stdout.write(`${passed} passed, ${failures.length} failed\n`)
process.exit(isWhole && failures.length === 0 ? 0 : 1)
