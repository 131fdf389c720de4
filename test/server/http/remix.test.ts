import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { FORM, html, startServer } from '../../support/http-server.ts'

const page = `<!DOCTYPE html>${'<p>CONVITE ção</p>'.repeat(100)}`

test('pages are compressed for clients that accept it, with a true Content-Length', async () => {
  const { ask } = await startServer({ handler: async () => html(page) })
  const as = (encoding: string) => ask({ headers: { 'accept-encoding': encoding } })
  const br = await as('gzip, br')
  expect(br.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'Accept-Encoding',
    'content-length': String(br.bytes.length),
  })
  expect(brotliDecompressSync(br.bytes).toString()).toBe(page)
  expect(gunzipSync((await as('gzip')).bytes).toString()).toBe(page)
  const plain = await as('br;q=0, gzip;q=0.0')
  expect(plain.body).toBe(page)
  expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding' })
  expect(plain.headers['content-encoding']).toBeUndefined()
})

test('small answers and images are not compressed, and a Vary of Remix stays', async () => {
  const { ask } = await startServer({
    handler: async ({ url }) => {
      if (url.endsWith('/png'))
        return new Response('x'.repeat(2_000), { headers: { 'content-type': 'image/png' } })
      return url.endsWith('/vary')
        ? new Response(page, { headers: { 'content-type': 'text/html', vary: 'Cookie' } })
        : html('<p>')
    },
  })
  const as = (path: string) => ask({ path, headers: { 'accept-encoding': 'br' } })
  expect((await as('/')).headers['content-encoding']).toBeUndefined()
  expect((await as('/png')).headers['content-encoding']).toBeUndefined()
  expect((await as('/vary')).headers.vary).toBe('Cookie, Accept-Encoding')
})

test('HEAD has the headers of GET and no body', async () => {
  const { ask } = await startServer({ handler: async () => html(page) })
  const headers = { 'accept-encoding': 'br' }
  const [get, head] = [await ask({ headers }), await ask({ method: 'HEAD', headers })]
  expect(head.body).toBe('')
  expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' })
})

test('a redirect keeps its place and all its cookies', async () => {
  const headers = new Headers({ location: '/cadastro' })
  headers.append('set-cookie', 'a=1; Path=/')
  headers.append('set-cookie', 'b=2; Path=/')
  const { ask } = await startServer({ handler: async () => new Response(null, { status: 303, headers }) })
  const told = await ask({ method: 'POST', headers: FORM, body: '' })
  expect([told.status, told.headers.location]).toEqual([303, '/cadastro'])
  expect(told.headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2; Path=/'])
})

test('the last resort of Remix, a line of English, becomes the 500 page', async () => {
  const { ask } = await startServer({
    handler: async () => new Response('Unexpected Server Error', { status: 500 }),
  })
  const { status, body } = await ask()
  expect(status).toBe(500)
  expect(body).toContain('<h1>Algo deu errado aqui</h1>')
})

test('a guest who goes away does not abort what Remix is doing', async () => {
  let tell: (isAborted: boolean) => void = () => {}
  const isAborted = new Promise<boolean>((resolve) => (tell = resolve))
  const client = new AbortController()
  const { port, ask } = await startServer({
    handler: async (request) => {
      if (request.method === 'GET') return html('ok')
      client.abort()
      await new Promise((resolve) => setTimeout(resolve, 60))
      tell(request.signal.aborted)
      return html('ok')
    },
  })
  await fetch(`http://127.0.0.1:${port}/cadastro`, {
    method: 'POST',
    headers: FORM,
    body: 'a=1',
    signal: client.signal,
  }).catch(() => null)
  expect(await isAborted).toBe(false)
  expect((await ask()).status).toBe(200)
})

test('with more than 512 requests inside Remix the next is asked to come back, and later ones pass', async () => {
  let finish: () => void = () => {}
  const isOpen = new Promise<void>((resolve) => (finish = resolve))
  const { ask, seen } = await startServer({
    handler: async () => {
      await isOpen
      return html('ok')
    },
  })
  const crowd = Array.from({ length: 512 }, () => ask({ path: '/?remix' }))
  while (seen.length < 512) await new Promise((resolve) => setTimeout(resolve, 5))
  const refused = await ask({ path: '/?remix' })
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5'])
  finish()
  expect((await Promise.all(crowd)).every(({ status }) => status === 200)).toBe(true)
  expect((await ask()).status).toBe(200)
})
