import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')
const readJson = (path: string): unknown => JSON.parse(read(path))
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

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

/** The units as they stand, but for what this machine lacks: the user, the directory and Debian's place for Node. */
function unitsHere(): string {
  const directory = mkdtempSync(join(tmpdir(), 'convites-units-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  for (const name of ['convites@.socket', 'convites@.service']) {
    const unit = read(`deploy/${name}`)
      .replace('User=convites', 'User=daemon')
      .replace('WorkingDirectory=/opt/convites/atual', 'WorkingDirectory=/')
      .replace('/usr/bin/node', process.execPath)
    writeFileSync(join(directory, name), unit)
  }
  return directory
}

test('systemd takes both units without a word, and rates what is left open to the service 3.0 or less', (context) => {
  context.skip(!hasSystemd, 'systemd-analyze is not installed: the units are read, not verified')
  const directory = unitsHere()
  const units = ['service', 'socket'].map((kind) => join(directory, `convites@3000.${kind}`))
  const verified = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], { encoding: 'utf8' })
  expect([verified.status, verified.stdout + verified.stderr]).toEqual([0, ''])
  const rated = spawnSync(
    'systemd-analyze',
    ['security', '--offline=true', '--no-pager', '--threshold=30', join(directory, 'convites@.service')],
    { encoding: 'utf8' },
  )
  const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(rated.stdout) ?? []
  expect(Number(exposure)).toBeLessThanOrEqual(3)
  expect(rated.status).toBe(0)
})

test('the service has its socket from systemd, whatever happens to it, and neither is ever given up', () => {
  const [socket, service] = [read('deploy/convites@.socket'), read('deploy/convites@.service')]
  expect(socket).toMatch(/^ListenStream=127\.0\.0\.1:%i$/m)
  expect(socket).toMatch(/^TriggerLimitIntervalSec=0$/m)
  expect(service).toMatch(/^Requires=convites@%i\.socket$/m)
  expect(service).toMatch(/^After=.*\bconvites@%i\.socket$/m)
  expect(service).toMatch(/^StartLimitIntervalSec=0$/m)
  expect(service).toMatch(/^Restart=always$/m)
  // The server exits by itself before systemd kills it.
  const forced = /FORCED_EXIT_MS = STOP_GRACE_MS \+ ([\d_]+)/.exec(read('server/http/lifecycle.ts'))?.[1]
  const grace = /STOP_GRACE_MS = ([\d_]+)/.exec(read('server/http/connections.ts'))?.[1]
  const ms = [forced, grace].reduce((sum, text = '') => sum + Number(text.replace('_', '')), 0)
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(service)?.[1]) * 1000).toBeGreaterThan(ms)
})

test('the guide stops sockets and services together: a service alone is back with the next request', () => {
  const stops = [...read('docs/producao.md').matchAll(/systemctl stop (.*)/g)].map(([, what = '']) => what)
  expect(stops.length).toBeGreaterThan(1)
  for (const what of stops) expect(what).toMatch(/^'convites@\*\.socket' 'convites@\*\.service'/)
})

test('a build says its version, which the changelog has, and its commit', () => {
  const { version } = readJson('package.json') as { version: string }
  expect(read('CHANGELOG.md')).toMatch(new RegExp(`^## ${version.replaceAll('.', '\\.')}$`, 'm'))
  expect(readJson('build/versao.json')).toEqual({
    version,
    commit: expect.stringMatching(/^([0-9a-f]{7,}|unknown)$/) as string,
  })
})
