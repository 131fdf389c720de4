import { expect, test, type Page } from '@playwright/test'
import { firstsIn, MESA, startEvening, type PortaConvidado } from '../support/evening.ts'
import { expectVerdict, scan, type PhoneBrowser } from '../support/phone-browser.ts'
import { firstsOf, keptBy } from '../support/phone-memory.ts'

// A server and its phones each: in parallel they would only wait for each other.
test.describe.configure({ mode: 'default', timeout: 240_000 })

/**
 * How long a phone may take to notice that the server is gone, or back: it asks every 7 s, later after
 * failures.
 */
const NEXT_SYNC = { timeout: 45_000 }
/** Longer than a code out of sight still counts as the same scan. */
const OUT_OF_SIGHT_MS = 3_500

/** How many guests each of two phones admits, and how many of these are the same. */
const [EACH, BOTH] = [30, 10]

const says = (page: Page, text: RegExp, within = { timeout: 10_000 }) =>
  expect(page.locator('body')).toContainText(text, { ...within, useInnerText: true })

test('a phone of the door reads codes from film, with the server and without it', async ({ browser }) => {
  const evening = await startEvening(browser, 8)
  try {
    const [bia, caio, davi, elsa, fabio, gil] = evening.convidados
    if (!bia || !caio || !davi || !elsa || !fabio || !gil) throw new Error('no guests')
    await evening.withdraw(caio)
    await evening.renewLink(davi)
    const phone = await evening.phone('Porta A')
    const page = phone.page()
    await says(page, /Conectado/)
    await says(page, /\b0 por enviar/)

    await test.step('verdicts', async () => {
      await scan(phone, bia.url, 'ENTRAR', bia.nome)
      await expectVerdict(page, 'ENTRAR', MESA)
      phone.camera.show(null)
      await page.waitForTimeout(OUT_OF_SIGHT_MS)
      await scan(phone, bia.url, 'JÁ ENTROU', bia.nome)
      await scan(phone, `${evening.url}/c/${'x'.repeat(36)}`, 'NÃO ESTÁ NA LISTA')
      await scan(phone, caio.url, 'CONVITE CANCELADO', caio.nome)
      await scan(phone, davi.url, 'LINK ANTIGO', davi.nome)
      await says(page, /\b0 por enviar/, NEXT_SYNC)
    })
    await test.step('without the server', async () => {
      await evening.stopServer()
      await says(page, /Sem rede desde/, NEXT_SYNC)
      await scan(phone, elsa.url, 'ENTRAR', elsa.nome)
      await says(page, /\b1 por enviar/)
      phone.camera.show(null)
      await page.reload()
      await says(page, /Sem rede desde/)
      await says(page, /\b1 por enviar/)
      await scan(phone, elsa.url, 'JÁ ENTROU', elsa.nome)
      await scan(phone, fabio.url, 'ENTRAR', fabio.nome)
      await scan(phone, caio.url, 'CONVITE CANCELADO', caio.nome)
      await says(page, /\b2 por enviar/)
    })
    await test.step('the server is back', async () => {
      await evening.startServer()
      await says(page, /\b0 por enviar/, NEXT_SYNC)
      await says(page, /Conectado/)
      for (const { credencialid, nome } of [bia, elsa, fabio]) {
        const shown = await evening.read(`/painel/convidados/${credencialid}`)
        expect(shown, nome).toMatch(/Dentro desde/i)
        expect(shown, nome).not.toMatch(/a credencial foi lida/)
      }
      expect(await evening.read(`/painel/convidados/${gil.credencialid}`)).not.toMatch(/Dentro desde/i)
      expect(evening.stored()).toHaveLength(3)
    })
    await test.step('revoked', async () => {
      expect(await namesKept(page, evening.convidados)).toHaveLength(evening.convidados.length)
      await evening.revoke('Porta A')
      await says(page, /\bDESLIGADO\b/, NEXT_SYNC)
      await says(page, /lista apagada/)
      await expect(page.getByRole('heading', { name: 'APARELHO DESLIGADO' })).toBeVisible(NEXT_SYNC)
      expect(await namesKept(page, evening.convidados)).toEqual([])
    })
  } finally {
    await evening.end()
  }
})

test('two phones without network admit the same guests, one loses its power: everybody agrees, and the board tells who came twice', async ({
  browser,
}) => {
  const evening = await startEvening(browser, EACH * 2 - BOTH)
  try {
    const { convidados } = evening
    const [ofA, ofB] = [convidados.slice(0, EACH), convidados.slice(-EACH)]
    const twice = ofA.filter((convidado) => ofB.includes(convidado))
    const a = await evening.phone('Porta A')
    const b = await evening.phone('Porta B')
    for (const phone of [a, b]) await isKeptOffline(phone.page())
    await evening.stopServer()
    const admit = async (phone: PhoneBrowser, some: PortaConvidado[]) => {
      for (const { url, nome } of some) await scan(phone, url, 'ENTRAR', nome)
    }
    await Promise.all([
      admit(b, ofB),
      (async () => {
        await admit(a, ofA.slice(0, EACH / 2))
        await a.kill()
        const page = await a.open()
        await page.goto(`${evening.url}/porta`)
        await says(page, new RegExp(`\\b${EACH / 2} por enviar`))
        await admit(a, ofA.slice(EACH / 2))
      })(),
    ])
    for (const phone of [a, b]) {
      await says(phone.page(), /Sem rede desde/)
      await says(phone.page(), new RegExp(`\\b${EACH} por enviar`))
    }
    await evening.startServer()
    for (const phone of [a, b]) await says(phone.page(), /\b0 por enviar/, NEXT_SYNC)

    const stored = evening.stored()
    expect(stored).toHaveLength(2 * EACH)
    const firsts = firstsIn(stored)
    expect(firsts.size).toBe(convidados.length)
    for (const phone of [a, b])
      await expect.poll(async () => firstsOf(await keptBy(phone.page())), NEXT_SYNC).toEqual(firsts)

    await evening.painel.goto(`${evening.url}/painel/porta`)
    const rows = evening.painel
      .getByRole('table', { name: 'Entraram duas vezes' })
      .getByRole('row')
      .filter({ has: evening.painel.getByRole('link') })
    await expect(rows).toHaveCount(BOTH)
    for (const { nome } of twice) {
      const row = rows.filter({ hasText: new RegExp(nome, 'i') })
      await expect(row).toContainText('Porta A')
      await expect(row).toContainText('Porta B')
    }
  } finally {
    await evening.end()
  }
})

/** Waits until the page is cached so that it opens without the server. */
async function isKeptOffline(page: Page): Promise<void> {
  await says(page, /Conectado/)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

/** Those of these guests whose names the phone still keeps. */
async function namesKept(page: Page, convidados: PortaConvidado[]): Promise<string[]> {
  const kept = JSON.stringify(await keptBy(page)).toUpperCase()
  return convidados.map(({ nome }) => nome).filter((nome) => kept.includes(`"${nome.toUpperCase()}"`))
}
