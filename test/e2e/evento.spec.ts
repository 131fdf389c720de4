import { expect, test } from '@playwright/test'
import { holdEvent } from '../browsers/evento.ts'
import { MISSING, startBrowser, type BrowserName } from '../browsers/start.ts'
import { production } from '../support/environment.ts'
import { freePort, newDirectory, removeDirectory, startProcess } from '../support/process.ts'

// One after the other: three browsers at once would only wait for each other.
test.describe.configure({ mode: 'default', timeout: 300_000 })

/** The built server in production on an empty directory, which nobody described an event to. */
async function startEmpty(directory: string) {
  const port = await freePort()
  const PUBLIC_ORIGIN = `http://127.0.0.1:${port}`
  const env = { ...production, PUBLIC_ORIGIN, TRUST_PROXY_HOPS: '0', PORT: String(port), EVENTO: '' }
  const server = await startProcess('build/node/main.js', directory, { ...env, HOST: '127.0.0.1' })
  const link = /\S+(\/equipe\/\S+)/
  await expect.poll(server.printed).toMatch(link)
  return { ...server, link: link.exec(server.printed())?.[1] ?? '' }
}

for (const name of ['chromium', 'firefox', 'webkit'] satisfies BrowserName[]) {
  test(`an event is described, moved, told, erased and followed by another with the printed link alone, without scripts: ${name}`, async ({
    browser,
  }) => {
    const missing = MISSING[name]
    test.skip(missing !== null, `not installed: apt-get install ${missing ?? ''}`)
    const directory = newDirectory()
    const server = await startEmpty(directory)
    // WebKit's driver has one session.
    const started = [await startBrowser(name, false, browser), await startBrowser(name, false, browser)]
    try {
      const [organiser, convidado] = await Promise.all(started.map(({ invite }) => invite(server.url)))
      if (!organiser || !convidado) throw new Error('not started')
      await holdEvent(organiser, convidado, server.link)
      expect([...organiser.complaints(), ...convidado.complaints()]).toEqual([])
      await organiser.leave()
      await convidado.leave()
    } finally {
      for (const { stop } of started) await stop()
      await server.stop()
      removeDirectory(directory)
    }
  })
}
