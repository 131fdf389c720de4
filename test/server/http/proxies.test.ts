import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PATIENCE } from '../../../server/planilhas/sheet-process.ts'
import { ROUTES } from '../../../server/route-table.ts'
import { EVENTO_POR_VIR } from '../../support/environment.ts'
import { holdSocket } from '../../support/held-socket.ts'
import { readAlert } from '../../support/html.ts'
import { ask, FORM } from '../../support/http-server.ts'
import { convidado, openJar, readLeft, statuses } from '../../support/journey.ts'
import { freePort, newDirectory, removeDirectory, startProcess } from '../../support/process.ts'
import { isInstalled, startProxy, type Proxy, type ProxyName } from '../../support/proxies.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const hasNginx = isInstalled('nginx')
const NO_NGINX = 'nginx is not installed: its example is read, not run'

const EXAMPLE = read('deploy/nginx.conf')
/** The time left to store a spreadsheet after reading it, and to answer, in milliseconds. */
const ANSWER_MS = 3_000
const TOKEN = 'a-token-nobody-may-read'

/** All values of a directive in the nginx example. */
const valuesOf = (directive: string) =>
  Array.from(EXAMPLE.matchAll(new RegExp(`^ *${directive} (.*);$`, 'gm')), ([, value = '']) => value)

