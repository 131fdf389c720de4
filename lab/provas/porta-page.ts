import type { Page } from '@playwright/test'
import { freePort } from '../../test/support/process.ts'
import { openPhoneBrowser, sayToday, type PhoneBrowser } from '../../test/support/phone-browser.ts'
import { SECRET, storeList, type Listed } from './porta-list.ts'
import { newDatabase, startServer } from './product.ts'

/** A server with guests, and one phone at its door, which is a browser. */
export interface Porta {
  directory: string
  url: string
  convidados: Listed[]
  phone: PhoneBrowser
  /** What a guest's QR holds. */
  codeOf(convidado: Listed): string
  startServer(): Promise<void>
  stopServer(): Promise<void>
  /** Opens the door's page in the open browser, paired. */
  visit(): Promise<Page>
  /** Closes the browser; the server ends with the others. */
  end(): Promise<void>
}

/** The settings of a demonstration, which phones on this computer reach without HTTPS. */
const DEMONSTRATION = {
  SESSION_SECRET: '',
  PUBLIC_ORIGIN: '',
  TRUST_PROXY_HOPS: '',
  CREDENCIAL_SECRET: SECRET,
}

export async function openPorta(count: number): Promise<Porta> {
  const directory = newDatabase()
  const { convidados, secret } = await storeList(directory, count)
  const PORT = String(await freePort())
  const start = () => startServer(directory, { ...DEMONSTRATION, PORT })
  let server = await start()
  const { url } = server
  let isToday = false
  const phone = await openPhoneBrowser(directory, 'porta-a')
  const value = encodeURIComponent(Buffer.from(JSON.stringify(secret)).toString('base64'))
  return {
    directory,
    url,
    convidados,
    phone,
    codeOf: ({ path }) => url + path,
    async startServer() {
      server = await start()
    },
    async stopServer() {
      await server.stop()
    },
    async visit() {
      const page = phone.page()
      await page.context().addCookies([{ name: 'equipe', value, url }])
      await page.goto(`${url}/porta`)
      if (!isToday) await sayToday(page)
      isToday = true
      return page
    },
    end: () => phone.close(),
  }
}

/** Waits until a page has its list and reads. */
export const reads = (page: Page) =>
  page.getByRole('heading', { name: 'Aponte para o QR' }).waitFor({ timeout: 30_000 })

/** Waits until the page is cached so that it opens without the server. */
export async function isKept(page: Page): Promise<void> {
  await page.getByText('Conectado').waitFor({ timeout: 30_000 })
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}
