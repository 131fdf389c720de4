import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import type { Ask } from '../../../lab/bench/drive.ts'

/** A request, with `ok` as the right answer. */
export const ask = (expected: Partial<Ask> = {}): Ask => ({
  text: 'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
  status: 200,
  minBytes: 2,
  maxBytes: 2,
  ...expected,
})

/** A server for one test. @returns its port */
export async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
