import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from './process.ts'

/** The proxies that `deploy/` has an example for. */
export type ProxyName = 'caddy' | 'nginx'

export const isInstalled = (name: ProxyName) =>
  spawnSync(name, [name === 'nginx' ? '-v' : 'version']).status === 0

/** A proxy running its example unchanged, except for ports, certificates and the paths of its files. */
export interface Proxy {
  /** Where guests connect, without TLS. */
  port: number
  /** nginx's port that only redirects. */
  redirectPort: number
  /** Everything it logged. */
  logs: () => string
  stop: () => Promise<void>
}

/**
 * Starts a proxy in front of the ports of servers, and waits until it listens.
 * @throws Error with the proxy's message when it refuses
 */
export async function startProxy(name: ProxyName, ...upstream: number[]): Promise<Proxy> {
  const directory = mkdtempSync(join(tmpdir(), `convites-${name}-`))
  mkdirSync(join(directory, 'logs'))
  const ports = { port: await freePort(), redirectPort: await freePort() }
  const args = (name === 'nginx' ? configureNginx : configureCaddy)(directory, ports, upstream)
  const test = spawnSync(name, args.test, { encoding: 'utf8', env: environmentIn(directory) })
  if (test.status !== 0) throw new Error(`${name} refuses its example: ${test.stderr}`)
  const child = spawn(name, args.run, { stdio: ['ignore', 'pipe', 'pipe'], env: environmentIn(directory) })
  const kill = () => child.kill()
  process.once('exit', kill)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  }
  while (!(await isUp(ports.port))) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${printed}`)
    await new Promise((done) => setTimeout(done, 20))
  }
  return {
    ...ports,
    logs: () =>
      printed + args.logs.map((file) => readFileSync(join(directory, 'logs', file), 'utf8')).join(''),
    async stop() {
      process.off('exit', kill)
      if (child.exitCode === null) {
        const ended = once(child, 'exit')
        child.kill()
        await ended
      }
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const environmentIn = (directory: string) => ({
  PATH: process.env.PATH ?? '',
  HOME: directory,
  NODE_ENV: 'production' as const,
})

type Ports = Pick<Proxy, 'port' | 'redirectPort'>

/** Where the pages of `deploy/proxy` are on a server, and here. */
const INSTALLED = '/opt/convites/atual/deploy'

function configureNginx(directory: string, { port, redirectPort }: Ports, upstream: number[]) {
  const example = readFileSync('deploy/nginx.conf', 'utf8')
    .replace(/^ *(listen \[::\]|ssl_).*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${redirectPort};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replaceAll('/var/log/nginx/', `${directory}/logs/`)
    .replaceAll('127.0.0.1:3000', 'convites')
    .replace(INSTALLED, resolve('deploy'))
  const servers = upstream.map((one) => `server 127.0.0.1:${one};`).join(' ')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${directory}/${kind};`,
  )
  writeFileSync(
    join(directory, 'nginx.conf'),
    `daemon off; pid ${directory}/pid; worker_processes 1; error_log ${directory}/logs/main.log;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 2048; }
    http { access_log off; types { text/html html; } ${temporary.join(' ')} upstream convites { ${servers} } ${example} }`,
  )
  const run = ['-p', directory, '-c', join(directory, 'nginx.conf'), '-e', join(directory, 'logs/main.log')]
  return { test: ['-t', ...run], run, logs: ['convites.log', 'convites-error.log'] }
}

function configureCaddy(directory: string, { port }: Ports, upstream: number[]) {
  const path = join(directory, 'Caddyfile')
  const example = readFileSync('deploy/Caddyfile', 'utf8')
    .replace(/^\{\n/, '{\n\tadmin off\n\tauto_https off\n')
    .replace(/^convite\.example\.org \{/m, `http://:${port} {\n\tbind 127.0.0.1`)
    .replaceAll('127.0.0.1:3000', upstream.map((one) => `127.0.0.1:${one}`).join(' '))
    .replace(INSTALLED, resolve('deploy'))
  writeFileSync(path, example)
  const config = ['--adapter', 'caddyfile', '--config', path]
  return { test: ['validate', ...config], run: ['run', ...config], logs: [] }
}

function isUp(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => done(socket.end() instanceof Object))
    socket.on('error', () => done(false))
  })
}
