import { spawn, spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { Database } from '../../../server/repos/sqlite/database.ts'
import { FORM, ROUTES } from '../../../server/route-table.ts'
import { aSecret } from '../../support/environment.ts'
import { valueOf, valuesOf } from '../../support/sqlite-value.ts'
import { readAction, readAlert, readField } from '../../support/html.ts'
import { convidado, nameOf, openJar, readLeft, statuses } from '../../support/journey.ts'
import {
  freePort,
  newDirectory,
  removeDirectory,
  type ServerProcess,
  startProcess,
} from '../../support/process.ts'

const MAIN = 'build/node/main.js'
const REMIX_SERVE = 'build/node/remix-serve.js'

const running: ServerProcess[] = []

async function start(script: string, env: Record<string, string> = {}, directory = newDirectory()) {
  const server = await startProcess(script, directory, env)
  running.push(server)
  return server
}

afterEach(async () => {
  for (const server of running.splice(0)) {
    await server.stop('SIGKILL')
    removeDirectory(server.directory)
  }
})

for (const script of [MAIN, REMIX_SERVE]) {
  test(`${script} serves the journey: claims count down, forms register, the alert shows once`, async () => {
    const { url } = await start(script)
    const invited = openJar(url)
    expect(await readLeft(url, 'fazenda-santa-clara')).toBe(10)
    const claim = await invited.post('/fazenda-santa-clara')
    const form = '/cadastro?empresaid=fazenda-santa-clara'
    expect([claim.status, claim.location]).toEqual([303, form])
    expect(await readLeft(url, 'fazenda-santa-clara')).toBe(9)
    expect(readAction((await invited.get(form)).html)).toBe(form)

    const wrong = await invited.post('/cadastro', {
      ...convidado(1, 'fazenda-santa-clara'),
      telefone: '1',
    })
    expect([wrong.status, readField(wrong.html, 'nome')]).toEqual([422, nameOf(1)])
    const right = await invited.post('/cadastro', convidado(1, 'fazenda-santa-clara'))
    expect([right.status, right.location]).toEqual([303, '/'])
    expect(readAlert((await invited.get('/')).html)).toBe('CADASTRO CONFIRMADO COM SUCESSO!')
    expect(readAlert((await invited.get('/')).html)).toBeNull()

    for (let n = 0; n < 9; n++) expect((await openJar(url).post('/fazenda-santa-clara')).status).toBe(303)
    const eleventh = await openJar(url).post('/fazenda-santa-clara')
    expect([eleventh.status, readAlert(eleventh.html)]).toEqual([409, 'LIMITE ATINGIDO'])
    expect((await openJar(url).get('/nada/aqui')).status).toBe(404)
  })
}

test('stock remix-serve says at start what its proxy must supply, and listens on loopback only', async () => {
  const server = await start(REMIX_SERVE)
  expect(server.printed()).toContain('the proxy in front must supply')
  for (const { path, body } of ROUTES)
    if (body && body.maxBytes > FORM.maxBytes)
      expect(server.printed()).toContain(`${Math.ceil(body.maxBytes / 1024)} KB at ${path}\n`)
  expect(server.printed()).toContain('127.0.0.1')
})

test('stock remix-serve draws a guest’s picture', async () => {
  const { url } = await start(REMIX_SERVE)
  const jar = openJar(url)
  expect((await jar.post('/cadastro', convidado(1))).status).toBe(303)
  const token = /\/c\/([\w-]+)/.exec((await jar.get('/')).html)?.[1] ?? ''
  const picture = await fetch(`${url}/c/${token}/convite.png`)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
})

test('stock remix-serve with HOST= and PORT=, as .env.example has them, listens on loopback only, on port 3000', () => {
  const script = `
    const { Server } = await import('node:net')
    Server.prototype.listen = function (...where) {
      process.stdout.write('listens: ' + JSON.stringify(where.slice(0, 2)) + '\\n')
      process.exit(0)
    }`
  const { stdout } = spawnSync(
    process.execPath,
    [`--import=data:text/javascript,${encodeURIComponent(script)}`, REMIX_SERVE],
    { env: { PATH: process.env.PATH, NODE_ENV: 'production', HOST: '', PORT: '' }, encoding: 'utf8' },
  )
  expect(stdout).toContain('listens: [3000,"127.0.0.1"]')
})

test('stock remix-serve forgets a start that failed: the next request tries it again', async () => {
  const directory = newDirectory()
  const blocked = join(directory, 'data')
  writeFileSync(blocked, '')
  const port = await freePort()
  const child = spawn(process.execPath, [REMIX_SERVE], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: `${port}`,
      SQLITE_PATH: join(blocked, 'a.db'),
    },
    stdio: 'ignore',
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
    removeDirectory(directory)
  })
  const ask = () =>
    fetch(`http://127.0.0.1:${port}/saude`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(ask).toBe(500)
  rmSync(blocked)
  expect(await ask()).toBe(200)
})

test('200 browsers at once on 50 invitations get exactly 50, and 150 read LIMITE ATINGIDO', async () => {
  const { url } = await start(MAIN)
  const jars = Array.from({ length: 200 }, () => openJar(url))
  const answers = await Promise.all(jars.map((jar) => jar.post('/cooperativa-vale-dourado')))
  expect(statuses(answers)).toEqual({ 303: 50, 409: 150 })
  expect(await readLeft(url, 'cooperativa-vale-dourado')).toBe(0)
})

