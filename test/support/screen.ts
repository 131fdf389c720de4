import { expect, test, type Page } from '@playwright/test'
import { violationsOf } from './axe.ts'

/** Brings a page to the state its picture is taken in. */
export type Open = (page: Page) => Promise<unknown>

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

const SCHEMES = ['light', 'dark'] as const

/** The sizes every page must fit: the narrowest phone, and a small one whose owner doubles the letters. */
export const SMALL = [
  { width: 320, height: 568, letters: '100%' },
  { width: 360, height: 740, letters: '200%' },
] as const

/** Stops a page from reloading itself while it is looked at, as one that follows an upload does. */
export const standStill = (page: Page) =>
  page.route('**/painel/planilhas/**', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch({ maxRedirects: 0 })
    const body = (await response.text()).replace(/<meta http-equiv="refresh"[^>]*>/, '')
    await route.fulfill({ response, body })
  })

/**
 * What is outside the window at one of these sizes, which the page keeps afterwards; empty when nothing is.
 */
export async function besideWindow(page: Page, size: (typeof SMALL)[number]): Promise<string[]> {
  const { width, height, letters } = size
  await page.setViewportSize({ width, height })
  await page.evaluate((fontSize) => void (document.documentElement.style.fontSize = fontSize), letters)
  const beside = await page.evaluate(() => {
    const cut = [...document.querySelectorAll('body *')].flatMap((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      // A row of chips runs sideways by itself.
      const isSeen = width > 0 && !element.closest('.oculto, svg *, .corre > *')
      const isInside = left > -0.5 && right < innerWidth + 0.5
      const { tagName } = element
      const told = `${tagName}.${element.getAttribute('class') ?? ''} ${element.textContent.slice(0, 30)}`
      return !isSeen || isInside ? [] : [`${told} ${Math.round(left)}–${Math.round(right)}`]
    })
    const { scrollWidth } = document.documentElement
    return scrollWidth > innerWidth ? [`the page is ${scrollWidth} wide`, ...cut] : cut
  })
  return beside.map((told) => `${width} pixels, letters of ${letters}: ${told}`)
}

/**
 * The texts and fields with something painted over their middle, and what it is; those below an open alert
 * are meant to be covered. Axe and the width do not tell a picture that lies over a form.
 */
export async function coveredIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const told = (element: Element) => `${element.tagName}.${element.getAttribute('class') ?? ''}`
    const isPainted = (element: Element) => {
      const { backgroundColor, backgroundImage, visibility, opacity } = getComputedStyle(element)
      if (visibility === 'hidden' || Number(opacity) === 0) return false
      const isClear = /^rgba\(.*, 0(\.\d+)?\)$/.test(backgroundColor)
      return (
        /^(img|svg|canvas|video|iframe)$/i.test(element.tagName) || !isClear || backgroundImage !== 'none'
      )
    }
    // What lets a tap through can still hide a text.
    const style = document.createElement('style')
    style.textContent =
      '*, *::before, *::after { pointer-events: auto !important; transition: none !important }'
    document.head.append(style)
    const top = document.querySelector('[role=alertdialog], dialog[open]') ?? document.body
    const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
    const seen = new Set<Element>()
    while (texts.nextNode())
      if (texts.currentNode.textContent?.trim()) seen.add(texts.currentNode.parentElement ?? top)
    for (const field of top.querySelectorAll('input, select, textarea, button')) seen.add(field)
    const covered = [...seen].flatMap((element) => {
      if (
        element.closest('.oculto, svg, option, script, style, noscript, details:not([open]) > :not(summary)')
      )
        return []
      scrollTo(0, element.getBoundingClientRect().top + scrollY - innerHeight / 2)
      return [...element.getClientRects()].flatMap(({ left, top, width, height }) => {
        const over = document.elementsFromPoint(left + width / 2, top + height / 2)
        // One that is not there at all is cut off, as what only screen readers say.
        const at = over.findIndex((one) => element.contains(one))
        const above = over.slice(0, Math.max(at, 0))
        // What holds the text may draw its own edge before it.
        const painted = above.filter((one) => !one.contains(element) && isPainted(one))
        return painted.map(
          (one) => `${told(element)} “${element.textContent.slice(0, 30)}” below ${told(one)}`,
        )
      })
    })
    style.remove()
    scrollTo(0, 0)
    return covered
  })
}

/**
 * Declares the test of one screen. At 360 and 1280, light and dark: a picture in `test-results/screens`, no
 * violation that axe finds, nothing wider than the window, no text covered. And it fits the {@link SMALL} sizes, with a
 * picture of each.
 */
export function testScreen(name: string, open: Open): void {
  test(`${name} has no accessibility violation and fits its width, light and dark`, async ({ page }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    // The board’s font is optional: a page uses it only if it finds it in the cache.
    await page.goto('/equipe')
    await page.evaluate(async () => {
      await document.fonts.ready
    })
    await open(page)
    for (const [width, height] of [
      [360, 740],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const colorScheme of SCHEMES) {
        await test.step(`${width} ${colorScheme}`, async () => {
          await page.emulateMedia({ colorScheme })
          await page.waitForLoadState('networkidle')
          const path = `test-results/screens/${name}-${width}-${colorScheme}.png`
          await page.screenshot({ path, fullPage: true })
          expect(await violationsOf(page)).toEqual([])
          expect(await widthOf(page)).toBeLessThanOrEqual(width)
        })
      }
      expect(await coveredIn(page)).toEqual([])
    }
    for (const size of SMALL) {
      expect(await besideWindow(page, size)).toEqual([])
      const path = `test-results/screens/${name}-${size.width}-${size.letters.replace('%', '')}.png`
      await page.screenshot({ path, fullPage: true })
    }
  })
}