test('the nginx example logs routes in place of addresses, and no address of a client, in both its servers', () => {
  const servers = EXAMPLE.match(/^server \{/gm)?.length
  expect(valuesOf('access_log')).toEqual(Array(servers).fill('/var/log/nginx/convites.log convites'))
  const [format = ''] = valuesOf('log_format convites')
  const variables = format.match(/\$\w+/g) ?? []
  expect(variables).toEqual(expect.arrayContaining(['$convites_method', '$convites_route']))
  expect(
    variables.filter((name) => /remote|uri|request$|args|referer|user|cookie|forwarded|host/.test(name)),
  ).toEqual([])
  // Its lines have the client's address and the path, whatever format is set.
  expect(valuesOf('error_log').map((value) => value.split(' ')[1])).toEqual(Array(servers).fill('emerg'))
})

test('the nginx example names the same pages in its log as the server does in its own', () => {
  const [, names = ''] = /~\^\/\((.*)\)\(\\\?\|\$\) \/\$1;/.exec(EXAMPLE) ?? []
  const named = names.split('|').map((name) => `/${name.replaceAll('\\', '')}`)
  // For the team's pages, the log says only which family they belong to.
  const families = [...EXAMPLE.matchAll(/~\^(\/\w+)\(\[\/\?\]\|\$\) \1\/\*;/g)].map(
    ([, family = '']) => family,
  )
  expect(families).toEqual(['/equipe', '/painel', '/porta'])
  const isOfEquipe = (path: string) => families.some((family) => `${path}/`.startsWith(`${family}/`))
  const inOurs = ROUTES.map(({ path }) => path).filter((path) => !/[:*]/.test(path) && !isOfEquipe(path))
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

test('two pictures come in over a slow line: no proxy of the examples, nor Cloud Run, gives up before the server, or before it answers', () => {
  const [, asked = ''] = /requestTimeout: ([\d_]+)/.exec(read('server/http/server.ts')) ?? []
  const seconds = Number(asked.replace('_', '')) / 1000
  const caddy = read('deploy/Caddyfile')
  const [body, write, answer] = ['read_body', 'write', 'response_header_timeout'].map((name) =>
    Number(new RegExp(`^\\s*${name} (\\d+)s$`, 'm').exec(caddy)?.[1]),
  )
  // 20 MB at half a megabit a second, a rural upload: Caddy counts the response's time from the headers on.
  expect(seconds).toBeGreaterThanOrEqual(300)
  expect(body).toBeGreaterThanOrEqual(seconds)
  expect(write).toBeGreaterThanOrEqual((body ?? 0) + (answer ?? 0))
  const [, cloudRun] = /--max-instances=\d+ --timeout=(\d+) /.exec(read('docs/producao.md')) ?? []
  expect(Number(cloudRun)).toBeGreaterThanOrEqual(seconds)
})

test('a spreadsheet is read or given up, with time left to store it, before a proxy of the examples gives up', () => {
  const [nginx = ''] = valuesOf('proxy_read_timeout')
  const [, caddy = ''] = /response_header_timeout (\d+)s/.exec(read('deploy/Caddyfile')) ?? []
  expect(PATIENCE.waitingMs).toBeLessThan(PATIENCE.wholeMs)
  for (const seconds of [nginx, caddy])
    expect(PATIENCE.wholeMs + ANSWER_MS).toBeLessThanOrEqual(Number.parseInt(seconds) * 1000)
})

test('the nginx example passes on whatever a page takes', () => {
  const exact = new Map([...EXAMPLE.matchAll(/location = (\S+) \{[^}]*max_body_size (\S+);/g)].map(sizeIn))
  const others = [...EXAMPLE.matchAll(/location ~ (\S+) \{[^}]*max_body_size (\S+);/g)].map(sizeIn)
  const [usual = 0] = [...EXAMPLE.matchAll(/^ {2}(client_max_body_size) (\S+);/gm)].map(
    (found) => sizeIn(found)[1],
  )
  expect([exact.size, others.length, usual]).toEqual([3, 1, 64 * 1024])
  for (const { path, body } of ROUTES) {
    const address = path.replace(/:\w+/g, 'x')
    const named = others.find(([pattern]) => new RegExp(pattern).test(address))?.[1]
    expect(exact.get(address) ?? named ?? usual, path).toBeGreaterThanOrEqual(body?.maxBytes ?? 0)
  }
})

/** A location and the largest body it takes, in bytes. */
function sizeIn([, place = '', size = '']: string[]): [string, number] {
  return [place, Number.parseInt(size) * (size.endsWith('m') ? 1024 * 1024 : 1024)]
}

test('Caddy lets an idle connection to the server go before a server that stops closes it, and logs no path', () => {
  const caddy = read('deploy/Caddyfile')
  const keptByServer = Number(
    /STOP_IDLE_MS = ([\d_]+)/.exec(read('server/http/connections.ts'))?.[1]?.replace('_', ''),
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

async function start(name: ProxyName, upstream: number): Promise<Proxy> {
  const proxy = await startProxy(name, upstream)
  onTestFinished(proxy.stop)
  return proxy
}

test('nginx with the example writes no token and no address, though the server is away', async (context) => {
  context.skip(!hasNginx, NO_NGINX)
  const server = createServer((_, res) => res.end('ok')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const nginx = await start('nginx', (server.address() as AddressInfo).port)
  const statuses = async (method = 'GET') =>
    Promise.all(
      [nginx.redirectPort, nginx.port].map(async (port) => {
        const { status } = await fetch(`http://127.0.0.1:${port}/c/${TOKEN}?de=${TOKEN}`, {
          redirect: 'manual',
          method,
          headers: { referer: `https://convite.example.org/c/${TOKEN}` },
        })
        return status
      }),
    )
  expect(await statuses()).toEqual([308, 200])
  server.closeAllConnections()
  server.close()
  expect(await statuses()).toEqual([308, 502])
  expect(await statuses('POST')).toEqual([308, 502])
  const logs = nginx.logs()
  expect(logs.match(/ GET \/c\/:token (200|308|502) /g)).toHaveLength(4)
  expect(logs.match(/ POST \/c\/:token (308|502) /g)).toHaveLength(2)
  expect(logs).not.toContain(TOKEN)
  expect(logs).not.toContain('127.0.0.1')
})

test('a form nginx with the example takes no more of is answered with a page of ours, spreadsheets and labels included', async (context) => {
  context.skip(!hasNginx, NO_NGINX)
  const nginx = await start('nginx', await freePort())
  for (const [path, kilobytes] of [
    ['/cadastro', 64],
    ['/mesa/a-table', 512],
    ['/painel/planilhas', 6 * 1024],
  ] as const) {
    const body = 'a'.repeat(kilobytes * 1024 + 1)
    const {
      status,
      headers,
      body: page,
    } = await ask(nginx.port, { method: 'POST', path, headers: FORM, body })
    expect([status, headers['content-type']?.split(';')[0], headers['cache-control']], path).toEqual([
      413,
      'text/html',
      'no-store',
    ])
    expect(page).toContain('Nada foi salvo: volte à página anterior, diminua o que enviou e tente outra vez.')
  }
})

test('nginx with the example redirects every Host to its own name', async (context) => {
  context.skip(!hasNginx, NO_NGINX)
  const nginx = await start('nginx', await freePort())
  for (const host of ['convite.example.org', 'elsewhere.test']) {
    const { status, headers } = await ask(nginx.redirectPort, { path: '/c/x?y=1', headers: { host } })
    expect([status, headers.location]).toEqual([308, 'https://convite.example.org/c/x?y=1'])
  }
})

test('nginx with the example closes a connection whose headers do not come within five seconds', async (context) => {
  context.skip(!hasNginx, NO_NGINX)
  const nginx = await start('nginx', await freePort())
  const startedAt = Date.now()
  await new Promise((resolve) => {
    const socket = connect(nginx.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: '))
    socket.on('error', () => {}).on('close', resolve)
    socket.resume()
  })
  expect(Date.now() - startedAt).toBeGreaterThan(4_000)
  // Without the setting, nginx waits for a minute.
  expect(Date.now() - startedAt).toBeLessThan(40_000)
})

for (const name of ['caddy', 'nginx'] as const) {
  const away = `${name} is not installed: its example is read, not run`

  test(`a guest goes through ${name} with the example, from a company's link to the picture`, async (context) => {
    context.skip(!isInstalled(name), away)
    const directory = newDirectory()
    const server = await startProcess('build/node/main.js', directory)
    onTestFinished(async () => {
      await server.stop('SIGKILL')
      removeDirectory(directory)
    })
    const { port } = await start(name, server.port)
    const url = `http://127.0.0.1:${port}`
    const jar = openJar(url)
    expect(await readLeft(url, 'fazenda-santa-clara')).toBe(10)
    expect((await jar.post('/fazenda-santa-clara')).location).toBe('/cadastro?empresaid=fazenda-santa-clara')
    expect((await jar.post('/cadastro', convidado(1, 'fazenda-santa-clara'))).location).toBe('/')
    const { html } = await jar.get('/')
    expect(readAlert(html)).toBe('CADASTRO CONFIRMADO COM SUCESSO!')
    expect(await readLeft(url, 'fazenda-santa-clara')).toBe(9)
    const token = /\/c\/([\w-]+)/.exec(html)?.[1] ?? ''
    const picture = await fetch(`${url}/c/${token}/convite.png`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await jar.get('/nada/aqui')).status).toBe(404)
  })

  test(`where the server is away, ${name} with the example tries a page again and says VOLTAR after a form`, async (context) => {
    context.skip(!isInstalled(name), away)
    const { port } = await start(name, await freePort())
    for (const [method, says, refreshes] of [
      ['GET', 'Esta página tenta de novo sozinha', true],
      ['POST', 'Toque em VOLTAR no seu navegador e envie outra vez', false],
    ] as const) {
      const { status, headers, body } = await ask(port, { method, path: '/fazenda-santa-clara?a=1' })
      expect([status, headers['content-type']?.split(';')[0], headers['cache-control']]).toEqual([
        502,
        'text/html',
        'no-store',
      ])
      expect(body).toContain(says)
      expect(/<meta http-equiv="refresh" content="\d+">/.test(body)).toBe(refreshes)
    }
    // Nobody can open the pages directly: their names may belong to companies.
    expect((await ask(port, { path: '/um-instante.html' })).status).toBe(502)
  })

  test(`no request through ${name} is lost when the server behind a socket is restarted`, async (context) => {
    context.skip(!isInstalled(name), away)
    const directory = newDirectory()
    const env = { SQLITE_PATH: join(directory, 'convites.db'), EVENTO: EVENTO_POR_VIR, POSTS_PER_MINUTE: '0' }
    const held = await holdSocket([process.execPath, 'build/node/main.js'], env)
    onTestFinished(async () => {
      await held.end()
      removeDirectory(directory)
    })
    const { port } = await start(name, held.port)
    const jar = openJar(`http://127.0.0.1:${port}`)
    expect((await jar.get('/saude')).status).toBe(200)
    const before = held.pid()
    const asked = Array.from({ length: 100 }, async (_, n) => {
      await new Promise((resolve) => setTimeout(resolve, n * 10))
      return jar.post('/cadastro', convidado(n))
    })
    await held.restart()
    expect(statuses(await Promise.all(asked))).toEqual({ 303: 100 })
    expect(held.pid()).not.toBe(before)
  })
}

test('what a server that has its socket from outside starts has neither the socket nor its variables', async () => {
  const script = `
    import { createServer } from 'node:http'
    import { spawnSync } from 'node:child_process'
    import { listen, takeInheritedSocket } from '${resolve('build/node/http/lifecycle.js')}'
    const socket = takeInheritedSocket(process.env)
    const { stdout } = spawnSync('sh', ['-c', 'readlink /proc/self/fd/3; echo "$LISTEN_FDS$LISTEN_PID"'])
    await listen(createServer((_, res) => res.end(JSON.stringify([socket, String(stdout).trim()]))), { host: '127.0.0.1', port: 1 }, socket)`
  const held = await holdSocket([process.execPath, '--input-type=module', '-e', script], {})
  onTestFinished(held.end)
  expect(JSON.parse((await ask(held.port)).body)).toEqual([3, ''])
})
