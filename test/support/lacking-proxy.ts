import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy whose pages run a script before their own, which removes what a browser may lack or adds what
 * others add.
 */
export type LackingProxy = Awaited<ReturnType<typeof openLackingProxy>>

const SCRIPT = '/assets/first.js'

/**
 * @param target origin of the server behind it
 * @param script runs before the page's own, once the page is there
 * @param refused paths that answer 503
 */
export async function openLackingProxy(target: string, script: string, refused: RegExp | null = null) {
  const pass = async (inner: IncomingMessage, outer: ServerResponse) => {
    const path = inner.url ?? '/'
    if (path === SCRIPT) {
      outer.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-store' }).end(script)
      return
    }
    if (refused?.test(path)) {
      outer.writeHead(503).end()
      return
    }
    // Uncompressed, so that the page can be changed.
    const headers = { ...inner.headers, 'accept-encoding': 'identity' }
    const asked = request(target + path, { method: inner.method, headers })
    inner.pipe(asked)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    if (!answer.headers['content-type']?.startsWith('text/html')) {
      outer.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outer)
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk as Buffer)
    const page = Buffer.concat(chunks).toString().replace('</body>', `<script src="${SCRIPT}"></script>$&`)
    const told = { ...answer.headers, 'content-length': String(Buffer.byteLength(page)) }
    outer.writeHead(answer.statusCode ?? 502, told).end(page)
  }
  const server = createServer((inner, outer) => {
    pass(inner, outer).catch(() => outer.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Uses another script from now on. */
    run: (next: string) => void (script = next),
    /** Nobody answers any more, as without a network. */
    async close() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
