import { expect, test, type Page } from '@playwright/test'
import { change, rig } from '../support/camera-rig.ts'
import { startEvening, type PortaConvidado, type Evening } from '../support/evening.ts'
import { expectVerdict, type PhoneBrowser } from '../support/phone-browser.ts'

// People in a queue hold up codes, and the sponsor's wall behind them has one too.
test.describe.configure({ mode: 'default', timeout: 240_000 })

const SPONSOR = 'https://vinhos.example/safra-2027'
/** Many pictures: long enough for a wrong verdict to appear, if there were one. */
const A_WHILE_MS = 2_500
/** Offsets from the middle of the picture to a code in each corner of the part the phone shows. */
const CORNERS = [
  [-95, -165],
  [95, -165],
  [-95, 165],
  [95, 165],
] as const

async function withPhone(
  evening: Evening,
  act: (phone: PhoneBrowser, convidados: PortaConvidado[]) => Promise<void>,
): Promise<void> {
  try {
    const phone = await evening.phone('Porta A')
    await expect(phone.page().getByRole('heading', { name: 'Aponte para o QR' })).toBeVisible()
    await act(phone, evening.convidados)
  } finally {
    await evening.end()
  }
}

const reads = (page: Page) => expect(page.getByRole('heading', { name: 'Aponte para o QR' })).toBeVisible()
const outlined = (page: Page) => page.locator('svg polygon')

/** Removes the code and goes back to the camera. */
async function clear({ camera, page }: PhoneBrowser): Promise<void> {
  camera.show(null)
  await page().getByRole('button', { name: 'Próximo' }).click()
  await reads(page())
}

test('of the codes in view the one in the frame is read, wherever others stand', async ({ browser }) => {
  await withPhone(await startEvening(browser, 6), async (phone, convidados) => {
    const { camera } = phone
    const page = phone.page()
    const [other, alone, ...four] = convidados
    if (!other || !alone) throw new Error('no guests')
    for (const [at, [x, y]] of CORNERS.entries()) {
      const convidado = four[at]
      if (!convidado) throw new Error('no guests')
      await test.step(`another guest’s code at ${x}, ${y}`, async () => {
        camera.showAll([other.url, { x, y, side: 110 }], [convidado.url, { side: 130 }])
        await expectVerdict(page, 'ENTRAR', convidado.nome)
        await page.waitForTimeout(A_WHILE_MS)
        await expectVerdict(page, 'ENTRAR', convidado.nome)
        await clear(phone)
      })
    }
    await test.step('a code outside the frame is outlined, and not read', async () => {
      camera.showAll([other.url, { x: 95, y: 165, side: 110 }])
      await expect(outlined(page)).toHaveCount(1)
      await page.waitForTimeout(A_WHILE_MS)
      await reads(page)
      await page.screenshot({ path: 'test-results/screens/porta-fora-da-mira.png' })
    })
    await test.step('in the frame it is', async () => {
      camera.showAll([other.url, { side: 130 }])
      await expectVerdict(page, 'ENTRAR', other.nome)
      await page.getByRole('button', { name: 'Próximo' }).click()
      await expect(outlined(page)).toHaveCount(1)
      await page.screenshot({ path: 'test-results/screens/porta-contornado.png' })
    })
    await expect(page.getByText('0 por enviar')).toBeVisible({ timeout: 30_000 })
  })
})

test('a guest’s code is read beside a sponsor’s, smaller or larger, above or below it', async ({
  browser,
}) => {
  await withPhone(await startEvening(browser, 2), async (phone, [bia, caio]) => {
    const page = phone.page()
    if (!bia || !caio) throw new Error('no guests')
    phone.camera.showAll([bia.url, { x: 60, side: 140 }], [SPONSOR, { x: -50, side: 80 }])
    await expectVerdict(page, 'ENTRAR', bia.nome)
    await page.waitForTimeout(A_WHILE_MS)
    await expectVerdict(page, 'ENTRAR', bia.nome)
    await clear(phone)
    // The note below the frame, which says that entries count today, moves it a little above the middle.
    phone.camera.showAll([SPONSOR, { y: -90, side: 130 }], [caio.url, { y: 40, side: 110 }])
    await expectVerdict(page, 'ENTRAR', caio.nome)
  })
})

test('two guests’ codes in the frame admit nobody: DOIS CÓDIGOS, and the nearer one is read once it is alone', async ({
  browser,
}) => {
  const evening = await startEvening(browser, 2)
  await withPhone(evening, async (phone, [bia, caio]) => {
    const page = phone.page()
    if (!bia || !caio) throw new Error('no guests')
    phone.camera.showAll([bia.url, { x: -58, side: 112 }], [caio.url, { x: 58, side: 112 }])
    await expect(page.getByRole('heading', { name: 'DOIS CÓDIGOS, APROXIME' })).toBeVisible()
    await expect(outlined(page)).toHaveCount(2)
    await page.waitForTimeout(A_WHILE_MS)
    await page.screenshot({ path: 'test-results/screens/porta-dois-codigos.png' })
    await expect(page.getByRole('heading', { name: 'DOIS CÓDIGOS, APROXIME' })).toBeVisible()
    await expect(page.getByText('0 por enviar')).toBeVisible()
    expect(evening.stored()).toEqual([])
    // Moved nearer, so the other one leaves the frame.
    phone.camera.showAll([bia.url, { x: -10, side: 180 }], [caio.url, { x: 160, side: 112 }])
    await expectVerdict(page, 'ENTRAR', bia.nome)
    await expect(page.getByText('0 por enviar')).toBeVisible({ timeout: 30_000 })
    expect(evening.stored().map(({ credencialid }) => credencialid)).toEqual([bia.credencialid])
  })
})

test('a browser’s own detector that sees several codes is aimed with as well', async ({ browser }) => {
  const evening = await startEvening(browser, 2)
  await withPhone(evening, async (phone, [bia, caio]) => {
    const page = phone.page()
    if (!bia || !caio) throw new Error('no guests')
    await rig(page, { detector: 'reads' })
    await reads(page)
    const [y, side] = [0.5, 0.15]
    await change(page, {
      codes: [
        { text: bia.url, x: 0.42, y, side },
        { text: caio.url, x: 0.58, y, side },
      ],
    })
    await expect(page.getByRole('heading', { name: 'DOIS CÓDIGOS, APROXIME' })).toBeVisible()
    await page.waitForTimeout(A_WHILE_MS)
    expect(evening.stored()).toEqual([])
    await change(page, {
      codes: [
        { text: bia.url, x: 0.1, y: 0.1, side },
        { text: SPONSOR, x: 0.48, y, side: 0.3 },
        { text: caio.url, x: 0.55, y, side },
      ],
    })
    await expectVerdict(page, 'ENTRAR', caio.nome)
    await page.waitForTimeout(A_WHILE_MS)
    await expectVerdict(page, 'ENTRAR', caio.nome)
  })
})
