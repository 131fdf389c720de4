import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { certify, overSince } from '../browsers/certificado.ts'
import { MISSING, startBrowser, type BrowserName } from '../browsers/start.ts'
import { production } from '../support/environment.ts'
import { freePort, newDirectory, removeDirectory, startProcess } from '../support/process.ts'

// One after the other: three browsers at once would only wait for each other.
test.describe.configure({ mode: 'default', timeout: 300_000 })

/** The built server in production, with an event that ended two hours ago. */
async function startOver(directory: string) {
  const port = await freePort()
  const EVENTO = join(directory, 'evento.json')
  writeFileSync(EVENTO, JSON.stringify(overSince(Date.now())))
  const env = { ...production, PUBLIC_ORIGIN: `http://127.0.0.1:${port}`, TRUST_PROXY_HOPS: '0', EVENTO }
  const server = await startProcess('build/node/main.js', directory, {
    ...env,
    PORT: String(port),
    HOST: '127.0.0.1',
  })
  const link = /\S+(\/equipe\/\S+)/
  await expect.poll(server.printed).toMatch(link)
  return { ...server, link: link.exec(server.printed())?.[1] ?? '' }
}

for (const name of ['chromium', 'firefox', 'webkit'] satisfies BrowserName[]) {
  test(`who was inside takes a certificate along, and anybody verifies it, after the erasure too, without scripts: ${name}`, async ({
    browser,
  }) => {
    const missing = MISSING[name]
    test.skip(missing !== null, `not installed: apt-get install ${missing ?? ''}`)
    const directory = newDirectory()
    const server = await startOver(directory)
    // WebKit's driver has one session.
    const started = [await startBrowser(name, false, browser), await startBrowser(name, false, browser)]
    try {
      const [organiser, convidado] = await Promise.all(started.map(({ invite }) => invite(server.url)))
      if (!organiser || !convidado) throw new Error('not started')
      const { path, erase } = await certify(organiser, convidado, server.link)
      const pdf = await fetch(`${server.url}${path}.pdf`)
      const bytes = Buffer.from(await pdf.arrayBuffer())
      expect([pdf.headers.get('content-type'), bytes.subarray(0, 5).toString()]).toEqual([
        ...['application/pdf', '%PDF-'],
      ])
      expect(bytes.length).toBeLessThan(200_000)
      await erase()
      expect((await fetch(`${server.url}${path}.pdf`, { redirect: 'manual' })).status).toBe(302)
      expect([...organiser.complaints(), ...convidado.complaints()]).toEqual([])
      expect(server.printed()).not.toMatch(/maria|davila/i)
      await organiser.leave()
      await convidado.leave()
    } finally {
      for (const { stop } of started) await stop()
      await server.stop()
      removeDirectory(directory)
    }
  })
}
