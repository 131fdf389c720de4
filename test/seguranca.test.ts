import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testNamesOf } from './support/test-names.ts'

/** One line of the table: a threat and what is done about it stand on the first of its lines only. */
interface Line {
  threat: string
  behaviour: string
  proof: string
}

function linesOf(markdown: string): Line[] {
  const [, ...lines] = markdown
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s|:-]+\|$/.test(line))
  return lines.map((line) => {
    const [threat = '', behaviour = '', proof = ''] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
    return { threat, behaviour, proof }
  })
}

/** What one of the runners takes. */
const RUN = /^test\/(e2e\/[^/]+\.spec\.ts|contract\/[^/]+\.cases\.ts|(?!e2e\/).*\.test\.tsx?)$/

/** A sentence for each line whose test does not exist, or may not run, and each threat without its behaviour. */
function problemsOf(lines: Line[], read: (path: string) => string | null): string[] {
  // Many lines name one file, and parsing it is what takes the time.
  const testsByPath = new Map<string, ReturnType<typeof testNamesOf>>()
  const testsOf = (path: string, text: string) => {
    const tests = testsByPath.get(path) ?? testNamesOf(path, text)
    testsByPath.set(path, tests)
    return tests
  }
  return lines.flatMap(({ threat, behaviour, proof }, index) => {
    if (index === 0 && threat === '') return ['the first line has no threat']
    if ((threat === '') !== (behaviour === '')) return [`${threat || behaviour} is half a line`]
    const [, path, name] = /^`([^`]+)`: `([^`]+)`$/.exec(proof) ?? []
    if (path === undefined || name === undefined) return [`${threat || proof} names no test`]
    const text = RUN.test(path) ? read(path) : null
    if (text === null) return [`${path} is no file of tests`]
    const found = testsOf(path, text).filter((test) => test.name === name)
    if (found.length === 0) return [`${path} has no test "${name}"`]
    return found.some(({ isSkipped }) => isSkipped) ? [`${path} may skip "${name}"`] : []
  })
}

const readSource = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null)

test('every threat of docs/seguranca.md has a behaviour, and every test it names exists and runs', () => {
  const lines = linesOf(readFileSync('docs/seguranca.md', 'utf8'))
  expect(lines.filter(({ threat }) => threat !== '').length).toBeGreaterThanOrEqual(29)
  expect(problemsOf(lines, readSource)).toEqual([])
}, 30_000)

const SOURCES: Record<string, string> = {
  'test/a.test.ts': `
    test('plain', () => {})
    for (const x of [1]) test(\`case \${x} of many\`, () => {})
    test.each([1])('each', () => {})
    test.skip('skipped', () => {})
    test.todo('to do')
    describe.skipIf(isSlow)('apart', () => { test('inside', () => {}) })
    function slowTest(name: string, run: () => void) { test.concurrent(name, run) }
    slowTest('slow', () => {})
    fastTest('fast', () => {})
    // test('in a comment', () => {})
    const text = "test('in a text', () => {})"`,
  'test/contract/a.cases.ts': `[{ name: 'case', async run() {} }, { name: 'no case' }]`,
}

for (const [proof, problem] of [
  ['`test/a.test.ts`: `plain`', null],
  ['`test/a.test.ts`: `case ${x} of many`', null],
  ['`test/a.test.ts`: `each`', null],
  ['`test/a.test.ts`: `slow`', null],
  ['`test/contract/a.cases.ts`: `case`', null],
  ['', 'a threat names no test'],
  ['test/a.test.ts: plain', 'a threat names no test'],
  ['`test/a.test.ts`: `plai`', 'test/a.test.ts has no test "plai"'],
  ['`test/a.test.ts`: `case 1 of many`', 'test/a.test.ts has no test "case 1 of many"'],
  ['`test/a.test.ts`: `skipped`', 'test/a.test.ts may skip "skipped"'],
  ['`test/a.test.ts`: `to do`', 'test/a.test.ts has no test "to do"'],
  ['`test/a.test.ts`: `inside`', 'test/a.test.ts may skip "inside"'],
  ['`test/a.test.ts`: `fast`', 'test/a.test.ts has no test "fast"'],
  ['`test/a.test.ts`: `in a comment`', 'test/a.test.ts has no test "in a comment"'],
  ['`test/a.test.ts`: `in a text`', 'test/a.test.ts has no test "in a text"'],
  ['`test/contract/a.cases.ts`: `no case`', 'test/contract/a.cases.ts has no test "no case"'],
  ['`test/b.test.ts`: `plain`', 'test/b.test.ts is no file of tests'],
  ['`test/support/a.ts`: `plain`', 'test/support/a.ts is no file of tests'],
] as const) {
  test(`a line that names ${proof || 'nothing'} ${problem === null ? 'passes' : 'is caught'}`, () => {
    const lines = linesOf(
      `| threat | behaviour | test |\n| --- | --- | --- |\n| a threat | it holds | ${proof} |`,
    )
    expect(problemsOf(lines, (path) => SOURCES[path] ?? null)).toEqual(problem === null ? [] : [problem])
  })
}

test('a threat without a behaviour is caught, and so is a behaviour without a threat', () => {
  const proof = '`test/a.test.ts`: `plain`'
  const head = `| threat | behaviour | test |\n| --- | --- | --- |\n| a | b | ${proof} |\n`
  for (const line of [`| c |  | ${proof} |`, `|  | c | ${proof} |`]) {
    expect(problemsOf(linesOf(head + line), (path) => SOURCES[path] ?? null)).toEqual(['c is half a line'])
  }
})
