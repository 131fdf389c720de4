import { expect, test, type Page } from '@playwright/test'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Database } from '../../server/repos/sqlite/database.ts'
import { endingIn, EVENTO } from '../support/environment.ts'
import { openJar } from '../support/journey.ts'
import {
  gravarEvento,
  newDirectory,
  removeDirectory,
  startProcess,
  type ServerProcess,
} from '../support/process.ts'
import { testScreen } from '../support/screen.ts'

const HOUR_MS = 3_600_000

// Before the event ends, and on copies of the data an hour later and on the day of the erasure.
let open: ServerProcess
let closed: ServerProcess
let erased: ServerProcess
let credencial = ''

/** A file that describes the tests' event with this end. */
function endingAt(directory: string, ms: number): string {
  const path = join(directory, `${ms}.json`)
  const evento = JSON.parse(readFileSync(EVENTO, 'utf8')) as object
  writeFileSync(path, JSON.stringify({ ...evento, ...endingIn(ms) }))
  return path
}

const databaseIn = (directory: string) => join(directory, 'convites.db')

/** A server on a copy of what is stored by now, for an event with this end. */
async function startCopy(ms: number): Promise<ServerProcess> {
  const directory = newDirectory()
  cpSync(join(open.directory, 'segredos.json'), join(directory, 'segredos.json'))
  const db = new Database(databaseIn(open.directory))
  db.exec(`VACUUM INTO '${databaseIn(directory)}'`)
  db.close()
  const evento = endingAt(directory, ms)
  gravarEvento(databaseIn(directory), evento)
  return startProcess('build/node/main.js', directory, { EVENTO: evento })
}

test.beforeAll(async () => {
  const directory = newDirectory()
  open = await startProcess('build/node/main.js', directory, { EVENTO: endingAt(directory, HOUR_MS) })
  const convidado = openJar(open.url)
  await convidado.post('/cadastro', { nome: 'Convidado a', telefone: '11987654321', email: '' })
  credencial = /\/c\/[\w.-]+/.exec((await convidado.get('/')).html)?.[0] ?? ''
  closed = await startCopy(-HOUR_MS)
  erased = await startCopy(-31 * 24 * HOUR_MS)
})

test.afterAll(async () => {
  for (const server of [open, closed, erased]) {
    await server.stop()
    removeDirectory(server.directory)
  }
})

const expectTitle = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

testScreen('cadastro encerrado', async (page) => {
  await page.goto(`${closed.url}/cadastro`)
  await expectTitle(page, 'INSCRIÇÕES ENCERRADAS')
})

testScreen('mesa encerrada', async (page) => {
  await page.goto(`${closed.url}/fazenda-santa-clara`)
  await expectTitle(page, 'INSCRIÇÕES ENCERRADAS')
})

testScreen('credencial encerrada', async (page) => {
  await page.goto(erased.url + credencial)
  await expectTitle(page, 'CREDENCIAL ENCERRADA')
})

test('a hold claimed before the closing still leads to the form, and the next occupant reads that it is too late', async ({
  page,
}) => {
  await page.goto(`${open.url}/fazenda-santa-clara`)
  await page.getByRole('button', { name: /VOCÊ TEM/ }).click()
  await expect(page.getByText('Convite de Fazenda Santa Clara')).toBeVisible()
  gravarEvento(databaseIn(open.directory), endingAt(open.directory, -HOUR_MS))
  await expect(async () => {
    await page.goto(`${open.url}/fazenda-santa-clara`)
    await expect(page.getByText('o convite que você reservou ainda vale')).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Usar o convite reservado' }).click()
  await page.getByLabel('NOME COMPLETO').fill('Convidado b')
  await page.getByLabel('WHATSAPP').fill('11987654321')
  await page.getByRole('button', { name: 'CONFIRMAR' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('CADASTRO CONFIRMADO COM SUCESSO!')
  await page.getByRole('link', { name: 'Cadastrar outro convidado' }).click()
  await expectTitle(page, 'INSCRIÇÕES ENCERRADAS')
  await page.getByRole('link', { name: 'JÁ ME CADASTREI, ACESSAR CONVITE' }).click()
  await expect(page.getByRole('link', { name: 'Ver minha credencial' })).toBeVisible()
})
