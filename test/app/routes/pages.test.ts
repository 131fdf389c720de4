import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { withHashes } from '../../../app/shared/content-security-policy.server.ts'
import { StorageError } from '../../../server/domain/errors.ts'
import { anEmpresa } from '../../support/factories.ts'
import { readField, readText } from '../../support/html.ts'
import { startApp } from '../../support/remix.ts'

test('the landing is one image, the whole of it a link to the form, without scripts', async () => {
  const app = await startApp()
  const response = await app.browser().get('/')
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(html.match(/<img/g)).toHaveLength(1)
  expect(html).toMatch(/<a[^>]*href="\/cadastro"[^>]*><picture>.*<\/picture><\/a>/)
  expect(html).toMatch(/alt="[^"]*16 de setembro de 2027, 19h30, Auditório do Parque de Exposições/)
  expect(html.match(/<script[^>]*>/g)).toEqual(['<script type="speculationrules">'])
  expect(response.headers.get('Set-Cookie')).toBeNull()
})

test('/item asks for the company, offers JÁ ME CADASTREI, and goes on to the company with 303', async () => {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'fazenda-acme' }))
  const html = await app.browser().body('/item')
  expect(html).toMatch(/<form[^>]*method="get"[^>]*action="\/item"/)
  expect(readText(html)).toContain('JÁ ME CADASTREI, ACESSAR CONVITE')
  const response = await app.browser().get('/item?empresaid=%20fazenda-acme%20')
  expect(response.status).toBe(303)
  expect(response.headers.get('Location')).toBe('/fazenda-acme')
})

test('/item takes the whole link as well as the code', async () => {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'fazenda-acme' }))
  for (const typed of [
    'https://convite.test/fazenda-acme',
    '/fazenda-acme/',
    'convite.test/fazenda-acme?fbclid=x',
  ]) {
    const response = await app.browser().get(`/item?${new URLSearchParams({ empresaid: typed }).toString()}`)
    expect(response.headers.get('Location'), typed).toBe('/fazenda-acme')
  }
})

test('/item never goes anywhere but to a company: what cannot be one is an error beside the field', async () => {
  const app = await startApp()
  for (const typed of ['', '//', '/\\evil', 'https://evil.example/cadastro', 'cadastro', '..', 'ação']) {
    const response = await app.browser().get(`/item?${new URLSearchParams({ empresaid: typed }).toString()}`)
    expect(response.status, typed).toBe(422)
    expect(response.headers.get('Location')).toBeNull()
    const html = await response.text()
    expect(html).toContain('href="#empresaid"')
    expect(readField(html, 'empresaid')).toBe(typed)
  }
})

test('/item answers at once what was made to be read for hours', async () => {
  const app = await startApp()
  const empresaid = `${'?'.repeat(200_000)}\na`
  const response = await app.browser().get(`/item?${new URLSearchParams({ empresaid }).toString()}`)
  expect(response.status).toBe(422)
}, 10_000)

test('/saude is 200 while storage answers and 503 when it does not', async () => {
  const app = await startApp()
  expect((await app.browser().get('/saude')).status).toBe(200)
  const broken = await startApp((store) => ({
    storage: { ...store.open(), check: () => Promise.reject(new StorageError('[test] read-only')) },
  }))
  const response = await broken.browser().get('/saude')
  expect(response.status).toBe(503)
  expect(broken.logged()).toContain('storage is not healthy')
})

test('pages with scripts are the form and the company’s, one module each, and no page hydrates', async () => {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme' }))
  const scripts = async (path: string) => {
    const html = await app.browser().body(path)
    return (
      html.match(/<script(?! type="speculationrules").*?<\/script>|<link[^>]*modulepreload[^>]*>/gs) ?? []
    )
  }
  const module = '<script type="module" src="/assets/entry.client.js"></script>'
  for (const path of ['/cadastro', '/acme']) expect(await scripts(path), path).toEqual([module])
  for (const path of ['/', '/item', '/nada/disso']) expect(await scripts(path), path).toEqual([])
})

test('the policy of a page names its inline scripts and its style by their hashes and allows nothing else', async () => {
  const app = await startApp()
  for (const path of ['/', '/cadastro', '/item', '/nada/disso']) {
    const response = await app.browser().get(path)
    const html = await response.text()
    const hashesOf = (tag: string) =>
      Array.from(html.matchAll(new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, 'gs')), ([, text = '']) => {
        return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
      }).join(' ')
    const isScripted = ['/', '/cadastro'].includes(path)
    const inline = path === '/' ? ` ${hashesOf('script')}` : ''
    expect(response.headers.get('Content-Security-Policy')?.split('; '), path).toEqual([
      "default-src 'none'",
      ...(isScripted ? [`script-src 'self'${inline}`, "connect-src 'self'"] : []),
      `style-src ${hashesOf('style')}`,
      "img-src 'self' data:",
      "font-src 'self' data:",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ])
  }
})

test('pages where people land bring the typeface along; the invitation, which has no text in it, does not', async () => {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme' }))
  const faceOf = async (path: string) =>
    /@font-face{[^}]*src:url\((\w+:\w+\/\w+)/.exec(await app.browser().body(path))?.[1] ?? null
  for (const path of ['/cadastro', '/acme', '/item', '/privacidade', '/minhas', '/nada/disso'])
    expect([path, await faceOf(path)]).toEqual([path, 'data:font/woff2'])
  expect(await faceOf('/')).toBeNull()
  const browser = app.browser()
  await browser.post('/cadastro', { nome: 'Ana Lima', telefone: '11987654321' })
  expect(await browser.body('/')).toContain('url(data:font/woff2')
})

test('a page for everybody is the same bytes each time', async () => {
  const app = await startApp()
  const bytes = async (path: string) => {
    const response = await app.browser().get(path)
    return [response.headers.get('Content-Security-Policy'), await response.text()]
  }
  for (const path of ['/', '/cadastro', '/item']) expect(await bytes(path)).toEqual(await bytes(path))
})

test('the policy names the scripts that bear the nonce, which no tag keeps', () => {
  const script = (attributes: string, text: string) => `<script${attributes}>${text}</script>`
  const ours = `<style nonce="m">a{}</style><link nonce="m" rel="preload" />${script(' nonce="m"', 'ours')}`
  const document = ours + script(' nonce="x"', 'theirs')
  const { html, policy } = withHashes(document, 'm')
  expect(html).toBe(ours.replaceAll(' nonce="m"', '') + script(' nonce="x"', 'theirs'))
  expect(policy.match(/'sha256-/g)).toHaveLength(2)
})

test('a form posted to a page that takes none is an error page, not a crash', async () => {
  const app = await startApp()
  expect((await app.browser().post('/')).status).toBe(405)
  expect((await app.browser().post('/a/b')).status).toBe(404)
})
