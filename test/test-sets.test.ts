import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const FILES = readdirSync('test', { recursive: true, encoding: 'utf8' }).map((path) => join('test', path))
const inVitest = FILES.filter((path) => /\.test\.tsx?$/.test(path)).sort()
const inBrowsers = FILES.filter((path) => path.endsWith('.spec.ts'))

/** The files of a run. */
function setOf(config: string): string[] {
  const args = ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json', '--config', config]
  const listed = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as { file: string }[]
  return listed.map(({ file }) => relative('.', file)).sort()
}

const [memory = [], quick = [], full = [], node = []] = ['', 'quick.', 'full.', 'node.'].map((set) =>
  setOf(`vitest.${set}config.ts`),
)

test('npm test and npm run test:full run every test file there is, and none twice', () => {
  expect([...memory, ...quick, ...full].sort()).toEqual(inVitest)
  expect(inVitest).toEqual(expect.arrayContaining(node))
})

test('every test of browsers is in test/e2e, where npm run test:e2e looks, and none of another kind is', () => {
  expect(inBrowsers.length).toBeGreaterThan(30)
  expect(inBrowsers.filter((path) => !path.startsWith('test/e2e/'))).toEqual([])
  expect(inVitest.filter((path) => path.startsWith('test/e2e/'))).toEqual([])
})

test('npm test has all in memory, the contract on each storage, and a few of each slow kind', () => {
  const rooms = ['test/app/', 'test/server/domain/', 'test/server/use-cases/', 'test/server/planilhas/']
  const ofRooms = inVitest.filter((path) => rooms.some((room) => path.startsWith(room)))
  expect(memory).toEqual(expect.arrayContaining(ofRooms))
  const contract = ['firebase', 'firebase-demands', 'memory', 'naive', 'sqlite'].map(
    (name) => `test/contract/${name}.test.ts`,
  )
  expect([...memory, ...quick]).toEqual(expect.arrayContaining(contract))
  for (const room of ['test/journeys/http/', 'test/crashes/', 'test/crashes/firestore/', 'test/races/'])
    expect(quick.filter((path) => path.startsWith(room)).length, room).toBeGreaterThan(0)
})

test('every run names files that exist', () => {
  for (const config of ['vitest.config.ts', 'vitest.quick.config.ts', 'vitest.node.config.ts']) {
    const sets = [...readFileSync(config, 'utf8').matchAll(/'(test\/[\w/-]*)\{([\w,*-]+)\}\.test\.ts'/g)]
    expect(sets.length, config).toBeGreaterThan(0)
    for (const [, folder = '', names = ''] of sets)
      for (const name of names.split(',')) {
        const pattern = new RegExp(`^${folder}${name.replaceAll('*', '[^/]*')}\\.test\\.ts$`)
        const named = inVitest.filter((path) => pattern.test(path))
        expect(named.length, `${config}: ${folder}${name}`).toBeGreaterThan(0)
      }
  }
})

test('.ci/run calls what together has everything: both sets, the browsers and the proofs', () => {
  const run = readFileSync('.ci/run', 'utf8')
  for (const command of ['npm test', 'npm run test:full', 'npm run test:e2e', 'npm run prova -- --curta'])
    expect(run).toContain(`\n${command} || failed=1`)
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  for (const script of ['lint', 'format', 'test:memory', 'test:quick']) expect(scripts.test).toContain(script)
})