test('200 guests at once from one address all get through with the limits as they come', async () => {
  const { url, directory } = await start(MAIN, { POSTS_PER_MINUTE: '' })
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => openJar(url).post('/cadastro', convidado(n))),
  )
  expect(statuses(answers)).toEqual({ 303: 200 })
  const db = new Database(join(directory, 'convites.db'), { readOnly: true })
  expect(valueOf(db, 'SELECT count(*) FROM credencial')).toBe(200)
  db.close()
})

test('200 table guests at once from one address claim and register with the limits as they come', async () => {
  const { url, directory } = await start(MAIN, { POSTS_PER_MINUTE: '' })
  const db = new Database(join(directory, 'convites.db'))
  db.prepare("UPDATE empresa SET icredencial = 2000 WHERE empresaid = 'cooperativa-vale-dourado'").run()
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const jar = openJar(url)
      const claim = await jar.post('/cooperativa-vale-dourado')
      return claim.status === 303 ? jar.post('/cadastro', convidado(n, 'cooperativa-vale-dourado')) : claim
    }),
  )
  expect(statuses(answers)).toEqual({ 303: 200 })
  expect(valueOf(db, "SELECT count(*) FROM reserva WHERE estado = 'usada'")).toBe(200)
  db.close()
})

test('one browser claiming 50 times at once uses one invitation', async () => {
  const { url } = await start(MAIN)
  const jar = openJar(url)
  await jar.get('/fazenda-santa-clara')
  const answers = await Promise.all(Array.from({ length: 50 }, () => jar.post('/fazenda-santa-clara')))
  expect(statuses(answers)).toEqual({ 303: 50 })
  expect(await readLeft(url, 'fazenda-santa-clara')).toBe(9)
})

test('50 identical registrations at once are one, and use one invitation', async () => {
  const { url, directory } = await start(MAIN)
  const jar = openJar(url)
  await jar.post('/fazenda-santa-clara')
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => jar.post('/cadastro', convidado(1, 'fazenda-santa-clara'))),
  )
  expect(statuses(answers)).toEqual({ 303: 50 })
  expect(await readLeft(url, 'fazenda-santa-clara')).toBe(9)
  const db = new Database(join(directory, 'convites.db'), { readOnly: true })
  expect(valueOf(db, 'SELECT count(*) FROM credencial')).toBe(1)
  db.close()
})

test('an abandoned hold comes back by itself', async () => {
  const { url } = await start(MAIN, { RESERVA_MINUTES: '0.1' })
  expect((await openJar(url).post('/leiloes-do-cerrado')).status).toBe(303)
  expect((await openJar(url).post('/leiloes-do-cerrado')).status).toBe(409)
  await expect.poll(() => readLeft(url, 'leiloes-do-cerrado')).toBe(1)
  expect((await openJar(url).post('/leiloes-do-cerrado')).status).toBe(303)
})

test('after kill -9 every confirmed registration is there', async () => {
  const directory = newDirectory()
  const server = await start(MAIN, {}, directory)
  const confirmed: string[] = []
  let isKilled = false
  const convidados = Array.from({ length: 8 }, async (_, worker) => {
    for (let n = 0; !isKilled && n < 500; n++) {
      const { nome, ...rest } = convidado(worker * 1000 + n)
      const answer = await openJar(server.url)
        .post('/cadastro', { nome, ...rest })
        .catch(() => null)
      if (answer?.status === 303) confirmed.push(nome.toUpperCase())
    }
  })
  // In the middle of the crowd, however slow the machine is.
  await expect.poll(() => confirmed.length, { interval: 5 }).toBeGreaterThan(50)
  await server.stop('SIGKILL')
  isKilled = true
  await Promise.all(convidados)

  const again = await start(MAIN, {}, directory)
  expect((await openJar(again.url).get('/saude')).status).toBe(200)
  const db = new Database(join(directory, 'convites.db'), { readOnly: true })
  const stored = new Set(valuesOf(db, 'SELECT nome FROM credencial'))
  expect(confirmed.filter((nome) => !stored.has(nome))).toEqual([])
  expect(valueOf(db, 'PRAGMA integrity_check')).toBe('ok')
  db.close()
})

test('SIGTERM ends it with 0', async () => {
  const server = await start(MAIN)
  expect(await server.stop('SIGTERM')).toBe(0)
})

test('what is missing is said in a sentence without a stack, and nothing starts', async () => {
  await expect(start(MAIN, { SESSION_SECRET: aSecret('x') })).rejects.toThrow(
    /CREDENCIAL_SECRET must have 32/,
  )
  await expect(start(MAIN, { HOST: '0.0.0.0' })).rejects.toThrow(
    /HOST=0\.0\.0\.0 is refused in demonstration/,
  )
})

test('a place that cannot be written is said with its path, and what to set', async () => {
  const directory = newDirectory()
  onTestFinished(() => removeDirectory(directory))
  // Root may write anywhere except here.
  await expect(start(MAIN, { SQLITE_PATH: '/sys/convites/convites.db' }, directory)).rejects.toThrow(
    /SQLITE_PATH=\/sys\/convites\/convites\.db: \/sys\/convites cannot be written by this user \(\w+\): .* set SQLITE_PATH/,
  )
  await expect(start(MAIN, { SQLITE_PATH: '/sys/convites.db' }, directory)).rejects.toThrow(
    /SQLITE_PATH=\/sys\/convites\.db: \/sys\/convites\.db cannot be written/,
  )
})
