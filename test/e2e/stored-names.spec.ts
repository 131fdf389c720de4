import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, test, type Page } from '@playwright/test'
import { nameOf } from '../support/journey.ts'

/** The companies whose names would run as code if a page let them. */
const INVADERS = parse<{ empresaid: string; nome: string }>(readFileSync('test/e2e/empresas.csv'), {
  delimiter: ';',
  columns: true,
}).filter(({ empresaid }) => empresaid.startsWith('invasor-'))

/** What the browser complains of, or asks the reader. */
function listen(page: Page): string[] {
  const heard: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) heard.push(message.text())
  })
  page.on('pageerror', (error) => heard.push(error.message))
  page.on('dialog', (dialog) => {
    heard.push(dialog.message())
    void dialog.dismiss()
  })
  return heard
}

const isInvaded = (page: Page) => page.evaluate(() => 'invaded' in window)

let serial = Math.floor(Math.random() * 1e9)

for (const { empresaid, nome } of INVADERS) {
  test(`a company called ${nome} is read as it is called, on its page, the form and the credencial`, async ({
    page,
  }) => {
    const heard = listen(page)
    await page.goto(`/${empresaid}`, { waitUntil: 'networkidle' })
    await expect(page.getByText(nome).first()).toBeVisible()
    expect(await isInvaded(page)).toBe(false)

    await page.getByRole('button', { name: /VOCÊ TEM/ }).click()
    await expect(page.getByText(`Convite de ${nome}`)).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await isInvaded(page)).toBe(false)

    await page.getByLabel('NOME COMPLETO').fill(nameOf(serial++))
    await page.getByLabel('WHATSAPP').fill('11987654321')
    await page.getByRole('button', { name: 'CONFIRMAR' }).click()
    await page.getByRole('alertdialog').getByRole('link', { name: 'Ver minha credencial' }).click()
    await expect(page.getByText(nome).first()).toBeVisible()
    expect(await isInvaded(page)).toBe(false)
    expect(heard).toEqual([])
  })

  test(`${nome} typed as a name comes back as it was typed`, async ({ page }) => {
    const heard = listen(page)
    await page.goto('/cadastro', { waitUntil: 'networkidle' })
    await page.locator('form').evaluate((form: HTMLFormElement) => (form.noValidate = true))
    await page.getByLabel('NOME COMPLETO').fill(nome)
    await page.getByLabel('WHATSAPP').fill('11987654321')
    const answer = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'CONFIRMAR' }).click()
    expect((await answer).status()).toBe(422)
    await expect(page.getByLabel('NOME COMPLETO')).toHaveValue(nome.toUpperCase())
    expect(await isInvaded(page)).toBe(false)
    expect(heard.filter((text) => !text.includes('422'))).toEqual([])
  })
}
