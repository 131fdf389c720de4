import type { Locator, Page } from '@playwright/test'

/** The cost of a task on a phone: taps, and scrolls by most of a screen. Typed letters do not count. */
export interface Effort {
  toques: number
  rolagens: number
}

/** A thumb on a page, which counts. */
export type Thumb = ReturnType<typeof thumbAt>

/** A scroll moves most of a screen, so that the eye keeps its line. */
const SCROLLED = 0.8

export function thumbAt(page: Page) {
  const effort: Effort = { toques: 0, rolagens: 0 }
  const { height = 0 } = page.viewportSize() ?? {}
  const reach = async (target: Locator) => {
    await target.waitFor()
    for (;;) {
      const box = await target.boundingBox()
      if (!box) throw new Error('what is to be tapped is not drawn')
      const middle = box.y + box.height / 2
      const before = await page.evaluate(() => scrollY)
      if (middle > 0 && middle < height) return
      await page.evaluate(
        (by) => scrollBy({ top: by, behavior: 'instant' }),
        Math.sign(middle) * SCROLLED * height,
      )
      if ((await page.evaluate(() => scrollY)) === before)
        throw new Error('what is to be tapped cannot be reached')
      effort.rolagens += 1
    }
  }
  const tap = async (target: Locator) => {
    await reach(target)
    effort.toques += 1
    await target.click()
  }
  return {
    effort,
    /** Scrolls until it is in view, and taps it. */
    tap,
    /** Taps a field and types into it. */
    async type(field: Locator, text: string) {
      await tap(field)
      await field.fill(text)
    },
    /** Taps a file field, and the file in the phone's own list. */
    async choose(field: Locator, path: string) {
      await reach(field)
      effort.toques += 2
      await field.setInputFiles(path)
    },
    /** Taps in the phone's own window: a print, a choice. */
    answer: () => void (effort.toques += 1),
  }
}
