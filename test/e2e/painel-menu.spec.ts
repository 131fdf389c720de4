import { expect, test } from '@playwright/test'
import { NAMES, servePainel } from '../support/painel-server.ts'

const at = servePainel(NAMES)

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('the phone’s menu is closed after EMPRESAS, on the panel and again there, and the companies are shown', async ({
      page,
    }) => {
      await at('/painel')(page)
      const menu = page.getByRole('navigation', { name: 'Painel' })
      const empresas = page.getByRole('heading', { level: 1, name: 'Empresas' })
      for (let times = 0; times < 2; times++) {
        await page.evaluate(() => scrollTo(0, 0))
        await page.getByRole('button', { name: 'Menu' }).click()
        await menu.getByRole('link', { name: 'Empresas' }).click()
        await expect(menu).toBeHidden()
        await expect(empresas).toBeInViewport()
        await expect(page).toHaveURL(/\/painel\/empresas$/)
      }
    })
  })
}

for (const letters of ['100%', '130%', '200%']) {
  test(`with letters of ${letters} every word of the menu can be reached, and the menu closed by its button`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await at('/painel')(page)
    await page.evaluate((size) => void (document.documentElement.style.fontSize = size), letters)
    const button = page.getByRole('button', { name: 'Menu' })
    const menu = page.getByRole('navigation', { name: 'Painel' })
    await expect(button).toBeInViewport({ ratio: 1 })
    await button.click()
    for (const link of await menu.getByRole('link').all()) {
      await link.scrollIntoViewIfNeeded()
      // A part of a letter may be outside when its lines are not whole pixels.
      await expect(link).toBeInViewport({ ratio: 0.99 })
    }
    await button.click()
    await expect(menu).toBeHidden()
  })
}
