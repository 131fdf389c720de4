import type { RawAnswer } from './answer.ts'

/**
 * A 200 answer as the raw server repeats it: flat headers, each name followed by its value; the body in
 * base64.
 */
export interface Recorded {
  headers: string[]
  body: string
}

/** Headers node:http writes by itself. */
const OF_THE_CONNECTION = /^(date|connection|keep-alive)$/i

/** Records an answer with the names, the order and the values of its headers. */
export function record({ head, body }: RawAnswer): Recorded {
  const headers = head
    .split('\r\n')
    .slice(1)
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const)
    .filter(([name]) => !OF_THE_CONNECTION.test(name))
  return { headers: headers.flat(), body: body.toString('base64') }
}
