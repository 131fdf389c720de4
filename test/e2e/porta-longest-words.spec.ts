import { expect, test, type Page } from '@playwright/test'
import { aConvidado, urlOf } from '../support/porta-server.ts'
import { keepIn } from '../support/keyboard.ts'
import { expectVerdict } from '../support/phone-browser.ts'
import { besideWindow, SMALL } from '../support/screen.ts'
import { BEGIN, openStubPorta, type StubPorta } from '../support/stub-porta.ts'

// The door's own code, served by the test.
test.use({ serviceWorkers: 'block' })
test.describe.configure({ timeout: 120_000 })

const LONG = 'W'.repeat(60)
const VERA = aConvidado('vera', { nome: LONG, mesa: LONG, numero: 'W'.repeat(8), finais: '4417' })
const OLGA = aConvidado('olga', { nome: `${LONG.slice(1)}O`, mesa: LONG, finais: '4418' })
const INES = aConvidado('ines', { nome: `${LONG.slice(1)}I`, mesa: LONG, finais: '4419' })
const LINO = aConvidado('lino', { nome: `${LONG.slice(1)}L`, mesa: LONG, retirado: true })
const INSIDE = [{ id: 'olga', em: BEGIN - 60_000 }]

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

/** Reads a code and keeps its verdict in view, with the keyboard focus in it. */
const reads = (convidado: typeof VERA, word: string) => async (porta: StubPorta) => {
  const { page } = porta
  await expect(page.getByText('Conectado')).toBeVisible()
  await porta.show(urlOf(convidado))
  await expectVerdict(page, word)
  await porta.show(null)
  await keepIn(page, page.locator('main'))
}

const SCREENS: Record<string, (porta: StubPorta) => Promise<unknown>> = {
  'what is admitted': reads(VERA, 'ENTRAR'),
  'who is inside already': reads(OLGA, 'JÁ ENTROU'),
  'who withdrew': reads(LINO, 'CONVITE CANCELADO'),
  'the viewfinder after somebody': async (porta) => {
    await reads(VERA, 'ENTRAR')(porta)
    await press(porta.page, 'Próximo')
    await expect(porta.page.getByRole('heading', { name: 'Aponte para o QR' })).toBeVisible()
  },
  'names that fit a search': async (porta) => {
    await expect(porta.page.getByText('Conectado')).toBeVisible()
    await press(porta.page, 'Buscar')
    await porta.page.getByLabel('Nome').fill('www')
    await porta.page.getByRole('radio', { name: /W{30}/i }).first().check()
  },
  'a name nobody has': async (porta) => {
    await expect(porta.page.getByText('Conectado')).toBeVisible()
    await press(porta.page, 'Buscar')
    await porta.page.getByLabel('Nome').fill('Z'.repeat(60))
    await expect(porta.page.getByRole('button', { name: /^Entrou mesmo assim/ })).toBeVisible()
  },
  'a table': async (porta) => {
    await reads(VERA, 'ENTRAR')(porta)
    await press(porta.page, 'Desta mesa')
    await expect(
      porta.page.getByRole('button', { name: /Dar entrada|Ninguém|ESCOLHA/ }).first(),
    ).toBeVisible()
  },
}

for (const [name, open] of Object.entries(SCREENS)) {
  test(`of the door, ${name}: the longest words stay within a narrow phone, and within large letters`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(await openStubPorta(page, { convidados: [VERA, OLGA, INES, LINO], inside: INSIDE }))
    for (const size of SMALL) {
      const beside = await besideWindow(page, size)
      await page.screenshot({ path: `test-results/screens/porta-longo-${name}-${size.width}.png` })
      expect(beside).toEqual([])
    }
  })
}
