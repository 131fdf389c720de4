import { expect, test } from 'vitest'
import { StorageError } from '../../server/domain/errors.ts'
import { openMemory } from '../../server/repos/memory/index.ts'
import { readField, readText } from '../support/html.ts'
import { startApp } from '../support/remix.ts'

test('the landing is one image, the whole of it a link to the form, without scripts', async () => {
  const app = await startApp()
  const response = await app.browser().get('/')
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(html.match(/<img/g)).toHaveLength(1)
  expect(html).toMatch(/<a[^>]*href="\/cadastro"[^>]*><picture>.*<\/picture><\/a>/)
  expect(html).toMatch(/alt="[^"]*16 de setembro de 2027, 19h30, Auditório do Parque de Exposições/)
  expect(html).not.toContain('<script')
  expect(response.headers.get('Set-Cookie')).toBeNull()
})

test('/item asks for the company, offers JÁ ME CADASTREI, and goes on to the company with 303', async () => {
  const app = await startApp()
  const html = await (await app.browser().get('/item')).text()
  expect(html).toMatch(/<form[^>]*method="get"[^>]*action="\/item"/)
  expect(readText(html)).toContain('JÁ ME CADASTREI, ACESSAR CONVITE')
  const response = await app.browser().get('/item?empresaid=%20fazenda-acme%20')
  expect(response.status).toBe(303)
  expect(response.headers.get('Location')).toBe('/fazenda-acme')
})

test('/item takes the whole link as well as the code', async () => {
  const app = await startApp()
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

test('/saude is 200 while storage answers and 503 when it does not', async () => {
  const app = await startApp()
  expect((await app.browser().get('/saude')).status).toBe(200)
  const broken = await startApp((store) => ({
    storage: { ...openMemory(store), check: () => Promise.reject(new StorageError('[test] read-only')) },
  }))
  const response = await broken.browser().get('/saude')
  expect(response.status).toBe(503)
  expect(broken.logged()).toContain('storage is not healthy')
})

test('pages with scripts are the form and the company’s, nothing else', async () => {
  const app = await startApp()
  const scripts = async (path: string) => (await (await app.browser().get(path)).text()).includes('<script')
  expect(await scripts('/cadastro')).toBe(true)
  for (const path of ['/', '/item', '/nada/disso']) expect(await scripts(path), path).toBe(false)
})

test('each document has a nonce of its own for its style and scripts, and a policy that allows nothing else inline', async () => {
  const app = await startApp()
  const nonces = new Set<string>()
  for (let i = 0; i < 3; i++) {
    const response = await app.browser().get('/cadastro')
    const policy = response.headers.get('Content-Security-Policy') ?? ''
    const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    expect(policy).not.toContain('unsafe')
    expect(await response.text()).toContain(`<style nonce="${nonce}">`)
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(3)
})

test('a form posted to a page that takes none is an error page, not a crash', async () => {
  const app = await startApp()
  expect((await app.browser().post('/')).status).toBe(405)
  expect((await app.browser().post('/a/b')).status).toBe(404)
})
