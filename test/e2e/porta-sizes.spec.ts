import { chromium, expect, test, type Page } from '@playwright/test'
import { codeOf, aConvidado } from '../support/porta-server.ts'
import { expectVerdict } from '../support/phone-browser.ts'
import { BEGIN, openStubPorta, type StubPorta } from '../support/stub-porta.ts'

// Every key to press is in view on every phone: a volunteer who does not see one does not know that it
// scrolls.
test.use({ serviceWorkers: 'block' })
test.describe.configure({ timeout: 180_000 })

const ANA = aConvidado('ana', { nome: 'Ana Lima', mesa: 'Sítio Boa Vista' })
const MINUTE = 60_000

/** From the smallest phone on, upright, on its side, and near-square. */
const WIDTHS = [320, 360, 375, 390, 412, 480, 576, 600, 768, 960, 1024, 1280]
const HEIGHTS = [568, 600, 640, 664, 700, 720, 736, 740, 800, 915, 1024]
const ON_ITS_SIDE = [
  ...[[568, 320] as const, [640, 360] as const, [667, 375] as const, [740, 360] as const],
  ...[[844, 390] as const, [915, 412] as const, [1024, 480] as const],
]
const SIZES = [
  ...HEIGHTS.flatMap((height) => WIDTHS.map((width) => [width, height] as const)),
  ...ON_ITS_SIDE,
]

/** The buttons that are not fully in view, or are below something else. */
const hidden = (page: Page, selector: string) =>
  page.evaluate((selector) => {
    const buttons = [...document.querySelectorAll(selector)]
    if (buttons.length === 0) return ['there is none']
    return buttons.flatMap((button) => {
      const { left, top, right, bottom, width, height } = button.getBoundingClientRect()
      const isOver = [
        [left + 2, top + height / 2],
        [right - 2, top + height / 2],
        [left + width / 2, top + 2],
        [left + width / 2, bottom - 2],
      ].every(([x = 0, y = 0]) => button.contains(document.elementFromPoint(x, y)))
      const isIn = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
      return isOver && isIn ? [] : [button.textContent]
    })
  }, selector)

/** The sizes at which a button is not in view, and which button it is. */
async function hiddenAt(
  page: Page,
  sizes: (readonly [number, number])[],
  selector: string,
): Promise<string[]> {
  const found: string[] = []
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    const buttons = await hidden(page, selector)
    if (buttons.length > 0) found.push(`${width}×${height}: ${buttons.join(' ')}`)
  }
  return found
}

/** The size of the smallest key, in pixels. */
const smallest = (page: Page) =>
  page.locator('.teclado button').evaluateAll((keys) => {
    const boxes = keys.map((key) => key.getBoundingClientRect())
    return [Math.min(...boxes.map(({ width }) => width)), Math.min(...boxes.map(({ height }) => height))]
  })

const goesOffline = async (porta: StubPorta) => {
  porta.answer = 'away'
  await porta.sync()
  await expect(porta.page.getByText('Sem rede')).toBeVisible()
}

const KEYS = '.teclado button, .campo-codigo, .polegar .tecla'
const picture = (page: Page, name: string) =>
  page.screenshot({ path: `test-results/screens/porta-${name}.png` })

