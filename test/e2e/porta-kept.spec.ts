import { expect, test, type Page } from '@playwright/test'
import { aConvidado, tokenOf, urlOf } from '../support/porta-server.ts'
import { expectVerdict } from '../support/phone-browser.ts'
import { openStubPorta, type StubPorta } from '../support/stub-porta.ts'

// What the phone keeps when a server of another build answers, the pairing is lost, or storage stops
// answering.
test.use({ serviceWorkers: 'block' })
test.describe.configure({ timeout: 120_000 })

const ANA = aConvidado('ana', { nome: 'Ana Lima', mesa: 'Sítio Boa Vista' })
const BIA = aConvidado('bia', { nome: 'Bia Prado', mesa: 'Sítio Boa Vista' })
/** Registered after the phone got its list. */
const CAIO = aConvidado('caio', { nome: 'Caio Leme' })

const open = async (page: Page): Promise<StubPorta> => {
  const porta = await openStubPorta(page, { convidados: [ANA, BIA] })
  await expect(page.getByText('Conectado')).toBeVisible()
  return porta
}

const reads = async (porta: StubPorta, convidado: typeof ANA, word: string) => {
  await porta.show(urlOf(convidado))
  await expectVerdict(porta.page, word)
  await porta.show(null)
}

/** Everything the page has in the phone's storage, as text. */
const storedIn = (page: Page) =>
  page.evaluate(async () => {
    const ended = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('storage'))
      })
    const database = await ended(indexedDB.open('porta'))
    const all = await Promise.all(
      [...database.objectStoreNames].map((name) =>
        ended(database.transaction(name).objectStore(name).getAll()),
      ),
    )
    database.close()
    return JSON.stringify(all)
  })

test('a list in a format of a newer build leaves the one there is in use, and the page says to close and open it', async ({
  page,
}) => {
  const porta = await open(page)
  porta.answer = 'newer'
  porta.server.put(CAIO)
  await porta.sync()
  await expect(page.getByText('Feche e abra a página')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('A lista de antes continua em uso.')).toBeVisible()
  await reads(porta, ANA, 'ENTRAR')
  await page.reload()
  await reads(porta, BIA, 'ENTRAR')
})

test('a browser that never answers of its storage is given up after seconds, with what to do', async ({
  page,
}) => {
  await openStubPorta(page, { convidados: [ANA], phone: { lacks: 'answers of its storage' } })
  await expect(page.getByRole('heading', { name: 'NADA SE GUARDA AQUI' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('O navegador não responde sobre o que guardou')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Abrir de novo' })).toBeVisible()
})

test('a phone that lost its pairing goes on, says whom to ask and what waits, and sends it once it is paired again', async ({
  page,
}) => {
  const porta = await open(page)
  porta.answer = 'away'
  await reads(porta, ANA, 'ENTRAR')
  porta.answer = 'stranger'
  await porta.sync()
  await expect(page.getByText('Reconectar dá outro link')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('1 entrada espera aqui e segue quando ele for pareado')).toBeVisible()
  await reads(porta, BIA, 'ENTRAR')
  expect(porta.server.facts.size).toBe(0)
  porta.answer = 'knows'
  await porta.sync()
  await expect.poll(() => porta.server.facts.size).toBe(2)
})

test('a link noted of somebody on no list is on the phone until the server has it, and no longer', async ({
  page,
}) => {
  const porta = await open(page)
  porta.answer = 'away'
  await reads(porta, CAIO, 'NÃO ESTÁ NA LISTA')
  for (const name of ['Entrou mesmo assim', 'Sim, entrou mesmo assim']) {
    // A new screen ignores the touch of a finger that was already on its way.
    await page.waitForTimeout(700)
    await page.getByRole('button', { name, exact: true }).click()
  }
  await expect.poll(() => storedIn(page)).toContain(tokenOf(CAIO))
  porta.answer = 'knows'
  await porta.sync()
  await expect.poll(() => porta.server.facts.size).toBe(1)
  await expect.poll(() => storedIn(page)).not.toContain(tokenOf(CAIO))
})
