import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
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

/** A page to visit, and what must be there before it can be used. */
export interface Visited {
  url: string
  /** The `Cookie` header of the visit. */
  cookie?: string
  /** Selectors of everything that must be visible. */
  shown: string[]
  /** The label of the field to type into afterwards. */
  field: string
}

/** What one visit with an empty cache took until the page could be used. */
export interface Visit {
  /** From the start of the navigation to the frame that shows all of `shown`. */
  usableMs: number
  /** Every answer that can have begun to arrive by then, counted whole, headers included. */
  bytes: number
  /** The scripts' share of `bytes`. */
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
 * Visits a page on slow 3G in a profile of its own, and types into its field once that is there.
 * @throws Error when it cannot be used within a minute
 */
export async function visit(browser: Browser, { url, cookie, shown, field }: Visited): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'pt-BR' })
  try {
    const [name = '', value = ''] = cookie?.split('=') ?? []
    if (cookie) await context.addCookies([{ name, value, url }])
    const page = await context.newPage()
    page.setDefaultTimeout(TIMEOUT_MS)
    const session = await context.newCDPSession(page)
    const receivedBy = await listen(session)
    await session.send('Network.emulateNetworkConditions', NETWORK)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.addInitScript(watch, shown)
    await page.goto(url, { waitUntil: 'commit' })
    const usableMs = await usable(page, field)
    return { usableMs, ...(await receivedBy(usableMs)) }
  } finally {
    await context.close()
  }
}

async function usable(page: Page, field: string): Promise<number> {
  const usableMs = await page.waitForFunction(() => performance.getEntriesByName('usable')[0]?.startTime)
  await page.getByLabel(field).fill('MARIA SOUZA')
  if ((await page.getByLabel(field).inputValue()) !== 'MARIA SOUZA') throw new Error(`${field} takes no text`)
  return Number(await usableMs.jsonValue())
}

/** Runs in the page: marks the first frame that shows everything. */
function watch(shown: string[]) {
  const look = () => {
    const all = shown.map((selector) => document.querySelector(selector))
    const isShown = all.every((element) => (element?.getBoundingClientRect().height ?? 0) > 0)
    if (isShown) performance.mark('usable')
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** A request as the browser reports it; `bytes` is null until the whole answer has come. */
interface Seen {
  isScript: boolean
  /** Seconds, by the browser's own clock. */
  askedAt: number
  bytes: number | null
}

/** Records what is requested, when, and how many bytes the answer has on the wire, headers included. */
async function listen(session: CDPSession) {
  const seen = new Map<string, Seen>()
  session.on('Network.requestWillBeSent', ({ requestId, timestamp, type }) => {
    seen.set(requestId, { isScript: type === 'Script', askedAt: timestamp, bytes: null })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = seen.get(requestId)
    if (request) request.bytes = encodedDataLength
  })
  await session.send('Network.enable')

  /**
   * The browser does not report how much of an unfinished answer has come. So every answer that can have
   * begun to arrive by then, requested at least one latency before, is counted whole: never too little.
   */
  return async (usableMs: number) => {
    const [document] = seen.values()
    if (!document) throw new Error('nothing was asked for')
    const come = [...seen.values()].filter(
      ({ askedAt }) => (askedAt - document.askedAt) * 1000 + NETWORK.latency <= usableMs,
    )
    const deadline = performance.now() + TIMEOUT_MS
    while (come.some(({ bytes }) => bytes === null)) {
      if (performance.now() > deadline) throw new Error('an answer does not come to its end')
      await sleep(100)
    }
    const sum = (some: Seen[]) => some.reduce((total, { bytes }) => total + (bytes ?? 0), 0)
    return { bytes: sum(come), scriptBytes: sum(come.filter(({ isScript }) => isScript)) }
  }
}
