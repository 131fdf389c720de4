import { expect, test, type Page } from '@playwright/test'

/** Opens the form, and waits until its script listens. */
async function openForm(page: Page) {
  await page.goto('/cadastro')
  await page.waitForFunction(() => document.documentElement.dataset.formularios === '')
  await page.waitForLoadState('networkidle')
}

test('name and phone turn to upper case as they are typed, and the caret stays where it was', async ({
  page,
}) => {
  await openForm(page)
  const nome = page.getByLabel('NOME COMPLETO')
  await nome.pressSequentially('joão dávila')
  await expect(nome).toHaveValue('JOÃO DÁVILA')
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('de ')
  await expect(nome).toHaveValue('JOÃO DE DÁVILA')
  // A letter that becomes two in upper case takes the caret along.
  await page.keyboard.type('ßa ')
  await expect(nome).toHaveValue('JOÃO DE SSA DÁVILA')
  const telefone = page.getByLabel('WHATSAPP')
  await telefone.pressSequentially('11ramal')
  await expect(telefone).toHaveValue('11RAMAL')
})

const WRITTEN = ['+55 (11) 98765-4321', '5511987654321', '011 98765-4321']

test('a pasted number is normalised before it is cut at eleven characters', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openForm(page)
  const telefone = page.getByLabel('WHATSAPP')
  for (const text of WRITTEN) {
    await telefone.fill('')
    await telefone.focus()
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await page.keyboard.press('Control+V')
    await expect(telefone).toHaveValue('11987654321')
  }
})

test('a number the keyboard suggests or the browser fills in is normalised, too', async ({ page }) => {
  await openForm(page)
  const telefone = page.getByLabel('WHATSAPP')
  for (const text of WRITTEN) {
    await telefone.fill('')
    await telefone.focus()
    await page.keyboard.insertText(text)
    await expect(telefone).toHaveValue('11987654321')
    // Filling in sets the value and reports only that it changed.
    await telefone.fill('')
    await telefone.evaluate((input: HTMLInputElement, filled) => {
      input.value = filled
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }, text)
    await expect(telefone).toHaveValue('11987654321')
  }
})

test('a number typed digit by digit is left as it is typed, its end pasted into it too', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openForm(page)
  const telefone = page.getByLabel('WHATSAPP')
  await telefone.pressSequentially('0119876')
  await expect(telefone).toHaveValue('0119876')
  // As long as a whole number; pasted in one piece, it would lose its zero.
  await telefone.pressSequentially('5432')
  await expect(telefone).toHaveValue('01198765432')
  await telefone.fill('119')
  await page.evaluate(() => navigator.clipboard.writeText('8765'))
  await telefone.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Control+V')
  await expect(telefone).toHaveValue('1198765')
})

test('a number typed with its punctuation, country code or zeros is whole, and nothing is cut', async ({
  page,
}) => {
  await openForm(page)
  const telefone = page.getByLabel('WHATSAPP')
  expect(await telefone.getAttribute('maxlength')).toBe('11')
  for (const text of [
    '(37) 99812-3499',
    '37 9 9812.3499',
    '+55 (37) 99812-3499',
    '037 99812-3499',
    '5537998123499',
  ]) {
    await telefone.fill('')
    await telefone.pressSequentially(text)
    await expect(telefone, text).toHaveValue('37998123499')
  }
  // The caret stays where a character was inserted, and a complete number accepts no further one.
  await telefone.fill('')
  await telefone.pressSequentially('(37) 9812-3499')
  for (let n = 0; n < 8; n++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('-9')
  await expect(telefone).toHaveValue('37998123499')
  expect(await telefone.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(3)
  await page.keyboard.type('1')
  await expect(telefone).toHaveValue('37998123499')
  await page.keyboard.press('Backspace')
  await expect(telefone).toHaveValue('3798123499')
})

test('what was typed before the scripts came survives them', async ({ page }) => {
  let letThrough = () => {}
  const typed = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await typed
    await route.continue()
  })
  await page.goto('/cadastro', { waitUntil: 'commit' })
  await page.getByLabel('NOME COMPLETO').fill('Antes Do Script')
  letThrough()
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(700)
  await expect(page.getByLabel('NOME COMPLETO')).toHaveValue('Antes Do Script')
})

test('a draft survives a reload, is cleared on success and is never offered to the next occupant', async ({
  page,
}) => {
  await openForm(page)
  await page.getByLabel('NOME COMPLETO').fill('Rascunho')
  await page.getByLabel('WHATSAPP').fill('11912345678')
  await page.reload()
  await expect(page.getByLabel('NOME COMPLETO')).toHaveValue('RASCUNHO')
  await expect(page.getByLabel('WHATSAPP')).toHaveValue('11912345678')
  await page.getByRole('button', { name: 'CONFIRMAR' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await openForm(page)
  await expect(page.getByLabel('NOME COMPLETO')).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('RASCUNHO')
})

test('after success the Back button does not bring the last guest back', async ({ page }) => {
  await openForm(page)
  await page.getByLabel('NOME COMPLETO').fill('Voltar Atras')
  await page.getByLabel('WHATSAPP').fill('11912345677')
  await page.getByRole('button', { name: 'CONFIRMAR' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'CONFIRMAR' })).toBeVisible()
  await expect(page.getByLabel('NOME COMPLETO')).toHaveValue('')
  await expect(page.getByLabel('WHATSAPP')).toHaveValue('')
})

test('a form opened again is blank, though another was left half-filled in this tab', async ({ page }) => {
  await openForm(page)
  await page.getByLabel('NOME COMPLETO').fill('Pela Metade')
  await page.goto('/')
  await openForm(page)
  await expect(page.getByLabel('NOME COMPLETO')).toHaveValue('')
})

test('while the form is on its way the button says so and a second tap is refused', async ({ page }) => {
  let posts = 0
  await openForm(page)
  await page.route('**/cadastro', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    posts++
    await new Promise((resolve) => setTimeout(resolve, 600))
    return route.continue()
  })
  await page.getByLabel('NOME COMPLETO').fill('Toque Duplo')
  await page.getByLabel('WHATSAPP').fill('11912345679')
  await page.evaluate(async () => {
    const button = document.querySelector<HTMLButtonElement>('form button')
    button?.click()
    button?.click()
    await new Promise((resolve) => setTimeout(resolve, 50))
    sessionStorage.setItem(
      'seen',
      `${button?.innerText ?? ''} ${button?.getAttribute('aria-disabled') ?? ''}`,
    )
    // The browser itself sends only one of two simultaneous taps.
    button?.click()
  })
  await expect(page.getByRole('alertdialog')).toBeVisible()
  expect(posts).toBe(1)
  expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toBe('Enviando… true')
})

test('no page runs into its own content security policy or logs an error', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  for (const path of ['/', '/item', '/privacidade', '/mesa-scripts', '/cadastro']) {
    await page.goto(path, { waitUntil: 'networkidle' })
  }
  await page.getByLabel('NOME COMPLETO').fill('Sem Queixas')
  await page.getByLabel('WHATSAPP').fill('11912345676')
  await page.getByRole('button', { name: 'CONFIRMAR' }).click()
  await page.getByRole('alertdialog').getByRole('link', { name: 'Ver minha credencial' }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(complaints).toEqual([])
  // The browser itself logs the status of an error page; the page adds nothing.
  await page.goto('/nada/aqui', { waitUntil: 'networkidle' })
  expect(complaints).toEqual([expect.stringContaining('status of 404')])
})
