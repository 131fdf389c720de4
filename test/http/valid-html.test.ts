import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { StorageError } from '../../server/domain/errors.ts'
import { errorPage, ERROR_STATUSES } from '../../server/http/error-page.ts'
import { loadRemix } from '../../server/http/remix-build.ts'
import type { Remix, RemixHandler } from '../../server/http/remix.ts'
import { createMemoryStore } from '../../server/repos/memory/store.ts'
import { anEmpresa } from '../support/factories.ts'
import { FORM, startServer } from '../support/http-server.ts'
import { hasJava, problemsOf } from '../support/validator.ts'

const BUILD = new URL('../../build/server/index.js', import.meta.url)
const broken = () => Promise.reject(new StorageError('[test] away'))

/** The built app behind the server, whose storage can go away. */
async function start() {
  const store = createMemoryStore()
  for (const fields of [
    { empresaid: 'mesa', icredencial: 20 },
    { empresaid: 'cheia', icredencial: 0 },
    { empresaid: 'ultima', icredencial: 1 },
    { empresaid: 'rede', icredencial: 50 },
    { empresaid: 'defeito', icredencial: 'muitos' },
  ]) {
    store.empresas.set(fields.empresaid, anEmpresa({ nome: 'Fazenda “Sol & Lua” <1947>', ...fields }))
  }
  let remix: Remix | null = null
  let isAway = false
  const handler: RemixHandler = async (request, context) => {
    const { services } = context
    remix ??= await loadRemix(BUILD, services)
    const away = {
      ...services,
      register: broken,
      empresas: { ...services.empresas, find: broken, claim: broken },
    }
    return remix.handler(request, isAway ? { ...context, services: away } : context)
  }
  const { ask } = await startServer({ env: { POSTS_PER_MINUTE: '2000' }, store, handler })
  return { ask, takeStorageAway: () => void (isAway = true) }
}

/** A page is named by its route file, then by what is special about it. */
async function everyPage(): Promise<Record<string, string>> {
  const { ask, takeStorageAway } = await start()
  const pages: Record<string, string> = {}

  const openBrowser = () => {
    let cookie = ''
    const send = async (path: string, fields?: Record<string, string>) => {
      const told = await ask({
        path,
        headers: { ...(cookie && { cookie }), ...(fields && FORM) },
        ...(fields && { method: 'POST', body: new URLSearchParams(fields).toString() }),
      })
      for (const line of told.headers['set-cookie'] ?? []) cookie = line.split(';', 1)[0] ?? ''
      return told
    }
    return {
      send,
      /** Keeps the page under its name, when it has the status it should. */
      async keep(name: string, status: number, path: string, fields?: Record<string, string>) {
        const told = await send(path, fields)
        expect(told.status, name).toBe(status)
        pages[name] = told.body
        return told.body
      },
    }
  }
  const guest = (nome: string) => ({ nome, telefone: '11987654321', email: 'ana@exemplo.com' })

  const stranger = openBrowser()
  await stranger.keep('_index', 200, '/')
  await stranger.keep('cadastro', 200, '/cadastro')
  await stranger.keep('cadastro: 422', 422, '/cadastro', { nome: 'A "2" <b>', telefone: '10', email: 'x' })
  await stranger.keep('item', 200, '/item')
  await stranger.keep('item: 422', 422, '/item?empresaid=n%C3%A3o%20%C3%A9')
  await stranger.keep('privacidade', 200, '/privacidade')
  await stranger.keep('$', 404, '/nada/aqui')
  await stranger.keep('$id', 200, '/mesa')
  await stranger.keep('$id: none left', 200, '/cheia')
  await stranger.keep('$id: LIMITE ATINGIDO', 409, '/cheia', {})
  await stranger.keep('$id: 404', 404, '/nenhuma')
  await stranger.keep('$id: 500', 500, '/defeito')
  for (let held = 0; held < 10; held++) await openBrowser().send('/rede', {})
  await stranger.keep('$id: 429', 429, '/rede', {})
  await stranger.keep('c.$token: 404', 404, '/c/nada')

  const table = openBrowser()
  await table.send('/mesa', {})
  await table.keep('cadastro: of a company', 200, '/cadastro')
  await table.send('/cadastro', { ...guest('Ana Lima'), empresaid: 'mesa' })
  const alert = await table.keep('_index: alert', 200, '/')
  await table.keep('_index: one credencial', 200, '/')
  await table.keep('c.$token', 200, /\/c\/[^"/]+/.exec(alert)?.[0] ?? '')
  await table.send('/cadastro', guest('Rui Lima'))
  await table.keep('_index: alert and two credenciais', 200, '/')
  await table.keep('_index: two credenciais', 200, '/')

  await openBrowser().send('/ultima', {})
  await table.keep('cadastro: LIMITE ATINGIDO', 409, '/cadastro', {
    ...guest('Eva Lima'),
    empresaid: 'ultima',
  })
  takeStorageAway()
  await stranger.keep('cadastro: 503', 503, '/cadastro', guest('Ivo Lima'))
  await stranger.keep('$id: 503', 503, '/mesa', {})

  for (const status of ERROR_STATUSES) pages[`error page: ${status}`] = errorPage(status).body.toString()
  return pages
}

test('no page has an error or a warning of the W3C’s validator', async (context) => {
  if (!hasJava)
    context.skip('Java is not installed, which the validator needs: apt-get install default-jre-headless')
  const pages = await everyPage()
  const routes = readdirSync('app/routes').filter(
    (file) => file.endsWith('.tsx') && readFileSync(`app/routes/${file}`, 'utf8').includes('export default'),
  )
  const isThere = (route: string) =>
    Object.keys(pages).some((name) => name.split(':')[0] === route.replace('.tsx', ''))
  expect(routes.filter((route) => !isThere(route))).toEqual([])
  expect(await problemsOf(pages)).toEqual([])
})

test('the validator finds what is wrong', async (context) => {
  if (!hasJava) context.skip('Java is not installed')
  const page =
    '<!DOCTYPE html><html lang="pt-BR"><head><title>a</title></head><body><p hreff="a">b</p></body></html>'
  expect(await problemsOf({ page })).toEqual([expect.stringMatching(/^page: Attribute 'hreff' not allowed/)])
})