test('every key of a code is in view at 320 × 568 and all sizes above, and on a phone on its side', async ({
  page,
}) => {
  const porta = await openStubPorta(page, { convidados: [ANA] })
  await expect(page.getByText('Conectado')).toBeVisible()
  await page.getByRole('button', { name: 'Código' }).click()
  await expect(page.locator('.teclado button')).toHaveCount(27)
  await test.step('connected', async () => {
    expect(await hiddenAt(page, SIZES, KEYS)).toEqual([])
  })
  await test.step('without a network', async () => {
    await goesOffline(porta)
    expect(await hiddenAt(page, SIZES, KEYS)).toEqual([])
  })
  await test.step('no key is too small for a thumb', async () => {
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      const [least = 0, low = 0] = await smallest(page)
      expect(least, `${width}×${height}`).toBeGreaterThanOrEqual(width < height ? 48 : 36)
      expect(low, `${width}×${height}`).toBeGreaterThanOrEqual(44)
    }
  })
  for (const [width, height] of [
    [320, 568],
    [360, 640],
    [390, 664],
    [568, 320],
    [800, 600],
  ] as const) {
    await page.setViewportSize({ width, height })
    await picture(page, `codigo-${width}x${height}`)
  }
  await test.step('in a rehearsal', async () => {
    porta.answer = 'knows'
    porta.server.rehearse({ ensaioid: '0b9c6c1e-8a43-4a0e-9a39-3a1b7f0c2d4e', ate: BEGIN + 30 * MINUTE })
    await porta.sync()
    await expect(page.getByText('nada é gravado')).toBeVisible()
    await page.getByRole('button', { name: 'Código' }).click()
    expect(await hiddenAt(page, SIZES, KEYS)).toEqual([])
  })
})

for (const camera of ['refused', 'missing'] as const) {
  test(`Ligar câmera is in view at 320 × 568 and all sizes above where the camera is ${camera}`, async ({
    page,
  }) => {
    await openStubPorta(page, { convidados: [ANA], phone: { camera } })
    await expect(page.getByText('Conectado')).toBeVisible()
    const ligar = page.getByRole('button', { name: 'Ligar câmera' })
    await expect(ligar).toBeVisible()
    const buttons = '.agir, .ultimo, .polegar .tecla:not(.livre)'
    expect(await hiddenAt(page, SIZES, buttons)).toEqual([])
    // With the guest who was read last.
    await page.getByRole('button', { name: 'Código' }).click()
    await page.getByRole('textbox').fill(codeOf(ANA.id))
    await page.keyboard.press('Enter')
    await expectVerdict(page, 'ENTRAR')
    await page.getByRole('button', { name: 'Câmera' }).click()
    await expect(page.getByRole('button', { name: /ENTRAR, às/ })).toBeVisible()
    expect(await hiddenAt(page, SIZES, buttons)).toEqual([])
    await page.setViewportSize({ width: 320, height: 568 })
    await picture(page, `ligar-${camera}-320x568`)
    await page.setViewportSize({ width: 740, height: 360 })
    await picture(page, `ligar-${camera}-740x360`)
  })
}

/**
 * The reader's own type size, as set in the browser, and the sizes from which everything is in view with it.
 */
const LARGER = [
  { pixels: 21, width: 360, height: 640 },
  { pixels: 32, width: 360, height: 740 },
]
for (const { pixels, width, height } of LARGER) {
  test(`with type of ${pixels} pixels every key of a code, and Ligar câmera, is in view from ${width} × ${height} on`, async ({
    baseURL,
    launchOptions,
  }) => {
    const args = [...(launchOptions.args ?? []), `--blink-settings=defaultFontSize=${pixels}`]
    const browser = await chromium.launch({ ...launchOptions, args })
    try {
      const page = await browser.newPage({
        baseURL: baseURL ?? '',
        viewport: { width, height },
        serviceWorkers: 'block',
      })
      await openStubPorta(page, { convidados: [ANA], phone: { camera: 'refused' } })
      await expect(page.getByText('Conectado')).toBeVisible()
      const sizes = SIZES.filter(([wide, high]) => wide >= width && high >= height)
      await expect(page.getByRole('button', { name: 'Ligar câmera' })).toBeVisible()
      await picture(page, `ligar-letra-${pixels}`)
      // The strip shows more while parts are proved, and with letters this large it needs the room for a
      // moment.
      await expect.poll(() => hiddenAt(page, sizes, '.agir, .polegar .tecla:not(.livre)')).toEqual([])
      await page.getByRole('button', { name: 'Código' }).click()
      await page.setViewportSize({ width, height })
      await picture(page, `codigo-letra-${pixels}`)
      expect(await hiddenAt(page, sizes, KEYS)).toEqual([])
    } finally {
      await browser.close()
    }
  })
}
