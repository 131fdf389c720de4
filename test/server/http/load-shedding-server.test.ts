import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { hasSession } from '../../../app/shared/session.server.ts'
import { hasEquipeCookie } from '../../../app/shared/equipe.server.ts'
import { FORM, html, startServer, type Ask, type RunningServer } from '../../support/http-server.ts'

/**
 * Asks until this many more requests wait in the server. When the machine stalls for a moment, the server
 * refuses some of a crowd before the count is reached: those ask again.
 */
async function fill({ ask, seen }: RunningServer, count: number, options: Ask) {
  const whole = seen.length + count
  const askUntilIn = async () => {
    for (;;) {
      const told = await ask(options)
      if (told.status !== 503) return told
      refused += 1
    }
  }
  let refused = 0
  const crowd = Promise.all(Array.from({ length: count }, askUntilIn))
  while (seen.length < whole) await new Promise((resolve) => setTimeout(resolve, 5))
  return { crowd, refused: () => refused }
}

/** A server with 512 pages and 768 forms waiting in it until `finish`. */
async function startFull() {
  let finish: () => void = () => {}
  const isOpen = new Promise<void>((resolve) => (finish = resolve))
  const running = await startServer({
    env: { POSTS_PER_MINUTE: '0' },
    handler: async ({ url }) => {
      if (!url.endsWith('/saude')) await isOpen
      return html('ok'.repeat(1_000))
    },
  })
  const pages = await fill(running, 512, { path: '/?remix' })
  const forms = await fill(running, 768, { method: 'POST', headers: FORM, body: 'nome=a' })
  const crowd = Promise.all([pages.crowd, forms.crowd]).then((told) => told.flat())
  return { ...running, crowd, refused: pages.refused() + forms.refused(), finish }
}

test('overload: the page of a refused request says when to come back, in Portuguese, and refusals are one log line a second', async () => {
  const { ask, crowd, finish, lines, refused: before, seen } = await startFull()
  const headers = { 'accept-encoding': 'br, gzip' }
  const plain = await ask({ path: '/?remix', headers: { 'accept-encoding': 'identity' } })
  expect([plain.status, plain.headers['content-encoding']]).toEqual([503, undefined])
  const refused = await Promise.all([
    ask({ path: '/?remix', headers }),
    ask({ headers: { ...headers, ...FORM }, method: 'POST', body: 'nome=b' }),
  ])
  const words = refused.map(({ bytes }) => brotliDecompressSync(bytes).toString())
  for (const [n, told] of refused.entries()) {
    expect([told.status, told.headers['retry-after']]).toEqual([503, '5'])
    expect(told.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect(told.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    expect(words[n]).toContain('Muita gente ao mesmo tempo')
    expect(told.bytes.length).toBeLessThan(2_200)
  }
  // A page's refusal does not say that nothing was saved: the page may be the one that says that all was.
  expect(words.map((text) => text.includes('Nada foi salvo'))).toEqual([false, true])
  expect(seen).toHaveLength(1_280)
  const told = () => lines.flatMap(({ shed }) => (typeof shed === 'number' ? [shed] : []))
  await expect.poll(() => told().reduce((sum, shed) => sum + shed, 0)).toBe(before + 3)
  if (before === 0) expect(told()).toEqual([3])
  expect(lines.filter(({ status }) => status === 503)).toEqual([])
  finish()
  expect((await crowd).every(({ status }) => status === 200)).toBe(true)
})

test('overload: the health check is answered at once when all others are refused', async () => {
  const { ask, crowd, finish, seen } = await startFull()
  expect((await ask({ path: '/saude' })).status).toBe(200)
  expect(seen).toHaveLength(1_281)
  finish()
  await crowd
})

test('overload: pages that fill their own count leave the form, the credencial and the guest’s own pages open', async () => {
  let finish: () => void = () => {}
  const isOpen = new Promise<void>((resolve) => (finish = resolve))
  const running = await startServer({
    env: { POSTS_PER_MINUTE: '0' },
    handler: async ({ url }) => {
      if (url.endsWith('/nada')) await isOpen
      return html('ok')
    },
    hasSession,
  })
  const { ask, tokenOf, services } = running
  const flood = await fill(running, 512, { path: '/a/nada' })
  const token = tokenOf('1800000000000', 0)
  const statusOf = (path: string, cookie?: string) =>
    ask({ path, ...(cookie !== undefined && { headers: { cookie } }) }).then(({ status }) => status)
  expect(await statusOf('/a/nada')).toBe(503)
  expect(await statusOf('/cadastro', '__Host-convite=x')).toBe(200)
  expect(await statusOf('/', '__Host-convite=x')).toBe(200)
  expect(await statusOf(`/c/${token}`)).toBe(200)
  expect(await statusOf(`/c/${token}/convite.png`)).toBe(200)
  expect((await ask({ method: 'POST', path: '/cadastro', headers: FORM, body: 'nome=b' })).status).toBe(200)
  // Anything a stranger makes up counts as a page, with a cookie or without.
  expect(await statusOf('/minhas', '__Host-convite=x')).toBe(200)
  expect(await statusOf('/minhas', 'a=b; __Host-convites=x')).toBe(503)
  expect(await statusOf(`/c/${token}x`)).toBe(503)
  // A table's holder reads the panel. A token that is made up, or belongs to a credencial, counts as a page.
  const mesa = services.mesaTokenOf({ empresaid: 'acme', versao: 0 })
  for (const path of ['', '/lista', '/liberar/1']) expect(await statusOf(`/mesa/${mesa}${path}`)).toBe(200)
  for (const made of [`${mesa}x`, token]) expect(await statusOf(`/mesa/${made}`)).toBe(503)
  finish()
  await flood.crowd
})

test('overload: pages that fill their own count leave the team’s pages open, to those who bring its cookie', async () => {
  let finish: () => void = () => {}
  const isOpen = new Promise<void>((resolve) => (finish = resolve))
  const running = await startServer({
    env: { POSTS_PER_MINUTE: '0' },
    handler: async ({ url }) => {
      if (url.endsWith('/nada')) await isOpen
      return html('ok')
    },
    hasSession,
    hasEquipeCookie,
  })
  const { ask } = running
  const flood = await fill(running, 512, { path: '/a/nada' })
  const statusOf = (cookie: string) =>
    ask({ path: '/painel/equipe', headers: { cookie } }).then(({ status }) => status)
  expect(await statusOf('a=b; __Host-equipe=x')).toBe(200)
  expect(await statusOf('__Host-convite=x')).toBe(503)
  expect(await statusOf('equipe=x; __Host-equipes=x')).toBe(503)
  finish()
  await flood.crowd
})

test('overload: a form sent away leaves its connection whole, whatever of it was still on its way', async () => {
  const { raw, crowd, finish, seen } = await startFull()
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n'
  const told = await raw(
    `${head}Content-Length: 6\r\n\r\nnome=b${head}Content-Length: 6\r\nConnection: close\r\n\r\nnome=c`,
  )
  expect(told.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 503', 'HTTP/1.1 503'])
  const long = await raw(`${head}Content-Length: 60000\r\n\r\n${'a'.repeat(60_000)}`)
  expect(long).toMatch(/^HTTP\/1\.1 503 [\s\S]*connection: close/i)
  expect(seen).toHaveLength(1_280)
  finish()
  await crowd
})
