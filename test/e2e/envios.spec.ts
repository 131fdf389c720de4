import { expect, test } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { RESPONSAVEIS, sendMessages } from '../browsers/envios.ts'
import { MISSING, startBrowser, type BrowserName } from '../browsers/start.ts'
import { startDemonstration } from '../support/process.ts'

// One after the other: three browsers at once would only wait for each other.
test.describe.configure({ mode: 'default', timeout: 240_000 })

for (const name of ['chromium', 'firefox', 'webkit'] satisfies BrowserName[]) {
  test(`messages are sent one after the other, WhatsApp opened for each, without scripts: ${name}`, async ({
    browser,
  }, testInfo) => {
    const missing = MISSING[name]
    test.skip(missing !== null, `not installed: apt-get install ${missing ?? ''}`)
    const planilha = testInfo.outputPath('empresas.csv')
    writeFileSync(planilha, RESPONSAVEIS)
    const server = await startDemonstration()
    const { invite, stop } = await startBrowser(name, false, browser)
    try {
      const organiser = await invite(server.origin)
      await sendMessages(organiser, { link: server.link, planilha })
      // Numbers are masked: the whole one goes to WhatsApp alone.
      expect(await organiser.text()).not.toMatch(/99876/)
      expect(organiser.complaints()).toEqual([])
      await organiser.leave()
    } finally {
      await stop()
      await server.stop()
    }
  })
}
