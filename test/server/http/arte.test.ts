import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { arteFrom } from '../../../server/arte/arte.ts'
import { drawn } from '../../support/arte.ts'
import { startServer } from '../../support/http-server.ts'
import { handle } from '../../support/remix.ts'

const start = async () => {
  const server = await startServer({ handler: (request, context) => handle(request, { ...context }) })
  const arte = await drawn(server.services.config.evento)
  server.services.arteFiles.show(arte)
  return { ...server, pathOf: (name: string) => arte.files.get(name)?.path ?? '' }
}

test('a picture of the invitation is answered from memory, for a year, as small as the client takes it', async () => {
  const { ask, seen, pathOf } = await start()
  const path = pathOf('convite-paisagem.svg')
  expect(path).toMatch(/^\/arte\/[0-9a-f]{16}\/convite-paisagem\.svg$/)
  const whole = await ask({ path })
  expect(whole.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'image/svg+xml',
    vary: 'Accept-Encoding',
  })
  const br = await ask({ path, headers: { 'accept-encoding': 'gzip, br' } })
  expect(br.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(br.bytes).toString()).toBe(whole.body)
  const known = await ask({ path, headers: { 'if-none-match': whole.headers.etag } })
  expect([known.status, known.body]).toEqual([304, ''])
  const { bytes, headers } = await ask({ path: pathOf('previa.png') })
  expect([headers['content-type'], bytes.subarray(1, 4).toString()]).toEqual(['image/png', 'PNG'])
  expect(seen).toEqual([])
})

test('the picture of a page that left before the event moved five times is still there, an older one is not kept', async () => {
  const { ask, services, pathOf } = await start()
  const path = pathOf('previa.png')
  const another = (text: string) => arteFrom(new Map([['previa.png', Buffer.from(text)]]))
  for (const day of ['23', '24', '25', '26', '27']) services.arteFiles.show(another(day))
  expect((await ask({ path })).status).toBe(200)
  services.arteFiles.show(another('28'))
  const gone = await ask({ path })
  expect([gone.status, gone.headers['cache-control']]).toEqual([404, 'no-store'])
})

test('a picture nobody drew is 404, and kept by nobody', async () => {
  const { ask, pathOf } = await start()
  const path = pathOf('previa.png')
  for (const other of [path.replace(/[0-9a-f]{16}/, '0'.repeat(16)), path.toUpperCase()]) {
    const { status, headers } = await ask({ path: other })
    expect([status, headers['cache-control']], other).toEqual([404, 'no-store'])
  }
})
