import { expect, test } from '@playwright/test'
import { urlOf } from '../support/porta-server.ts'
import { keepIn } from '../support/keyboard.ts'
import { expectVerdict } from '../support/phone-browser.ts'
import { openStubPorta } from '../support/stub-porta.ts'
import {
  JOSE,
  ANA,
  MARIA,
  TEREZINHA,
  FRANCISCA,
  OTAVIO,
  BENEDITA,
  HELENA,
  IRACEMA,
  ZOE,
  CONVIDADOS,
  INSIDE,
  reads,
  stale,
  press,
  pressTwice,
  goesOffline,
  types,
  inTeste,
  inEnsaio,
  verdict,
  picture,
  screensAreWhole,
} from '../support/porta-screens.ts'

test.use({ serviceWorkers: 'block' })
test.describe.configure({ timeout: 120_000 })

screensAreWhole({
  entrar: verdict(reads(urlOf(JOSE), 'ENTRAR')),
  'entrar-curto': verdict(reads(urlOf(ANA), 'ENTRAR')),
  'entrar-longo': verdict(reads(urlOf(MARIA), 'ENTRAR')),
  'entrar-signos': verdict(reads(urlOf(ZOE), 'ENTRAR')),
  'ja-entrou': verdict(reads(urlOf(TEREZINHA), 'JÁ ENTROU')),
  'ja-entrou-longo': verdict(reads(urlOf(FRANCISCA), 'JÁ ENTROU')),
  cancelado: verdict(reads(urlOf(OTAVIO), 'CONVITE CANCELADO')),
  'cancelado-longo': verdict(reads(urlOf(BENEDITA), 'CONVITE CANCELADO')),
  'link-antigo': verdict(reads(stale(HELENA), 'LINK ANTIGO')),
  'link-antigo-longo': verdict(reads(stale(IRACEMA), 'LINK ANTIGO')),
  'nao-esta': verdict(async (porta) => {
    await goesOffline(porta)
    await types(porta, 'T4KX-88RN')
    await expectVerdict(porta.page, 'NÃO ESTÁ NA LISTA')
    await keepIn(porta.page, porta.page.locator('main'))
  }),
  'mesmo-assim': verdict(async (porta) => {
    await reads(urlOf(OTAVIO), 'CONVITE CANCELADO')(porta)
    await pressTwice(porta.page, 'Entrou mesmo assim')
    await expect(porta.page.getByRole('alert')).toContainText('está anotado')
    await keepIn(porta.page, porta.page.locator('main'))
  }),
  'desfazer-certeza': verdict(async (porta) => {
    await reads(urlOf(JOSE), 'ENTRAR')(porta)
    await porta.page.waitForTimeout(700)
    await press(porta.page, 'Desfazer')
    await expect(porta.page.getByRole('button', { name: 'Sim, desfazer' })).toBeVisible()
    await keepIn(porta.page, porta.page.locator('main'))
  }),
  'mesmo-assim-certeza': verdict(async (porta) => {
    await reads(urlOf(FRANCISCA), 'JÁ ENTROU')(porta)
    await porta.page.waitForTimeout(700)
    await press(porta.page, 'Entrou mesmo assim')
    await expect(porta.page.getByRole('button', { name: 'Sim, entrou mesmo assim' })).toBeVisible()
    await keepIn(porta.page, porta.page.locator('main'))
  }),
  'codigo-pix': verdict(async (porta) => {
    await reads('00020126580014br.gov.bcb.pix0136', 'NÃO ESTÁ NA LISTA')(porta)
    await expect(porta.page.getByRole('alert')).toContainText('É um código PIX')
  }),
  'mesa-entrou': verdict(async (porta) => {
    await reads(urlOf(JOSE), 'ENTRAR')(porta)
    await press(porta.page, 'Desta mesa')
    for (const name of [/Helena/i, /Pedro/i]) await porta.page.getByRole('checkbox', { name }).check()
    await press(porta.page, 'Dar entrada: 2 pessoas')
    await expect(porta.page.getByRole('alert')).toContainText('Helena Cavalcanti')
    await expect(porta.page.getByRole('alert')).toContainText('Pedro Henrique Cavalcanti')
    await keepIn(porta.page, porta.page.locator('main'))
  }),
  'ensaio-entraria': verdict(inEnsaio(0, 'ENTRARIA')),
  'ensaio-ja-entrou': verdict(inEnsaio(3, 'JÁ TERIA ENTRADO')),
  'ensaio-cancelado': verdict(inEnsaio(6, 'ESTARIA CANCELADO')),
  'ensaio-link-antigo': verdict(inEnsaio(11, 'SERIA LINK ANTIGO')),
  'ensaio-nao-esta': verdict(inEnsaio(99, 'NÃO ESTARIA NA LISTA')),
  'teste-entraria': verdict(inTeste(urlOf(JOSE), 'ENTRARIA')),
  'teste-entraria-longo': verdict(inTeste(urlOf(MARIA), 'ENTRARIA')),
  'teste-ja-entrou': verdict(inTeste(urlOf(FRANCISCA), 'JÁ TERIA ENTRADO')),
})

test('in a browser of forced colours shapes and words stay, and nothing moves where that is not wanted', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const porta = await openStubPorta(page, { convidados: CONVIDADOS, inside: INSIDE })
  for (const [name, convidado, word] of [
    ['entrar', ANA, 'ENTRAR'],
    ['ja-entrou', TEREZINHA, 'JÁ ENTROU'],
    ['cancelado', OTAVIO, 'CONVITE CANCELADO'],
  ] as const) {
    await reads(urlOf(convidado), word)(porta)
    await expect(page.locator('.veredito > .sinal')).toBeVisible()
    await picture(page, `${name}-cores-forcadas`)
  }
  // In one go, as a code held in view does it: the page itself removes the class again.
  const moves = () =>
    page.locator('.veredito').evaluate((shown) => {
      shown.classList.add('mesmo')
      const sign = shown.querySelector('.sinal')
      return sign && getComputedStyle(sign).animationName
    })
  expect(await moves()).toBe('none')
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' })
  expect(await moves()).toBe('respirar')
})
