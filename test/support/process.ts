import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { EVENTO_POR_VIR } from './environment.ts'

/** A started server, as a process of its own. */
export interface ServerProcess {
  url: string
  port: number
  directory: string
  child: ChildProcess
  /** What it has printed so far on both streams. */
  printed: () => string
  /** Ends it with a signal and waits for its exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** An empty directory for a server's data. */
export const newDirectory = () => mkdtempSync(join(tmpdir(), 'convites-'))

export const removeDirectory = (directory: string) => rmSync(directory, { recursive: true, force: true })

/** What a server drew of {@link EVENTO_POR_VIR}: one that finds it beside its database starts in half the time. */
const DRAWN = 'build/drawn-for-tests'

/** Puts the drawings beside a database that has none yet, if a server has made them. */
export function bringArte(directory: string): void {
  const place = join(directory, 'arte')
  if (!existsSync(DRAWN) || !existsSync(directory) || existsSync(place)) return
  try {
    cpSync(DRAWN, place, { recursive: true })
  } catch {
    // A test may be about a place that cannot be written, or another replaces the drawings.
  }
}

/** Keeps the drawings of a server's first event in place of those that an earlier build drew. */
function keepArte(directory: string): void {
  const place = join(directory, 'arte')
  const [name = '', ...others] = existsSync(place) ? readdirSync(place) : []
  if (name === '' || others.length > 0 || existsSync(join(DRAWN, name))) return
  const copy = mkdtempSync(`${DRAWN}-`)
  try {
    cpSync(place, copy, { recursive: true })
    removeDirectory(DRAWN)
    renameSync(copy, DRAWN)
  } catch {
    // Another test was first.
    removeDirectory(copy)
  }
}

/** A port of this computer that is free at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

/** The guests of these tests, by `nameOf` and their phone: no log may name them. */
const CONVIDADOS = /convidado [a-j]|11987654321/i

/** How a server is started; by default as the built one in demonstration. */
interface Start {
  args?: string[]
  /** The path it answers with 200 once it is up. */
  path?: string
  /** Discards its standard output unread, which costs the least. */
  isMute?: boolean
  /** The directory it is started in; the current one by default. */
  cwd?: string
}

/** Starts a script of the build, on a free port unless `PORT` names one, and waits until it answers. */
export async function startProcess(
  script: string,
  directory: string,
  env: Record<string, string> = {},
  { args = [], path = '/saude', isMute = false, cwd }: Start = {},
): Promise<ServerProcess> {
  const port = Number(env.PORT ?? (await freePort()))
  const sqlite = env.SQLITE_PATH ?? join(directory, 'convites.db')
  const isDrawn = (env.EVENTO ?? EVENTO_POR_VIR) === EVENTO_POR_VIR
  if (isDrawn) bringArte(dirname(sqlite))
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    env: {
      PATH: process.env.PATH ?? '',
      SQLITE_PATH: sqlite,
      PORT: String(port),
      NODE_ENV: 'production' as const,
      POSTS_PER_MINUTE: '0',
      EVENTO: EVENTO_POR_VIR,
      ...env,
    },
    stdio: ['ignore', isMute ? 'ignore' : 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const url = `http://127.0.0.1:${port}`
  await untilAnswered(url + path, child, () => printed)
  if (isDrawn) keepArte(dirname(sqlite))
  return {
    url,
    port,
    directory,
    child,
    printed: () => printed,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal)
        await once(child, 'exit')
      }
      if (CONVIDADOS.test(printed)) throw new Error(`a guest is named in the log: ${printed}`)
      return child.exitCode
    },
  }
}

/** How long a server may take to start while every core is busy, in milliseconds. */
const STARTED_MS = 60_000

/** A connection that is kept open would hold up the server's stop for two seconds. */
const statusOf = (url: string) =>
  new Promise<number>((resolve) => {
    const asked = get(url, { agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    asked.on('error', () => resolve(0))
  })

async function untilAnswered(url: string, child: ChildProcess, printed: () => string): Promise<void> {
  for (const begun = performance.now(); performance.now() - begun < STARTED_MS;) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${printed()}`)
    if ((await statusOf(url)) === 200) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  child.kill('SIGKILL')
  throw new Error(`it does not answer: ${printed()}`)
}

/** Stores the event described in a file in a database, as `npm run evento` does. */
export function gravarEvento(path: string, evento: string, env: Record<string, string> = {}): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['build/node/cli/main.js', 'evento', 'gravar', evento],
    {
      env: { PATH: process.env.PATH, NODE_ENV: 'production', SQLITE_PATH: path, EVENTO: evento, ...env },
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`the event was not stored: ${stderr}`)
}

/** A demonstration as started by `npm start`, and what it printed. */
export interface Demonstration {
  origin: string
  /** The path of the link to the board. */
  link: string
  /** The path of the panel of the first company's holder, and the company. */
  mesa: string
  empresaid: string
  /** Runs one of the organiser's commands on its data. @returns what it prints */
  run: (command: string, ...args: string[]) => string
  stop: () => Promise<void>
}

/** Starts the built server as a demonstration, on a database of its own. */
export async function startDemonstration(): Promise<Demonstration> {
  const directory = newDirectory()
  const env = { SESSION_SECRET: '', POSTS_PER_MINUTE: '', LOG_LEVEL: 'warn' }
  const { url, printed, stop } = await startProcess('build/node/main.js', directory, env)
  while (!printed().includes('Ctrl+C')) await new Promise((resolve) => setTimeout(resolve, 10))
  const mesa = /\/mesa\/\S+/.exec(printed())?.[0] ?? ''
  const data = { ...process.env, ...env, SQLITE_PATH: join(directory, 'convites.db'), EVENTO: EVENTO_POR_VIR }
  return {
    origin: url,
    link: /\/equipe\/\S+/.exec(printed())?.[0] ?? '',
    mesa,
    // The signature is 22 characters.
    empresaid: mesa.slice('/mesa/'.length, -22),
    run: (command, ...args) =>
      spawnSync('node', ['build/node/cli/main.js', command, ...args], { env: data, encoding: 'utf8' }).stdout,
    async stop() {
      await stop()
      removeDirectory(directory)
    },
  }
}
