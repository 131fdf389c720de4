import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { FORM, html, startServer } from '../../support/http-server.ts'

const timeouts = { headersTimeout: 100, formMs: 200, connectionsCheckingInterval: 20 }

test('headers that do not come in time are a 408 and the connection closes', async () => {
  const { raw } = await startServer({ timeouts })
  const told = await raw('GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ')
  expect(told).toMatch(/^HTTP\/1\.1 408 /)
  expect(told).toContain('repetir o envio é seguro')
})

test('a form that does not come in time is a 408 and never reaches Remix', async () => {
  const { raw, ask, seen, lines } = await startServer({ timeouts })
  const type = `Content-Type: ${FORM['content-type']}`
  const told = await raw(`POST /cadastro HTTP/1.1\r\nHost: a\r\n${type}\r\nContent-Length: 100\r\n\r\nnome=a`)
  expect(told.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 408'])
  expect(lines.map(({ status, msg }) => [status, msg])).toEqual([[408, 'request']])
  // By the time another request is answered, the server has seen the slow client close.
  expect((await ask({ path: '/?remix' })).status).toBe(200)
  expect(seen.map(({ request }) => request.method)).toEqual(['GET'])
})

test('a connection that never says anything is closed', async () => {
  const { raw } = await startServer({ timeouts })
  expect(await raw('')).toMatch(/^HTTP\/1\.1 408 /)
})

test('a request that came whole is answered, and what is no request behind it closes the connection', async () => {
  const { raw, seen } = await startServer()
  const told = await raw('GET /?remix HTTP/1.1\r\nHost: a\r\n\r\nNONSENSE\r\n\r\n')
  expect(told.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
  expect(seen).toHaveLength(1)
})

test('nonsense on a connection that was answered before is a 400', async () => {
  const { port } = await startServer()
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await new Promise((resolve) => socket.once('data', resolve))
  socket.write('NONSENSE\r\n\r\n')
  const told = await new Promise((resolve) => socket.once('data', (data) => resolve(data.toString())))
  expect(told).toMatch(/^HTTP\/1\.1 400 /)
})

test('headers above 16 KB are a 431', async () => {
  const { raw } = await startServer()
  expect(await raw(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431 /,
  )
})

test('the rest of a refused form is drained for two seconds at most', async () => {
  const { port } = await startServer()
  const startedAt = performance.now()
  const socket = connect(port, '127.0.0.1')
  const type = `Content-Type: ${FORM['content-type']}`
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${type}\r\nContent-Length: 99999\r\n\r\n`)
  let told = ''
  socket.on('data', (data) => (told += data.toString()))
  await new Promise((resolve) => socket.once('close', resolve))
  expect(told).toMatch(/^HTTP\/1\.1 413 /)
  // The form itself would get ten.
  expect(performance.now() - startedAt).toBeLessThan(8_000)
})

test('the time-outs are those that were promised', async () => {
  const { server } = await startServer()
  expect(server).toMatchObject({
    headersTimeout: 5_000,
    requestTimeout: 300_000,
    connectionsCheckingInterval: 1_000,
    timeout: 30_000,
    maxConnections: 4096,
  })
})

test('a connection on which nothing moves is closed, though its client reads nothing', async () => {
  const { port, server } = await startServer({ timeouts: { stalledMs: 200 } })
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n')
  const open = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))
  await expect.poll(open).toBe(1)
  await expect.poll(open, { timeout: 20_000 }).toBe(0)
  socket.destroy()
})

test('more requests ahead on one connection than a browser sends close it', async () => {
  let asked = 0
  const { port } = await startServer({
    handler: async () => {
      asked++
      await new Promise((resolve) => setTimeout(resolve, 300))
      return html('x')
    },
  })
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(200))
  socket.resume()
  await new Promise((resolve) => socket.once('close', resolve))
  expect(asked).toBeLessThan(20)
})
