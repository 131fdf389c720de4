import type { Server } from 'node:http'
import type { Config } from '../config.ts'

/** Connections the system keeps until they are taken in: of those beyond, each would wait a second or more. */
const BACKLOG = 4096

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
