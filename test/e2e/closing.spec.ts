import { expect, test, type Page } from '@playwright/test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endingIn, EVENTO } from '../support/environment.ts'
import { openJar } from '../support/journey.ts'
import { newDirectory, removeDirectory, startProcess, type ServerProcess } from '../support/process.ts'
import { testScreen } from '../support/screen.ts'

const HOUR_MS = 3_600_000

// Three servers on the same data: before the event ends, an hour after, and on the day of erasure.
let open: ServerProcess
let closed: ServerProcess
let erased: ServerProcess
let credencial = ''

test.beforeAll(async () => {
  const directory = newDirectory()
  const start = (name: string, ms: number) => {
    const path = join(directory, `${name}.json`)
    const evento = JSON.parse(readFileSync(EVENTO, 'utf8')) as object
    writeFileSync(path, JSON.stringify({ ...evento, ...endingIn(ms) }))
    return startProcess('build/node/main.js', directory, { EVENTO: path })
  }
  open = await start('open', HOUR_MS)
  closed = await start('closed', -HOUR_MS)
  erased = await start('erased', -31 * 24 * HOUR_MS)
  const convidado = openJar(open.url)
  await convidado.post('/cadastro', { nome: 'Convidado a', telefone: '11987654321', email: '' })
  credencial = /\/c\/[\w.-]+/.exec((await convidado.get('/')).html)?.[0] ?? ''
})

test.afterAll(async () => {
  await Promise.all([open.stop(), closed.stop(), erased.stop()])
  removeDirectory(open.directory)
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

// Browsers tell hosts apart, not ports: the cookie of one server is the other's, too.
test('a hold claimed before the closing still leads to the form, and the next occupant reads that it is too late', async ({
  page,
}) => {
  await page.goto(`${open.url}/fazenda-santa-clara`)
  await page.getByRole('button', { name: /VOCÊ TEM/ }).click()
  await expect(page.getByText('Convite de Fazenda Santa Clara')).toBeVisible()
  await page.goto(`${closed.url}/fazenda-santa-clara`)
  await expect(page.getByText('o convite que você reservou ainda vale')).toBeVisible()
  await page.getByRole('button', { name: 'USAR O CONVITE RESERVADO' }).click()
  await page.getByLabel('NOME COMPLETO').fill('Convidado b')
  await page.getByLabel('WHATSAPP').fill('11987654321')
  await page.getByRole('button', { name: 'CONFIRMAR' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('CADASTRO CONFIRMADO COM SUCESSO!')
  await page.getByRole('link', { name: 'CADASTRAR OUTRO OCUPANTE' }).click()
  await expectTitle(page, 'INSCRIÇÕES ENCERRADAS')
  await page.getByRole('link', { name: 'JÁ ME CADASTREI, ACESSAR CONVITE' }).click()
  await expect(page.getByRole('link', { name: 'VER MINHA CREDENCIAL' })).toBeVisible()
})
