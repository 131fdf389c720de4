import { brotliDecompressSync } from 'node:zlib'
import type { RawAnswer } from './answer.ts'
import { HOST } from './contestants.ts'
import { askOnce, type Ask } from './drive.ts'

/** What a phone's browser sends, without a cookie. */
export const requestOf = (path: string) =>
  [
    `GET ${path} HTTP/1.1`,
    `Host: ${HOST}`,
    'Accept: text/html,application/xhtml+xml',
    'Accept-Encoding: gzip, deflate, br',
    'Accept-Language: pt-BR',
    'User-Agent: Mozilla/5.0 (Linux; Android 10)',
    '',
    '',
  ].join('\r\n')

const SAMPLES = 20

/** A page as one server answers it, and the request used to measure it. */
export interface Page {
  ask: Ask
  sample: RawAnswer
}

/** Requests a page several times to learn how long its answers are. @throws Error when one is not 200 */
export async function samplePage(port: number, path: string): Promise<Page> {
  const text = requestOf(path)
  const samples: RawAnswer[] = []
  for (let n = 0; n < SAMPLES; n++) samples.push(await askOnce(port, text))
  const [sample] = samples
  if (!sample || samples.some(({ status }) => status !== 200)) throw new Error(`${path} is not answered 200`)
  const lengths = samples.map(({ body }) => body.length)
  const [minBytes, maxBytes] = [Math.min(...lengths), Math.max(...lengths)]
  return { ask: { text, status: 200, minBytes, maxBytes }, sample }
}

/** @throws Error unless both sent the same page, letter for letter and with the same compression */
export function refuseOtherPage(path: string, ours: RawAnswer, peer: RawAnswer): void {
  const [a, b] = [htmlOf(ours), htmlOf(peer)]
  if (a === b) return
  let at = 0
  while (a[at] === b[at]) at += 1
  const around = (html: string) => JSON.stringify(html.slice(Math.max(0, at - 40), at + 40))
  throw new Error(`${path} is not the same page: ours has ${around(a)}, the peer's ${around(b)}`)
}

function htmlOf({ head, body }: RawAnswer): string {
  const encoding = /\r\ncontent-encoding: *(\S+)/i.exec(head)?.[1]
  if (encoding !== 'br') throw new Error(`expected brotli, got ${encoding ?? 'nothing compressed'}`)
  return brotliDecompressSync(body).toString()
}
