import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isInstalled } from './support/proxies.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const readJson = (path: string): unknown => JSON.parse(read(path))
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
const [hasNginx, hasCaddy] = [isInstalled('nginx'), isInstalled('caddy')]

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

function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), 'convites-units-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

/** The units, without what this machine lacks: the user, the directory and Debian's path of Node. */
function unitsHere(name: string): string {
  const directory = temporary()
  for (const kind of ['socket', 'service']) {
    const unit = read(`deploy/convites@.${kind}`)
      .replace('User=%p', 'User=daemon')
      .replace('WorkingDirectory=/opt/%p/atual', 'WorkingDirectory=/')
      .replace('/usr/bin/node', process.execPath)
    writeFileSync(join(directory, `${name}@.${kind}`), unit)
  }
  return directory
}

for (const unit of ['convites@3000', 'convites_baile@3100'])
  test(`systemd takes both units as ${unit} without a word`, (context) => {
    context.skip(!hasSystemd, 'systemd-analyze is not installed: the units are read, not verified')
    const directory = unitsHere(unit.split('@')[0] ?? '')
    const units = ['service', 'socket'].map((kind) => join(directory, `${unit}.${kind}`))
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], { encoding: 'utf8' })
    expect([verified.status, verified.stdout + verified.stderr]).toEqual([0, ''])
  })

test('systemd rates what is left open to the service 3.0 or less', (context) => {
  context.skip(!hasSystemd, 'systemd-analyze is not installed: the units are read, not verified')
  const directory = unitsHere('convites')
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
  expect(service).toMatch(/^Requires=%p@%i\.socket$/m)
  expect(service).toMatch(/^After=.* %p@%i\.socket$/m)
  expect(service).toMatch(/^StartLimitIntervalSec=0$/m)
  expect(service).toMatch(/^Restart=always$/m)
  // The server exits by itself before systemd kills it.
  const forced = /FORCED_EXIT_MS = STOP_GRACE_MS \+ ([\d_]+)/.exec(read('server/http/lifecycle.ts'))?.[1]
  const grace = /STOP_GRACE_MS = ([\d_]+)/.exec(read('server/http/connections.ts'))?.[1]
  const ms = [forced, grace].reduce((sum, text = '') => sum + Number(text.replace('_', '')), 0)
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(service)?.[1]) * 1000).toBeGreaterThan(ms)
})

test('a server has room for itself beside an own picture that is prepared, wherever it runs, and outlives one that takes more', () => {
  const [, picture] = /MEMORY_MAX = (\d+) \* 1024/.exec(read('server/arte/drawer.ts')) ?? []
  const service = read('deploy/convites@.service')
  const given = [
    /^MemoryMax=(\d+)G$/m.exec(service),
    /mem_limit: (\d+)g$/m.exec(read('deploy/compose.yaml')),
    /--memory=(\d+)Gi /.exec(read('docs/producao.md')),
  ]
  for (const found of given) expect(Number(found?.[1]) * 1024 - Number(picture)).toBeGreaterThan(400)
  expect(service).toMatch(/^OOMPolicy=continue$/m)
})

test('user, folders and port of a process come from the name of its unit, so that two events share none', () => {
  const [socket, service] = [read('deploy/convites@.socket'), read('deploy/convites@.service')]
  const settings = (socket + service).replace(/^#.*$/gm, '')
  expect(settings).not.toContain('convites')
  for (const own of ['User=%p', 'WorkingDirectory=/opt/%p/atual', 'StateDirectory=%p', 'PORT=%i'])
    expect(service).toContain(own)
})

/** What the guide turns an example into for another event. */
function another(path: string): string {
  const [made = ''] = /^another\(\) \{.*\}$/m.exec(read('docs/producao.md')) ?? []
  const script = `EVENTO=baile HOST=baile.example.org PORT=3100\n${made}\nanother "$1"`
  const run = spawnSync('sh', ['-euc', script, 'sh', path], { encoding: 'utf8' })
  expect([run.status, run.stderr]).toEqual([0, ''])
  return run.stdout
}

test('a release of another event is made in its own folder, and no name is one of another place', () => {
  const release = (name: string) =>
    spawnSync('sh', ['deploy/release.sh', '--back', `--evento=${name}`], { encoding: 'utf8' }).stderr
  expect(release('baile')).toContain('/opt/convites_baile')
  for (const name of ['', '../x', 'Baile', 'a b'])
    expect(release(name)).toBe('release: the name of an event is of small letters and digits\n')
})

test('the guide gives a second event a host name of its own, and says first why', () => {
  const [, section = ''] = read('docs/producao.md').split('**Two events on one machine**')
  expect(section.search(/cookies by\s+the name of the host/)).toBeGreaterThan(0)
  expect(section.search(/cookies by\s+the name of the host/)).toBeLessThan(section.indexOf('```sh'))
  for (const path of ['deploy/nginx.conf', 'deploy/Caddyfile']) {
    expect(another(path).match(/convites(?!_baile)|convite\.example|:3000/g)).toBeNull()
    expect(another(path)).toContain('baile.example.org')
    expect(another(path)).toContain('127.0.0.1:3100')
  }
})

test('nginx takes the examples of both events together', (context) => {
  context.skip(!hasNginx, 'nginx is not installed: its examples are read, not tried')
  const directory = temporary()
  const here = (text: string) =>
    text
      .replace(/^ *(listen \[::\]|ssl_).*\n/gm, '')
      .replace('listen 80;', 'listen 127.0.0.1:18080;')
      .replace('listen 443 ssl http2;', 'listen 127.0.0.1:18443;')
      .replaceAll('/var/log/nginx/', `${directory}/`)
  const examples = here(read('deploy/nginx.conf')) + here(another('deploy/nginx.conf'))
  const path = join(directory, 'nginx.conf')
  const http = `access_log off; types { text/html html; } ${examples}`
  writeFileSync(path, `pid ${directory}/pid;\nevents {}\nhttp { ${http} }`)
  const run = spawnSync('nginx', ['-t', '-q', '-p', directory, '-c', path, '-e', join(directory, 'main.log')])
  expect([run.status, run.stderr.toString()]).toEqual([0, ''])
})

test('Caddy serves both events, each by its name and to its own port', (context) => {
  context.skip(!hasCaddy, 'Caddy is not installed: its examples are read, not tried')
  const path = join(temporary(), 'Caddyfile')
  // As the guide does: everything except the options, which are already there.
  writeFileSync(path, read('deploy/Caddyfile') + another('deploy/Caddyfile').replace(/^\{[\s\S]*?^\}/m, ''))
  const run = spawnSync('caddy', ['adapt', '--adapter', 'caddyfile', '--config', path], { encoding: 'utf8' })
  expect(run.status).toBe(0)
  for (const told of ['baile.example.org', '127.0.0.1:3100', 'convite.example.org', '127.0.0.1:3000'])
    expect(run.stdout).toContain(`"${told}"`)
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
