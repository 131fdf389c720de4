import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const START_MS = 30_000
const STOP_MS = 5_000
const MAIN = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore'

/** Where the official emulator is: already running, or in the jar of the Debian package. */
export type EmulatorSource = { kind: 'running'; host: string } | { kind: 'jar'; jar: string }

export interface Emulator {
  /** `127.0.0.1:port`, the form FIRESTORE_EMULATOR_HOST takes. */
  host: string
  /** Deletes every document of a project. */
  reset: (projectId: string) => Promise<void>
  /** Stops it; one that ran already goes on. */
  stop: () => Promise<void>
}

/** @returns null when this machine has no emulator; @throws when its package is there and the jar is not */
export async function findEmulator(): Promise<EmulatorSource | null> {
  const host = process.env.FIRESTORE_EMULATOR_HOST
  if (host) return { kind: 'running', host }
  const files = await listPackage('google-cloud-cli-firestore-emulator')
  if (files === null) return null
  const jar = files.find((file) => file.endsWith('.jar') && existsSync(file))
  if (jar === undefined) throw new Error('[emulator] its package is installed, but there is no jar in it')
  return { kind: 'jar', jar }
}

/** The files of a Debian package, or null when there is no such package, or this is not Debian. */
function listPackage(name: string): Promise<string[] | null> {
  return new Promise((resolve) => {
    execFile('dpkg', ['-L', name], (error, stdout) => resolve(error ? null : stdout.split('\n')))
  })
}

/** Starts an emulator on a free port, or uses the running one. @throws when it does not answer within 30 s */
export async function startEmulator(source: EmulatorSource): Promise<Emulator> {
  if (source.kind === 'running') {
    await waitForAnswer(source.host, null)
    return { host: source.host, reset: (id) => reset(source.host, id), stop: async () => {} }
  }
  const port = await findFreePort()
  const host = `127.0.0.1:${port}`
  const options = [
    '-Duser.language=en',
    '-cp',
    source.jar,
    MAIN,
    'start',
    '--host=127.0.0.1',
    `--port=${port}`,
  ]
  const child = spawn('java', options, { stdio: ['ignore', 'pipe', 'pipe'] })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  try {
    await waitForAnswer(host, child)
  } catch (error) {
    kill()
    throw error
  }
  return { host, reset: (projectId) => reset(host, projectId), stop: () => stop(host, child) }
}

async function waitForAnswer(host: string, child: ChildProcess | null): Promise<void> {
  let said = ''
  const ends: string[] = []
  child?.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child?.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child?.once('error', (error) => ends.push(error.message))
  child?.once('exit', (code, signal) => ends.push(`it ended with ${code ?? signal ?? 'nothing'}`))
  const deadline = Date.now() + START_MS
  while (ends.length === 0 && Date.now() < deadline) {
    const isUp = await fetch(`http://${host}/`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await sleep(50)
  }
  throw new Error(`[emulator] ${host} did not start: ${ends[0] ?? `no answer in ${START_MS} ms`}\n${said}`)
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function reset(host: string, projectId: string): Promise<void> {
  const url = `http://${host}/emulator/v1/projects/${projectId}/databases/(default)/documents`
  const { ok, status } = await fetch(url, { method: 'DELETE' })
  if (!ok) throw new Error(`[emulator] reset of ${projectId} answered ${status}`)
}

async function stop(host: string, child: ChildProcess): Promise<void> {
  const isEnded = () => child.exitCode !== null || child.signalCode !== null
  if (isEnded()) return
  const ended = once(child, 'exit')
  const asked = fetch(`http://${host}/shutdown`, { method: 'POST', signal: AbortSignal.timeout(STOP_MS) })
  await asked.catch(() => null)
  await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })])
  if (!isEnded()) child.kill('SIGKILL')
  await ended
}
