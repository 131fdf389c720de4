import { expect, test } from '@playwright/test'
import { anyTelefone } from '../support/journey.ts'

/** Runs in both projects: everything here works with and without scripts. */
const named = (name: string) =>
  `${name} ${'abcdefghij'[Math.floor(Math.random() * 10)] ?? ''}${Date.now().toString(36).replace(/\d/g, 'x')}`

test('a guest opens the invitation, touches it, fills in three fields and is confirmed once', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: /Toque para confirmar sua presença/ }).click()
  await expect(page).toHaveURL('/cadastro')
  await expect(page.getByRole('heading', { name: 'CADASTRO' })).toBeVisible()
  await page.getByLabel('NOME COMPLETO').fill(named('maria'))
  await page.getByLabel('WHATSAPP').fill('11987654321')
  await page.getByLabel('EMAIL').fill('maria@exemplo.com')
  await page.getByRole('button', { name: 'CONFIRMAR' }).click()
  await expect(page).toHaveURL('/')
  const alert = page.getByRole('alertdialog', { name: 'CADASTRO CONFIRMADO COM SUCESSO!' })
  await expect(alert).toBeVisible()
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(alert).toBeHidden()
  await page.reload()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('a table holder registers two occupants, one invitation each', async ({ page }, { project }) => {
  const address = `/mesa-${project.name}`
  for (const [left, nome] of [
    [10, named('primeiro')],
    [9, named('segundo')],
  ] as const) {
    await page.goto(address)
    await page.getByRole('button', { name: `VOCÊ TEM ${left} CONVITE(S)` }).click()
    await expect(page).toHaveURL(`/cadastro?empresaid=${address.slice(1)}`)
    await expect(page.getByText('Convite de Fazenda Mesa')).toBeVisible()
    await expect(page.getByLabel('NOME COMPLETO')).toHaveValue('')
    await page.getByLabel('NOME COMPLETO').fill(nome)
    await page.getByLabel('WHATSAPP').fill('11987654321')
    await page.getByRole('button', { name: 'CONFIRMAR' }).click()
    await expect(page.getByRole('link', { name: 'Cadastrar outro convidado' })).toHaveAttribute(
      'href',
      address,
    )
  }
  await page.getByRole('link', { name: 'Cadastrar outro convidado' }).click()
  await expect(page.getByRole('button', { name: 'VOCÊ TEM 8 CONVITE(S)' })).toBeVisible()
  await page.getByRole('link', { name: 'JÁ ME CADASTREI, ACESSAR CONVITE' }).click()
  await expect(page).toHaveURL('/')
})

test('two phones at the last invitation: the second reads LIMITE ATINGIDO', async ({ page, browser }, {
  project,
}) => {
  const address = `/ultima-${project.name}`
  await page.goto(address)
  const other = await browser.newPage({ javaScriptEnabled: project.name === 'scripts' })
  await other.goto(address)
  await page.getByRole('button', { name: 'VOCÊ TEM 1 CONVITE(S)' }).click()
  await expect(page).toHaveURL(`/cadastro?empresaid=${address.slice(1)}`)
  await other.getByRole('button', { name: 'VOCÊ TEM 1 CONVITE(S)' }).click()
  const alert = other.getByRole('alertdialog', { name: 'LIMITE ATINGIDO' })
  await expect(alert).toBeVisible()
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(alert).toBeHidden()
  await other.close()
})

test('mistakes are summed up first, in focus, each a link to its field, and what was typed stays', async ({
  page,
}) => {
  await page.goto('/cadastro')
  // A browser checks these itself; the server must report what it lets through.
  await page.locator('form').evaluate((form: HTMLFormElement) => (form.noValidate = true))
  await page.getByLabel('NOME COMPLETO').fill('Ana 2')
  await page.getByLabel('WHATSAPP').fill('119876')
  await page.getByRole('button', { name: 'CONFIRMAR' }).click()
  const summary = page.getByRole('group', { name: 'Falta corrigir 2 campos' })
  await expect(summary).toBeFocused()
  await expect(page).toHaveTitle(/^Erro: /)
  await expect(page.getByLabel('WHATSAPP')).toHaveValue('119876')
  await summary.getByRole('link').nth(1).click()
  await expect(page.getByLabel('WHATSAPP')).toBeFocused()
  await expect(page.getByLabel('WHATSAPP')).toHaveAccessibleDescription(/Erro: Digite DDD/)
  await page.waitForTimeout(300)
  await expect(page.getByLabel('WHATSAPP')).toHaveValue('119876')
  await expect(summary).toBeVisible()
})

test('the table holder who knows only the code gets to the company through /item', async ({ page }, {
  project,
}) => {
  await page.goto('/item')
  await page.getByLabel('CÓDIGO DA EMPRESA').fill(`https://convite.test/cheia-${project.name}`)
  await page.getByRole('button', { name: 'Ver convites' }).click()
  await expect(page).toHaveURL(`/cheia-${project.name}`)
  await page.getByRole('button', { name: 'VOCÊ TEM 0 CONVITE(S)' }).click()
  await expect(page.getByRole('alertdialog', { name: 'LIMITE ATINGIDO' })).toBeVisible()
})

test('an address nobody has is a closed gate with a way home', async ({ page }) => {
  const response = await page.goto('/endereco/errado')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'ESTA PÁGINA NÃO EXISTE' })).toBeVisible()
  await page.getByRole('link', { name: 'Ver o convite', exact: true }).click()
  await expect(page).toHaveURL('/')
})

test('the whole journey goes by keyboard alone', async ({ page }, { project }) => {
  await page.goto(`/teclado-${project.name}`)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Ir para o conteúdo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /VOCÊ TEM/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/cadastro/)
  // The skip link's fragment was kept, so the next Tab starts in the content.
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('NOME COMPLETO')).toBeFocused()
  await page.keyboard.type(named('tecla'))
  await page.keyboard.press('Tab')
  await page.keyboard.type(anyTelefone())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Ver minha credencial' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'OK' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeHidden()
})
