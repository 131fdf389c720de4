import { expect, test, type Browser, type Page } from '@playwright/test'
import { newDirectory, removeDirectory, startProcess, type ServerProcess } from '../support/journey.ts'

// Slow 3G and a cheap phone, as DevTools emulate them: 400 kbit/s each way, and 400 ms between each request and its
// answer, on a connection that costs nothing to open: a first visit's DNS, TCP and TLS come on top, for any site alike.
// Times are the page's own clock from the start of the navigation. Every visit is cold: a fresh profile's context.
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const CPU_SLOWDOWN = 4
const VISITS = 5
const ROUNDS_MAX = 6

// As long as all rounds take on a slow machine.
test.describe.configure({ mode: 'default', timeout: 90_000 })

let server: ServerProcess

test.beforeAll(async () => {
  server = await startProcess('build/node/main.js', newDirectory(), {
    ...{ SESSION_SECRET: 's'.repeat(32), CREDENCIAL_SECRET: 'c'.repeat(32), STORAGE: 'sqlite' },
    ...{ PUBLIC_ORIGIN: 'https://convite.example.org', TRUST_PROXY_HOPS: '1', POSTS_PER_MINUTE: '600' },
  })
})

test.afterAll(async () => {
  await server.stop()
  removeDirectory(server.directory)
})

/** Milliseconds of each visit, as `measure` reads them off the page. */
async function visit(
  browser: Browser,
  path: string,
  measure: (page: Page) => Promise<number>,
): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < VISITS; n++) {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
    await context.addInitScript(() => {
      // The frame in which the whole form is there.
      const look = () => {
        if (document.getElementById('confirmar')) performance.mark('form-complete')
        else if (document.readyState !== 'complete') requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    const page = await context.newPage()
    const line = await context.newCDPSession(page)
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', LINE)
    await line.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    const response = await page.goto(server.url + path, { waitUntil: 'commit' })
    expect(response?.headers()['content-encoding']).toBe('br')
    times.push(await measure(page))
    await context.close()
  }
  return times.map(Math.round).sort((a, b) => a - b)
}

const median = (sorted: number[]) => sorted[Math.floor(sorted.length / 2)] ?? Infinity

const told = (rounds: number[][]) => rounds.map((times) => times.join(' ')).join(', ')

/** A machine that does other things at the same time only adds: the first round whose median is good enough counts. */
async function firstRoundWithin(limit: number, round: () => Promise<number[]>): Promise<number[][]> {
  const rounds: number[][] = []
  while (rounds.length < ROUNDS_MAX && median(rounds.at(-1) ?? []) > limit) rounds.push(await round())
  return rounds
}

test('on slow 3G the form can be typed into within 0.7 s', async ({ browser }, { annotations }) => {
  const typeInto = async (page: Page) => {
    const usableAt = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const look = () => {
            // Both are the page's own times, so that it does not matter when this is asked.
            const painted = performance.getEntriesByName('first-contentful-paint')[0]
            const complete = performance.getEntriesByName('form-complete')[0]
            if (painted && complete) resolve(Math.max(painted.startTime, complete.startTime))
            else requestAnimationFrame(look)
          }
          look()
        }),
    )
    // Scripts are still on their way.
    await page.keyboard.press('Tab')
    await page.getByLabel('NOME COMPLETO').focus()
    await page.keyboard.type('Ana')
    expect(await page.getByLabel('NOME COMPLETO').inputValue()).toMatch(/^ana$/i)
    return usableAt
  }
  const rounds = await firstRoundWithin(700, () => visit(browser, '/cadastro', typeInto))
  annotations.push({ type: 'form usable, ms', description: told(rounds) })
  expect(median(rounds.at(-1) ?? []), told(rounds)).toBeLessThanOrEqual(700)
})

test('on slow 3G the invitation is painted within 0.9 s', async ({ browser }, { annotations }) => {
  const seeImage = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) {
              if ('element' in entry && entry.element instanceof HTMLImageElement) resolve(entry.startTime)
            }
          }).observe({ type: 'largest-contentful-paint', buffered: true })
        }),
    )
  const rounds = await firstRoundWithin(900, () => visit(browser, '/', seeImage))
  annotations.push({ type: 'invitation painted, ms', description: told(rounds) })
  expect(median(rounds.at(-1) ?? []), told(rounds)).toBeLessThanOrEqual(900)
})
