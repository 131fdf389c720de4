import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'

/** Brings a page to the state a picture is taken of. */
export type Open = (page: Page) => Promise<unknown>

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

/**
 * Declares the tests of one screen: at 360 and 1280, light and dark, a picture in `test-results/telas`, no violation
 * axe finds, nothing wider than the window; and that it fits 320.
 */
export function testScreen(name: string, open: Open): void {
  for (const width of [360, 1280]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`${name} at ${width} in ${colorScheme} has no accessibility violation and fits its width`, async ({
        page,
      }) => {
        await page.setViewportSize({ width, height: width === 360 ? 740 : 800 })
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        // The font is optional: only a page that finds it in the cache wears it.
        await page.goto('/item', { waitUntil: 'networkidle' })
        await open(page)
        await page.waitForLoadState('networkidle')
        await page.screenshot({
          path: `test-results/telas/${name}-${width}-${colorScheme}.png`,
          fullPage: true,
        })
        expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
        expect(await widthOf(page)).toBeLessThanOrEqual(width)
      })
    }
  }

  test(`${name} fits 320 pixels`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 })
    await open(page)
    expect(await widthOf(page)).toBeLessThanOrEqual(320)
  })
}
