import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { nameOf } from '../support/journey.ts'

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
  await page.getByRole('alertdialog').getByRole('link', { name: 'VER MINHA CREDENCIAL' }).click()
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

const SCREENS: Record<string, (page: Page) => Promise<unknown>> = {
  convite: (page) => page.goto('/'),
  confirmado: confirmed,
  credencial,
  'convite-credenciais': registered,
  item: (page) => page.goto('/item'),
  'item-erro': (page) => page.goto('/item?empresaid=%C3%A7'),
  empresa: (page) => page.goto('/telas'),
  limite: limit,
  cadastro: (page) => page.goto('/cadastro'),
  'cadastro-erro': withErrors,
  privacidade: (page) => page.goto('/privacidade'),
  '404': (page) => page.goto('/nada/aqui'),
}

for (const [name, open] of Object.entries(SCREENS)) {
  for (const width of [360, 1280]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`${name} at ${width} in ${colorScheme} has no accessibility violation and fits its width`, async ({
        page,
      }) => {
        await page.setViewportSize({ width, height: width === 360 ? 740 : 800 })
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await open(page)
        await page.waitForLoadState('networkidle')
        await page.screenshot({
          path: `test-results/telas/${name}-${width}-${colorScheme}.png`,
          fullPage: true,
        })
        expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      })
    }
  }
}

test('every screen fits 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  for (const [name, open] of Object.entries(SCREENS)) {
    await open(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(320)
  }
})
