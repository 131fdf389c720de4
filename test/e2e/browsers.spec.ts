import { writeFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { conviteOf, JOURNEYS } from '../browsers/journeys.ts'
import { anyTelefone, nameOf, openJar } from '../support/journey.ts'
import { MISSING, startBrowser, startMiniBrowser, type Started } from '../browsers/start.ts'

// One after the other: three browsers at once would only wait for each other.
test.describe.configure({ mode: 'default', timeout: 180_000 })

/** A page whose own policy blocks its image, which shows that the console is read. */
const MARKER = `<!DOCTYPE html><meta http-equiv="Content-Security-Policy" content="img-src 'none'"><img src="http://127.0.0.1:9/marker">`
const LOADED = ['/', '/cadastro', '/item', '/telas', '/privacidade', '/endereco/errado']

for (const mode of ['with scripts', 'without scripts'] as const) {
  test(`no page complains while it loads: webkit ${mode}`, async ({ baseURL }, testInfo) => {
    test.skip(MISSING.webkit !== null, `not installed: apt-get install ${MISSING.webkit ?? ''}`)
    const marker = testInfo.outputPath('marker.html')
    writeFileSync(marker, MARKER)
    const { readConsole, stop } = await startMiniBrowser()
    try {
      const convidado = openJar(baseURL ?? '')
      await convidado.post('/cadastro', { nome: nameOf(1), telefone: anyTelefone(), email: '' })
      const credencial = /\/c\/[^"/]+/.exec((await convidado.get('/')).html)?.[0] ?? ''
      expect(credencial).not.toBe('')
      const urls = [...LOADED, credencial].map((path) => `${baseURL ?? ''}${path}`)
      urls.push(`file://${marker}`)
      const told = await readConsole(mode === 'with scripts', urls, /9\/marker/)
      // Without scripts none of the preloaded ones is used, which WebKit reports seconds later, if asked
      // then.
      const isExpected = (line: string) =>
        line.includes('9/marker') || (mode === 'without scripts' && line.includes('preloaded'))
      expect(told.split('\n').filter((line) => line.includes('CONSOLE') && !isExpected(line))).toEqual([])
    } finally {
      await stop()
    }
  })
}

for (const browserName of ['chromium', 'firefox', 'webkit'] as const) {
  for (const mode of ['with scripts', 'without scripts'] as const) {
    test.describe(`${browserName} ${mode}`, () => {
      const missing = MISSING[browserName]
      test.skip(missing !== null, `not installed: apt-get install ${missing ?? ''}`)
      const isScripted = mode === 'with scripts'
      let started: Started | null = null

      test.beforeAll(async ({ browser }) => {
        started = await startBrowser(browserName, isScripted, browser)
      })
      test.afterAll(() => started?.stop())

      for (const { name, go } of JOURNEYS) {
        test(`${name}: ${browserName} ${mode}`, async ({ baseURL }) => {
          if (!started || baseURL === undefined) throw new Error('not started')
          const convidado = await started.invite(baseURL)
          try {
            const empresaid = `dois-${browserName}-${isScripted ? 'com' : 'sem'}`
            await go(convidado, { isScripted, empresaid, convite: conviteOf(empresaid) })
            expect(convidado.complaints()).toEqual([])
          } finally {
            await convidado.leave()
          }
        })
      }
    })
  }
}
