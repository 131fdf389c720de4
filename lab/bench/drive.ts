import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { readAnswer, type RawAnswer } from './answer.ts'

/** The same for everyone compared. */
export const CONNECTIONS = 32

/** A request, and the answer it must get; any other answer ends the measurement. */
export interface Ask {
  text: string
  status: number
  /** Length of the body on the wire. */
  minBytes: number
  maxBytes: number
}

export interface Load {
  port: number
  /** The n-th request, from 0. */
  ask: (n: number) => Ask
  /** No new request after this many seconds or this many requests. */
  seconds: number
  requests?: number
}

export interface Driven {
  answers: number
  perSecond: number
}

/**
 * Keeps {@link CONNECTIONS} connections busy, with one request at a time on each, and waits for every answer.
 * So every request counted was answered, and no two requests are alike unless they are meant to be. The
 * status and length of every answer are checked.
 * @throws Error when an answer is not the expected one, or none comes for ten seconds
 */
export async function drive({ port, ask, seconds, requests = Infinity }: Load): Promise<Driven> {
  let answers = 0
  const count = () => (answers += 1)
  const sockets = Array.from({ length: CONNECTIONS }, () =>
    connect({ port, host: '127.0.0.1', noDelay: true }),
  )
  try {
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    const startedAt = performance.now()
    const deadline = startedAt + seconds * 1000
    let asked = 0
    const next = () => (asked < requests && performance.now() < deadline ? ask(asked++) : null)
    await Promise.all(sockets.map((socket) => converse(socket, next, count)))
    const elapsed = performance.now() - startedAt
    return { answers, perSecond: (answers / elapsed) * 1000 }
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

/** Sends requests on one connection until none is left. */
function converse(socket: Socket, next: () => Ask | null, count: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let pending: Buffer | null = null
    let current: Ask | null = null
    const send = () => {
      current = next()
      if (current === null) {
        resolve()
        return
      }
      socket.write(current.text)
    }
    socket.on('data', (chunk: Buffer) => {
      try {
        pending = pending ? Buffer.concat([pending, chunk]) : chunk
        const answer = readAnswer(pending)
        if (!answer) return
        if (!current || answer.end !== pending.length) throw new Error('more came than was asked for')
        check(answer, current)
        pending = null
        count()
        send()
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the connection was closed')))
    socket.setTimeout(10_000, () => reject(new Error('no answer for ten seconds')))
    send()
  })
}

function check({ status, body, head }: RawAnswer, ask: Ask): void {
  if (status === ask.status && body.length >= ask.minBytes && body.length <= ask.maxBytes) return
  const wanted = `${ask.status} with ${ask.minBytes} to ${ask.maxBytes} bytes`
  throw new Error(`expected ${wanted}, got ${body.length} bytes and\n${head}`)
}

/** One request on a connection of its own. */
export async function askOnce(port: number, text: string): Promise<RawAnswer> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.setTimeout(10_000, () => socket.destroy(new Error('no answer for ten seconds')))
  try {
    socket.write(text)
    let pending = Buffer.alloc(0)
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      pending = Buffer.concat([pending, chunk])
      const answer = readAnswer(pending)
      if (answer) return answer
    }
    throw new Error('the connection was closed')
  } finally {
    socket.destroy()
  }
}
