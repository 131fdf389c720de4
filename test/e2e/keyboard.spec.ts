import { expect, test, type Page } from '@playwright/test'
import { anyTelefone, nameOf } from '../support/journey.ts'
import { expectFocus, tabTo } from '../support/keyboard.ts'

// Uses only Tab, Enter, Space, Escape and typing; every focused element must be visible.

let serial = Math.floor(Math.random() * 1e9)

const nome = (page: Page) => page.getByLabel('NOME COMPLETO')
const telefone = (page: Page) => page.getByLabel('WHATSAPP')

test('from the invitation to the credencial, a mistake and its correction included', async ({ page }) => {
  await page.goto('/')
  await tabTo(page, page.getByRole('link', { name: /Toque para confirmar sua presença/ }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/cadastro')

  await tabTo(page, page.getByRole('link', { name: 'Ir para o conteúdo' }))
  await page.keyboard.press('Enter')
  await tabTo(page, nome(page))
  await page.keyboard.type(`Teclado ${nameOf(serial++)}`)
  await tabTo(page, telefone(page))
  await page.keyboard.type('10987654321')
  await tabTo(page, page.getByLabel('EMAIL'))
  await tabTo(page, page.getByRole('button', { name: 'CONFIRMAR' }))
  await page.keyboard.press('Space')

  const summary = page.getByRole('group', { name: 'Falta corrigir 1 campo' })
  await expectFocus(summary)
  await tabTo(page, summary.getByRole('link', { name: /DDD 10 não existe/ }))
  await page.keyboard.press('Enter')
  await expectFocus(telefone(page))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('11987654321')
  await page.keyboard.press('Enter')

  const alert = page.getByRole('alertdialog', { name: 'CADASTRO CONFIRMADO COM SUCESSO!' })
  await expectFocus(alert.getByRole('link', { name: 'Ver minha credencial' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/c\//)
  await tabTo(page, page.getByRole('link', { name: 'Adicionar à agenda' }))
  await tabTo(page, page.getByRole('link', { name: 'Voltar ao convite' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await tabTo(page, page.getByRole('link', { name: 'VOCÊ ESTÁ CONFIRMADO · Ver credencial' }))
})

test('a table holder registers one occupant and goes on to the next', async ({ page }) => {
  await page.goto('/teclado-ocupantes')
  const bilhete = page.getByRole('button', { name: /VOCÊ TEM \d+ CONVITE\(S\)/ })
  await tabTo(page, bilhete)
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/cadastro?empresaid=teclado-ocupantes')
  await tabTo(page, nome(page))
  await page.keyboard.type(`Ocupante ${nameOf(serial++)}`)
  await tabTo(page, telefone(page))
  await page.keyboard.type(anyTelefone())
  await page.keyboard.press('Enter')

  const alert = page.getByRole('alertdialog')
  await expectFocus(alert.getByRole('link', { name: 'Ver minha credencial' }))
  await tabTo(page, alert.getByRole('link', { name: 'Cadastrar outro convidado' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/teclado-ocupantes')
  await tabTo(page, bilhete)
  await tabTo(page, page.getByRole('link', { name: 'JÁ ME CADASTREI, ACESSAR CONVITE' }))
})

for (const key of ['Enter', 'Space', 'Escape']) {
  test(`LIMITE ATINGIDO is dismissed with ${key}, and the page is there again`, async ({ page }) => {
    await page.goto('/telas-cheia')
    const bilhete = page.getByRole('button', { name: /VOCÊ TEM 0/ })
    await tabTo(page, bilhete)
    await page.keyboard.press('Enter')
    const alert = page.getByRole('alertdialog', { name: 'LIMITE ATINGIDO' })
    await expectFocus(alert.getByRole('button', { name: 'OK' }))
    await page.keyboard.press(key)
    await expect(alert).toBeHidden()
    await tabTo(page, bilhete)
  })
}

test('the code of a company is typed, mistaken, corrected, and leads to it', async ({ page }) => {
  await page.goto('/item')
  const codigo = page.getByLabel('CÓDIGO DA EMPRESA')
  await tabTo(page, codigo)
  await page.keyboard.type('não é código')
  await page.keyboard.press('Enter')
  const summary = page.getByRole('group', { name: 'Falta corrigir 1 campo' })
  await expectFocus(summary)
  await tabTo(page, summary.getByRole('link'))
  await page.keyboard.press('Enter')
  await expectFocus(codigo)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('telas')
  await tabTo(page, page.getByRole('button', { name: 'Ver convites' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/telas')
})

test('a visitor who asks for reduced motion gets none, others get a fade', async ({ page }) => {
  const moving = () =>
    page.evaluate(() => ({
      running: document.getAnimations().length,
      styled: [...document.querySelectorAll('*')].filter((element) => {
        const { animationName, transitionDuration } = getComputedStyle(element)
        return animationName !== 'none' || parseFloat(transitionDuration) > 0
      }).length,
    }))
  for (const [path, button] of [
    ['/telas-cheia', /VOCÊ TEM/],
    ['/cadastro', null],
    ['/', null],
    ['/nada/aqui', null],
  ] as const) {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path)
    if (button) {
      await page.getByRole('button', { name: button }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    }
    await page.locator('button, a').last().hover({ force: true })
    expect(await moving(), path).toEqual({ running: 0, styled: 0 })
  }
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/cadastro')
  expect((await moving()).styled).toBeGreaterThan(0)
  await page.goto('/telas-cheia')
  await page.getByRole('button', { name: /VOCÊ TEM/ }).click()
  const alert = page.getByRole('alertdialog')
  await expect(alert).toBeVisible()
  const { name, seconds } = await alert.evaluate((dialog) => {
    const { animationName, animationDuration } = getComputedStyle(dialog)
    return { name: animationName, seconds: parseFloat(animationDuration) }
  })
  expect(name).not.toBe('none')
  expect(seconds).toBeGreaterThan(0)
})
