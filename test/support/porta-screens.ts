import { expect, test, type Page } from '@playwright/test'
import { ensaioOf } from '../../server/domain/ensaio.ts'
import { aConvidado, codeOf, tokenOf } from './porta-server.ts'
import { violationsOf } from './axe.ts'
import { keepIn } from './keyboard.ts'
import { expectVerdict } from './phone-browser.ts'
import { BEGIN, openStubPorta, type StubPorta } from './stub-porta.ts'
import type { PhoneLook } from './stub-phone.ts'
import { capOf, cutIn, smallKeysIn } from './verdict-measure.ts'

// The door's own code, served by the test: names, times and verdicts that a real evening takes hours to
// produce.

const SANTA_CLARA = 'Fazenda Santa Clara'
const COOPERATIVA = 'Cooperativa Agroindustrial dos Produtores do Vale'
const LONGO =
  'Maria da Conceição Aparecida dos Santos Vasconcellos de Albuquerque e Schlichtmeierhoffer Bittencourt de Mello Franco'

export const JOSE = aConvidado('jose', {
  nome: 'José Maria de Albuquerque Cavalcanti Neto',
  mesa: SANTA_CLARA,
  finais: '4417',
  codigo: 'K7F3-92QD',
})
export const ANA = aConvidado('ana', { nome: 'Ana Lima', mesa: 'Sítio Boa Vista' })
export const MARIA = aConvidado('maria', { nome: LONGO, mesa: COOPERATIVA })
export const TEREZINHA = aConvidado('terezinha', { nome: 'Terezinha Prado', mesa: 'Laticínios Serra Alta' })
export const FRANCISCA = aConvidado('francisca', {
  nome: LONGO.replace('Maria', 'Francisca'),
  mesa: COOPERATIVA,
})
export const OTAVIO = aConvidado('otavio', { nome: 'Otávio Brandão Leme', mesa: SANTA_CLARA, retirado: true })
export const BENEDITA = aConvidado('benedita', {
  nome: LONGO.replace('Maria', 'Benedita'),
  mesa: COOPERATIVA,
  retirado: true,
})
export const HELENA = aConvidado('helena', {
  nome: 'Helena Cavalcanti',
  mesa: SANTA_CLARA,
  finais: '7730',
  versao: 1,
})
export const IRACEMA = aConvidado('iracema', {
  nome: LONGO.replace('Maria', 'Iracema'),
  mesa: COOPERATIVA,
  versao: 1,
})
export const ZOE = aConvidado('zoe', {
  nome: '<b>Zoë</b> 李小龍 👩🏽‍🌾 عائشة',
  mesa: '<script>alert(1)</script>',
})
export const CONVIDADOS = [
  ...[JOSE, ANA, MARIA, TEREZINHA, FRANCISCA, OTAVIO, BENEDITA, HELENA, IRACEMA, ZOE],
  aConvidado('pedro', { nome: 'Pedro Henrique Cavalcanti', mesa: SANTA_CLARA, finais: '1208' }),
  aConvidado('dalva', { nome: 'Dalva Regina Moreira', mesa: SANTA_CLARA }),
  aConvidado('antonio', { nome: 'Antônio Carlos Ferreira', mesa: SANTA_CLARA }),
  aConvidado('ruth', {
    nome: 'Ruth Cavalcanti Dias',
    mesa: 'Fazenda Boa Vista',
    finais: '2208',
    retirado: true,
  }),
  aConvidado('mario', { nome: 'José Mario Cavalcante', mesa: 'Laticínios Serra Alta', finais: '0952' }),
  aConvidado('lia', { nome: 'Lia Prado Nogueira', mesa: COOPERATIVA, codigo: 'T4KX-88RM' }),
  aConvidado('caio', { nome: 'Caio Prado', finais: '3100', codigo: 'T4KX-88RM' }),
]
export const MINUTE = 60_000
/** A verdict in view stays six seconds. */
export const AFTER_VERDICT = { timeout: 15_000 }
export const INSIDE = ['terezinha', 'francisca', 'mario', 'antonio'].map((id, n) => ({
  id,
  em: BEGIN - (12 + n) * MINUTE,
}))

/** Reads a code and keeps its verdict in view, with the keyboard focus in it. */
export const reads = (text: string, word: string) => async (porta: StubPorta) => {
  const { page } = porta
  await expect(page.getByText('Conectado')).toBeVisible()
  await porta.show(text)
  await expectVerdict(page, word)
  await porta.show(null)
  await keepIn(page, page.locator('main'))
}

export const stale = (convidado: typeof HELENA) =>
  `https://convites.test/c/${tokenOf({ ...convidado, versao: 0 })}`
export const press = (page: Page, name: string) => page.getByRole('button', { name }).first().click()
/** Presses what takes two touches, neither of them while the screen is new. */
export const pressTwice = async (page: Page, name: string) => {
  await page.waitForTimeout(700)
  await press(page, name)
  await press(page, `Sim, ${name.charAt(0).toLowerCase()}${name.slice(1)}`)
}

