import { expect, test, type Page } from '@playwright/test'
import { violationsOf } from '../support/axe.ts'
import { expectFocus, tabTo } from '../support/keyboard.ts'
import { startMesas, type MesaServer } from '../support/mesa-server.ts'
import { testScreen, type Open } from '../support/screen.ts'

let server: MesaServer

test.beforeAll(async () => {
  server = await startMesas()
})

test.afterAll(() => server.stop())

const open =
  (pathOf: (server: MesaServer) => string, status = 200): Open =>
  async (page: Page) => {
    const response = await page.goto(server.url + pathOf(server))
    expect(response?.status()).toBe(status)
  }

const mesa = async (page: Page) => {
  await open(({ paths }) => paths.mesa)(page)
  for (const details of await page.locator('main details').all())
    await details.evaluate((element: HTMLDetailsElement) => (element.open = true))
}

const refused = async (page: Page) => {
  await open(({ paths }) => paths.mesa)(page)
  await page.getByRole('button', { name: 'Criar convites pessoais' }).click()
  await expect(page.getByRole('group', { name: 'Nada foi gravado' })).toBeFocused()
}

const refusedNumber = async (page: Page) => {
  await open(({ paths, codigo }) => `${paths.mesa}/enviar/${codigo}`)(page)
  await page.getByText('Digitar o número, ou outro jeito').click()
  await page.getByLabel('WhatsApp').fill('123')
  await page.getByRole('button', { name: 'Enviar a este número' }).click()
  await expect(page.getByRole('group', { name: 'Falta corrigir o número' })).toBeFocused()
}

for (const [name, show] of Object.entries({
  mesa,
  'mesa-recusada': refused,
  'mesa-feito': open(({ paths }) => `${paths.mesa}?feito=criados`),
  'mesa-aviso': open(({ paths }) => `${paths.mesa}?feito=ja-usado`),
  'mesa-vazia': open(({ paths }) => paths.vazia),
  'mesa-link-fechado': open(({ paths }) => paths.fechada),
  'mesa-liberar': open(({ paths, credencialid }) => `${paths.mesa}/liberar/${credencialid}`),
  'mesa-revogar': open(({ paths, codigo }) => `${paths.mesa}/revogar/${codigo}`),
  'mesa-enviar': open(({ paths, codigo }) => `${paths.mesa}/enviar/${codigo}`),
  'mesa-enviar-recusado': refusedNumber,
  'mesa-enviar-fim': open(({ paths }) => `${paths.mesa}/enviar/fim`),
  'mesa-lista': open(({ paths }) => `${paths.mesa}/lista`),
  'mesa-nenhuma': open(() => '/mesa/nenhuma', 404),
  'convite-pessoal': open(({ convidados }) => convidados.novo),
  'convite-usado': open(({ convidados }) => convidados.usado),
  'convite-revogado': open(({ convidados }) => convidados.revogado),
  'cadastro-pessoal': open(({ codigo }) => `/cadastro?convite=${codigo}`),
  'empresa-link-fechado': open(() => '/fechada'),
  'credencial-desistir': open(({ convidados }) => `${convidados.credencial}/presenca`),
  'credencial-desfazer': open(({ convidados }) => convidados.retirada),
}))
  testScreen(name, show)

test('the list prints black on white, on one sheet, without what is for the screen', async ({ page }) => {
  await open(({ paths }) => `${paths.mesa}/lista`)(page)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('link', { name: 'Voltar à mesa' })).toBeHidden()
  const colours = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body)
    return [backgroundColor, color]
  })
  expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  expect(pdf).toMatch(/\/MediaBox \[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]/)
})

test('Copiar copies the address and says so; where there is no clipboard it is not offered', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(({ paths }) => paths.vazia)(page)
  const copiar = page.locator('[data-copiar]')
  await expect(copiar).toHaveAccessibleName('Copiar o link público')
  await copiar.click()
  await expect(copiar).toContainText('Copiado')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.url}/vazia`)
  await expect(copiar).toHaveAccessibleName('Copiar o link público')
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.reload()
  await expect(page.locator('[data-copiar]')).toBeHidden()
})

test('by keyboard alone an invitation is made, renamed and revoked, and the link closed', async ({
  page,
}) => {
  await open(({ paths }) => paths.vazia)(page)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await tabTo(page, page.getByRole('link', { name: 'Ir para o conteúdo' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Um nome por linha'))
  await page.keyboard.type('Dra. Sílvia')
  await tabTo(page, button('Criar convites pessoais'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').first()).toContainText('Feito')

  await tabTo(page, page.locator('summary', { hasText: 'Enviar, mudar ou cancelar' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Nome', { exact: true }))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('x'.repeat(61))
  await page.keyboard.press('Enter')
  const summary = page.getByRole('group', { name: 'Nada foi gravado' })
  await expectFocus(summary)
  expect(await violationsOf(page)).toEqual([])
  await tabTo(page, summary.getByRole('link'))
  await page.keyboard.press('Enter')
  await expectFocus(page.getByLabel('Nome', { exact: true }))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Dra. Sílvia, veterinária')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Dra. Sílvia, veterinária' })).toBeVisible()

  await tabTo(page, page.locator('summary', { hasText: 'Enviar, mudar ou cancelar' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Cancelar este convite' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/revogar\//)
  await tabTo(page, button('Cancelar o convite'))
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/feito=revogado/)
  await tabTo(page, button('Fechar o link público'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Fechado', { exact: true })).toBeVisible()
})

test('by keyboard alone an invitation is sent, and the panel asks once whether it went', async ({ page }) => {
  const opened: string[] = []
  await page.route('https://wa.me/**', (route) => {
    opened.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<title>WhatsApp</title>' })
  })
  await open(({ paths }) => paths.mesa)(page)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await tabTo(page, button('Enviar um por vez'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/enviar\/[a-z2-7]{20}$/)
  await tabTo(page, button('Pular'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Diretor comercial, este convite é só seu')).toBeVisible()
  await tabTo(page, button('Enviar'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('WhatsApp')
  expect(opened).toEqual([expect.stringContaining('https://wa.me/?text=Diretor%20comercial%2C')])

  await open(({ paths }) => paths.mesa)(page)
  expect(await violationsOf(page)).toEqual([])
  await tabTo(page, button('Foi enviado o convite de Diretor comercial'))
  await page.keyboard.press('Space')
  await expect(page.getByRole('status').first()).toContainText('ficou anotado como enviado')
  await expect(page.getByText(/^Enviado às/)).toBeVisible()
  await expect(page.getByText('1 de 2')).toBeVisible()
  await expect(button(/^Foi enviado/)).toBeHidden()
})
