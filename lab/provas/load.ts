import { connect, type Socket } from 'node:net'

/** How a request ended. */
export type Outcome =
  | { kind: 'answered'; status: number; head: string; ms: number }
  /** It was sent, but no complete answer came back: nobody knows whether it was done. */
  | { kind: 'unknown' }
  /** Nobody accepted the connection: it was certainly not done. */
  | { kind: 'unsent' }

/** One browser's connection, kept open: one request at a time; it never throws. */
export interface Client {
  ask: (request: string) => Promise<Outcome>
  close: () => void
}

const TIMEOUT_MS = 20_000

/** A client over a bare socket, since it must cost far less than the server it measures. */
export function openClient(port: number): Client {
  let socket: Socket | null = null
  let settle: ((outcome: Outcome) => void) | null = null

  const end = (outcome: Outcome) => {
    const waiting = settle
    settle = null
    waiting?.(outcome)
  }

  const open = (): Socket => {
    let isConnected = false
    let text = ''
    const opened = connect({ port, host: '127.0.0.1', noDelay: true })
    opened.setTimeout(TIMEOUT_MS, () => opened.destroy())
    opened.setEncoding('latin1')
    opened.on('connect', () => (isConnected = true))
    opened.on('error', () => {})
    opened.on('data', (chunk: string) => {
      text += chunk
      const headEnd = text.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const head = text.slice(0, headEnd)
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (text.length < headEnd + 4 + length) return
      text = ''
      if (/\r\nconnection: close/i.test(head)) opened.destroy()
      end({ kind: 'answered', status: Number(head.slice(9, 12)), head, ms: 0 })
    })
    opened.on('close', () => {
      if (socket === opened) socket = null
      end({ kind: isConnected ? 'unknown' : 'unsent' })
    })
    return opened
  }

  return {
    ask(request) {
      const begun = performance.now()
      return new Promise((resolve) => {
        settle = (outcome) =>
          resolve(outcome.kind === 'answered' ? { ...outcome, ms: performance.now() - begun } : outcome)
        if (socket?.destroyed !== false) socket = open()
        socket.write(request, 'latin1')
      })
    },
    close: () => void socket?.destroy(),
  }
}

const headersOf = (origin: string) =>
  `Host: ${new URL(origin).host}\r\nOrigin: ${origin}\r\nAccept-Encoding: gzip, br\r\n`
const ORIGIN = 'https://convite.test'
const HEADERS = headersOf(ORIGIN)

/**
 * The nth browser's address, as the proxy in front would send it. Phones share the addresses of their
 * carriers. With one address for each of a hundred thousand, the limiter of posts would fill the memory in
 * step with the load.
 */
const addressOf = (n: number) => `10.0.${(n >> 8) & 15}.${n & 255}`

const cookieLine = (cookie: string) => cookie && `Cookie: ${cookie}\r\n`

/** The bytes of a GET from the nth browser. */
export const get = (path: string, n: number, cookie = '') =>
  `GET ${path} HTTP/1.1\r\n${HEADERS}X-Forwarded-For: ${addressOf(n)}\r\n${cookieLine(cookie)}\r\n`

/** The bytes of a form from the nth browser; `body` is urlencoded, one byte for each character (latin1). */
export const post = (path: string, n: number, body = '', cookie = '', origin = ORIGIN) =>
  `POST ${path} HTTP/1.1\r\n${headersOf(origin)}X-Forwarded-For: ${addressOf(n)}\r\n${cookieLine(cookie)}` +
  `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`

/** The cookie an answer sets, or `''`. */
export const cookieOf = (head: string) => /\r\nset-cookie: ([^;\r]*)/i.exec(head)?.[1] ?? ''

/** Lets clients act at once, each over and over, until `isOver`. */
export async function crowd(
  ports: readonly number[],
  size: number,
  act: (client: Client) => Promise<void>,
  isOver: () => boolean,
): Promise<void> {
  await Promise.all(
    Array.from({ length: size }, async (_, i) => {
      const client = openClient(ports[i % ports.length] ?? 0)
      while (!isOver()) await act(client)
      client.close()
    }),
  )
}
