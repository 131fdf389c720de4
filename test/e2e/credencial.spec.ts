import { expect, test, type Page } from '@playwright/test'
import jsqr from 'jsqr'
import { PNG } from 'pngjs'
import { anyTelefone, nameOf } from '../support/journey.ts'

// jsqr is CommonJS: its function is one level deeper.
const decode = (jsqr as unknown as { default: typeof jsqr }).default

const OWN_NAME = nameOf(Math.floor(Math.random() * 1e9)).replace('Convidado', 'Guest')

/** Registers a guest and opens the credencial from the alert. */
async function openCredencial(page: Page, nome: string): Promise<void> {
  await page.goto('/cadastro')
  await page.getByLabel('NOME COMPLETO').fill(nome)
  await page.getByLabel('WHATSAPP').fill(anyTelefone())
  await page.getByRole('button', { name: 'CONFIRMAR' }).click()
  await page.getByRole('alertdialog').getByRole('link', { name: 'Ver minha credencial' }).click()
  await expect(page).toHaveURL(/\/c\/[^/]+$/)
}

const qrOf = (page: Page) =>
  page.getByRole('img', { name: /^QR code da credencial [2-9A-Z]{4}-[2-9A-Z]{4}$/ })

/** What an independent reader finds in a picture. */
function readQr(picture: Buffer): string | null {
  const { data, width, height } = PNG.sync.read(picture)
  return decode(new Uint8ClampedArray(data), width, height)?.data ?? null
}

for (const [width, colorScheme] of [
  [320, 'light'],
  [360, 'dark'],
  [1280, 'light'],
] as const) {
  test(`the QR code at ${width} in ${colorScheme} reads as the page's address`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await openCredencial(page, OWN_NAME)
    expect(readQr(await qrOf(page).screenshot())).toBe(page.url())
    expect(readQr(await page.screenshot({ fullPage: true }))).toBe(page.url())
  })
}

test('the QR code reads from what is printed, in forced colours, too', async ({ page }) => {
  await openCredencial(page, OWN_NAME)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(readQr(await qrOf(page).screenshot())).toBe(page.url())
  await page.emulateMedia({ media: 'screen', forcedColors: 'active', colorScheme: 'dark' })
  expect(readQr(await qrOf(page).screenshot())).toBe(page.url())
})

for (const paper of ['A6', 'A4'] as const) {
  test(`the credencial prints on one ${paper} page, also with the longest name there may be`, async ({
    page,
  }) => {
    for (const nome of ['Ana', 'Wolfgangina Maximiliana '.repeat(5).trim(), 'W'.repeat(120)]) {
      await openCredencial(page, nome)
      // The page asks for A6; a printer that has only A4 ignores it.
      const options = paper === 'A6' ? { preferCSSPageSize: true } : { format: paper }
      const pdf = (await page.pdf({ ...options, printBackground: true })).toString('latin1')
      expect(pdf.match(/\/Type \/Page\b(?!s)/g), nome).toHaveLength(1)
      const [, width = 0, height = 0] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
      const size = [Math.round(Number(width)), Math.round(Number(height))]
      // In points; Chromium rounds A4 to whole pixels.
      expect(size).toEqual(paper === 'A6' ? [298, 420] : [596, 843])
    }
  })
}

test('the credencial looks on paper as it should in every mode', async ({ page }) => {
  await openCredencial(page, 'Maria Aparecida d’Ávila dos Santos')
  // A6 in CSS pixels.
  await page.setViewportSize({ width: 397, height: 559 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ media: 'print', colorScheme })
    await page.screenshot({
      path: `test-results/screens/credencial-impressa-${colorScheme}.png`,
      fullPage: true,
    })
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    )
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(397)
    await expect(page.getByRole('link')).toHaveCount(0)
  }
})

test('the browser that registered finds its credencial again on the landing, another one does not', async ({
  page,
  browser,
}) => {
  await openCredencial(page, OWN_NAME)
  const address = page.url()
  await page.getByRole('link', { name: 'Voltar ao convite' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: 'VOCÊ ESTÁ CONFIRMADO · Ver credencial' }).click()
  await expect(page).toHaveURL(address)

  const other = await browser.newPage()
  await other.goto('/')
  await expect(other.getByRole('link')).toHaveCount(1)
  await other.close()
})

test('the credencial is the first thing of the alert a keyboard reaches, and opens by it', async ({
  page,
}) => {
  await page.goto('/cadastro')
  await page.getByLabel('NOME COMPLETO').fill(OWN_NAME)
  await page.getByLabel('WHATSAPP').fill(anyTelefone())
  await page.getByLabel('WHATSAPP').press('Enter')
  await expect(
    page.getByRole('alertdialog').getByRole('link', { name: 'Ver minha credencial' }),
  ).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/c\//)
})

test('name, QR code and code are on the first screen of a small phone, by a company’s link with a long name', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/credencial-cabe')
  await page.getByRole('button', { name: /VOCÊ TEM/ }).click()
  await page.getByLabel('NOME COMPLETO').fill(`Maria Aparecida d’Ávila ${OWN_NAME.split(' ').at(-1) ?? ''}`)
  await page.getByLabel('WHATSAPP').fill(anyTelefone())
  await page.getByRole('button', { name: 'CONFIRMAR' }).click()
  await page.getByRole('alertdialog').getByRole('link', { name: 'Ver minha credencial' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toContainText('MARIA APARECIDA')
  // A table's number stands between the name and the code, and takes this much.
  const NUMBER = 52
  for (const part of [heading, qrOf(page), page.locator('.codigo')]) {
    const box = await part.boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(640 - NUMBER)
  }
})
