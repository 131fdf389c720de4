import { expect, test, type Page } from '@playwright/test'
import { violationsOf } from '../support/axe.ts'
import { keepIn } from '../support/keyboard.ts'
import { expectVerdict } from '../support/phone-browser.ts'
import { aConvidado, urlOf } from '../support/porta-server.ts'
import { openStubPorta } from '../support/stub-porta.ts'
import { picture, press, pressTwice } from '../support/porta-screens.ts'
import { cutIn, smallKeysIn } from '../support/verdict-measure.ts'

test.use({ serviceWorkers: 'block' })
test.describe.configure({ timeout: 120_000 })

const HENRIQUE = aConvidado('henrique', { nome: 'HENRIQUE PRADO', mesa: 'Fazenda Bela', numero: '12' })
const LUISA = aConvidado('luisa', { nome: 'LUÍSA NUNES', mesa: 'Fazenda Bela', grupo: 'henrique' })
const PEDRO = aConvidado('pedro', { nome: 'PEDRO SÁ', mesa: 'Fazenda Bela' })

/** The screen in view is whole on every phone, and on a computer. */
async function expectWhole(page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [320, 568],
    [740, 360],
    [1280, 800],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))))
    await picture(page, `${name}-${width}`)
    expect(await cutIn(page), `cut at ${width}×${height}`).toEqual([])
    expect(await smallKeysIn(page, 64, 48), `keys at ${width}×${height}`).toEqual([])
  }
  expect(await violationsOf(page)).toEqual([])
}

test('ENTRAM OS 2 admits a couple without a network, one of them is taken back, and is then said to be missing', async ({
  page,
}) => {
  const porta = await openStubPorta(page, { convidados: [HENRIQUE, LUISA, PEDRO] })
  await expect(page.getByText('Conectado')).toBeVisible()
  porta.answer = 'away'
  await porta.sync()
  await porta.show(urlOf(HENRIQUE))
  await expectVerdict(page, 'ENTRAR', HENRIQUE.nome)
  await expect(page.getByRole('alert')).toContainText('com LUÍSA NUNES')
  await porta.show(null)
  await keepIn(page, page.locator('main'))
  await expectWhole(page, 'grupo')
  await pressTwice(page, 'ENTRAM OS 2')
  await expectVerdict(page, 'ENTRAR', '2 pessoas')
  await expect(page.getByText('2 por enviar')).toBeVisible()
  await page.waitForTimeout(700)
  await press(page, 'Desfazer')
  await expectWhole(page, 'grupo-desfazer')
  await press(page, 'Desfazer só Luísa')
  await expect(page.getByRole('alert')).toContainText('ENTRADA DESFEITA')
  await expect(page.getByRole('alert')).toContainText(LUISA.nome)
  await porta.pass(10_000)
  await porta.show(urlOf(HENRIQUE))
  await expectVerdict(page, 'JÁ ENTROU', HENRIQUE.nome)
  await expect(page.getByRole('alert')).toContainText('falta Luísa')
  await porta.show(null)
  await keepIn(page, page.locator('main'))
  await expectWhole(page, 'grupo-falta')
  await pressTwice(page, 'ENTRA LUÍSA')
  await expectVerdict(page, 'ENTRAR', LUISA.nome)
  porta.answer = 'knows'
  await porta.sync()
  await expect(page.getByText('0 por enviar')).toBeVisible()
  expect(
    [...porta.server.facts.values()].map(({ credencialid, anula }) => [credencialid, anula !== null]),
  ).toEqual([
    [HENRIQUE.id, false],
    [LUISA.id, false],
    [LUISA.id, true],
    [LUISA.id, false],
  ])
})
