import { request, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { ReadableStream } from 'node:stream/web'
import { expect, test } from 'vitest'
import { startServer } from '../../support/http-server.ts'

const path = '/painel/exportar/convidados.csv'

const streamed = (chunks: AsyncIterable<Uint8Array>) =>
  new Response(ReadableStream.from(chunks) as globalThis.ReadableStream, {
    headers: { 'content-type': 'text/csv; charset=utf-8' },
  })

/** The answer, its body not yet read. */
const open = (port: number) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, agent: false }, resolve).on('error', reject).end()
  })

test('a streamed answer is sent while it is made, with the security headers and kept by nobody', async () => {
  let goOn = () => {}
  const { port } = await startServer({
    handler: async () =>
      streamed(
        (async function* () {
          yield Buffer.from('nome\r\n')
          await new Promise<void>((resolve) => (goOn = resolve))
          yield Buffer.from('ANA\r\n')
        })(),
      ),
  })
  const answer = await open(port)
  const body = answer[Symbol.asyncIterator]()
  expect(String((await body.next()).value)).toBe('nome\r\n')
  goOn()
  expect(String((await body.next()).value)).toBe('ANA\r\n')
  expect((await body.next()).done).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'transfer-encoding': 'chunked',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'") as string,
  })
  expect(answer.headers).not.toHaveProperty('content-length')
})

/** Produces chunks of 64 KB without end, and says how many there were and whether it was ended. */
function endless() {
  const told = { made: 0, isEnded: false }
  const chunks = (async function* () {
    try {
      for (;;) {
        told.made += 1
        yield Buffer.alloc(64 * 1024, 'a')
        await new Promise((resolve) => setImmediate(resolve))
      }
    } finally {
      told.isEnded = true
    }
  })()
  return { told, chunks }
}

test('no more is made than a client takes, and a client that goes away ends it', async () => {
  const { told, chunks } = endless()
  const { port, lines } = await startServer({ handler: async () => streamed(chunks) })
  const answer = await open(port)
  answer.pause()
  await wait(300)
  const { made } = told
  await wait(300)
  expect(told.made).toBe(made)
  // The capacity of two sockets' buffers.
  expect(made).toBeLessThan(200)
  answer.destroy()
  await expect.poll(() => told.isEnded).toBe(true)
  expect(lines.filter(({ level }) => level > 30)).toEqual([])
})

test('HEAD has the headers and makes nothing', async () => {
  const { told, chunks } = endless()
  const { ask } = await startServer({ handler: async () => streamed(chunks) })
  const { status, headers, body } = await ask({ method: 'HEAD', path })
  expect([status, headers['content-type'], body, told.made]).toEqual([200, 'text/csv; charset=utf-8', '', 0])
})

test('what fails while it is made breaks the connection, so that a part is not taken for the whole', async () => {
  const { port, lines } = await startServer({
    handler: async () =>
      streamed(
        (async function* () {
          yield Buffer.from('nome\r\n')
          await wait(20)
          throw new Error('gone')
        })(),
      ),
  })
  const answer = await open(port)
  const read = async () => {
    for await (const chunk of answer) expect(String(chunk)).toBe('nome\r\n')
  }
  await expect(read()).rejects.toThrow('aborted')
  // The client may see it before the line is written.
  await expect
    .poll(() => lines.filter(({ msg }) => msg === 'answer broken'))
    .toMatchObject([{ route: '/painel/exportar/:arquivo', err: { type: 'Error' } }])
})

test('any other answer of the same address is sent whole', async () => {
  const { ask } = await startServer({ handler: async () => new Response('Não há.', { status: 404 }) })
  const { status, headers, body } = await ask({ path })
  expect([status, headers['content-length'], body]).toEqual([404, '9', 'Não há.'])
})
