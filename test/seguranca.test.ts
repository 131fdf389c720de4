import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testNamesOf } from './support/test-names.ts'

/** One line of the page: a threat, its defence, and the files whose tests fail without the defence. */
interface Line {
  room: string
  threat: string
  defence: string
  proofs: string[]
}

/**
 * The lines of every table under a heading. A proof that is not a path in backticks is kept as it is, and
 * reported.
 */
function linesOf(markdown: string): Line[] {
  let room = ''
  return markdown.split('\n').flatMap((line): Line[] => {
    if (line.startsWith('## ')) room = line.slice(3)
    if (!line.startsWith('|') || /^\|[\s|:-]+\|$/.test(line) || line.startsWith('| threat ')) return []
    const [threat = '', defence = '', proofs = '', ...more] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
    const paths = proofs === '' ? [] : proofs.split(', ').map((path) => /^`([^`]+)`$/.exec(path)?.[1] ?? path)
    return [{ room, threat, defence, proofs: [...paths, ...more] }]
  })
}

/** The test files that a runner runs. */
const RUN = /^test\/(e2e\/[^/]+\.spec\.ts|contract\/[^/]+\.cases\.ts|(?!e2e\/).*\.test\.tsx?)$/

/** The most files a reader has to open: the most important ones. */
const PROOFS_MAX = 3

/**
 * A sentence for each half line, each threat listed twice or without proof, and each file that may prove
 * nothing.
 */
function problemsOf(lines: Line[], read: (path: string) => string | null): string[] {
  const threats = lines.map(({ threat }) => threat)
  const ofLines = lines.flatMap(({ room, threat, defence, proofs }, index) => {
    if (threat === '' || defence === '') return [`${threat || defence || 'a line'} is half a line`]
    if (room === '') return [`${threat} stands in no room`]
    if (threats.indexOf(threat) !== index) return [`${threat} is told twice`]
    if (proofs.length === 0) return [`${threat} names no test`]
    if (proofs.length > PROOFS_MAX) return [`${threat} names more than ${PROOFS_MAX} files`]
    return []
  })
  const files = [...new Set(lines.flatMap(({ proofs }) => proofs))]
  return [...ofLines, ...files.flatMap((path) => problemOf(path, read) ?? [])]
}

/** Some tests here need the official emulator, which `.ci/run` demands; the others run everywhere. */
const NEEDS_EMULATOR = ['test/races/firestore/contention.test.ts']

function problemOf(path: string, read: (path: string) => string | null): string | null {
  const text = RUN.test(path) ? read(path) : null
  if (text === null) return `${path} is no file of tests`
  const tests = testNamesOf(path, text)
  if (tests.length === 0) return `${path} has no test`
  const skipped = tests.find(({ isSkipped }) => isSkipped)
  if (NEEDS_EMULATOR.includes(path) && !tests.every(({ isSkipped }) => isSkipped)) return null
  return skipped ? `${path} may skip "${skipped.name}"` : null
}

const readSource = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null)
const PAGE = readFileSync('docs/seguranca.md', 'utf8')

test('every threat of docs/seguranca.md has a defence, and every file it names has tests, none declared to be skipped', () => {
  const lines = linesOf(PAGE)
  expect(problemsOf(lines, readSource)).toEqual([])
  expect(lines.length).toBeGreaterThanOrEqual(90)
  expect(new Set(lines.map(({ room }) => room)).size).toBeGreaterThanOrEqual(8)
})

test('every test that crashes, races or exhausts something proves a threat of the page', () => {
  const named = new Set(linesOf(PAGE).flatMap(({ proofs }) => proofs))
  const proving = ['crashes', 'races', 'exhaustive'].flatMap((room) =>
    readdirSync(`test/${room}`, { recursive: true, encoding: 'utf8' }).map((file) => `test/${room}/${file}`),
  )
  expect(proving.filter((path) => path.endsWith('.test.ts') && !named.has(path))).toEqual([])
})

test('the page is read through in ten minutes', () => {
  expect(PAGE.split(/[\s|]+/).length).toBeLessThan(3_900)
})

const SOURCES: Record<string, string> = {
  'test/a.test.ts': `
    test('plain', () => {})
    for (const x of [1]) test(\`case \${x} of many\`, () => {})
    test.each([1])('each', () => {})
    function slowTest(name: string, run: () => void) { test.concurrent(name, run) }
    slowTest('slow', () => {})`,
  'test/skip.test.ts': `test('plain', () => {}); test.skip('skipped', () => {})`,
  'test/around.test.ts': `describe.skipIf(isSlow)('apart', () => { test('inside', () => {}) })`,
  'test/todo.test.ts': `test.todo('to do')`,
  'test/empty.test.ts': `
    fastTest('fast', () => {})
    // test('in a comment', () => {})
    const text = "test('in a text', () => {})"`,
  'test/contract/a.cases.ts': `[it('case', async () => {}), { name: 'no case' }]`,
  'test/contract/none.cases.ts': `[{ name: 'no case' }]`,
  'test/support/a.ts': `test('plain', () => {})`,
}

for (const [proofs, problem] of [
  ['`test/a.test.ts`', null],
  ['`test/contract/a.cases.ts`', null],
  ['`test/a.test.ts`, `test/contract/a.cases.ts`', null],
  ['', 'a threat names no test'],
  ['`test/a.test.ts`,', '`test/a.test.ts`, is no file of tests'],
  ['`test/a.test.ts`, words', 'words is no file of tests'],
  [
    '`test/a.test.ts`, `test/a.test.ts`, `test/a.test.ts`, `test/a.test.ts`',
    'a threat names more than 3 files',
  ],
  ['`test/skip.test.ts`', 'test/skip.test.ts may skip "skipped"'],
  ['`test/around.test.ts`', 'test/around.test.ts may skip "inside"'],
  ['`test/todo.test.ts`', 'test/todo.test.ts has no test'],
  ['`test/empty.test.ts`', 'test/empty.test.ts has no test'],
  ['`test/contract/none.cases.ts`', 'test/contract/none.cases.ts has no test'],
  ['`test/gone.test.ts`', 'test/gone.test.ts is no file of tests'],
  ['`test/a.test.ts`, `test/gone.test.ts`', 'test/gone.test.ts is no file of tests'],
  ['`test/support/a.ts`', 'test/support/a.ts is no file of tests'],
] as const) {
  test(`a line that names ${proofs || 'nothing'} ${problem === null ? 'passes' : 'is caught'}`, () => {
    const lines = linesOf(
      `## Room\n\n| threat | defence | tests |\n| --- | --- | --- |\n| a threat | it holds | ${proofs} |`,
    )
    expect(problemsOf(lines, (path) => SOURCES[path] ?? null)).toEqual(problem === null ? [] : [problem])
  })
}

test('a threat without a defence, a defence without a threat, a threat twice and one in no room are caught', () => {
  const proof = '`test/a.test.ts`'
  const problems = (markdown: string) => problemsOf(linesOf(markdown), (path) => SOURCES[path] ?? null)
  for (const line of [`| c |  | ${proof} |`, `|  | c | ${proof} |`]) {
    expect(problems(`## Room\n| a | b | ${proof} |\n${line}`)).toEqual(['c is half a line'])
  }
  expect(problems(`## Room\n| a | b | ${proof} |\n## Other\n| a | c | ${proof} |`)).toEqual([
    'a is told twice',
  ])
  expect(problems(`| a | b | ${proof} |`)).toEqual(['a stands in no room'])
})
