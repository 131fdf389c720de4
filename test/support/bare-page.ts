import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves a line of text at every path, filled up to as many bytes on the wire as another page has. */
export async function startBarePage(bytes: number) {
  const body = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Página</title><p>Uma página`
  const filler = '.'.repeat(Math.max(0, bytes - Buffer.byteLength(body) - '<!---->'.length))
  const server = createServer((_req, res) => {
    res.setHeader('content-type', 'text/html')
    res.end(`${body}<!--${filler}-->`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