export const goesOffline = async (porta: StubPorta) => {
  const { page } = porta
  await expect(page.getByText('Conectado')).toBeVisible()
  porta.answer = 'away'
  await porta.sync()
  await expect(page.getByText('Sem rede')).toBeVisible()
}

export const types = async ({ page }: StubPorta, code: string) => {
  await press(page, 'Código')
  await page.getByRole('textbox').fill(code)
  await page.keyboard.press('Enter')
}

/** Two guests admitted here whom the server does not have yet. */
export const keepsTwo = async (porta: StubPorta) => {
  await goesOffline(porta)
  for (const { id } of [ANA, MARIA]) {
    await types(porta, codeOf(id))
    await expectVerdict(porta.page, 'ENTRAR')
  }
  await expect(porta.page.getByText('2 por enviar')).toBeVisible()
}

export const rehearses = async (porta: StubPorta) => {
  await expect(porta.page.getByText('Conectado')).toBeVisible()
  porta.server.rehearse({ ensaioid: ENSAIO, ate: BEGIN + 30 * MINUTE })
  await porta.sync()
  await expect(porta.page.getByText('nada é gravado')).toBeVisible()
}
/** The event is a day away. */
export const tries = async (porta: StubPorta) => {
  await expect(porta.page.getByText('Conectado')).toBeVisible()
  porta.server.move('2027-09-17T20:30:00-03:00')
  await porta.sync()
  await expect(porta.page.getByText('nada é gravado até 17/9, 14h30')).toBeVisible()
}
export const inTeste = (text: string, word: string) => async (porta: StubPorta) => {
  await tries(porta)
  await reads(text, word)(porta)
}
const ENSAIO = '0b9c6c1e-8a43-4a0e-9a39-3a1b7f0c2d4e'
const { convidados, estranho } = ensaioOf(ENSAIO)
export const inEnsaio = (n: number, word: string) => async (porta: StubPorta) => {
  await rehearses(porta)
  const token = convidados[n]?.token ?? estranho
  await reads(`https://convites.test/c/${token}`, word)(porta)
}

interface Screen {
  open: (porta: StubPorta) => Promise<unknown>
  phone?: PhoneLook
  /** Its name and word must be readable at a quarter of the size. */
  isVerdict?: true
}
export const verdict = (open: Screen['open']): Screen => ({ open, isVerdict: true })

/**
 * The lowest capitals that can still be read at a quarter of the size, in pixels: of the word, of a name, of
 * a very long name.
 */
const CAPS = { palavra: 24, nome: 20, longo: 14 }

async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height })
  // Verdicts are fitted when they are laid out.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))))
}

export const picture = (page: Page, name: string) =>
  page.screenshot({ path: `test-results/screens/porta-${name}.png` })

/** @param key the least width of a key */
async function expectWhole(page: Page, key: number): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  expect(await cutIn(page), `cut at ${width}×${height}`).toEqual([])
  expect(await smallKeysIn(page, 64, key), `keys at ${width}×${height}`).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}

/** Tests each screen in every size and colour scheme. */
export function screensAreWhole(screens: Record<string, Screen>): void {
  for (const [name, { open, phone = {}, isVerdict }] of Object.entries(screens)) {
    test(`porta-${name} is whole, large enough and without a violation, by day and by night`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await open(await openStubPorta(page, { convidados: CONVIDADOS, inside: INSIDE, phone }))
      for (const [width, height] of [
        [360, 740],
        [1280, 800],
      ] as const) {
        await resize(page, width, height)
        for (const colorScheme of ['light', 'dark'] as const) {
          await test.step(`${width} ${colorScheme}`, async () => {
            await page.emulateMedia({ colorScheme })
            await picture(page, `${name}-${width}-${colorScheme}`)
            await expectWhole(page, 64)
            expect(await violationsOf(page)).toEqual([])
          })
        }
        if (!isVerdict) continue
        const nome = page.locator('.nome')
        const isNamed = (await nome.count()) > 0
        const isLong = isNamed && ((await nome.textContent()) ?? '').length > 80
        expect(await capOf(page, '.palavra')).toBeGreaterThanOrEqual(CAPS.palavra)
        if (isNamed)
          expect(await capOf(page, '.nome')).toBeGreaterThanOrEqual(isLong ? CAPS.longo : CAPS.nome)
      }
      await page.emulateMedia({ colorScheme: 'light' })
      for (const [width, height, place] of [
        [320, 568, 'curto'],
        [740, 360, 'deitado'],
      ] as const) {
        await test.step(place, async () => {
          await resize(page, width, height)
          await picture(page, `${name}-${place}`)
          // Five keys beside each other are as wide as so narrow a phone allows.
          await expectWhole(page, 48)
        })
      }
    })
  }
}
