import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectBidi, type Element } from './bidi.ts'
import { openBidiPage } from './bidi-page.ts'
import type { Engine } from './convidado.ts'

/** Firefox without a window. */
export interface Firefox {
  openPage: () => Promise<Engine<Element>>
  stop: () => Promise<void>
}

/** A proxy that is not there, asked for whatever is not on this computer. */
const NOWHERE_ELSE = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
}

/**
 * Starts Firefox with a profile of its own. With `isScripted` false no page of it runs any script.
 * @param chosen what somebody chose in about:config
 */
export async function startFirefox(
  isScripted: boolean,
  chosen: Record<string, boolean> = {},
): Promise<Firefox> {
  const home = mkdtempSync(join(tmpdir(), 'convites-firefox-'))
  const prefs = { 'javascript.enabled': isScripted, ...NOWHERE_ELSE, ...chosen }
  const lines = Object.entries(prefs).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`,
  )
  writeFileSync(join(home, 'user.js'), lines.join(''))
  const args = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', home]
  const child = spawn('firefox-esr', args, {
    env: { ...process.env, HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const address = await new Promise<string>((resolve, reject) => {
    let printed = ''
    child.stderr.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const [, found] = /listening on (ws:\S+)/.exec(printed) ?? []
      if (found !== undefined) resolve(`${found}/session`)
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`Firefox ended: ${printed}`)))
  })
  const bidi = await connectBidi(address)
  await bidi.send('session.new', { capabilities: {} })
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] })
  return {
    openPage: () => openBidiPage(bidi),
    async stop() {
      bidi.close()
      if (child.exitCode === null && child.signalCode === null) {
        child.kill()
        await once(child, 'exit')
      }
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}
