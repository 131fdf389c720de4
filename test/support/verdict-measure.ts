import type { Page } from '@playwright/test'

/** Everything on the page that is outside the window, or wider than its own place; empty when nothing is. */
export function cutIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut: string[] = []
    const { innerWidth, innerHeight } = window
    const main = document.querySelector('main')
    const tell = (element: Element, why: string) =>
      cut.push(
        `${why}: ${element.tagName}.${element.getAttribute('class') ?? ''} ${element.textContent.slice(0, 30)}`,
      )
    const isSeen = (element: Element) =>
      element.getClientRects().length > 0 && !element.closest('.oculto, video')
    for (const element of document.querySelectorAll('body *')) {
      if (!isSeen(element)) continue
      const { left, right } = element.getBoundingClientRect()
      if (left < -0.5 || right > innerWidth + 0.5) tell(element, 'beside the window')
    }
    for (const element of document.querySelectorAll('header, nav, .confirma')) {
      if (!isSeen(element)) continue
      const { top, bottom } = element.getBoundingClientRect()
      if (top < -0.5 || bottom > innerHeight + 0.5) tell(element, 'below the window')
    }
    if (!main?.matches('.palco, .visor')) return cut
    const place = main.getBoundingClientRect()
    for (const element of main.querySelectorAll('*')) {
      if (!isSeen(element) || element.closest('svg')) continue
      const { top, bottom } = element.getBoundingClientRect()
      if (top < place.top - 1 || bottom > place.bottom + 1) tell(element, 'outside the screen')
      // A text that may end in an ellipsis says so.
      const isShort = getComputedStyle(element).textOverflow === 'ellipsis'
      if (!isShort && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
        tell(element, 'too wide for itself')
    }
    return cut
  })
}

/** Keys lower or narrower than this many pixels. */
export function smallKeysIn(page: Page, height: number, width: number): Promise<string[]> {
  return page.evaluate(
    ([height, width]) =>
      [...document.querySelectorAll('button, a.agir, .linha:has(input), .campo')].flatMap((key) => {
        const { visibility } = getComputedStyle(key)
        const box = key.getBoundingClientRect()
        if (box.height === 0 || visibility === 'hidden') return []
        const isLarge = box.height >= height - 0.5 && box.width >= width - 0.5
        return isLarge ? [] : [`${key.textContent} ${box.width}×${box.height}`]
      }),
    [height, width] as const,
  )
}

/** The height of a text's capitals, in pixels. */
export function capOf(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluate((element) => {
    // The lines of a word may differ: the smallest counts.
    const lines = [element, ...element.querySelectorAll('span:not(.oculto)')]
    const sizes = lines.map((line) => parseFloat(getComputedStyle(line).fontSize))
    const { fontWeight, fontFamily } = getComputedStyle(element)
    const context = document.createElement('canvas').getContext('2d')
    if (!context) return 0
    context.font = `${fontWeight} ${Math.min(...sizes)}px ${fontFamily}`
    return context.measureText('H').actualBoundingBoxAscent
  })
}
