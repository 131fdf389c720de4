import { once } from 'node:events'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EVENTO_POR_VIR } from './eventos.ts'
import { freePort } from '../../lab/bench/free-port.ts'
import { createCookies } from './cookies.ts'

/** A started server, as a process of its own. */
export interface ServerProcess {
  url: string
  port: number
  directory: string
  child: ChildProcess
  /** What it has printed so far, both streams. */
  printed: () => string
  /** Ends it with a signal and waits for its exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** An empty directory for a server's data. */
export const newDirectory = () => mkdtempSync(join(tmpdir(), 'convites-'))

export const removeDirectory = (directory: string) => rmSync(directory, { recursive: true, force: true })

/** The guests of these tests, by {@link nameOf} and their phone: no log may name them. */
const GUESTS = /convidado [a-j]|11987654321/i

/** Starts a script of the build, on a free port unless `PORT` names one, in demonstration, and waits until it answers. */
export async function startProcess(
  script: string,
  directory: string,
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  const port = Number(env.PORT ?? (await freePort()))
  const child = spawn(process.execPath, [script], {
    env: {
      ...{ PATH: process.env.PATH ?? '', SQLITE_PATH: join(directory, 'convites.db'), PORT: String(port) },
      ...{ NODE_ENV: 'production' as const, POSTS_PER_MINUTE: '0', EVENTO: EVENTO_POR_VIR, ...env },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const url = `http://127.0.0.1:${port}`
  await untilAnswered(url, child, () => printed)
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
      if (GUESTS.test(printed)) throw new Error(`a guest is named in the log: ${printed}`)
      return child.exitCode
    },
  }
}

async function untilAnswered(url: string, child: ChildProcess, printed: () => string): Promise<void> {
  for (let tries = 0; tries < 1000; tries++) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${printed()}`)
    const isUp = await fetch(`${url}/saude`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  child.kill('SIGKILL')
  throw new Error(`it does not answer: ${printed()}`)
}

/** What a browser without scripts does: keeps its cookies, sends forms, follows nothing by itself. */
export function openJar(url: string) {
  let origin = url
  const cookies = createCookies()
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = cookies.header() === '' ? {} : { Cookie: cookies.header() }
    const response = await fetch(origin + path, { ...init, headers, redirect: 'manual' })
    cookies.keep(response.headers.getSetCookie())
    return {
      status: response.status,
      location: response.headers.get('location'),
      html: await response.text(),
    }
  }
  return {
    get: (path: string) => send(path),
    post: (path: string, fields: Record<string, string> = {}) =>
      send(path, { method: 'POST', body: new URLSearchParams(fields) }),
    /** The same browser at a server that was started again elsewhere. */
    move: (to: string) => void (origin = to),
  }
}

/** n of VOCÊ TEM n CONVITE(S) on a company's page. */
export async function readLeft(url: string, empresaid: string): Promise<number> {
  const { html } = await openJar(url).get(`/${empresaid}`)
  return Number(/VOCÊ TEM <b[^>]*>(\d+)<\/b> CONVITE\(S\)/.exec(html)?.[1])
}

/** A name nobody else in a run has, of letters only. */
export const nameOf = (n: number) =>
  `Convidado ${String(n).replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? '')}`

/** A phone as good as nobody else in a run has: a guest of another browser is told of the registration only. */
export const anyTelefone = () => `119${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

/** What the form posts for one guest of many, by the public form or a company's. */
export const guest = (n: number, empresaid?: string) => ({
  ...{ nome: nameOf(n), telefone: '11987654321', email: '' },
  ...(empresaid !== undefined && { empresaid }),
})

/** How many answers had each status. */
export function statuses(answers: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
