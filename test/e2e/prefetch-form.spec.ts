import { expect, test, type Page } from '@playwright/test'

/**
 * How the page came: `navigational-prefetch` if it was there before the tap. TypeScript does not know the
 * value.
 */
const deliveryOf = (page: Page) =>
  page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    return navigation ? String(Reflect.get(navigation, 'deliveryType')) : null
  })

const openForm = async (page: Page) => {
  await page.getByRole('link', { name: /Toque para confirmar/ }).click()
  await expect(page.getByRole('heading', { name: 'CADASTRO' })).toBeVisible()
}

test('the form is there before the invitation is tapped', async ({ page }) => {
  await page.goto('/')
  await page.waitForTimeout(1_000)
  await openForm(page)
  expect(await deliveryOf(page)).toBe('navigational-prefetch')
})

test('a claim in another tab makes the form fetched ahead worthless', async ({ page, context }) => {
  await page.goto('/')
  await page.waitForTimeout(1_000)
  const other = await context.newPage()
  await other.goto('/telas')
  await other.getByRole('button', { name: /VOCÊ TEM/ }).click()
  await expect(other.getByText('Convite de')).toBeVisible()
  await openForm(page)
  await expect(page.getByText('Convite de')).toBeVisible()
})
