import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../support/process.ts'
import { until, type Engine } from './convidado.ts'
import { openWebDriverPage, type Send } from './webdriver-page.ts'

/**
 * As long as a command may take. WebKit loses the answer of one now and then, while a page goes and the next one comes:
 * what only looks is asked again by `until`, and the rest fails with its name.
 */
const COMMAND_MS = 15_000

/** How many drivers are started for a page: one in some hundreds never tells that its browser has begun. */
const DRIVERS = 3

/** WebKitWebDriver, with whatever it starts. */
interface Driver {
  send: Send
  stop: () => Promise<void>
}

async function startDriver(env: NodeJS.ProcessEnv): Promise<Driver> {
  const port = await freePort()
  // A group of its own: a driver that hangs takes its browser along.
  const child = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore', detached: true })
  const { pid } = child
  if (pid === undefined) throw new Error('WebKitWebDriver did not start')
  const ended = once(child, 'exit')
  const send: Send = async <Result>(method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(COMMAND_MS),
    }).catch((cause: unknown) => {
      throw new Error(`${method} ${path} ${JSON.stringify(body ?? {})}: no answer`, { cause })
    })
    const { value } = (await response.json()) as { value: Result }
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGKILL')
    await ended
  }
  try {
    await until('WebKitWebDriver', async () => (await send<{ ready: boolean }>('GET', '/status')).ready)
  } catch (error) {
    await stop()
    throw error
  }
  return { send, stop }
}

/** A page with a driver of its own, which ends with it. @param capabilities of the browser */
export async function openWebKitPage(env: NodeJS.ProcessEnv, capabilities: object): Promise<Engine<string>> {
  for (let left = DRIVERS - 1; ; left--) {
    const { send, stop } = await startDriver(env)
    try {
      return { ...(await openWebDriverPage(send, capabilities)), close: stop }
    } catch (error) {
      await stop()
      if (left === 0) throw error
    }
  }
}
