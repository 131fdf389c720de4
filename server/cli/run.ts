import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { compose, type Services } from '../composition.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import type { Act } from './cli.ts'
import { failureOf, startFailureOf } from './failure.ts'
import { createProgress } from './progress.ts'

/** The terminal, as a process has it. */
export interface Terminal {
  stdin: NodeJS.ReadStream
  stdout: NodeJS.WriteStream
  stderr: NodeJS.WriteStream
}

/** Exit code of a process ended by Ctrl-C. */
const INTERRUPTED = 130

/**
 * Runs a command from the environment to its exit code, on the database that `npm start` uses. What the organiser can
 * mend is told in a sentence; a bug rejects, and keeps its stack.
 */
export async function run(act: Act, args: string[], terminal: Terminal = process): Promise<number> {
  const { stdin, stdout, stderr } = terminal
  const out = (line: string) => void stdout.write(`${line}\n`)
  const err = (line: string) => void stderr.write(`${line}\n`)
  // The reader went away, as `head` does: there is nobody left to write to.
  stdout.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

  const services = await start().catch((error: unknown) => err(startFailureOf(error)))
  if (!services) return 1
  const interruption = new AbortController()
  const interrupt = () => interruption.abort()
  process.once('SIGINT', interrupt)
  try {
    const ask = stdin.isTTY && stdout.isTTY ? (question: string) => askLine(terminal, question) : null
    const progress = (label: string) => createProgress(stderr, label)
    return await act({ services, out, err, ask, progress, signal: interruption.signal }, args)
  } catch (error) {
    if (!interruption.signal.aborted) {
      err(failureOf(error))
      return 1
    }
    err('Interrompido.')
    return INTERRUPTED
  } finally {
    process.off('SIGINT', interrupt)
    await services.close()
  }
}

async function start(): Promise<Services> {
  if (existsSync('.env')) process.loadEnvFile()
  const config = readConfig(process.env)
  if (config.storage.kind === 'memory') {
    throw new Error(
      'STORAGE=memory não guarda nada de um comando para outro: use STORAGE=sqlite, como o servidor.',
    )
  }
  return compose(config, { log: createLog('silent'), isSampleLoaded: false })
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
