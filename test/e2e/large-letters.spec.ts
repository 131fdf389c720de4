import { expect, test, type Page } from '@playwright/test'
import { anyTelefone, nameOf } from '../support/journey.ts'

/** Words broken over several lines, without text for screen readers only. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement } = node
      const text = node.nodeValue ?? ''
      if (parentElement === null || parentElement.getBoundingClientRect().width < 2) continue
      for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}’']+/gu)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const tops = [...range.getClientRects()].map(({ top }) => Math.round(top))
        if (new Set(tops).size > 1) found.push(word)
      }
    }
    return found
  })

/** Doubles both the page's own text and the size the reader set in the browser. */
async function expectWholeWords(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const setLetters = (root: string, standard: number) => {
    const fixed = (standard * 13) / 16
    return Promise.all([
      page.evaluate((size) => void (document.documentElement.style.fontSize = size), root),
      client.send('Page.setFontSizes', { fontSizes: { standard, fixed } }),
    ])
  }
  for (const [root, standard] of [
    ['200%', 16],
    ['', 32],
  ] as const) {
    await setLetters(root, standard)
    await expect.poll(() => brokenWords(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  }
  await setLetters('', 16)
}

const register = async (page: Page, telefone = anyTelefone()) => {
  const nome = `José Aparecido ${nameOf(Math.floor(Math.random() * 1e9))}`
  await page.getByLabel('NOME COMPLETO').fill(nome)
  await page.getByLabel('WHATSAPP').fill(telefone)
  await page.getByRole('button', { name: 'CONFIRMAR' }).click()
}
const takeConvite = async (page: Page) => {
  await page.goto('/telas-mesa')
  await page.getByRole('button', { name: /VOCÊ TEM/ }).click()
  await expect(page.getByRole('heading', { name: 'CADASTRO' })).toBeVisible()
}

for (const path of [
  '/',
  '/cadastro',
  '/telas-mesa',
  '/telas-cheia',
  '/item',
  '/privacidade',
  '/minhas',
].concat(['/certificado', '/nada-aqui', '/equipe']))
  test(`with letters twice as large no word of ${path} breaks in its middle`, async ({ page }) => {
    await page.goto(path)
    await expectWholeWords(page)
  })

test('with letters twice as large no word breaks on the way to the credencial, and on the one back', async ({
  page,
}) => {
  await takeConvite(page)
  await expectWholeWords(page)
  await page.getByLabel('WHATSAPP').fill('10')
  await register(page, '10')
  await expect(page.getByText('Falta corrigir')).toBeVisible()
  await expectWholeWords(page)
  const telefone = anyTelefone()
  await register(page, telefone)
  const alert = page.getByRole('alertdialog')
  await expect(alert).toBeVisible()
  await expectWholeWords(page)
  await alert.getByRole('link', { name: 'Ver minha credencial' }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expectWholeWords(page)
  await page.goto(`${page.url()}/presenca`)
  await expectWholeWords(page)
  for (const path of ['/', '/cadastro', '/minhas']) {
    await page.goto(path)
    await expectWholeWords(page)
  }
  await page.context().clearCookies()
  await takeConvite(page)
  await register(page, telefone)
  await expect(page.getByRole('button', { name: 'É outra pessoa' })).toBeVisible()
  await expectWholeWords(page)
})

test('with letters twice as large no word of LIMITE ATINGIDO breaks in its middle', async ({ page }) => {
  await page.goto('/telas-cheia')
  await page.getByRole('button', { name: /VOCÊ TEM 0/ }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectWholeWords(page)
})
