import { expect, test } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { startBrowser, MISSING, type BrowserName } from '../browsers/start.ts'
import { runEvent } from '../browsers/organiser.ts'
import { startDemonstration } from '../support/process.ts'

// One after the other: three browsers at once would only wait for each other.
test.describe.configure({ mode: 'default', timeout: 240_000 })

const EMPRESAS = 'empresaid,nome,icredencial\nfazenda-nova,Fazenda Nova,3\n'

for (const name of ['chromium', 'firefox', 'webkit'] satisfies BrowserName[]) {
  test(`an event is run with the printed link alone, without scripts: ${name}`, async ({
    browser,
  }, testInfo) => {
    const missing = MISSING[name]
    test.skip(missing !== null, `not installed: apt-get install ${missing ?? ''}`)
    const planilha = testInfo.outputPath('empresas.csv')
    writeFileSync(planilha, EMPRESAS)
    const server = await startDemonstration()
    // WebKit's driver has one session.
    const started = [await startBrowser(name, false, browser), await startBrowser(name, false, browser)]
    try {
      const [organiser, convidado] = await Promise.all(started.map(({ invite }) => invite(server.origin)))
      if (!organiser || !convidado) throw new Error('not started')
      await runEvent(organiser, convidado, { link: server.link, planilha })
      expect([...organiser.complaints(), ...convidado.complaints()]).toEqual([])
      await organiser.leave()
      await convidado.leave()
    } finally {
      for (const { stop } of started) await stop()
      await server.stop()
    }
  })
}
