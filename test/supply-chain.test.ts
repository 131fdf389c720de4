import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const DECISION = 'docs/decisions/0002-dependencies.md'
const read = (path: string) => readFileSync(path, 'utf8')

interface Package {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}

interface Lock {
  lockfileVersion: number
  packages: Record<string, { version?: string; integrity?: string; hasInstallScript?: true }>
}

const { scripts, dependencies, devDependencies, allowScripts } = JSON.parse(read('package.json')) as Package
const packagesOf = (lock: string) => (JSON.parse(read(lock)) as Lock).packages
const { '': root, ...locked } = packagesOf('package-lock.json')
const direct = { ...dependencies, ...devDependencies }

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

test('every package is named in one exact version, and the lock holds that one', () => {
  expect(root).toBeDefined()
  for (const [name, version] of Object.entries(direct)) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/)
    expect(locked[`node_modules/${name}`]?.version, name).toBe(version)
  }
})

test('every package of the lock is known by its hash', () => {
  expect(Object.keys(locked).length).toBeGreaterThan(300)
  const { '': nodes, ...otherNodes } = packagesOf('.ci/nodes/package-lock.json')
  expect(nodes).toBeDefined()
  const unknown = [...Object.entries(locked), ...Object.entries(otherNodes)].filter(
    ([, { integrity }]) => !(integrity ?? '').startsWith('sha512-'),
  )
  expect(unknown.map(([path]) => path)).toEqual([])
})

const INSTALLS = /\bnpm (?:install|i|add|update|ci)\b|\bnpx (?:-y|--yes)\b/g

test('nothing installs but what the lock says', () => {
  const places = ['.ci/run', 'deploy/Dockerfile', 'deploy/cloudbuild.yaml', 'README.md', 'docs/producao.md']
  const commands = [...places.map(read), ...Object.values(scripts)].flatMap(
    (text) => text.match(INSTALLS) ?? [],
  )
  expect([...new Set(commands)]).toEqual(['npm ci'])
})

test('every package with an install script is allowed or denied by name, those allowed with a word in decision 0002', () => {
  const withScript = Object.entries(locked).filter(([, { hasInstallScript }]) => hasInstallScript === true)
  const names = new Set(withScript.map(([path]) => nameOf(path)))
  expect(Object.keys(allowScripts).sort()).toEqual([...names].sort())
  const [, told = ''] = /Install scripts run for ([^()]*?) only/.exec(read(DECISION)) ?? []
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name] === true)
  expect(allowed.sort()).toEqual(told.split(/, | and /).sort())
})

/**
 * The packages that decision 0002 gives a reason for: the first column of its table, and the development
 * list.
 */
function reasoned(decision: string): string[] {
  const rows = [...decision.matchAll(/^\| ([^|]+?) +\|/gm)].map(([, cell = '']) => cell)
  const [, development = ''] = /For development only:([\s\S]*?)\n\n/.exec(decision) ?? []
  const list = development.replace(/\([^)]*\)/g, '').replace(/\.\s*$/, '')
  return [...rows.slice(1), list]
    .flatMap((names) => names.split(/,|\s+and\s+/))
    .map((name) => name.replace(/[`\s]/g, ''))
    .filter((name) => name !== '' && !/^-+$/.test(name))
}

test('decision 0002 has a reason for every package, and for none that is gone', () => {
  const named = reasoned(read(DECISION))
  const isNamed = (name: string) => named.includes(name) || named.includes(name.replace(/\/.*/, '/*'))
  expect(Object.keys(direct).filter((name) => !isNamed(name))).toEqual([])
  const isThere = (name: string) =>
    name.endsWith('/*')
      ? Object.keys(direct).some((each) => each.startsWith(name.slice(0, -1)))
      : name in direct
  expect(named.filter((name) => !isThere(name))).toEqual([])
})

test('a list of reasons is read by its table and its sentence', () => {
  const decision = `
| package  | why    |
| -------- | ------ |
| a, @b/c  | sums   |
| d        | x, y   |

For development only: e and f (checks, and more), @g/*,
h.

## Consequences
`
  expect(reasoned(decision)).toEqual(['a', '@b/c', 'd', 'e', 'f', '@g/*', 'h'])
})
