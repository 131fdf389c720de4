import { expect, type Locator, type Page } from '@playwright/test'

/** Expects the element to have focus, with an outline thick enough around it. */
export async function expectFocus(element: Locator): Promise<void> {
  await expect(element).toBeFocused()
  const outline = await element.evaluate((focused) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(focused)
    return { outlineStyle, width: parseFloat(outlineWidth), outlineColor }
  })
  expect(outline.outlineStyle).toBe('solid')
  expect(outline.width).toBeGreaterThanOrEqual(3)
  expect(outline.outlineColor).not.toMatch(/^rgba.*, 0\)$|transparent/)
}

/** Goes on with Tab, or back, until an element has focus; every stop on the way must be visible, too. */
export async function tabTo(page: Page, element: Locator, key = 'Tab'): Promise<void> {
  for (let stops = 0; stops < 24; stops++) {
    await page.keyboard.press(key)
    if (await element.evaluate((wanted) => wanted === document.activeElement)) return expectFocus(element)
    await expectFocus(page.locator(':focus'))
  }
  throw new Error('Tab does not lead there')
}

/** Moves the focus there as if a person did, so that what waits for it waits. */
export async function keepIn(page: Page, element: Locator): Promise<void> {
  await page.keyboard.press('ArrowUp')
  await element.focus()
}
