import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')
const readJson = (path: string): unknown => JSON.parse(read(path))

test('the rules of Firestore deny every client everything', () => {
  const rules = read('deploy/firebase/firestore.rules').replace(/\/\/.*$/gm, '')
  expect(rules.match(/allow[^;]*;/g)).toEqual(['allow read, write: if false;'])
  expect(rules).toContain('match /{document=**}')
})

test('the rules of the realtime database deny every client everything', () => {
  expect(readJson('deploy/firebase/database.rules.json')).toEqual({
    rules: { '.read': false, '.write': false },
  })
})

test('firebase.json names files that exist, and its emulators listen on loopback only', () => {
  const config = readJson('deploy/firebase/firebase.json') as {
    firestore: Record<string, string>
    database: Record<string, string>
    emulators: Record<string, { host?: string; enabled?: boolean } | boolean>
  }
  for (const file of [...Object.values(config.firestore), ...Object.values(config.database)]) {
    expect(existsSync(`deploy/firebase/${file}`), file).toBe(true)
  }
  const emulators = Object.values(config.emulators).filter((emulator) => typeof emulator === 'object')
  expect(emulators.length).toBeGreaterThan(2)
  for (const { host, enabled } of emulators) expect(enabled === false || host === '127.0.0.1').toBe(true)
})

test('the guide names every variable, and only commands and files that exist', () => {
  const guide = read('docs/producao.md')
  const variables = [...read('.env.example').matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name = '']) => name)
  expect(variables.length).toBeGreaterThan(10)
  expect(variables.filter((name) => !new RegExp(`\\b${name}\\b`).test(guide))).toEqual([])

  const { scripts } = readJson('package.json') as { scripts: Record<string, string> }
  const commands = [...guide.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
  expect(commands.length).toBeGreaterThan(3)
  expect(commands.filter((name) => !(name in scripts))).toEqual([])

  const compiled = [...guide.matchAll(/build\/node\/([\w/-]+)\.js/g)].map(
    ([, name = '']) => `server/${name}.ts`,
  )
  const named = [...guide.matchAll(/\b(?:deploy|test|server)\/[\w@./-]*\w/g)].map(([path]) => path)
  expect([...compiled, ...named].filter((path) => !existsSync(path))).toEqual([])
})

test('the nginx example redirects to its own name, whatever Host a request brings', () => {
  const redirects = [...read('deploy/nginx.conf').matchAll(/^ *return 3\d\d (\S+);$/gm)].map(([, to]) => to)
  expect(redirects).toEqual(['https://$server_name$request_uri'])
})
