import { expect, test } from 'vitest'
import { html, startServer } from '../../support/http-server.ts'

test('certificates have a count of their own: while it is full, credenciais and forms are open, and a made-up link is a page', async () => {
  let finish: () => void = () => {}
  const isOpen = new Promise<void>((resolve) => (finish = resolve))
  const { ask, tokenOf } = await startServer({
    env: { POSTS_PER_MINUTE: '0' },
    handler: async ({ url }) => {
      if (url.endsWith('.pdf')) await isOpen
      return html('ok')
    },
  })
  const path = `/c/${tokenOf('1800000000000', 0)}`
  const statusOf = async (address: string) => (await ask({ path: address })).status
  const crowd = Array.from({ length: 256 }, () => statusOf(`${path}/certificado.pdf`))
  await expect.poll(() => statusOf(`${path}/certificado`)).toBe(503)
  for (const address of [path, `${path}/convite.png`, '/cadastro', '/certificado', `${path}x/certificado`])
    expect(await statusOf(address), address).toBe(200)
  finish()
  expect(new Set(await Promise.all(crowd))).toEqual(new Set([200]))
})

test('a file that cannot be drawn now is said on a page to who opens it, and in a sentence to anything else', async () => {
  const sentence = 'Espere um instante.'
  const { ask, tokenOf } = await startServer({
    handler: async () =>
      new Response(sentence, {
        status: 503,
        headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '15' },
      }),
  })
  const path = `/c/${tokenOf('1800000000000', 0)}/certificado.pdf`
  const page = await ask({ path, headers: { accept: 'text/html,*/*' } })
  expect([page.status, page.headers['retry-after'], page.headers['content-type']]).toEqual([
    ...[503, '15', 'text/html; charset=utf-8'],
  ])
  expect(page.body).toContain('Espere um instante e abra esta página outra vez.')
  const file = await ask({ path, headers: { accept: 'image/png' } })
  expect([file.status, file.headers['retry-after'], file.body]).toEqual([503, '15', sentence])
})
