import { expect, test } from '@playwright/test'
import { blink, change, lose, rig, seen, type Rig } from '../support/camera-rig.ts'
import { startEvening, type PortaConvidado, type Evening } from '../support/evening.ts'
import { expectVerdict, scan, type PhoneBrowser } from '../support/phone-browser.ts'

test.describe.configure({ mode: 'default', timeout: 120_000 })

/** A phone with such a browser, at a door with guests. */
async function withPhone(
  evening: Evening,
  fitted: Rig,
  act: (phone: PhoneBrowser, convidados: PortaConvidado[]) => Promise<void>,
): Promise<void> {
  try {
    const phone = await evening.phone('Porta A')
    await rig(phone.page(), fitted)
    await act(phone, evening.convidados)
  } finally {
    await evening.end()
  }
}

test('the camera comes back from the background and by its button, and is never opened twice', async ({
  browser,
}) => {
  await withPhone(await startEvening(browser, 4), {}, async (phone, convidados) => {
    const page = phone.page()
    const ligar = page.getByRole('button', { name: 'Ligar câmera' })
    const live = async () => (await seen(page)).live
    const [bia, caio, davi, elsa] = convidados
    if (!bia || !caio || !davi || !elsa) throw new Error('no guests')

    await test.step('background', async () => {
      await scan(phone, bia.url, 'ENTRAR', bia.nome)
      await blink(page, ['hidden'])
      await expect.poll(live).toBe(0)
      await blink(page, ['visible', 'hidden', 'visible', 'hidden', 'visible', 'visible'])
      await scan(phone, caio.url, 'ENTRAR', caio.nome)
      expect(await live()).toBe(1)
    })
    await test.step('lost', async () => {
      await lose(page)
      await expect(ligar).toBeVisible({ timeout: 15_000 })
      await ligar.evaluate((button: HTMLButtonElement) => {
        button.click()
        button.click()
      })
      await scan(phone, davi.url, 'ENTRAR', davi.nome)
      expect(await live()).toBe(1)
    })
    await test.step('refused', async () => {
      await change(page, { isRefused: true })
      await blink(page, ['hidden', 'visible'])
      await expect(ligar).toBeVisible({ timeout: 15_000 })
      expect(await live()).toBe(0)
      await change(page, { isRefused: false })
      await ligar.click()
      await scan(phone, elsa.url, 'ENTRAR', elsa.nome)
      expect(await live()).toBe(1)
    })
    await test.step('no decoder', async () => {
      await page.reload()
      await page.addInitScript(() => {
        const { rigged } = window as unknown as { rigged: { isWithoutWasm: boolean } }
        rigged.isWithoutWasm = true
      })
      phone.camera.show(null)
      await page.reload()
      await expect(ligar).toBeVisible()
      expect(await live()).toBe(0)
      await change(page, { isWithoutWasm: false })
      await ligar.click()
      await scan(phone, elsa.url, 'JÁ ENTROU', elsa.nome)
    })
  })
})

test('a camera with a torch has Lanterna, which says whether it is on', async ({ browser }) => {
  await withPhone(await startEvening(browser, 0), { torch: true }, async (phone) => {
    const page = phone.page()
    const lanterna = page.getByRole('button', { name: 'Lanterna' })
    await expect(lanterna).toHaveAttribute('aria-pressed', 'false')
    await lanterna.click()
    await expect(lanterna).toHaveAttribute('aria-pressed', 'true')
    await lanterna.click()
    await expect(lanterna).toHaveAttribute('aria-pressed', 'false')
    expect((await seen(page)).torches).toEqual([{ torch: true }, { torch: false }])
  })
})

test('where there is another camera a key passes to it, and it is remembered', async ({ browser }) => {
  await withPhone(await startEvening(browser, 0), { second: true }, async (phone) => {
    const page = phone.page()
    const other = page.getByRole('button', { name: 'Outra câmera' })
    await other.click()
    await expect.poll(async () => (await seen(page)).wanted).toEqual(['back', { exact: 'second' }])
    await expect.poll(async () => (await seen(page)).live).toBe(1)
    await page.reload()
    await expect(other).toBeVisible()
    expect((await seen(page)).wanted[0]).toEqual({ exact: 'second' })
  })
})

test('the screen is kept awake while the camera is on, and again once the page is back in view', async ({
  browser,
}) => {
  await withPhone(await startEvening(browser, 0), {}, async (phone) => {
    const page = phone.page()
    const awake = async () => (await seen(page)).awake
    await expect(page.getByRole('button', { name: 'Outra câmera' })).toBeHidden()
    await expect.poll(awake).toBe(1)
    await blink(page, ['hidden'])
    await expect.poll(awake).toBe(0)
    await blink(page, ['visible'])
    await expect.poll(awake).toBe(1)
  })
})

test('no picture is read while somebody searches, and codes are read again after', async ({ browser }) => {
  await withPhone(await startEvening(browser, 1), {}, async (phone, [bia]) => {
    const page = phone.page()
    const pictures = async () => (await seen(page)).pictures
    await expect.poll(pictures).toBeGreaterThan(3)
    await page.getByRole('button', { name: 'Buscar' }).click()
    // The one being read then is still read.
    await page.waitForTimeout(500)
    const before = await pictures()
    await page.waitForTimeout(500)
    expect(await pictures()).toBe(before)
    await page.getByRole('button', { name: 'Câmera' }).click()
    await scan(phone, bia?.url ?? '', 'ENTRAR', bia?.nome)
  })
})

for (const detector of ['fails', 'hangs', 'blind'] as const) {
  test(`a browser’s own detector that ${detector} keeps nobody outside`, async ({ browser }) => {
    await withPhone(await startEvening(browser, 1), { detector }, async (phone, [bia]) => {
      await scan(phone, bia?.url ?? '', 'ENTRAR', bia?.nome)
    })
  })
}

test('a browser’s own detector that works is believed', async ({ browser }) => {
  await withPhone(await startEvening(browser, 1), { detector: 'reads' }, async (phone, [bia]) => {
    await change(phone.page(), { codes: [{ text: bia?.url ?? '', x: 0.5, y: 0.5, side: 0.4 }] })
    await expectVerdict(phone.page(), 'ENTRAR', bia?.nome)
  })
})
