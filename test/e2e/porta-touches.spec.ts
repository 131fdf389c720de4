import { expect, test, type Page } from '@playwright/test'
import { aConvidado, urlOf } from '../support/porta-server.ts'
import { expectVerdict } from '../support/phone-browser.ts'
import { openStubPorta, type StubPorta } from '../support/stub-porta.ts'

// What a thumb does by accident, and what a phone says before the first touch.
test.use({ serviceWorkers: 'block' })
test.describe.configure({ timeout: 120_000 })

const ANA = aConvidado('ana', { nome: 'Ana Lima', mesa: 'Sítio Boa Vista' })
const BIA = aConvidado('bia', { nome: 'Bia Prado', mesa: 'Sítio Boa Vista' })
const OTAVIO = aConvidado('otavio', { nome: 'Otávio Leme', retirado: true })
const CONVIDADOS = [ANA, BIA, OTAVIO]

/** Longer than a screen counts as new. */
const SETTLED_MS = 700

const open = async (page: Page): Promise<StubPorta> => {
  const porta = await openStubPorta(page, { convidados: CONVIDADOS })
  await expect(page.getByText('Conectado')).toBeVisible()
  return porta
}

async function reads(porta: StubPorta, convidado: typeof ANA, word: string): Promise<void> {
  await porta.show(urlOf(convidado))
  await expectVerdict(porta.page, word, convidado.nome)
}

/** How many facts the server received. */
const factsOf = ({ server }: StubPorta) => server.facts.size

/** The middle of a button, where it is touched. */
async function middleOf(page: Page, name: string): Promise<[number, number]> {
  const box = await page.getByRole('button', { name, exact: true }).boundingBox()
  if (!box) throw new Error(`${name} is not in view`)
  return [box.x + box.width / 2, box.y + box.height / 2]
}

for (const [name, convidado, word] of [
  ['Desfazer', ANA, 'ENTRAR'],
  ['Entrou mesmo assim', OTAVIO, 'CONVITE CANCELADO'],
] as const) {
  test(`${name} takes no touch of a finger that was on its way when the screen came`, async ({ page }) => {
    const porta = await open(page)
    const before = factsOf(porta)
    await porta.show(urlOf(convidado))
    // At the instant it appears, as a finger aimed at the screen before.
    await page.waitForFunction((name) => {
      const wanted = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
      if (!wanted) return false
      wanted.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
      return true
    }, name)
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: `Sim, ${name}` })).toHaveCount(0)
    await expectVerdict(page, word, convidado.nome)
    await porta.sync()
    expect(factsOf(porta) - before).toBe(word === 'ENTRAR' ? 1 : 0)
  })

  test(`${name} touched once, or twice at one place, changes nothing; SIM at another place does`, async ({
    page,
  }) => {
    const porta = await open(page)
    const before = factsOf(porta)
    await reads(porta, convidado, word)
    await page.waitForTimeout(SETTLED_MS)
    const [x, y] = await middleOf(page, name)
    await page.mouse.dblclick(x, y)
    await expectVerdict(page, word, convidado.nome)
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
    await page.mouse.click(x, y)
    const sim = page.getByRole('button', { name: `Sim, ${name}` })
    await expect(sim).toBeVisible()
    const { y: top = 0, height = 0 } = (await sim.boundingBox()) ?? {}
    expect(top + height).toBeLessThan(y)
    // The next guest’s code waits for the answer.
    await porta.show(urlOf(BIA))
    await page.waitForTimeout(1_500)
    await expect(sim).toBeVisible()
    await porta.show(null)
    // The last picture that shows it may still be on its way.
    await page.waitForTimeout(1_000)
    await sim.click()
    await expect(page.getByRole('alert')).toContainText(
      word === 'ENTRAR' ? 'ENTRADA DESFEITA' : 'está anotado',
    )
    await expect(page.getByText('0 por enviar')).toBeVisible()
    await porta.sync()
    expect(factsOf(porta) - before).toBe(word === 'ENTRAR' ? 2 : 1)
  })
}

test('the sound key says that it is off until the first touch lets the page sound', async ({ page }) => {
  // In Chromium, evaluating code in a page counts as a touch. Here only a real touch counts, as on a phone.
  await page.addInitScript(() => {
    let isTouched = false
    addEventListener('pointerdown', () => (isTouched = true), true)
    const Sounding = window.AudioContext
    window.AudioContext = class extends Sounding {
      constructor() {
        super()
        void this.suspend()
      }
      override resume(): Promise<void> {
        return isTouched ? super.resume() : Promise.reject(new Error('no touch'))
      }
    }
  })
  await open(page)
  const som = page.getByRole('button', { name: 'Som' })
  const note = page.getByText('Ainda sem som')
  await expect(note).toBeVisible()
  await expect(som).toHaveAttribute('aria-pressed', 'false')
  await test.step('the key itself', async () => {
    await som.click()
    await expect(som).toHaveAttribute('aria-pressed', 'true')
    await expect(note).toBeHidden()
    await som.click()
    await expect(som).toHaveAttribute('aria-pressed', 'false')
    // Switched off by hand: there is nothing to report.
    await expect(note).toBeHidden()
    await som.click()
  })
  await page.reload()
  await expect(note).toBeVisible()
  await test.step('anywhere else', async () => {
    await page.getByRole('heading', { name: 'Aponte para o QR' }).click()
    await expect(som).toHaveAttribute('aria-pressed', 'true')
    await expect(note).toBeHidden()
  })
})

test('a code for a payment or for the Wi-Fi is told as one', async ({ page }) => {
  const porta = await open(page)
  for (const [text, told] of [
    ['00020126330014BR.GOV.BCB.PIX011111222333444', 'É um código PIX'],
    ['WIFI:S:vinho;T:WPA;P:tinto;;', 'É um código de Wi-Fi'],
    ['https://vinhos.example/safra', 'É o endereço de outra página'],
  ] as const) {
    await porta.show(text)
    await expectVerdict(page, 'NÃO ESTÁ NA LISTA', told)
    await expect(page.getByRole('alert')).toContainText('Peça o QR da credencial')
  }
})

test('several people of a table are told with their names, on the screen and afterwards', async ({
  page,
}) => {
  const porta = await openStubPorta(page, {
    convidados: [...CONVIDADOS, aConvidado('caio', { nome: 'Caio Reis', mesa: ANA.mesa })],
  })
  await expect(page.getByText('Conectado')).toBeVisible()
  await reads(porta, ANA, 'ENTRAR')
  await porta.show(null)
  await page.getByRole('button', { name: 'Desta mesa' }).click()
  for (const name of [/Bia/i, /Caio/i]) await page.getByRole('checkbox', { name }).check()
  await page.getByRole('button', { name: 'Dar entrada: 2 pessoas' }).click()
  await expectVerdict(page, 'ENTRAR', '2 pessoas')
  for (const nome of ['Bia Prado', 'Caio Reis'])
    await expect(page.getByRole('alert').getByRole('listitem').filter({ hasText: nome })).toBeVisible()
  await page.getByRole('button', { name: 'Próximo' }).click()
  await expect(page.getByRole('button', { name: /2 pessoas: Bia Prado, Caio Reis/ })).toBeVisible()
})
