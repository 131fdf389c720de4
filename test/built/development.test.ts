import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../support/process.ts'

const REMIX = 'node_modules/@remix-run/dev/dist/cli.js'

/** `npm run dev` on a port of its own, in memory. @returns what it has printed once it says how to stop it */
async function startDevelopment(port: number): Promise<string> {
  const child = spawn(process.execPath, [REMIX, 'vite:dev', '--port', String(port)], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      STORAGE: 'memory',
      SESSION_SECRET: '',
      VITEST: undefined,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  let printed = ''
  // Read to the end: a server whose output nobody reads dies of it.
  child.stdout.on('data', (chunk: Buffer) => void (printed += chunk.toString()))
  await expect.poll(() => printed).toContain('Ctrl+C')
  return printed
}

test('development prints a link that opens the board, and serves the invitation and what the door’s page asks for', async () => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const printed = await startDevelopment(port)
  const [link = ''] = new RegExp(`${origin}/equipe/\\S+`).exec(printed) ?? []
  expect((await fetch(link)).status).toBe(200)

  const [picture = ''] = /\/arte\/[0-9a-f]{16}\/[^"]*\.svg/.exec(await (await fetch(origin)).text()) ?? []
  expect((await fetch(origin + picture)).headers.get('Content-Type')).toBe('image/svg+xml')

  const html = await (await fetch(`${origin}/porta`)).text()
  const types = new Map<string, string | null>()
  const ask = async (path: string) => {
    const response = await fetch(origin + path)
    types.set(
      path.replace(/^.*\./, ''),
      response.status === 200 ? response.headers.get('Content-Type') : null,
    )
    return response.text()
  }
  const [script = ''] = /\/assets\/porta\/main-[^"]*\.js/.exec(html) ?? []
  const [sheet = ''] = /\/assets\/porta\/[^"]*\.css/.exec(html) ?? []
  const [decoder = ''] = /\/assets\/porta\/decoder-worker-[^"'`]*\.js/.exec(await ask(script)) ?? []
  expect(await ask(sheet)).toContain('{')
  expect(await ask(decoder)).not.toBe('')
  expect(Object.fromEntries(types)).toEqual({
    js: 'text/javascript; charset=utf-8',
    css: 'text/css; charset=utf-8',
  })
  expect((await fetch(`${origin}/assets/porta/nothing.js`)).status).toBe(404)
})
