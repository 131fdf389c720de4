import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers ask for one thing at a time on a connection. */
const UNANSWERED_MAX = 8

/**
 * Closes a connection on which more requests are waiting than any browser sends ahead: answers nobody reads would
 * fill the memory.
 */
export function limitPipelining(server: Server): void {
  const unanswered = new WeakMap<Socket, number>()
  server.prependListener('request', ({ socket }, res) => {
    // Requests sent ahead are parsed all at once, also those behind the one that was too many.
    if (socket.destroyed) return
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    res.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    if (count > UNANSWERED_MAX) socket.destroy()
  })
}
