import { expect, test, type Page } from '@playwright/test'
import { anyTelefone } from '../support/journey.ts'

// What a screen reader says of each screen: roles, names and order, as kept beside this file. To change it on
// purpose:
// npx playwright test --no-deps screen-reader --update-snapshots

const typed = async (page: Page, nome: string, telefone: string) => {
  await page.goto('/cadastro')
  await page.locator('form').evaluate((form: HTMLFormElement) => (form.noValidate = true))
  await page.getByLabel('NOME COMPLETO').fill(nome)
  await page.getByLabel('WHATSAPP').fill(telefone)
  await page.getByRole('button', { name: 'CONFIRMAR' }).click()
}

const confirmed = (page: Page) => typed(page, 'Leitora de Tela', anyTelefone())

const claimed = async (page: Page, empresaid: string) => {
  await page.goto(`/${empresaid}`)
  await page.getByRole('button', { name: /VOCÊ TEM/ }).click()
}

const SCREENS: Record<string, (page: Page) => Promise<unknown>> = {
  convite: (page) => page.goto('/'),
  empresa: (page) => page.goto('/telas'),
  limite: (page) => claimed(page, 'telas-cheia'),
  item: (page) => page.goto('/item'),
  'item-erro': (page) => page.goto('/item?empresaid=%C3%A7'),
  cadastro: (page) => page.goto('/cadastro'),
  'cadastro-empresa': (page) => claimed(page, 'leitora'),
  'cadastro-erro': (page) => typed(page, 'Ana 2', '119876'),
  confirmado: confirmed,
  credencial: async (page) => {
    await confirmed(page)
    await page.getByRole('alertdialog').getByRole('link', { name: 'Ver minha credencial' }).click()
  },
  privacidade: (page) => page.goto('/privacidade'),
  '404': (page) => page.goto('/nada/aqui'),
  '400': (page) => page.goto('/%E0%A4%A'),
}

for (const [name, open] of Object.entries(SCREENS)) {
  test(`a screen reader is told all there is on ${name}`, async ({ page }) => {
    await open(page)
    await page.waitForLoadState('networkidle')
    await expect(page).toHaveTitle(/./)
    await expect(page.locator('body')).toMatchAriaSnapshot({ name: `${name}.aria.yml` })
  })
}
