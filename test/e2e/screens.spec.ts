import { expect, test, type Page } from '@playwright/test'
import { anyTelefone, nameOf } from '../support/journey.ts'
import { coveredIn, testScreen, type Open } from '../support/screen.ts'

const withErrors = async (page: Page) => {
  await page.goto('/cadastro')
  await page.locator('form').evaluate((form: HTMLFormElement) => (form.noValidate = true))
  await page.getByLabel('NOME COMPLETO').fill('João d’Ávila Nuñez')
  await page.getByLabel('WHATSAPP').fill('+55 (11) 98')
  await page.getByLabel('EMAIL').fill('joao@')
  await page.getByRole('button', { name: 'CONFIRMAR' }).click()
  await expect(page.getByRole('group', { name: /Falta corrigir/ })).toBeVisible()
}

let serial = Math.floor(Math.random() * 1e9)

const confirmed = async (page: Page) => {
  await page.goto('/cadastro')
  await page.getByLabel('NOME COMPLETO').fill(`Tela ${nameOf(serial++)}`)
  await page.getByLabel('WHATSAPP').fill('11987654321')
  await page.getByRole('button', { name: 'CONFIRMAR' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
}

const credencial = async (page: Page) => {
  await confirmed(page)
  await page.getByRole('alertdialog').getByRole('link', { name: 'Ver minha credencial' }).click()
  await expect(page.getByRole('img', { name: /QR code da credencial/ })).toBeVisible()
}

const registered = async (page: Page) => {
  await confirmed(page)
  await confirmed(page)
  await page.goto('/')
  await expect(page.getByRole('link', { name: /CREDENCIAL DE TELA/ }).first()).toBeVisible()
}

const limit = async (page: Page) => {
  await page.goto('/telas-cheia')
  await page.getByRole('button', { name: /VOCÊ TEM/ }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
}

/** The form of a guest whose table was filled meanwhile. */
const limitAtForm = async (page: Page) => {
  await page.goto('/cadastro')
  await page.getByLabel('NOME COMPLETO').fill(`Tela ${nameOf(serial++)}`)
  await page.getByLabel('WHATSAPP').fill('11987654321')
  await page.locator('form').evaluate((form: HTMLFormElement) => {
    form.insertAdjacentHTML('afterbegin', '<input type="hidden" name="empresaid" value="telas-cheia">')
    form.submit()
  })
  await expect(page.getByRole('alertdialog', { name: 'LIMITE ATINGIDO' })).toBeVisible()
}

const formOfEmpresa = async (page: Page) => {
  await page.goto('/telas-mesa')
  await page.getByRole('button', { name: /VOCÊ TEM/ }).click()
  await expect(page.getByText('Convite de Fazenda Boa Vista')).toBeVisible()
}

const confirmedAtEmpresa = async (page: Page) => {
  await formOfEmpresa(page)
  await page.getByLabel('NOME COMPLETO').fill(`Tela ${nameOf(serial++)}`)
  await page.getByLabel('WHATSAPP').fill(anyTelefone())
  await page.getByRole('button', { name: 'CONFIRMAR' }).click()
  await expect(page.getByRole('link', { name: 'Cadastrar outro convidado' })).toBeVisible()
}

const SCREENS: Record<string, Open> = {
  convite: (page) => page.goto('/'),
  confirmado: confirmed,
  credencial,
  'convite-credenciais': registered,
  item: (page) => page.goto('/item'),
  'item-erro': (page) => page.goto('/item?empresaid=%C3%A7'),
  empresa: (page) => page.goto('/telas'),
  'empresa-esgotada': (page) => page.goto('/telas-cheia'),
  limite: limit,
  'limite-cadastro': limitAtForm,
  'cadastro-empresa': formOfEmpresa,
  'confirmado-empresa': confirmedAtEmpresa,
  cadastro: (page) => page.goto('/cadastro'),
  'cadastro-erro': withErrors,
  'minhas-vazia': (page) => page.goto('/minhas'),
  privacidade: (page) => page.goto('/privacidade'),
  '404': (page) => page.goto('/nada/aqui'),
}

for (const [name, open] of Object.entries(SCREENS)) testScreen(name, open)

test('a picture over a label is told, one beside it is not', async ({ page }) => {
  const pageWith = (style: string) =>
    page.setContent(`<label>Nome <input></label><img style="${style}" width="300" height="60" alt="">`)
  await pageWith('position: absolute; top: 0; left: 0; pointer-events: none')
  expect(await coveredIn(page)).toEqual([
    expect.stringMatching(/^LABEL\. “Nome/),
    expect.stringMatching(/^INPUT\. “” below IMG\./),
  ])
  await pageWith('display: block')
  expect(await coveredIn(page)).toEqual([])
})
