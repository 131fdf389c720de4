import { expect, test } from '@playwright/test'
import { servePainel } from '../support/painel-server.ts'

const at = servePainel(['ANA DE EXEMPLO'])
const open = at('/painel/evento/perguntas')

for (const javaScriptEnabled of [false, true]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('an organiser asks about food, a guest answers and allows it, and the kitchen gets a number', async ({
      page,
    }) => {
      await open(page)
      const ready = page.getByRole('button', { name: 'Restrições alimentares' })
      if (await ready.isVisible()) await ready.click()
      const before = await page.locator('dt', { hasText: 'Sem lactose' }).count()
      await at('/cadastro')(page)
      await page.getByLabel('NOME COMPLETO').fill(`Bia ${javaScriptEnabled ? 'Souza' : 'Lima'}`)
      await page.getByLabel('WHATSAPP').fill('11')
      await page.getByText('1 pergunta, se quiser responder').click()
      await page.getByLabel('Você tem alguma restrição alimentar?').selectOption('Sem lactose')
      await page.getByRole('checkbox', { name: /Autorizo guardar/ }).check()
      if (javaScriptEnabled) {
        await page.reload()
        await page.getByText('1 pergunta, se quiser responder').click()
      } else await page.getByRole('button', { name: 'CONFIRMAR' }).click()
      // Neither an error nor a reload loses what was answered.
      await expect(page.getByLabel('Você tem alguma restrição alimentar?')).toHaveValue('Sem lactose')
      await expect(page.getByRole('checkbox', { name: /Autorizo guardar/ })).toBeChecked()
      await page.getByLabel('WHATSAPP').fill('11987654321')
      await page.getByRole('button', { name: 'CONFIRMAR' }).click()
      await expect(page.getByRole('alertdialog')).not.toContainText('não foi guardada')
      await open(page)
      const total = page.locator('dl div', { hasText: 'Sem lactose' }).locator('dd')
      await expect(total).toHaveText(String(before + 1))
    })
  })
}
