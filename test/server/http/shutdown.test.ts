import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { stopOnSignals } from '../../../server/http/lifecycle.ts'
import { html, startServer } from '../../support/http-server.ts'

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function startSlow(ms: number) {
  const running = await startServer({
    handler: async () => {
      await sleep(ms)
      return html('ok')
    },
  })
  return running
}

test('stopping finishes the request in flight, closes its connection, and takes no new ones', async () => {
  const { stop, ask, port, seen } = await startSlow(1_000)
  const agent = new Agent({ keepAlive: true })
  const inFlight = new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
    request({ port, host: '127.0.0.1', agent }, (res) => {
      res.resume()
      resolve([res.statusCode, res.headers.connection])
    })
      .on('error', reject)
      .end()
  })
  await expect.poll(() => seen.length).toBe(1)
  const stopped = stop()
  await expect(ask()).rejects.toThrow(/ECONNREFUSED/)
  expect(await inFlight).toEqual([200, 'close'])
  await stopped
})

/** A connection that has sent nothing yet, and what comes back on it. */
async function openConnection(port: number) {
  const socket = connect(port, '127.0.0.1')
  let told = ''
  socket.on('data', (chunk) => (told += chunk.toString()))
  socket.on('error', () => {})
  await once(socket, 'connect')
  return { socket, told: () => told, ask: () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n') }
}

test('stopping answers what a proxy sends a moment later on a connection it has, and closes it then', async () => {
  const { server, stop, port } = await startSlow(0)
  const accepted = once(server, 'connection')
  const fresh = await openConnection(port)
  await accepted
  const idle = await openConnection(port)
  idle.ask()
  await expect.poll(idle.told).toContain('ok')
  const stopped = stop(8_000, 60_000)
  await sleep(50)
  for (const connection of [fresh, idle]) {
    const closed = once(connection.socket, 'close')
    connection.ask()
    await closed
    expect(
      connection
        .told()
        .match(/HTTP\/1\.1 200 OK[^]*?\r\n\r\n/g)
        ?.at(-1),
    ).toMatch(/^connection: close/im)
  }
  // Nothing is left to wait for.
  await stopped
})

test('stopping closes idle connections and those that never asked after two seconds', async () => {
  const { stop, port } = await startSlow(0)
  await openConnection(port)
  const idle = await openConnection(port)
  idle.ask()
  await expect.poll(idle.told).toContain('ok')
  const startedAt = performance.now()
  await stop()
  expect(performance.now() - startedAt).toBeGreaterThan(1_900)
  // Requests in flight would get eight seconds.
  expect(performance.now() - startedAt).toBeLessThan(6_000)
})

test('stopping cuts off what is not done when its time is over', async () => {
  const { stop, ask, seen } = await startSlow(50_000)
  const cutOff = expect(ask()).rejects.toThrow()
  await expect.poll(() => seen.length).toBe(1)
  const startedAt = performance.now()
  await stop(100)
  await cutOff
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})

function catchSignals(stop: () => Promise<void>) {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
  const on = vi.spyOn(process, 'on').mockImplementation(() => process)
  stopOnSignals(stop)
  const listener = on.mock.calls.find(([name]) => name === 'SIGTERM')?.[1] as () => void
  on.mockRestore()
  return { exit, signal: listener }
}

test('the first signal stops and exits with 0, a second exits at once', async () => {
  let finish: () => void = () => {}
  const { exit, signal } = catchSignals(() => new Promise((resolve) => (finish = resolve)))
  signal()
  expect(exit).not.toHaveBeenCalled()
  signal()
  expect(exit).toHaveBeenLastCalledWith(1)
  finish()
  await sleep(1)
  expect(exit).toHaveBeenLastCalledWith(0)
  exit.mockRestore()
})
