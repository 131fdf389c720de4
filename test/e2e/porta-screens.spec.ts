import { expect, test, type Page } from '@playwright/test'
import { ensaioOf } from '../../server/domain/ensaio.ts'
import { aConvidado, codeOf, tokenOf, urlOf } from '../support/porta-server.ts'
import { violationsOf } from '../support/axe.ts'
import { keepIn } from '../support/keyboard.ts'
import { expectVerdict } from '../support/phone-browser.ts'
import { BEGIN, END, openStubPorta, type StubPorta } from '../support/stub-porta.ts'
import type { PhoneLook } from '../support/stub-phone.ts'
import { capOf, cutIn, smallKeysIn } from '../support/verdict-measure.ts'

// The door's own code before a server of the test's: names, times and verdicts that a true evening takes hours to make.
test.use({ serviceWorkers: 'block' })
test.describe.configure({ timeout: 120_000 })

const SANTA_CLARA = 'Fazenda Santa Clara'
const COOPERATIVA = 'Cooperativa Agroindustrial dos Produtores do Vale'
const LONGO =
  'Maria da Conceição Aparecida dos Santos Vasconcellos de Albuquerque e Schlichtmeierhoffer Bittencourt de Mello Franco'

const JOSE = aConvidado('jose', {
  nome: 'José Maria de Albuquerque Cavalcanti Neto',
  mesa: SANTA_CLARA,
  finais: '4417',
  codigo: 'K7F3-92QD',
})
const ANA = aConvidado('ana', { nome: 'Ana Lima', mesa: 'Sítio Boa Vista' })
const MARIA = aConvidado('maria', { nome: LONGO, mesa: COOPERATIVA })
const TEREZINHA = aConvidado('terezinha', { nome: 'Terezinha Prado', mesa: 'Laticínios Serra Alta' })
const FRANCISCA = aConvidado('francisca', { nome: LONGO.replace('Maria', 'Francisca'), mesa: COOPERATIVA })
const OTAVIO = aConvidado('otavio', { nome: 'Otávio Brandão Leme', mesa: SANTA_CLARA, retirado: true })
const BENEDITA = aConvidado('benedita', {
  nome: LONGO.replace('Maria', 'Benedita'),
  mesa: COOPERATIVA,
  retirado: true,
})
const HELENA = aConvidado('helena', {
  nome: 'Helena Cavalcanti',
  mesa: SANTA_CLARA,
  finais: '7730',
  versao: 1,
})
const IRACEMA = aConvidado('iracema', {
  nome: LONGO.replace('Maria', 'Iracema'),
  mesa: COOPERATIVA,
  versao: 1,
})
const ZOE = aConvidado('zoe', { nome: '<b>Zoë</b> 李小龍 👩🏽‍🌾 عائشة', mesa: '<script>alert(1)</script>' })
const CONVIDADOS = [
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
const MINUTE = 60_000
/** A verdict in view stays six seconds. */
const AFTER_VERDICT = { timeout: 15_000 }
const INSIDE = ['terezinha', 'francisca', 'mario', 'antonio'].map((id, n) => ({
  id,
  em: BEGIN - (12 + n) * MINUTE,
}))

/** Reads a code and keeps what is said of it in view: the keyboard is in it. */
const reads = (text: string, word: string) => async (porta: StubPorta) => {
  const { page } = porta
  await expect(page.getByText('CONECTADO')).toBeVisible()
  await porta.show(text)
  await expectVerdict(page, word)
  await porta.show(null)
  await keepIn(page, page.locator('main'))
}

const stale = (convidado: typeof HELENA) => `https://convites.test/c/${tokenOf({ ...convidado, versao: 0 })}`
const press = (page: Page, name: string) => page.getByRole('button', { name }).first().click()
/** What takes two touches, none of them while the screen is new. */
const pressTwice = async (page: Page, name: string) => {
  await page.waitForTimeout(700)
  await press(page, name)
  await press(page, `SIM, ${name}`)
}

const goesOffline = async (porta: StubPorta) => {
  const { page } = porta
  await expect(page.getByText('CONECTADO')).toBeVisible()
  porta.answer = 'away'
  await porta.sync()
  await expect(page.getByText('SEM REDE')).toBeVisible()
}

const types = async ({ page }: StubPorta, code: string) => {
  await press(page, 'CÓDIGO')
  await page.getByRole('textbox').fill(code)
  await page.keyboard.press('Enter')
}

/** Two admitted here that the server has not got. */
const keepsTwo = async (porta: StubPorta) => {
  await goesOffline(porta)
  for (const { id } of [ANA, MARIA]) {
    await types(porta, codeOf(id))
    await expectVerdict(porta.page, 'ENTRAR')
  }
  await expect(porta.page.getByText('2 por enviar')).toBeVisible()
}

const rehearses = async (porta: StubPorta) => {
  await expect(porta.page.getByText('CONECTADO')).toBeVisible()
  porta.server.rehearse({ ensaioid: ENSAIO, ate: BEGIN + 30 * MINUTE })
  await porta.sync()
  await expect(porta.page.getByText('nada é gravado')).toBeVisible()
}
/** The event is a day away. */
const tries = async (porta: StubPorta) => {
  await expect(porta.page.getByText('CONECTADO')).toBeVisible()
  porta.server.move('2027-09-17T20:30:00-03:00')
  await porta.sync()
  await expect(porta.page.getByText('nada é gravado até 17/9, 14:30')).toBeVisible()
}
const inTeste = (text: string, word: string) => async (porta: StubPorta) => {
  await tries(porta)
  await reads(text, word)(porta)
}
const ENSAIO = '0b9c6c1e-8a43-4a0e-9a39-3a1b7f0c2d4e'
const { convidados, estranho } = ensaioOf(ENSAIO)
const inEnsaio = (n: number, word: string) => async (porta: StubPorta) => {
  await rehearses(porta)
  const token = convidados[n]?.token ?? estranho
  await reads(`https://convites.test/c/${token}`, word)(porta)
}

interface Screen {
  open: (porta: StubPorta) => Promise<unknown>
  phone?: PhoneLook
  /** Its name and word are to be read at a quarter of the size. */
  isVerdict?: true
}
const verdict = (open: Screen['open']): Screen => ({ open, isVerdict: true })

const SCREENS: Record<string, Screen> = {
  lendo: {
    phone: { camera: 'torch' },
    open: async (porta) => {
      await reads(urlOf(JOSE), 'ENTRAR')(porta)
      await press(porta.page, 'PRÓXIMO')
      await expect(porta.page.getByRole('heading', { name: 'Aponte para o QR' })).toBeVisible()
    },
  },
  'sem-rede': {
    open: async (porta) => {
      await keepsTwo(porta)
      await porta.pass(14 * MINUTE)
      await press(porta.page, 'PRÓXIMO')
      await expect(porta.page.getByText('há 14 min')).toBeVisible()
    },
  },
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
    await pressTwice(porta.page, 'ENTROU MESMO ASSIM')
    await expect(porta.page.getByRole('alert')).toContainText('está anotado')
    await keepIn(porta.page, porta.page.locator('main'))
  }),
  'desfazer-certeza': verdict(async (porta) => {
    await reads(urlOf(JOSE), 'ENTRAR')(porta)
    await porta.page.waitForTimeout(700)
    await press(porta.page, 'DESFAZER')
    await expect(porta.page.getByRole('button', { name: 'SIM, DESFAZER' })).toBeVisible()
    await keepIn(porta.page, porta.page.locator('main'))
  }),
  'mesmo-assim-certeza': verdict(async (porta) => {
    await reads(urlOf(FRANCISCA), 'JÁ ENTROU')(porta)
    await porta.page.waitForTimeout(700)
    await press(porta.page, 'ENTROU MESMO ASSIM')
    await expect(porta.page.getByRole('button', { name: 'SIM, ENTROU MESMO ASSIM' })).toBeVisible()
    await keepIn(porta.page, porta.page.locator('main'))
  }),
  'codigo-pix': verdict(async (porta) => {
    await reads('00020126580014br.gov.bcb.pix0136', 'NÃO ESTÁ NA LISTA')(porta)
    await expect(porta.page.getByRole('alert')).toContainText('É um código PIX')
  }),
  'mesa-entrou': verdict(async (porta) => {
    await reads(urlOf(JOSE), 'ENTRAR')(porta)
    await press(porta.page, 'DESTA MESA')
    for (const name of [/Helena/i, /Pedro/i]) await porta.page.getByRole('checkbox', { name }).check()
    await press(porta.page, 'ADMITIR 2 PESSOAS')
    await expect(porta.page.getByRole('alert')).toContainText('Helena Cavalcanti')
    await expect(porta.page.getByRole('alert')).toContainText('Pedro Henrique Cavalcanti')
    await keepIn(porta.page, porta.page.locator('main'))
  }),
  desfeita: {
    open: async (porta) => {
      await reads(urlOf(ANA), 'ENTRAR')(porta)
      await pressTwice(porta.page, 'DESFAZER')
      await expect(porta.page.getByRole('alert')).toContainText('ENTRADA DESFEITA')
      await keepIn(porta.page, porta.page.locator('main'))
    },
  },
  varios: {
    open: async (porta) => {
      await expect(porta.page.getByText('CONECTADO')).toBeVisible()
      await types(porta, 'T4KX-88RM')
      await expect(porta.page.getByText('Este código é de mais de uma pessoa')).toBeVisible()
    },
  },
  busca: {
    open: async (porta) => {
      await goesOffline(porta)
      await press(porta.page, 'BUSCAR')
      await porta.page.getByLabel('Nome').fill('cavalc')
      await porta.page.getByRole('radio', { name: /José Maria/i }).check()
      await expect(porta.page.getByRole('button', { name: /^ADMITIR/ })).toBeVisible()
    },
  },
  'busca-ninguem': {
    open: async (porta) => {
      await expect(porta.page.getByText('CONECTADO')).toBeVisible()
      await press(porta.page, 'BUSCAR')
      await porta.page.getByLabel('Nome').fill('Zuleica Damasceno')
      await expect(porta.page.getByRole('button', { name: /^ENTROU MESMO ASSIM/ })).toBeVisible()
    },
  },
  codigo: {
    open: async (porta) => {
      await expect(porta.page.getByText('CONECTADO')).toBeVisible()
      await press(porta.page, 'CÓDIGO')
      await porta.page.getByRole('textbox').fill('k7f39')
      await expect(porta.page.getByRole('button', { name: 'FALTAM 3' })).toBeVisible()
    },
  },
  mesa: {
    open: async (porta) => {
      await reads(urlOf(JOSE), 'ENTRAR')(porta)
      await press(porta.page, 'DESTA MESA')
      for (const name of [/Helena/i, /Pedro/i]) await porta.page.getByRole('checkbox', { name }).check()
      await expect(porta.page.getByRole('button', { name: 'ADMITIR 2 PESSOAS' })).toBeVisible()
    },
  },
  ensaio: { open: rehearses },
  'ensaio-entraria': verdict(inEnsaio(0, 'ENTRARIA')),
  'ensaio-ja-entrou': verdict(inEnsaio(3, 'JÁ TERIA ENTRADO')),
  'ensaio-cancelado': verdict(inEnsaio(6, 'ESTARIA CANCELADO')),
  'ensaio-link-antigo': verdict(inEnsaio(11, 'SERIA LINK ANTIGO')),
  'ensaio-nao-esta': verdict(inEnsaio(99, 'NÃO ESTARIA NA LISTA')),
  'ensaio-busca': {
    open: async (porta) => {
      await rehearses(porta)
      await press(porta.page, 'BUSCAR')
      await porta.page.getByLabel('Nome').fill('ensaio')
      await porta.page.getByRole('radio', { name: /ana ensaio/i }).check()
    },
  },
  teste: { open: tries },
  'teste-entraria': verdict(inTeste(urlOf(JOSE), 'ENTRARIA')),
  'teste-entraria-longo': verdict(inTeste(urlOf(MARIA), 'ENTRARIA')),
  'teste-ja-entrou': verdict(inTeste(urlOf(FRANCISCA), 'JÁ TERIA ENTRADO')),
  'teste-certeza': {
    open: async (porta) => {
      await tries(porta)
      await press(porta.page, 'HOJE É O EVENTO')
      await expect(porta.page.getByRole('button', { name: 'SIM, HOJE É O EVENTO' })).toBeVisible()
    },
  },
  'teste-hoje': {
    open: async (porta) => {
      await tries(porta)
      for (const name of ['HOJE É O EVENTO', 'SIM, HOJE É O EVENTO']) await press(porta.page, name)
      await expect(porta.page.getByText('As entradas valem')).toBeVisible()
    },
  },
  'duas-cameras': {
    phone: { camera: 'two' },
    open: ({ page }) => expect(page.getByRole('button', { name: 'Outra câmera' })).toBeVisible(),
  },
  parear: {
    open: async (porta) => {
      porta.answer = 'stranger'
      await porta.page.reload()
      await expect(porta.page.getByRole('heading', { name: 'PAREAR ESTE CELULAR' })).toBeVisible()
    },
  },
  revogado: {
    open: async (porta) => {
      await keepsTwo(porta)
      await porta.pass(MINUTE)
      porta.server.revoked.set('a', BEGIN - MINUTE)
      porta.answer = 'knows'
      await porta.sync()
      await expect(porta.page.getByRole('heading', { name: 'APARELHO DESLIGADO' })).toBeVisible(AFTER_VERDICT)
    },
  },
  'lista-apagada': {
    open: async (porta) => {
      await keepsTwo(porta)
      await porta.pass(END - BEGIN)
      await porta.sync()
      await expect(porta.page.getByRole('heading', { name: 'A LISTA FOI APAGADA' })).toBeVisible(
        AFTER_VERDICT,
      )
    },
  },
  'sem-camera': {
    phone: { camera: 'refused' },
    open: ({ page }) => expect(page.getByRole('button', { name: 'LIGAR CÂMERA' })).toBeVisible(),
  },
  'camera-falta': {
    phone: { camera: 'missing' },
    open: async (porta) => {
      await expect(porta.page.getByText('CONECTADO')).toBeVisible()
      await types(porta, codeOf('ana'))
      await expectVerdict(porta.page, 'ENTRAR')
      await press(porta.page, 'CÂMERA')
      await expect(porta.page.getByRole('button', { name: 'LIGAR CÂMERA' })).toBeVisible()
    },
  },
  'sem-https': {
    phone: { lacks: 'https' },
    open: ({ page }) => expect(page.getByRole('heading', { name: 'FALTA O HTTPS' })).toBeVisible(),
  },
  'nao-guarda': {
    phone: { lacks: 'storage' },
    open: ({ page }) => expect(page.getByRole('heading', { name: 'NADA SE GUARDA AQUI' })).toBeVisible(),
  },
}

/** The least height of capitals, in pixels, of which a quarter is still read: of the word, of a name, of a very long one. */
const CAPS = { palavra: 24, nome: 20, longo: 14 }

async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height })
  // Verdicts are made to fit as they are laid out.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))))
}

const picture = (page: Page, name: string) =>
  page.screenshot({ path: `test-results/screens/porta-${name}.png` })

/** @param key the least width of a key */
async function expectWhole(page: Page, key: number): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  expect(await cutIn(page), `cut at ${width}×${height}`).toEqual([])
  expect(await smallKeysIn(page, 64, key), `keys at ${width}×${height}`).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}

for (const [name, { open, phone = {}, isVerdict }] of Object.entries(SCREENS)) {
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
      if (isNamed) expect(await capOf(page, '.nome')).toBeGreaterThanOrEqual(isLong ? CAPS.longo : CAPS.nome)
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
  // As a code that is held on does it, in one go: the page itself takes the class away again.
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
