import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { compose, type Services } from '../composition.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { markInUse } from '../use-cases/maintenance.ts'
import {
  failureOf,
  starting,
  withoutControls,
  type Cli,
  type Command,
  type Exit,
  type Progress,
} from './cli.ts'

export interface Terminal {
  stdin: NodeJS.ReadStream
  stdout: NodeJS.WriteStream
  stderr: NodeJS.WriteStream
}

/** Exit code of a process ended by Ctrl-C. */
const INTERRUPTED = 130

export type Console = Omit<Cli, 'services'>

/**
 * Runs a command on the database that `npm start` uses, from the environment to its exit code. A problem the
 * organiser can solve becomes a sentence; a bug rejects, and keeps its stack.
 */
export function run(command: Command, args: string[], terminal?: Terminal): Promise<number> {
  return runInTerminal(async (console) => {
    const services = await openServices()
    try {
      await markInUse(services)
      return await command({ ...console, services }, args)
    } finally {
      await services.close()
    }
  }, terminal)
}

/** The same for a command that opens its services itself. */
export async function runInTerminal(
  body: (console: Console) => Promise<Exit>,
  { stdin, stdout, stderr }: Terminal = process,
): Promise<number> {
  const out = (line: string) => void stdout.write(`${withoutControls(line)}\n`)
  const err = (line: string) => void stderr.write(`${withoutControls(line)}\n`)
  // The reader went away, as `head` does: there is nobody left to write to.
  stdout.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  const interruption = new AbortController()
  const interrupt = () => interruption.abort()
  process.once('SIGINT', interrupt)
  try {
    // The variables of `.env` that the environment does not set.
    await starting(() => existsSync('.env') && process.loadEnvFile())
    const ask =
      stdin.isTTY && stdout.isTTY ? (question: string) => askLine({ stdin, stdout, stderr }, question) : null
    const progress = (label: string) => createProgress(stderr, label)
    return await body({ out, err, ask, progress, signal: interruption.signal })
  } catch (error) {
    if (!interruption.signal.aborted) {
      err(failureOf(error))
      return 1
    }
    err('Interrompido.')
    return INTERRUPTED
  } finally {
    process.off('SIGINT', interrupt)
  }
}

/** Opens a command's services, within `runInTerminal`. @throws StartError with a sentence to print */
export function openServices(env = process.env): Promise<Services> {
  return starting(() => {
    const config = readConfig(env)
    if (config.storage.kind === 'memory') {
      throw new Error(
        'STORAGE=memory não guarda nada de um comando para outro: use o STORAGE do servidor, sqlite ou firebase.',
      )
    }
    return compose(config, {
      log: createLog('silent'),
      isSampleLoaded: false,
      isEventoAdopted: false,
      isStorageAwaited: false,
      onUpgrade: (sentence) => void process.stderr.write(`${sentence}\n`),
    })
  })
}

/** The line typed; empty text when the organiser closes the question with Ctrl-C or Ctrl-D. */
function askLine({ stdin, stdout }: Terminal, question: string): Promise<string> {
  const lines = createInterface({ input: stdin, output: stdout })
  return new Promise((resolve) => {
    lines.once('close', () => resolve(''))
    lines.question(question, (answer) => {
      resolve(answer)
      lines.close()
    })
  })
}

/** Often enough to look alive, seldom enough to cost nothing. */
const REDRAW_MS = 100

type Screen = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>

/** One line rewritten in place on a terminal; nothing elsewhere, so that a log file stays readable. */
export function createProgress(screen: Screen, label: string, now: () => number = Date.now): Progress {
  if (!screen.isTTY) return { step() {}, end() {} }
  let drawnAt: number | null = null
  return {
    step(done, total) {
      if (drawnAt !== null && now() - drawnAt < REDRAW_MS) return
      drawnAt = now()
      screen.write(`\r\u001B[K${label} ${done}${total === null ? '' : ` de ${total}`}…`)
    },
    end() {
      if (drawnAt !== null) screen.write('\r\u001B[K')
      drawnAt = null
    },
  }
}
