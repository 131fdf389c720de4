import { readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, expect, type BrowserContext, type Page } from '@playwright/test'
import { openFakeCamera, type FakeCamera } from './fake-camera.ts'

/**
 * A phone of the door: Chromium with its own profile on disk, and a camera that films what the test shows it.
 */
export interface PhoneBrowser {
  camera: FakeCamera
  page: () => Page
  /** Opens the browser with what its profile kept. */
  open: () => Promise<Page>
  close: () => Promise<void>
  /** Ends it as a flat battery does. */
  kill: () => Promise<void>
}

const EXECUTABLE = '/usr/bin/chromium'
const ARGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
]

/** @param directory of the test, which removes it @param name of the phone and its profile */
export async function openPhoneBrowser(directory: string, name: string): Promise<PhoneBrowser> {
  const profile = join(directory, name)
  const camera = openFakeCamera(join(directory, `${name}.y4m`))
  let context: BrowserContext | undefined
  let shown: Page | undefined
  const phone: PhoneBrowser = {
    camera,
    page() {
      if (!shown) throw new Error(`${name} is not open`)
      return shown
    },
    async open() {
      context = await chromium.launchPersistentContext(profile, {
        executablePath: EXECUTABLE,
        args: [...ARGS, ...camera.args],
        locale: 'pt-BR',
        viewport: { width: 360, height: 740 },
      })
      return (shown = context.pages()[0] ?? (await context.newPage()))
    },
    async close() {
      const closing = context
      context = undefined
      await closing?.close()
    },
    async kill() {
      const killed = context
      context = undefined
      if (!killed) return
      const ended = new Promise((resolve) => killed.once('close', resolve))
      process.kill(Number(readlinkSync(join(profile, 'SingletonLock')).split('-').pop()), 'SIGKILL')
      await ended
    },
  }
  await phone.open()
  return phone
}

/** Makes what is read count before the day of the event. */
export async function sayToday(page: Page): Promise<void> {
  for (const name of ['Hoje é o evento', 'Sim, hoje é o evento'])
    await page.getByRole('button', { name, exact: true }).click({ timeout: 30_000 })
  await expect(page.getByText('hoje é o evento.')).toBeVisible()
}

/** Waits for a verdict: its word, and the guest it is about. */
export async function expectVerdict(page: Page, word: string, nome?: string): Promise<void> {
  const alert = page.getByRole('alert')
  // Its word may be broken over two lines.
  const said = new RegExp(`(^|\\s)${word.replaceAll(' ', '\\s+')}`)
  await expect(alert).toContainText(said, { useInnerText: true })
  if (nome !== undefined) await expect(alert).toContainText(nome, { ignoreCase: true, useInnerText: true })
}

/** Shows a code and waits for its verdict. */
export async function scan({ camera, page }: PhoneBrowser, url: string, word: string, nome?: string) {
  camera.show(url)
  await expectVerdict(page(), word, nome)
}
