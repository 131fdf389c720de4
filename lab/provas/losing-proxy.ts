import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to lost answers, in turn. */
const LOSSES = ['half', 'hang', '503'] as const

/** A proxy that passes every request to a server and, once started, loses every third answer. */
export interface LosingProxy {
  url: string
  /** Starts losing answers. */
  begin: () => void
  /** The number of answers lost in each way. */
  lost: Record<(typeof LOSSES)[number], number>
  /** How long each hang lasted until the client gave up, in milliseconds. */
  hangs: number[]
  close: () => Promise<void>
}

export async function openLosingProxy(port: number): Promise<LosingProxy> {
  const lost = { half: 0, hang: 0, '503': 0 }
  const hangs: number[] = []
  let isOn = false
  let answers = 0
  let losses = 0

  const lose = (res: ServerResponse, from: IncomingMessage, body: Buffer) => {
    const how = LOSSES[losses++ % LOSSES.length] ?? '503'
    lost[how] += 1
    if (how === '503') return void res.writeHead(503, { 'content-length': 0 }).end()
    if (how === 'half') {
      res.writeHead(from.statusCode ?? 502, { ...from.headers, 'content-length': body.length })
      return void res.write(body.subarray(0, body.length / 2), () => res.destroy())
    }
    const begun = performance.now()
    res.once('close', () => hangs.push(performance.now() - begun))
  }

  const server = createServer((req, res) => {
    const { method = '', url = '', headers } = req
    const passed = request({ host: '127.0.0.1', port, method, path: url, headers }, (from) => {
      const chunks: Buffer[] = []
      from.on('data', (chunk: Buffer) => chunks.push(chunk))
      from.on('end', () => {
        const body = Buffer.concat(chunks)
        if (isOn && ++answers % 3 === 0) lose(res, from, body)
        else
          res.writeHead(from.statusCode ?? 502, { ...from.headers, 'content-length': body.length }).end(body)
      })
    })
    passed.on('error', () => res.destroy())
    req.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    begin: () => void (isOn = true),
    lost,
    hangs,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
