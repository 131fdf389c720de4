import { Database } from '../../../server/repos/sqlite/database.ts'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Version } from '../../../server/version.ts'
import { anEvento } from '../../support/temporary.ts'
import { endingIn } from '../../support/environment.ts'
import { nameOf, openJar, telefoneOf } from '../../support/journey.ts'
import { gravarEvento, newDirectory, removeDirectory, startProcess } from '../../support/process.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MESA = 'fazenda-santa-clara'
const built = () => JSON.parse(readFileSync('build/versao.json', 'utf8')) as Version
/** The last line of `/saude`. */
const about = () => `convites ${built().version}, commit ${built().commit}\n`
const convidado = (n: number, fields: Record<string, string> = {}) => ({
  nome: nameOf(n),
  telefone: telefoneOf(n),
  email: '',
  ...fields,
})

function aDirectory(): string {
  const directory = newDirectory()
  onTestFinished(() => removeDirectory(directory))
  return directory
}

/** The built server on a directory's database, for an event with other fields. */
async function start(directory: string, evento: Record<string, unknown>) {
  const path = join(directory, 'convites.db')
  if (existsSync(path)) gravarEvento(path, anEvento(evento))
  const server = await startProcess('build/node/main.js', directory, { EVENTO: anEvento(evento) })
  onTestFinished(async () => {
    await server.stop('SIGKILL')
  })
  return server
}

/** Everything in the database about guests and invitations. */
function storedIn(directory: string) {
  const db = new Database(`${directory}/convites.db`)
  const tables = ['empresa', 'reserva', 'credencial', 'chave', 'avip']
  const rows = tables.map((table) => db.prepare(`SELECT * FROM ${table}`).all())
  db.close()
  return rows
}

test('after the event posts are 410 with a page, and nothing is written', async () => {
  const directory = aDirectory()
  const { url } = await start(directory, endingIn(-HOUR_MS))
  const before = storedIn(directory)
  for (const [path, fields] of [
    ['/cadastro', convidado(1)],
    ['/cadastro', convidado(2, { empresaid: MESA })],
    [`/${MESA}`, {}],
  ] as const) {
    const { status, html } = await openJar(url).post(path, fields)
    expect([path, status]).toEqual([path, 410])
    expect(html).toContain('INSCRIÇÕES ENCERRADAS')
  }
  expect(storedIn(directory)).toEqual(before)
  for (const path of ['/cadastro', '/item', `/${MESA}`]) {
    const { status, html } = await openJar(url).get(path)
    expect([path, status, html.includes('<form')]).toEqual([path, 200, false])
    expect(html).toContain('INSCRIÇÕES ENCERRADAS')
    expect(html).toContain('JÁ ME CADASTREI, ACESSAR CONVITE')
  }
})

test('registrations closed since an invitation was claimed: who holds it still registers, nobody else', async () => {
  const directory = aDirectory()
  const open = await start(directory, endingIn(DAY_MS))
  const invited = openJar(open.url)
  expect((await invited.post(`/${MESA}`)).status).toBe(303)
  expect((await openJar(open.url).post('/cadastro', convidado(1))).status).toBe(303)
  await open.stop()
  const { url } = await start(directory, {
    ...endingIn(DAY_MS),
    inscricoesAte: new Date(Date.now() - 1000).toISOString(),
  })
  invited.move(url)
  expect((await openJar(url).post('/cadastro', convidado(2))).status).toBe(410)
  expect((await openJar(url).post(`/${MESA}`)).status).toBe(410)
  expect((await invited.post(`/${MESA}`)).status).toBe(303)
  expect((await invited.get(`/cadastro?empresaid=${MESA}`)).html).toContain('CONFIRMAR')
  expect((await invited.post('/cadastro', convidado(3, { empresaid: MESA }))).status).toBe(303)
  const [, reservas = [], credenciais = []] = storedIn(directory)
  expect(reservas).toMatchObject([{ estado: 'usada' }])
  expect(credenciais).toHaveLength(2)
})

test('from the day of erasure nothing registers, credentials are 410, and the log and /saude say that it is due', async () => {
  const directory = aDirectory()
  const before = await start(directory, endingIn(HOUR_MS))
  const browser = openJar(before.url)
  await browser.post('/cadastro', convidado(1))
  const [path = ''] = /\/c\/[\w-]+/.exec((await browser.get('/')).html) ?? []
  expect((await browser.get(path)).status).toBe(200)
  await before.stop()

  const evento = endingIn(-31 * DAY_MS)
  const { url, printed } = await start(directory, evento)
  browser.move(url)
  for (const address of [path, `${path}/convite.png`]) {
    const { status, html } = await browser.get(address)
    expect([status, /convidado/i.test(html.replaceAll('dos convidados', ''))]).toEqual([410, false])
  }
  expect((await browser.get('/')).html).not.toContain('/c/')
  expect((await browser.post('/cadastro', convidado(1))).status).toBe(410)
  expect((await browser.post('/cadastro', convidado(2))).status).toBe(410)
  expect(storedIn(directory)[2]).toHaveLength(1)

  const since = new Date(Date.parse(evento.fim) + 30 * DAY_MS).toISOString()
  const due = await browser.get('/saude')
  expect([due.status, due.html]).toEqual([
    200,
    `ok\nexpurgo is due since ${since}: npm run expurgo\n${about()}`,
  ])
  await expect.poll(printed).toContain('expurgo is due: npm run expurgo -- --confirmar erases the guests')
  const { status, stderr } = spawnSync(
    process.execPath,
    ['build/node/cli/main.js', 'expurgo', '--confirmar'],
    {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        SQLITE_PATH: `${directory}/convites.db`,
        EVENTO: anEvento(evento),
      },
      encoding: 'utf8',
    },
  )
  expect(status, stderr).toBe(0)
  // One answer of /saude is reused for a second.
  await expect.poll(async () => (await browser.get('/saude')).html).toBe(`ok\n${about()}`)
})
