import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Milliseconds that requests in flight get; with the closing of storage the exit stays within 10 s. */
const GRACE_MS = 8_000

/**
 * Watches a server's connections from now on; call it before the server listens.
 * @returns a function that stops the server: nothing new is accepted, idle connections close at once, requests in
 * flight are finished and their connections closed. It resolves when all are, or when `graceMs` have passed and the
 * rest is cut off.
 */
export function createStop(server: Server, graceMs: number = GRACE_MS): () => Promise<void> {
  const inFlight = new Map<Socket, Set<ServerResponse>>()
  let isStopping = false

  server.on('connection', (socket) => {
    inFlight.set(socket, new Set())
    socket.once('close', () => inFlight.delete(socket))
  })
  const onRequest = (res: ServerResponse, socket: Socket) => {
    const responses = inFlight.get(socket)
    responses?.add(res)
    if (isStopping) res.setHeader('connection', 'close')
    res.once('close', () => {
      responses?.delete(res)
      if (isStopping && responses?.size === 0) socket.destroySoon()
    })
  }
  server.prependListener('request', ({ socket }, res) => {
    if (!socket.destroyed) onRequest(res, socket)
  })

  return () =>
    new Promise((resolve) => {
      isStopping = true
      const timer = setTimeout(() => {
        for (const socket of inFlight.keys()) socket.destroy()
      }, graceMs)
      server.close(() => {
        clearTimeout(timer)
        resolve()
      })
      for (const [socket, responses] of inFlight) {
        if (responses.size === 0) socket.destroy()
        for (const res of responses) if (!res.headersSent) res.setHeader('connection', 'close')
      }
    })
}

/**
 * Runs `stop` at the first SIGTERM or SIGINT and exits with 0, or 1 when it fails. A second signal exits at once.
 */
export function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false
  const onSignal = () => {
    if (isStopping) return process.exit(1)
    isStopping = true
    const end = (code: number) => {
      clearTimeout(timer)
      process.exit(code)
    }
    // Closing storage may hang, too.
    const timer = setTimeout(() => end(1), GRACE_MS + 1_500).unref()
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
}
