import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { precompress } from '../../../server/precompress.ts'
import { startServer } from '../../support/http-server.ts'

const script = 'let a = 1;'.repeat(100)
const files = {
  'assets/app-1.js': script,
  'assets/app-1.js.br': brotliCompressSync(script),
  'assets/app-1.js.gz': gzipSync(script),
  'assets/app-1.js.map': '{}',
  'assets/arte-1.svg': '<svg/>',
  'robots.txt': 'User-agent: *',
  '.vite/manifest.json': '{}',
  '.env.txt': 'secret',
}

test('hashed files are kept for a year, files at the root for an hour', async () => {
  const { ask } = await startServer({ files })
  const hashed = await ask({ path: '/assets/app-1.js' })
  expect(hashed.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'content-length': String(script.length),
    vary: 'Accept-Encoding',
  })
  expect(hashed.body).toBe(script)
  const robots = await ask({ path: '/robots.txt' })
  expect(robots.headers['cache-control']).toBe('public, max-age=3600')
  expect(robots.headers.vary).toBeUndefined()
})

test('a known ETag is answered 304 without a body, with the rule for caches', async () => {
  const { ask } = await startServer({ files })
  const { headers } = await ask({ path: '/robots.txt' })
  const again = await ask({
    path: '/robots.txt',
    headers: { 'if-none-match': `"x", W/${headers.etag ?? ''}` },
  })
  expect([again.status, again.body]).toEqual([304, ''])
  expect(again.headers).toMatchObject({ etag: headers.etag, 'cache-control': 'public, max-age=3600' })
})

test('pre-compressed files go to clients that accept them, each under its own ETag', async () => {
  const { ask } = await startServer({ files })
  const as = (encoding: string) =>
    ask({ path: '/assets/app-1.js?v=1', headers: { 'accept-encoding': encoding } })
  const br = await as('gzip, deflate, br')
  expect(br.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(br.bytes).toString()).toBe(script)
  const gzip = await as('gzip, br;q=0')
  expect(gunzipSync(gzip.bytes).toString()).toBe(script)
  expect(new Set([br.headers.etag, gzip.headers.etag, (await as('')).headers.etag]).size).toBe(3)
})

test('HEAD of a file has its headers and no body', async () => {
  const { ask } = await startServer({ files })
  const { headers, body } = await ask({ method: 'HEAD', path: '/assets/app-1.js' })
  expect([headers['content-length'], body]).toEqual([String(script.length), ''])
})

test.each([
  ...[
    '/assets/app-1.js.br',
    '/assets/app-1.js.gz',
    '/assets/app-1.js.map',
    '/.vite/manifest.json',
    '/.env.txt',
  ],
  ...['/assets', '/assets/', '/assets/../robots.txt/..', '/../package.json', '/%2e%2e/package.json'],
  ...['/..%2fpackage.json', '/assets/..%5c..%5crobots.txt', '/assets/%00', '/constructor'],
])('%s is no file', async (path) => {
  const { raw, seen } = await startServer({ files })
  await raw(`GET ${path}?remix HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  expect(seen).toHaveLength(1)
})

test('a file removed while the server runs is served on, and a senseless range is not looked at', async () => {
  const { ask, clientDirectory } = await startServer({ files })
  rmSync(join(clientDirectory, 'robots.txt'))
  const told = await ask({ path: '/robots.txt', headers: { range: 'bytes=10-5' } })
  expect([told.status, told.body]).toEqual([200, 'User-agent: *'])
})

test('an SVG opened by itself has its styles and no script', async () => {
  const { ask } = await startServer({ files })
  const { headers } = await ask({ path: '/assets/arte-1.svg' })
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'none'",
  )
})

test('precompress writes both variants where they are smaller, and nothing for images', () => {
  const directory = mkdtempSync(join(tmpdir(), 'convites-precompress-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  writeFileSync(join(directory, 'a.js'), script)
  writeFileSync(join(directory, 'tiny.css'), 'a')
  writeFileSync(join(directory, 'b.png'), script)
  expect(precompress(directory)).toBe(2)
  expect(brotliDecompressSync(readFileSync(join(directory, 'a.js.br'))).toString()).toBe(script)
  expect(gunzipSync(readFileSync(join(directory, 'a.js.gz'))).toString()).toBe(script)
})
