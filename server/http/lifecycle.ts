import type { Server } from 'node:http'
import type { Config } from '../config.ts'
import { STOP_GRACE_MS } from './connections.ts'

/** Connections the system keeps until they are taken in: of those beyond, each would wait a second or more. */
const BACKLOG = 4096

/** After the time that requests in flight get: closing storage may hang, too. */
const FORCED_EXIT_MS = STOP_GRACE_MS + 1_500

/**
 * Listens where the configuration says.
 * @returns the port, which the system chose when PORT is 0
 * @throws Error with a sentence that says what to set, when it cannot
 */
export function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const sentence =
        cause.code === 'EADDRINUSE'
          ? `Port ${port} is in use: stop what listens there, or set PORT to another.`
          : `Cannot listen on ${host}, port ${port} (${cause.code ?? cause.message}): set HOST and PORT.`
      reject(new Error(sentence, { cause }))
    })
    server.listen({ host, port, backlog: BACKLOG }, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

/**
 * Runs `stop` at the first SIGTERM or SIGINT and exits with 0, or 1 when it fails. A second signal exits at once.
 * @returns tells whether the process is stopping: what fails then fails because of it
 */
export function stopOnSignals(stop: () => Promise<void>): () => boolean {
  let isStopping = false
  const onSignal = () => {
    if (isStopping) return process.exit(1)
    isStopping = true
    // Firestore's SDK starts calls that it does not await: they fail when it is closed, and would end the process with 1.
    process.on('unhandledRejection', () => {})
    const end = (code: number) => {
      clearTimeout(timer)
      process.exit(code)
    }
    const timer = setTimeout(() => end(1), FORCED_EXIT_MS).unref()
    stop().then(
      () => end(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        end(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  return () => isStopping
}
