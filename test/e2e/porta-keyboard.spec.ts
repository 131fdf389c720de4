import { expect, test, type Locator, type Page } from '@playwright/test'
import { startEvening, type Evening } from '../support/evening.ts'
import { expectFocus, tabTo } from '../support/keyboard.ts'
import { expectVerdict } from '../support/phone-browser.ts'

// A computer without a camera at the reception, using only Tab, Enter, Space and typing.
test.describe.configure({ timeout: 120_000 })

/** After an act the keyboard focus is in the key for the next one, right below the verdict. */
const BACK = 'Shift+Tab'

let evening: Evening

test.beforeAll(async ({ browser }) => {
  evening = await startEvening(browser, 5)
})

test.afterAll(() => evening.end())

const key = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

/** Moves there with Tab, unless it already has focus, and presses Enter. */
async function press(page: Page, name: string | RegExp, way = 'Tab'): Promise<void> {
  const isThere = await key(page, name).evaluate((wanted) => wanted === document.activeElement)
  if (!isThere) await tabTo(page, key(page, name), way)
  await page.keyboard.press('Enter')
}

/** Searches by name, chooses the only result, and admits. */
async function admitByName(page: Page, nome: string): Promise<void> {
  await press(page, 'Buscar')
  await expectFocus(page.getByLabel('Nome'))
  await page.keyboard.type(nome.toLowerCase())
  await expect(page.getByRole('status').filter({ hasText: /pessoa/ })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: new RegExp(nome, 'i') })).toBeFocused()
  await page.keyboard.press('Space')
  await press(page, /^Dar entrada/)
}

test('by keyboard alone, without a camera, guests are admitted by name, code and table, and one is taken back', async ({
  page,
}) => {
  const [bia, caio, davi, elsa, fabio] = evening.convidados
  if (!bia || !caio || !davi || !elsa || !fabio) throw new Error('no guests')
  await evening.pair(page, 'Recepção')
  await page.goto(`${evening.url}/porta`)
  await expect(page.getByText('Conectado')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'A CÂMERA NÃO ABRIU' })).toBeVisible()
  await expect(page).toHaveTitle('Sem câmera · Portaria')

  await test.step('by name, and taken back', async () => {
    await admitByName(page, bia.nome)
    await expectVerdict(page, 'ENTRAR', bia.nome)
    await expect(page).toHaveTitle('ENTRAR · Portaria')
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - main:
        - alert:
          - heading "ENTRAR" [level=1]
          - paragraph: ${bia.nome.toUpperCase()}
          - paragraph: MESA Cooperativa Vale Dourado
          - button "Mais 4 desta mesa"
          - button "Desfazer"
    `)
    await press(page, 'Desfazer', BACK)
    // A key that is held down means no.
    await expectFocus(key(page, 'Não'))
    await page.keyboard.press('Enter')
    await expectFocus(key(page, 'Desfazer'))
    await page.keyboard.press('Enter')
    await press(page, 'Sim, desfazer', BACK)
    await expect(page.getByRole('alert')).toContainText('ENTRADA DESFEITA')
    await expect(page).toHaveTitle('ENTRADA DESFEITA · Portaria')
  })
  await test.step('the table', async () => {
    await admitByName(page, bia.nome)
    await expectVerdict(page, 'ENTRAR', bia.nome)
    await press(page, 'Mais 4 desta mesa', BACK)
    await expect(page.getByRole('heading', { level: 1, name: 'Cooperativa Vale Dourado' })).toBeVisible()
    for (const { nome } of [caio, davi]) {
      const box = page.getByRole('checkbox', { name: new RegExp(nome, 'i') })
      await tabFar(page, box)
      await page.keyboard.press('Space')
      await expect(box).toBeChecked()
    }
    await tabFar(page, key(page, 'Dar entrada: 2 pessoas'))
    await page.keyboard.press('Enter')
    await expectVerdict(page, 'ENTRAR', '2 pessoas')
  })
  await test.step('by code', async () => {
    const codigo = await codeOf(evening, elsa.path)
    await press(page, 'Código')
    await expectFocus(page.getByRole('textbox'))
    await page.keyboard.type(codigo.toLowerCase())
    await page.keyboard.press('Enter')
    await expectVerdict(page, 'ENTRAR', elsa.nome)
    // The keys on the screen work as well, since they are buttons. The key for the next code already has
    // focus.
    await expectFocus(key(page, 'Código'))
    await page.keyboard.press('Enter')
    for (const sign of codigo.replace('-', '')) {
      await key(page, sign).focus()
      await page.keyboard.press('Space')
    }
    await tabFar(page, key(page, 'Ver'))
    await page.keyboard.press('Enter')
    await expectVerdict(page, 'JÁ ENTROU', elsa.nome)
    await expect(page).toHaveTitle('JÁ ENTROU · Portaria')
  })
  await test.step('in all the same', async () => {
    await press(page, 'Buscar', BACK)
    await page.keyboard.type('Zuleica Damasceno')
    await press(page, /^Entrou mesmo assim/)
    await expectVerdict(page, 'NÃO ESTÁ NA LISTA', 'Zuleica Damasceno')
    await expect(page.getByRole('alert')).toContainText('está anotado')
    await press(page, 'Código')
    await page.keyboard.type('22223333')
    await page.keyboard.press('Enter')
    await expectVerdict(page, 'NÃO ESTÁ NA LISTA')
    await press(page, 'Entrou mesmo assim', BACK)
    await press(page, 'Sim, entrou mesmo assim', BACK)
    await expect(page.getByRole('alert')).toContainText('está anotado')
  })
  await expect(page.getByText('0 por enviar')).toBeVisible({ timeout: 30_000 })
  // Five admissions and two of unknown people; one was taken back.
  expect(evening.stored()).toHaveLength(8)
  expect(evening.stored().filter(({ anula }) => anula !== null)).toHaveLength(1)
})

/** Moves past many keys, and past rows, which are outlined in place of their boxes. */
async function tabFar(page: Page, element: Locator): Promise<void> {
  for (let stops = 0; stops < 40; stops++) {
    await page.keyboard.press('Tab')
    if (await element.evaluate((wanted) => wanted === document.activeElement)) return
  }
  throw new Error('Tab does not lead there')
}

/** The code on a guest's credencial. */
async function codeOf({ painel, url }: Evening, path: string): Promise<string> {
  await painel.goto(url + path)
  const code = /\b[2-9A-Z]{4}-[2-9A-Z]{4}\b/.exec(await painel.locator('body').innerText())?.[0]
  if (code === undefined) throw new Error('no code on the credencial')
  return code
}
