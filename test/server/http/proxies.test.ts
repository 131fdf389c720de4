import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../support/process.ts'
import { ROUTES } from '../../../server/route-table.ts'
import { ask } from '../../support/http-server.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const hasNginx = spawnSync('nginx', ['-v']).status === 0
const NO_NGINX = 'nginx is not installed: its example is read, not run'

const EXAMPLE = read('deploy/nginx.conf')
const TOKEN = 'a-token-nobody-may-read'

/** Values of a directive of the nginx example, one for each time it is set. */
const valuesOf = (directive: string) =>
  Array.from(EXAMPLE.matchAll(new RegExp(`^ *${directive} (.*);$`, 'gm')), ([, value = '']) => value)

test('the nginx example logs routes in place of addresses, and no address of a client, in both its servers', () => {
  const servers = EXAMPLE.match(/^server \{/gm)?.length
  expect(valuesOf('access_log')).toEqual(Array(servers).fill('/var/log/nginx/convites.log convites'))
  const [format = ''] = valuesOf('log_format convites')
  const variables = format.match(/\$\w+/g) ?? []
  expect(variables).toContain('$convites_route')
  expect(
    variables.filter((name) => /remote|uri|request$|args|referer|user|cookie|forwarded|host/.test(name)),
  ).toEqual([])
  // Its lines have the client's address and the path, whatever format is set.
  expect(valuesOf('error_log').map((value) => value.split(' ')[1])).toEqual(Array(servers).fill('emerg'))
})

test('the nginx example names the same pages in its log as the server does in its own', () => {
  const [, names = ''] = /~\^\/\((.*)\)\$ \$uri;/.exec(EXAMPLE) ?? []
  const named = names.split('|').map((name) => `/${name.replaceAll('\\', '')}`)
  // Of the team's pages the log tells no more than whose they are.
  const families = [...EXAMPLE.matchAll(/~\^(\/\w+)\(\/\|\$\) \1\/\*;/g)].map(([, family = '']) => family)
  expect(families).toEqual(['/equipe', '/painel', '/porta'])
  const isOfTeam = (path: string) => families.some((family) => `${path}/`.startsWith(`${family}/`))
  const inOurs = ROUTES.map(({ path }) => path).filter((path) => !/[:*]/.test(path) && !isOfTeam(path))
  expect(named.sort()).toEqual(inOurs.sort())
})

test('the nginx example is as strict with slow clients as the server, and bounds what one address has at work', () => {
  const sources = read('server/http/server.ts') + read('server/http/form-body.ts')
  const millisecondsOf = (name: string) =>
    Number(new RegExp(`${name}(?::| =) ([\\d_]+)`).exec(sources)?.[1]?.replace('_', ''))
  const seconds = (directive: string) => valuesOf(directive).map((value) => Number.parseInt(value) * 1000)
  for (const value of seconds('client_header_timeout'))
    expect(value).toBeLessThanOrEqual(millisecondsOf('headersTimeout'))
  for (const value of seconds('client_body_timeout'))
    expect(value).toBeLessThanOrEqual(millisecondsOf('FORM_MS'))
  expect([valuesOf('client_header_timeout').length, valuesOf('client_body_timeout').length]).toEqual([2, 1])
  expect(valuesOf('limit_conn')).toHaveLength(1)
})

test('the nginx example passes on whatever a page takes', () => {
  const exact = new Map([...EXAMPLE.matchAll(/location = (\S+) \{[^}]*max_body_size (\S+);/g)].map(sizeIn))
  const others = [...EXAMPLE.matchAll(/location ~ (\S+) \{[^}]*max_body_size (\S+);/g)].map(sizeIn)
  const [usual = 0] = [...EXAMPLE.matchAll(/^ {2}(client_max_body_size) (\S+);/gm)].map(
    (found) => sizeIn(found)[1],
  )
  expect([exact.size, others.length, usual]).toEqual([2, 1, 64 * 1024])
  for (const { path, body } of ROUTES) {
    const address = path.replace(/:\w+/g, 'x')
    const named = others.find(([pattern]) => new RegExp(pattern).test(address))?.[1]
    expect(exact.get(address) ?? named ?? usual, path).toBeGreaterThanOrEqual(body?.maxBytes ?? 0)
  }
})

/** A place and the bytes it takes. */
function sizeIn([, place = '', size = '']: string[]): [string, number] {
  return [place, Number.parseInt(size) * (size.endsWith('m') ? 1024 * 1024 : 1024)]
}

test('Caddy lets an idle connection to the server go before the server closes it, and logs no path', () => {
  const caddy = read('deploy/Caddyfile')
  const keptByServer = Number(
    /keepAliveTimeout: ([\d_]+)/.exec(read('server/http/server.ts'))?.[1]?.replace('_', ''),
  )
  expect(Number(/^\s*keepalive (\d+)s$/m.exec(caddy)?.[1]) * 1000).toBeLessThan(keptByServer)
  expect(caddy).toMatch(/^\s*exclude http\.log\.error$/m)
  expect(caddy.match(/^\s*log\b/gm)).toHaveLength(1)
})

test('the guide to a move stops what runs maintenance by the clock first, and starts it again after it', () => {
  const section = read('docs/producao.md')
    .split(/^## /m)
    .find((text) => text.includes('npm run migrar -- --de'))
  expect(section?.match(/gcloud scheduler jobs \w+ manutencao|^3\. Run the command/gm)).toEqual([
    'gcloud scheduler jobs pause manutencao',
    '3. Run the command',
    'gcloud scheduler jobs resume manutencao',
  ])
})

test('the guide keeps requests out of the logs of Google Cloud, and closes the way around a load balancer', () => {
  const guide = read('docs/producao.md')
  expect(guide).toMatch(/gcloud logging sinks update _Default[\s\S]*?run\.googleapis\.com\/requests/)
  expect(guide).toMatch(/--ingress=internal-and-cloud-load-balancing/)
})

/** nginx with the example as it stands, but for ports, certificates and the places of its files. */
async function startExample(upstream: number): Promise<{ ports: number[]; logs: () => string }> {
  const directory = mkdtempSync(join(tmpdir(), 'convites-nginx-'))
  mkdirSync(join(directory, 'logs'))
  const ports = [await freePort(), await freePort()]
  const example = EXAMPLE.replace(/^ *(listen \[::\]|ssl_).*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${ports[0] ?? 0};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${ports[1] ?? 0};`)
    .replaceAll('/var/log/nginx/', `${directory}/logs/`)
    .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/${name};`,
  )
  writeFileSync(
    join(directory, 'nginx.conf'),
    `daemon off; pid ${directory}/pid; worker_processes 1; error_log ${directory}/logs/main.log;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 512; }
    http { access_log off; ${temporary.join(' ')} ${example} }`,
  )
  const args = ['-p', directory, '-c', join(directory, 'nginx.conf'), '-e', join(directory, 'logs/main.log')]
  const { status, stderr } = spawnSync('nginx', ['-t', ...args], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  const child = spawn('nginx', args, { stdio: 'ignore' })
  onTestFinished(async () => {
    child.kill()
    await once(child, 'exit')
    rmSync(directory, { recursive: true })
  })
  const isUp = (port: number) =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket.end() instanceof Object))
      socket.on('error', () => resolve(false))
    })
  while (!(await isUp(ports[1] ?? 0))) await new Promise((resolve) => setTimeout(resolve, 20))
  const logs = () =>
    ['convites.log', 'convites-error.log'].map((name) => read(join(directory, 'logs', name))).join('')
  return { ports, logs }
}

