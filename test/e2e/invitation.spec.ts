import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'

// What is measured is the drawing, without the sunrise over it.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Phones from 9:16 to 9:22. */
const PHONES = [
  [360, 640],
  [360, 740],
  [360, 770],
  [360, 800],
  [360, 880],
  [375, 812],
  [390, 844],
  [412, 915],
  [430, 932],
] as const

const GOLD = [0xeb, 0xc1, 0x67]
const PAPER = [0xf8, 0xf1, 0xe0]
const RAY = [0xf3, 0xe9, 0xd0]
const GREEN = [0x17, 0x33, 0x2a]

/** A picture of the page, row by row from the top: how many pixels of a row have one of the given colours. */
async function rowsOf(page: Page): Promise<(...colours: number[][]) => number[]> {
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => (y * info.width + x) * info.channels
  const isNear = (from: number, colour: number[]) =>
    colour.every((part, n) => Math.abs(part - (data[from + n] ?? 0)) <= 10)
  return (...colours) =>
    Array.from(
      { length: info.height },
      (_, y) =>
        Array.from({ length: info.width }, (_, x) => at(x, y)).filter((from) =>
          colours.some((colour) => isNear(from, colour)),
        ).length,
    )
}

for (const [width, height] of PHONES) {
  test(`the invitation fills ${width} × ${height}: sky to the upper edge, the button at the lower one`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    const countOf = await rowsOf(page)
    const unit = width / 1080
    // The sky reaches every upper corner.
    expect(countOf(PAPER, RAY)[0]).toBe(width)
    // There is as much green in front, below the button, as in the drawing, whatever the height.
    const button = countOf(GOLD).findLastIndex((count) => count > 400 * unit)
    expect(height - button).toBeGreaterThan(50 * unit - 3)
    expect(height - button).toBeLessThan(50 * unit + 3)
    const plain = countOf(GREEN).filter((count) => count > 0.98 * width).length
    expect(plain).toBeLessThan(140 * unit)
    // Above and below the words the sky grows equally: neither part takes more than a quarter of the screen.
    const words = countOf(PAPER, RAY).findIndex((count, y) => y > 2 && count < 0.97 * width)
    expect(words).toBeGreaterThan(0.02 * height)
    expect(words).toBeLessThan(0.2 * height)
    const size = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement
      return [scrollWidth, scrollHeight]
    })
    expect(size).toEqual([width, height])
  })
}

test('one sunrise where motion is not reduced, and a touch goes through it', async ({ page }) => {
  const moving = () =>
    page.evaluate(() =>
      document.getAnimations().map((one) => (one instanceof CSSAnimation ? one.animationName : '')),
    )
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  expect(await moving()).toEqual([])
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  expect(await moving()).toEqual(['aurora'])
  await page.mouse.click(180, 300)
  await expect(page).toHaveURL(/\/cadastro$/)
})
