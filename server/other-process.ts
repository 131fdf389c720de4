import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A program run in a process of its own. */
export interface Program {
  file: string
  /** Node's options: its heap limit. */
  options: string[]
  /** Whether its error output is shown: a library may quote the file it reads. */
  isHeard: boolean
}

/** How long an answer may take, in milliseconds, and a signal that ends the process earlier. */
export interface Limits {
  patienceMs: number
  signal?: AbortSignal | undefined
}

export type Outcome<Answer> =
  | { kind: 'answered'; answer: Answer }
  | { kind: 'too-long' }
  /** The process ended before it answered, with this exit code or signal. */
  | { kind: 'ended'; end: string }
  /** Nothing could be sent to the process. */
  | { kind: 'unreachable'; error: Error }

/** Builds the answer from the program's messages, whose type it knows; null until it is complete. */
type Take<Answer> = (message: never) => Answer | null

/** Sent after each message that is not the answer yet, so that nothing piles up in the pipe. */
const MORE = 'more'

/** The address of a program beside the module that runs it: compiled, because Node 20 runs no TypeScript. */
export const programBeside = (module: string, name: string): string => fileURLToPath(new URL(name, module))

/**
 * Runs a program in a process of its own, from the first request until `end`: if it blocks, exhausts memory
 * or crashes, nothing else is affected (decision 0052). A process that gave no answer is ended, and the next
 * request starts another. It takes one request at a time; the caller decides the order.
 */
export function createOtherProcess({ file, options, isHeard }: Program) {
  let child: ChildProcess | null = null

  const start = (): ChildProcess => {
    const started = fork(file, {
      // The process gets neither our secrets nor the options of our own Node.
      env: { NODE_ENV: 'production' as const },
      execArgv: options,
      stdio: ['ignore', 'ignore', isHeard ? 'inherit' : 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    const forget = () => {
      if (child === started) child = null
    }
    return started.on('error', forget).on('exit', forget)
  }
  const end = () => {
    child?.kill('SIGKILL')
    child = null
  }

  return {
    end,
    async ask<Answer>(
      request: object,
      { patienceMs, signal }: Limits,
      take: Take<Answer>,
    ): Promise<Outcome<Answer>> {
      if (signal?.aborted) return { kind: 'ended', end: 'SIGKILL' }
      const asked = (child ??= start())
      const kill = () => void asked.kill('SIGKILL')
      signal?.addEventListener('abort', kill)
      let stopListening = () => {}
      const outcome = await new Promise<Outcome<Answer>>((resolve) => {
        const onError = (error: Error) => resolve({ kind: 'unreachable', error })
        // When the process is being killed, its exit says how it ended.
        const onSent = (error: Error | null) => {
          if (error && !asked.killed) onError(error)
        }
        const onExit = (code: number | null, name: string | null) =>
          resolve({ kind: 'ended', end: String(code ?? name) })
        const onMessage = (message: unknown) => {
          const answer = take(message as never)
          if (answer === null) asked.send(MORE, onSent)
          else resolve({ kind: 'answered', answer })
        }
        const timer = setTimeout(() => resolve({ kind: 'too-long' }), patienceMs)
        stopListening = () => {
          clearTimeout(timer)
          asked.off('error', onError).off('exit', onExit).off('message', onMessage)
        }
        asked.on('error', onError).on('exit', onExit).on('message', onMessage)
        asked.send(request, onSent)
      })
      stopListening()
      signal?.removeEventListener('abort', kill)
      if (outcome.kind === 'answered') return outcome
      kill()
      end()
      return outcome
    },
  }
}

/** Starts a process for one request only. */
export async function askOnce<Answer>(
  program: Program,
  request: object,
  limits: Limits,
  take: Take<Answer>,
): Promise<Outcome<Answer>> {
  const other = createOtherProcess(program)
  try {
    return await other.ask(request, limits, take)
  } finally {
    other.end()
  }
}
