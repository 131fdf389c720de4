import { expect, test, type Page } from '@playwright/test'
import { ensaioOf } from '../../server/domain/ensaio.ts'
import { startEvening } from '../support/evening.ts'
import { keepIn } from '../support/keyboard.ts'
import { expectVerdict, scan } from '../support/phone-browser.ts'

test.describe.configure({ timeout: 120_000 })

/** A phone asks every seven seconds, and later while the cores are busy. */
const NEXT_SYNC = { timeout: 30_000 }

const tarja = (page: Page) => page.getByText('nada é gravado, ninguém entra')
const WORDS = {
  entrar: 'ENTRARIA',
  'ja-entrou': 'JÁ TERIA ENTRADO',
  cancelado: 'ESTARIA CANCELADO',
  'link-antigo': 'SERIA LINK ANTIGO',
}

test('a rehearsal is on every screen of a phone, says every verdict in the conditional, and leaves nothing', async ({
  browser,
}) => {
  const evening = await startEvening(browser, 2)
  try {
    const [bia, caio] = evening.convidados
    if (!bia || !caio) throw new Error('no guests')
    const phone = await evening.phone('Porta A')
    const page = phone.page()
    const link = (token: string) => `${evening.url}/c/${token}`
    await scan(phone, bia.url, 'ENTRAR', bia.nome)
    phone.camera.show(null)
    const ensaioid = await evening.rehearse()
    const { convidados, estranho } = ensaioOf(ensaioid)

    await test.step('nothing true stays in view as it begins', async () => {
      // Kept open, as if a volunteer were reading it.
      await keepIn(page, page.locator('main'))
      await expect(tarja(page)).toBeVisible(NEXT_SYNC)
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(page.locator('body')).not.toContainText(bia.nome, { ignoreCase: true })
      await expect(page).toHaveTitle(/^ENSAIO: /)
    })
    await test.step('every verdict', async () => {
      // Another screen comes between two codes with the same verdict, so a new screen is recognised by its
      // word.
      await scan(phone, link(estranho), 'NÃO ESTARIA NA LISTA')
      for (const kind of ['entrar', 'ja-entrou', 'cancelado', 'link-antigo'] as const) {
        const convidado = convidados.find(({ veredito }) => veredito === kind)
        await scan(phone, link(convidado?.token ?? ''), WORDS[kind], convidado?.nome)
        await expect(page).toHaveTitle(`ENSAIO: ${WORDS[kind]} · Portaria`)
      }
      await scan(phone, caio.url, 'NÃO ESTARIA NA LISTA')
      // A new screen ignores touches.
      await page.waitForTimeout(700)
      await page.getByRole('button', { name: 'Entraria mesmo assim' }).click()
      await page.getByRole('button', { name: 'Sim, entraria mesmo assim' }).click()
      await expectVerdict(page, 'NÃO ESTARIA NA LISTA')
      await expect(page.getByRole('alert')).toContainText('ficaria anotado')
    })
    await test.step('search and code', async () => {
      phone.camera.show(null)
      await page.getByRole('button', { name: 'Buscar' }).click()
      await page.getByLabel('Nome').fill(caio.nome)
      await expect(page.getByText('Ninguém assim na lista de ensaio')).toBeVisible()
      await page.getByLabel('Nome').fill('katia')
      await page.getByRole('radio', { name: /kátia/i }).check()
      await expect(page.getByRole('button', { name: /^Ensaiar/ })).toBeVisible()
      await expect(tarja(page)).toBeVisible()
      await page.getByRole('button', { name: 'Código' }).click()
      await page.getByRole('textbox').fill(convidados[1]?.codigo ?? '')
      await page.getByRole('button', { name: 'Ver' }).click()
      await expectVerdict(page, 'ENTRARIA', convidados[1]?.nome)
    })
    await test.step('nothing invented stays in view as it ends', async () => {
      await keepIn(page, page.locator('main'))
      await evening.endRehearsal()
      await expect(tarja(page)).toBeHidden(NEXT_SYNC)
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(page.locator('body')).not.toContainText('ENSAIO')
      await expect(page).not.toHaveTitle(/ENSAIO/)
      await scan(phone, caio.url, 'ENTRAR', caio.nome)
      await expect(page.getByText('0 por enviar')).toBeVisible(NEXT_SYNC)
      const stored = evening.stored().map(({ credencialid }) => credencialid)
      expect(stored.sort()).toEqual([bia.credencialid, caio.credencialid].sort())
    })
  } finally {
    await evening.end()
  }
})
