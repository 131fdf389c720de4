import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'

/** Brings a page to the state a picture is taken of. */
export type Open = (page: Page) => Promise<unknown>

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

const SCHEMES = ['light', 'dark'] as const

/**
 * Declares the tests of one screen: at 360 and 1280, light and dark, a picture in `test-results/screens`, no violation
 * axe finds, nothing wider than the window; and that it fits 320.
 */
export function testScreen(name: string, open: Open): void {
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const) {
    test(`${name} at ${width} has no accessibility violation and fits its width, light and dark`, async ({
      page,
    }) => {
      test.setTimeout(60_000)
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      // The font is optional: only a page that finds it in the cache wears it.
      await page.goto('/item', { waitUntil: 'networkidle' })
      await open(page)
      for (const colorScheme of SCHEMES) {
        await test.step(colorScheme, async () => {
          await page.emulateMedia({ colorScheme })
          await page.waitForLoadState('networkidle')
          const path = `test-results/screens/${name}-${width}-${colorScheme}.png`
          await page.screenshot({ path, fullPage: true })
          expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
          expect(await widthOf(page)).toBeLessThanOrEqual(width)
        })
      }
      if (width !== 360) return
      await test.step('320', async () => {
        await page.setViewportSize({ width: 320, height: 568 })
        expect(await widthOf(page)).toBeLessThanOrEqual(320)
      })
    })
  }
}
