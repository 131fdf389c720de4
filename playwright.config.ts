import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const PORT = Number(process.env.PORT ?? 4173)
/** Debian's windowless Chromium, which opens a page in a third of the time, or else the full one. */
const DEBIAN_CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) =>
  existsSync(path),
)

/** The real product in a real browser, each journey with and without scripts. */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results/e2e',
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  retries: process.env.CI === undefined ? 0 : 1,
  expect: { toMatchAriaSnapshot: { children: 'deep-equal' } },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    locale: 'pt-BR',
    viewport: { width: 360, height: 740 },
    launchOptions: {
      ...(DEBIAN_CHROMIUM !== undefined && { executablePath: DEBIAN_CHROMIUM }),
      args: [
        ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
        ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      ],
    },
  },
  projects: [
    // The same journeys in Chromium, Firefox and WebKit. Each file runs on one worker, so they begin first.
    {
      name: 'browsers',
      testMatch: /(browsers|foreign-nodes|marcas|planilha-walks|printed-links)\.spec/,
    },
    {
      name: 'scripts',
      testIgnore: /slow-3g|(browsers|foreign-nodes|marcas|planilha-walks|printed-links)\.spec/,
    },
    { name: 'no-scripts', testMatch: /journey\.spec\.ts/, use: { javaScriptEnabled: false } },
    // Times are measured while nothing else runs. To run it alone: `npx playwright test --no-deps slow-3g`
    { name: 'slow-3g', testMatch: /slow-3g/, dependencies: ['scripts', 'no-scripts', 'browsers'] },
  ],
  webServer: {
    command: 'node test/support/e2e-server.mjs',
    url: `http://127.0.0.1:${PORT}/saude`,
    env: { PORT: String(PORT) },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 12_000 },
  },
})
