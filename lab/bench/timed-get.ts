import { Agent, get, type IncomingHttpHeaders } from 'node:http'
import { HOST } from './contestants.ts'
import { percentile } from './statistics.ts'

/** A request's answer, and the time from asking to its last byte. */
export interface Timed {
  ms: number
  path: string
  status: number
  bytes: number
  headers: IncomingHttpHeaders
}

const agent = new Agent({ keepAlive: true })

/**
 * Sends requests one after the other over one connection, as a team browser does. Bodies are read and
 * discarded.
 */
export function timedGet(port: number, path: string, headers: Record<string, string>): Promise<Timed> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const said = { host: HOST, 'accept-encoding': 'gzip, deflate, br', ...headers }
    get({ host: '127.0.0.1', port, path, agent, headers: said }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({
          ms: performance.now() - startedAt,
          path,
          bytes,
          status: answer.statusCode ?? 0,
          headers: answer.headers,
        }),
      )
    }).on('error', reject)
  })
}

/** p95 of some requests, after two that do not count. @throws Error when an answer is not the expected one */
export async function p95Of(
  count: number,
  ask: (n: number) => Promise<Timed>,
  status = 200,
): Promise<number> {
  const times: number[] = []
  for (let n = -2; n < count; n++) {
    const answer = await ask(n)
    if (answer.status !== status) throw new Error(`${answer.path}: expected ${status}, got ${answer.status}`)
    if (n >= 0) times.push(answer.ms)
  }
  return percentile(times, 95)
}
