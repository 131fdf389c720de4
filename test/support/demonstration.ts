import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../lab/bench/free-port.ts'

/** A demonstration as `npm start` starts it, on a database of its own. */
export interface Demonstration {
  origin: string
  /** The path of the link to the board it printed. */
  link: string
  /** The path of the panel of the first company's holder, and the company. */
  mesa: string
  empresaid: string
  /** Runs a command of the organiser's on its data. @returns what it prints */
  run: (command: string, ...args: string[]) => string
  stop: () => Promise<void>
}

const START_MS = 60_000

/** Starts the built server and reads what it prints. @throws Error when it prints no link in time */
export async function startDemonstration(): Promise<Demonstration> {
  const directory = mkdtempSync(join(tmpdir(), 'convites-painel-'))
  const port = await freePort()
  const env = {
    ...process.env,
    ...{ SQLITE_PATH: join(directory, 'convites.db'), SESSION_SECRET: '', PORT: String(port) },
    ...{ EVENTO: 'test/support/evento-por-vir.json', LOG_LEVEL: 'warn' },
  }
  const child = spawn('node', ['build/node/main.js'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(directory, { recursive: true, force: true })
  }
  let printed = ''
  const link = await new Promise<string | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), START_MS)
    const settle = (found: string | null) => {
      clearTimeout(timer)
      resolve(found)
    }
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const found = /\/equipe\/\S+/.exec(printed)?.[0]
      if (found !== undefined && printed.includes('Ctrl+C')) settle(found)
    })
    child.once('exit', () => settle(null))
  })
  if (link === null) {
    await stop()
    throw new Error(`the demonstration printed no link to the board:\n${printed}`)
  }
  const mesa = /\/mesa\/\S+/.exec(printed)?.[0] ?? ''
  // 22 characters sign it.
  const empresaid = mesa.slice('/mesa/'.length, -22)
  const run = (command: string, ...args: string[]) =>
    spawnSync('node', ['build/node/cli/main.js', command, ...args], { env, encoding: 'utf8' }).stdout
  return { origin: `http://127.0.0.1:${port}`, link, mesa, empresaid, run, stop }
}
