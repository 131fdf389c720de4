import { expect, test } from 'vitest'
import { FORM, IMAGENS, ORIGINAL_MAX_BYTES, PLANILHA_MAX_BYTES, UPLOAD } from '../../../server/route-table.ts'
import { PUBLIC_ORIGIN, startServer } from '../../support/http-server.ts'

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW'
const multipart = (contents: string | Buffer) =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="arquivo"; filename="lista.csv"\r\n\r\n`,
    ),
    Buffer.from(contents),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])

const post = (body: string | Buffer, type = `multipart/form-data; boundary=${BOUNDARY}`) => ({
  method: 'POST',
  path: '/painel/planilhas',
  body,
  headers: { 'content-type': type, origin: PUBLIC_ORIGIN },
})

const sizeOf = async (request: Request) => {
  const file = (await request.formData()).get('arquivo')
  return new Response(String(file instanceof Blob ? file.size : -1))
}

test('an upload reaches its action as it was sent, up to 5 MB and a form beside', async () => {
  const { ask } = await startServer({ handler: sizeOf })
  expect((await ask(post(multipart('nome;telefone\n')))).body).toBe('14')
  expect((await ask(post(multipart(Buffer.alloc(PLANILHA_MAX_BYTES))))).body).toBe(String(PLANILHA_MAX_BYTES))
  expect((await ask(post(Buffer.alloc(UPLOAD.maxBytes + 1)))).status).toBe(413)
})

test('the form of the event is taken with pictures that are too large, for its page to say so, and without any up to 16 KB', async () => {
  const { ask } = await startServer({ handler: async () => new Response('read') })
  const event = (body: string | Buffer, type?: string) => ({ ...post(body, type), path: '/painel/evento' })
  expect((await ask(event(multipart(Buffer.alloc(3 * ORIGINAL_MAX_BYTES))))).status).toBe(200)
  expect((await ask(event(Buffer.alloc(IMAGENS.maxBytes + 1)))).status).toBe(413)
  expect((await ask(event('ato=conferir', FORM.type))).status).toBe(200)
  expect((await ask(event(`ato=${'x'.repeat(FORM.maxBytes)}`, FORM.type))).status).toBe(413)
  expect((await ask(event('{}', 'application/json'))).status).toBe(415)
  // Only the page that declares both takes both.
  expect((await ask(post('tipo=convidados', FORM.type))).status).toBe(415)
})

test('two forms with pictures are taken at once, a third is told to come again, and plain forms are taken meanwhile', async () => {
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  const { ask, seen } = await startServer({
    handler: async (request) => {
      if (request.headers.get('content-type')?.startsWith('multipart')) await gate
      return new Response('read')
    },
  })
  const event = (body: string | Buffer, type?: string) => ask({ ...post(body, type), path: '/painel/evento' })
  const taken = [event(multipart('one')), event(multipart('two'))]
  await expect.poll(() => seen.length).toBe(2)
  expect((await event(multipart('three'))).status).toBe(503)
  expect((await event('ato=conferir', FORM.type)).status).toBe(200)
  expect((await ask({ ...post('a=b', 'text/plain'), path: '/painel/evento' })).status).toBe(503)
  letGo()
  expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([200, 200])
  expect((await event(multipart('three'))).status).toBe(200)
})

test('whom the page is not for is asked by the role, before anything is read', async () => {
  const asked: unknown[] = []
  const isOfEquipe = async (_: string | null, __: unknown, papeis: readonly string[]) => {
    asked.push(papeis)
    return false
  }
  const { ask } = await startServer({ isOfEquipe })
  expect((await ask({ ...post(multipart('x')), path: '/painel/evento' })).status).toBe(404)
  expect(asked).toEqual([['organizacao']])
})

test('of a browser that is not the team’s nothing is read, and the answer is the 404', async () => {
  const { port, ask, seen, raw } = await startServer({ isOfEquipe: async () => false })
  expect(port).toBeGreaterThan(0)
  expect((await ask(post(multipart('nome;telefone\n')))).status).toBe(404)
  // Nothing of the five megabytes was sent, and the answer is already there.
  const head = `POST /painel/planilhas HTTP/1.1\r\nHost: a\r\nOrigin: ${PUBLIC_ORIGIN}\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${5 * 1024 * 1024}\r\n\r\n`
  expect(await raw(head)).toMatch(/^HTTP\/1\.1 404 /)
  expect(seen).toEqual([])
})

test('an upload from elsewhere, or by no browser, is a 403 before anything is read', async () => {
  const { ask, seen } = await startServer()
  for (const headers of [{ origin: 'https://elsewhere.example' }, { 'sec-fetch-site': 'cross-site' }, {}]) {
    const { status } = await ask({
      ...post(multipart('x')),
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
    })
    expect(status).toBe(403)
  }
  expect(seen).toEqual([])
})

test('uploads count towards the posts of an address', async () => {
  const { ask } = await startServer({ env: { POSTS_PER_MINUTE: '2' }, isOfEquipe: async () => false })
  const statuses = []
  for (let n = 0; n < 3; n++) statuses.push((await ask(post(multipart('x')))).status)
  expect(statuses).toEqual([404, 404, 429])
})

test('an upload without a boundary is a 400, another type a 415, and no other page takes one', async () => {
  const { ask, seen } = await startServer()
  for (const type of [
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=a b',
  ])
    expect((await ask(post(multipart('x'), type))).status).toBe(400)
  for (const type of ['application/x-www-form-urlencoded', 'text/csv'])
    expect((await ask(post('nome=a', type))).status).toBe(415)
  expect((await ask({ ...post(multipart('x')), path: '/cadastro' })).status).toBe(415)
  expect(seen).toEqual([])
})
