import { once } from 'node:events'
import WebSocket from 'ws'

/** What WebDriver BiDi calls an element. */
export interface Element {
  sharedId: string
}

/** What comes: an answer to a command, or a line of a page's console. */
type BidiMessage =
  | { type: 'success'; id: number; result: unknown }
  | { type: 'error'; id: number; error: string; message: string }
  | {
      type: 'event'
      method: string
      params: { level: string; text: string | null; source: { context?: string } }
    }

/** A connection to a browser that speaks WebDriver BiDi. */
/** Firefox complains of a font that was on its way when the page was left: NS_BINDING_ABORTED. */
const LEFT = 'status=2152398850'

export interface Bidi {
  /** @throws Error with what the browser says when it refuses, or when it does not answer in time */
  send: <Result>(method: string, params?: object, patienceMs?: number) => Promise<Result>
  /** Errors and warnings of one page's console, what its policy kept out among them. */
  complaintsOf: (context: string) => string[]
  close: () => void
}

export async function connectBidi(address: string): Promise<Bidi> {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const waiting = new Map<number, (message: BidiMessage) => void>()
  const complaints: { context: string | undefined; text: string }[] = []
  let last = 0
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as BidiMessage
    if (message.type !== 'event') {
      waiting.get(message.id)?.(message)
      waiting.delete(message.id)
    } else if (['error', 'warn'].includes(message.params.level)) {
      const { text: said, source } = message.params
      const text = said ?? ''
      if (!text.includes(LEFT)) complaints.push({ context: source.context, text })
    }
  })
  return {
    send: <Result>(method: string, params: object = {}, patienceMs = 60_000) =>
      new Promise<Result>((resolve, reject) => {
        const id = ++last
        const timer = setTimeout(() => reject(new Error(`${method}: no answer`)), patienceMs)
        waiting.set(id, (message) => {
          clearTimeout(timer)
          if (message.type === 'error') reject(new Error(`${method}: ${message.error}: ${message.message}`))
          else if (message.type === 'success') resolve(message.result as Result)
        })
        socket.send(JSON.stringify({ id, method, params }))
      }),
    complaintsOf: (context) => complaints.filter((each) => each.context === context).map(({ text }) => text),
    close: () => socket.terminate(),
  }
}
