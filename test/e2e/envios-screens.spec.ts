import { expect, test, type Page } from '@playwright/test'
import { NAMES, servePainel } from '../support/painel-server.ts'
import { testScreen } from '../support/screen.ts'

const at = servePainel(NAMES.slice(0, 40))
const desk = (fila: string) => at(`/painel/envios?fila=${fila}`)

/** No test leaves this computer: WhatsApp's address is answered here. */
async function open(page: Page): Promise<void> {
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }))
  await desk('lembrete')(page)
}

/** A guest's message, taken by this browser. */
async function um(page: Page): Promise<void> {
  await open(page)
  await page.getByRole('button', { name: /^(Começar|Continuar)$/ }).click()
  await expect(page.getByRole('button', { name: 'Enviar', exact: true })).toBeVisible()
}

/** The same after WhatsApp was opened and left again. */
async function voltou(page: Page): Promise<void> {
  await um(page)
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await (await opened).waitForURL('https://wa.me/**')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Não foi, pular' })).toBeVisible()
}

testScreen('envios', desk('mesa'))
testScreen('envios-lembrete', desk('lembrete'))
testScreen('envios-pessoal', desk('pessoal'))
testScreen('envios-um', um)
testScreen('envios-voltou', voltou)
testScreen('envios-fim', at('/painel/envios/fim/lembrete'))
testScreen('envios-mensagem', at('/painel/envios/texto/lembrete'))

test('the act of a row stays on one line, however long the words beside it', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await desk('lembrete')(page)
  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Enviar/ }) })
  await row.first().evaluate((element) => {
    for (const cell of element.querySelectorAll('th, td:not(:last-child)')) cell.append(' palavra'.repeat(30))
  })
  const act = await row
    .first()
    .getByRole('button', { name: /^Enviar/ })
    .boundingBox()
  expect(act?.height).toBe(44)
})
