import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { FORM, startServer } from '../../support/http-server.ts'

const post = { method: 'POST', path: '/cadastro' }
const HEAD = 'POST /cadastro HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n'

test('a form of 16 KB passes and one of a byte more is a 413', async () => {
  const { ask, seen } = await startServer()
  expect((await ask({ ...post, headers: FORM, body: 'a'.repeat(16_384) })).status).toBe(200)
  expect((await ask({ ...post, headers: FORM, body: 'a'.repeat(16_385) })).status).toBe(413)
  expect(seen).toHaveLength(1)
})

test('a megabyte sent in chunks is a 413 that the client can read', async () => {
  const { port, seen } = await startServer()
  const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`
  // As browsers do: nothing is read before everything is sent, so a reset connection shows nothing.
  const socket = connect(port, '127.0.0.1').pause()
  const told = new Promise<string>((resolve, reject) => {
    socket.once('data', (data) => resolve(data.toString())).once('error', reject)
  })
  const send = (text: string) => new Promise((resolve) => socket.write(text, () => setTimeout(resolve, 5)))
  await send(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`)
  for (let n = 0; n < 16; n++) await send(chunk)
  await send('0\r\n\r\n')
  socket.resume()
  const answer = await told
  socket.destroy()
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(answer).toContain('Nada foi salvo')
  expect(seen).toEqual([])
})

for (const framing of ['Content-Length: 60000000', 'Transfer-Encoding: chunked']) {
  test(`of 60 MB sent with ${framing} a few are taken, and the client reads the 413`, async () => {
    const { port } = await startServer()
    const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`
    let answer = ''
    let sent = 0
    const socket = connect(port, '127.0.0.1')
    const send = () => {
      while (sent < 60_000_000) {
        sent += chunk.length
        if (!socket.write(chunk)) return
      }
    }
    socket.on('drain', send).on('error', () => {})
    socket.on('data', (data) => (answer += data.toString()))
    socket.write(`${HEAD}${framing}\r\n\r\n`)
    send()
    await new Promise((resolve) => socket.once('close', resolve))
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(sent).toBeLessThan(30_000_000)
  })
}

test('a Content-Length that claims too much is refused before anything is sent', async () => {
  const { port } = await startServer()
  const first = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${HEAD}Content-Length: 60000000\r\n\r\n`))
    socket.once('data', (data) => {
      resolve(data.toString())
      socket.destroy()
    })
  })
  expect(first).toMatch(/^HTTP\/1\.1 413 /)
})

test('a Content-Length that claims too little ends the form there, and the rest is no request', async () => {
  const { raw, seen } = await startServer()
  const told = await raw(`${HEAD}Content-Length: 6\r\n\r\nnome=a&telefone=1 2 3\r\n\r\n`)
  expect(seen.map(({ body }) => body)).toEqual(['nome=a'])
  expect(told.match(/^HTTP\/1\.1 \d+/gm)?.at(0)).toBe('HTTP/1.1 200')
  expect(told).not.toContain(' 500 ')
})

test('a client that goes away in the middle of its form is nobody to Remix', async () => {
  const { port, seen, ask } = await startServer()
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(`${HEAD}Content-Length: 100\r\n\r\nnome=a`, () => socket.resetAndDestroy())
  })
  await new Promise((resolve) => socket.once('close', resolve))
  expect((await ask({ path: '/?remix' })).status).toBe(200)
  expect(seen.map(({ request }) => request.method)).toEqual(['GET'])
})

for (const type of ['multipart/form-data; boundary=x', 'text/plain', 'application/json', '']) {
  test(`a body of type '${type}' is a 415`, async () => {
    const { ask } = await startServer()
    const headers = type === '' ? {} : { 'content-type': type }
    expect((await ask({ ...post, headers, body: 'nome=a' })).status).toBe(415)
  })
}

for (const tail of [';,text/plain', ';charset=', ';charset=x;;', ', text/plain', ';,multipart/form-data']) {
  test(`a form with '${tail}' behind its type is no 500, and what is read as a form reaches Remix as a plain one`, async () => {
    const { ask, seen } = await startServer({
      handler: async (request) => new Response((await request.formData()).get('nome')),
    })
    const told = await ask({
      ...post,
      headers: { 'content-type': `${FORM['content-type']}${tail}` },
      body: 'nome=Ana',
    })
    if (tail.startsWith(',')) expect([told.status, seen.length]).toEqual([415, 0])
    else expect([told.status, told.body]).toEqual([200, 'Ana'])
  })
}

test('a compressed body is a 415, and a charset is allowed', async () => {
  const { ask } = await startServer()
  const charset = { 'content-type': 'application/X-WWW-form-urlencoded; charset=utf-8' }
  expect((await ask({ ...post, headers: charset, body: 'nome=a' })).status).toBe(200)
  const gzip = { ...FORM, 'content-encoding': 'gzip' }
  expect((await ask({ ...post, headers: gzip, body: 'nome=a' })).status).toBe(415)
})

test('broken escapes and bytes that are no UTF-8 are a 400', async () => {
  const { ask } = await startServer()
  const statusOf = async (body: string | Buffer) => (await ask({ ...post, headers: FORM, body })).status
  for (const body of ['nome=%', 'nome=%zz', 'nome=%FF', 'nome=%ED%A0%80', Buffer.from([0x61, 0x3d, 0xff])]) {
    expect(await statusOf(body), String(body)).toBe(400)
  }
  expect(await statusOf('nome=JO%C3%83O+%26+CIA')).toBe(200)
  expect(await statusOf('')).toBe(200)
})
