import type { Server } from 'node:http'
import type { Config } from '../config.ts'
import { STOP_GRACE_MS } from './connections.ts'

/** Connections the system holds until they are accepted. Each one beyond would wait a second or more. */
const BACKLOG = 4096

/** Later than the time that requests in flight get: closing storage may hang, too. */
const FORCED_EXIT_MS = STOP_GRACE_MS + 1_500

/**
 * Takes the listening socket that systemd passes as file 3 (sd_listen_fds), and removes its variables from
 * the environment: a child that inherits them would take them for its own. The socket outlives this process,
 * so that a client that connects during a restart waits in its backlog (decision 0029).
 * @returns the file, or null when none is passed to this process
 */
export function takeInheritedSocket(env: Record<string, string | undefined>): number | null {
  const isOurs = env.LISTEN_FDS === '1' && env.LISTEN_PID === String(process.pid)
  delete env.LISTEN_FDS
  delete env.LISTEN_PID
  delete env.LISTEN_FDNAMES
  return isOurs ? 3 : null
}

/**
 * Listens on the inherited socket, or else where the configuration says.
 * @returns the port, which the system chose when PORT is 0
 */
export function listen(
  server: Server,
  { host, port }: Pick<Config, 'host' | 'port'>,
  socket: number | null = null,
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const code = cause.code ?? cause.message
      const sentence =
        socket !== null
          ? `Cannot listen on the socket passed as file ${socket} (${code}): start it by the socket unit, or unset LISTEN_FDS.`
          : code === 'EADDRINUSE'
            ? `Port ${port} is in use: stop what listens there, or set PORT to another.`
            : `Cannot listen on ${host}, port ${port} (${code}): set HOST and PORT.`
      reject(new Error(sentence, { cause }))
    })
    const where = socket === null ? { host, port } : { fd: socket }
    server.listen({ ...where, backlog: BACKLOG }, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

/**
 * Exits with 0 after `stop` at a first signal, with 1 when `stop` fails, and at once at a second.
 * @returns whether it is stopping
 */
export function stopOnSignals(stop: () => Promise<void>): () => boolean {
  let isStopping = false
  const onSignal = () => {
    if (isStopping) return process.exit(1)
    isStopping = true
    // Firestore's SDK starts calls without awaiting them: closing makes them fail, which would exit with 1.
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
