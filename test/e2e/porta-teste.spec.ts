import { expect, test, type Page } from '@playwright/test'
import { expectVerdict, sayToday } from '../support/phone-browser.ts'
import { aConvidado, urlOf } from '../support/porta-server.ts'
import { openStubPorta } from '../support/stub-porta.ts'

// Before the day of the event: the door's own page, served by the test.
test.use({ serviceWorkers: 'block' })
test.describe.configure({ timeout: 120_000 })

const ANA = aConvidado('ana', { nome: 'Ana Lima', mesa: 'Fazenda Bela' })
const BIA = aConvidado('bia', { nome: 'Bia Prado', mesa: 'Fazenda Bela' })
const HOUR = 3_600_000

/** The door of an event a day away, on a phone that knows of it. */
async function aTeste(page: Page) {
  const porta = await openStubPorta(page, { convidados: [ANA, BIA] })
  await expect(page.getByText('Conectado')).toBeVisible()
  porta.server.move('2027-09-17T20:14:00-03:00')
  await porta.sync()
  await expect(band(page)).toBeVisible()
  return porta
}

const band = (page: Page) => page.getByText('nada é gravado até 17/9, 14h14')

/** The contents of the phone's database. */
const keptIn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('porta')
        opening.onerror = () => reject(new Error('closed'))
        opening.onsuccess = () => {
          const counted = opening.result.transaction('entradas').objectStore('entradas').count()
          counted.onsuccess = () => resolve(counted.result)
        }
      }),
  )

test('what is read before the day is told as what it would be, and leaves nothing; the day comes by itself, offline', async ({
  page,
}) => {
  const porta = await aTeste(page)
  await porta.show(urlOf(ANA))
  await expectVerdict(page, 'ENTRARIA', ANA.nome)
  await expect(page).toHaveTitle('TESTE: ENTRARIA · Portaria')
  await expect(band(page)).toBeVisible()
  await porta.show(null)
  await page.getByRole('button', { name: 'Buscar' }).click()
  await page.getByLabel('Nome').fill('bia')
  await page.getByRole('radio', { name: /bia/i }).check()
  await page.getByRole('button', { name: /^Testar/ }).click()
  await expectVerdict(page, 'ENTRARIA', BIA.nome)
  await expect(page.getByText('0 por enviar')).toBeVisible()
  expect([await keptIn(page), porta.server.facts.size]).toEqual([0, 0])

  porta.answer = 'away'
  await porta.sync()
  await porta.pass(19 * HOUR)
  await expect(band(page)).toBeHidden({ timeout: 20_000 })
  await expect(page.locator('body')).not.toContainText('TESTE')
  await porta.show(urlOf(ANA))
  await expectVerdict(page, 'ENTRAR', ANA.nome)
  expect(await keptIn(page)).toBe(1)
})

test('Hoje é o evento takes two touches, works without a network, and is remembered', async ({ page }) => {
  const porta = await aTeste(page)
  porta.answer = 'away'
  await porta.sync()
  const ask = () => page.getByRole('button', { name: 'Hoje é o evento', exact: true }).click()
  await ask()
  // Nothing is read while it asks, and a key that is held down means no.
  await porta.show(urlOf(ANA))
  await expect(page.getByRole('button', { name: 'Não', exact: true })).toBeFocused()
  await page.waitForTimeout(1_000)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await porta.show(null)
  await page.keyboard.press('Enter')
  await expect(band(page)).toBeVisible()
  await sayToday(page)
  await expect(band(page)).toBeHidden()
  await porta.show(urlOf(ANA))
  await expectVerdict(page, 'ENTRAR', ANA.nome)
  await expect(page.getByText('1 por enviar')).toBeVisible()
  await porta.show(null)
  await page.reload()
  await expect(page.getByText('As entradas valem')).toBeVisible()
  await porta.show(urlOf(BIA))
  await expectVerdict(page, 'ENTRAR', BIA.nome)
  porta.answer = 'knows'
  await porta.sync()
  await expect(page.getByText('0 por enviar')).toBeVisible({ timeout: 30_000 })
  expect(porta.server.facts.size).toBe(2)
})