test('nginx with the example writes no token and no address, though the server is away', async (context) => {
  context.skip(!hasNginx, NO_NGINX)
  const server = createServer((_, res) => res.end('ok')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const nginx = await startExample((server.address() as AddressInfo).port)
  const statuses = async () =>
    Promise.all(
      nginx.ports.map(async (port) => {
        const { status } = await fetch(`http://127.0.0.1:${port}/c/${TOKEN}`, {
          redirect: 'manual',
          headers: { referer: `https://convite.example.org/c/${TOKEN}` },
        })
        return status
      }),
    )
  expect(await statuses()).toEqual([308, 200])
  server.closeAllConnections()
  server.close()
  expect(await statuses()).toEqual([308, 502])
  const logs = nginx.logs()
  expect(logs.match(/ GET \/c\/:token (200|308|502) /g)).toHaveLength(4)
  expect(logs).not.toContain(TOKEN)
  expect(logs).not.toContain('127.0.0.1')
})

test('nginx with the example redirects every Host to its own name', async (context) => {
  context.skip(!hasNginx, NO_NGINX)
  const nginx = await startExample(await freePort())
  for (const host of ['convite.example.org', 'elsewhere.test']) {
    const { status, headers } = await ask(nginx.ports[0] ?? 0, { path: '/c/x?y=1', headers: { host } })
    expect([status, headers.location]).toEqual([308, 'https://convite.example.org/c/x?y=1'])
  }
})

test('nginx with the example closes a connection whose headers do not come within five seconds', async (context) => {
  context.skip(!hasNginx, NO_NGINX)
  const nginx = await startExample(await freePort())
  const startedAt = Date.now()
  await new Promise((resolve) => {
    const socket = connect(nginx.ports[1] ?? 0, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: '))
    socket.on('error', () => {}).on('close', resolve)
    socket.resume()
  })
  expect(Date.now() - startedAt).toBeGreaterThan(4_000)
  // Without the setting nginx waits for a minute.
  expect(Date.now() - startedAt).toBeLessThan(40_000)
})
