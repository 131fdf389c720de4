import { existsSync } from 'node:fs'
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test'

const DEBIAN_CHROMIUM = '/usr/bin/chromium'

/** Slow 3G and a cheap phone. */
const NETWORK = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
}
const CPU_SLOWDOWN = 4

const TIMEOUT_MS = 60_000

/** What one visit with nothing cached took until the form could be used. */
export interface Visit {
  /** From the start of the navigation to the frame that shows the form. */
  usableMs: number
  /** Everything that had come over the wire by then, headers included. */
  bytes: number
  /** What of it were scripts. */
  scriptBytes: number
}

export function launch(): Promise<Browser> {
  return chromium.launch({
    ...(existsSync(DEBIAN_CHROMIUM) && { executablePath: DEBIAN_CHROMIUM }),
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  })
}

/**
 * Visits a page on slow 3G in a profile of its own, and types into its form once it is there.
 * @throws Error when there is no usable form within a minute
 */
export async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'pt-BR' })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(TIMEOUT_MS)
    const session = await context.newCDPSession(page)
    const received = await listen(session)
    await session.send('Network.emulateNetworkConditions', NETWORK)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.addInitScript(watchForm)
    await page.goto(url, { waitUntil: 'commit' })
    const usableMs = await usable(page)
    return { usableMs, ...received.until(usableMs) }
  } finally {
    await context.close()
  }
}

async function usable(page: Page): Promise<number> {
  const usableMs = await page.waitForFunction(() => performance.getEntriesByName('usable')[0]?.startTime)
  await page.getByLabel('NOME COMPLETO').fill('MARIA SOUZA')
  if ((await page.getByLabel('NOME COMPLETO').inputValue()) !== 'MARIA SOUZA')
    throw new Error('the form takes no text')
  return Number(await usableMs.jsonValue())
}

/** Runs in the page: marks the first frame in which all of the form can be seen. */
function watchForm() {
  const look = () => {
    const fields = ['nome', 'telefone', 'email'].map((name) => document.querySelector(`form [name=${name}]`))
    const all = [...fields, document.querySelector('form button')]
    const isShown = all.every((element) => (element?.getBoundingClientRect().height ?? 0) > 0)
    if (isShown) performance.mark('usable')
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Takes down what comes over the wire, and when. */
async function listen(session: CDPSession) {
  const types = new Map<string, string>()
  const arrivals: { requestId: string; at: number; bytes: number }[] = []
  let startedAt = Infinity
  session.on('Network.requestWillBeSent', ({ requestId, timestamp, type }) => {
    startedAt = Math.min(startedAt, timestamp)
    types.set(requestId, type ?? '')
  })
  session.on('Network.responseReceived', ({ requestId, timestamp, type, response }) => {
    types.set(requestId, type)
    arrivals.push({ requestId, at: timestamp, bytes: response.encodedDataLength })
  })
  session.on('Network.dataReceived', ({ requestId, timestamp, encodedDataLength }) => {
    arrivals.push({ requestId, at: timestamp, bytes: encodedDataLength })
  })
  await session.send('Network.enable')
  return {
    until(ms: number) {
      const come = arrivals.filter(({ at }) => (at - startedAt) * 1000 <= ms)
      const sum = (some: typeof arrivals) => some.reduce((total, { bytes }) => total + bytes, 0)
      return {
        bytes: sum(come),
        scriptBytes: sum(come.filter(({ requestId }) => types.get(requestId) === 'Script')),
      }
    },
  }
}
