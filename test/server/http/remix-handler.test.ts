import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { expect, test } from 'vitest'
import { remixHandler } from '../../../server/http/remix.ts'
import { ROUTES } from '../../../server/route-table.ts'
import { build, startApp } from '../../support/remix.ts'

/** An address for each row, with ids nobody has. */
const ORDINARY = ROUTES.map(({ path }) => path.replace(/:\w+/g, 'nenhum').replace('*', 'convite.png'))

/** Addresses that Remix and the route table may read differently. */
const ODD = [
  ...ORDINARY.flatMap((path) => [path.toUpperCase(), `${path}/`, `/${path}`]),
  ...['/cad%61stro', '/%63/nenhum', '/ACME', '/acme%20', '/a/b', '/a/b/c', '/painel/convidados/Novo'],
  ...['/c/', '/c/nenhum/outro.png', '/item?tipo=x', '/.', '/cadastro?index', '/cadastro;x', '/:empresaid'],
]

test.each([...new Set([...ORDINARY, ...ODD])])('%s is answered as with all routes', async (path) => {
  const { services } = await startApp()
  const whole = createRequestHandler(build, 'production')
  const told = async (handle: typeof whole, method: string) => {
    const body = method === 'POST' ? new URLSearchParams({ nome: 'x' }) : null
    const headers = { 'Sec-Fetch-Site': 'same-origin' }
    const request = new Request(`https://convite.test${path}`, { method, headers, body })
    const response = await handle(request, { services, address: '203.0.113.7' })
    const names = [...response.headers.keys()].filter((name) => name !== 'set-cookie')
    // A form carries a fresh id, a policy a fresh nonce, and a calendar file the second it was created.
    const text = (await response.text()).replace(/(recibo|nonce|sid|id)="?[^"]*"|DTSTAMP:\S+/g, '')
    return { status: response.status, names, place: response.headers.get('location'), text }
  }
  for (const method of ['GET', 'POST']) {
    expect(await told(remixHandler(build), method), method).toEqual(await told(whole, method))
  }
})

test('a folder of app/routes without a row is never served, spelled in whatever way', async () => {
  const { services } = await startApp()
  const saude = build.routes['routes/saude']
  const id = 'routes/sem.linha.alguma'
  const found = saude && { [id]: { ...saude, id, path: 'sem/linha/alguma' } }
  const another: ServerBuild = { ...build, routes: { ...build.routes, ...found } }
  const statusOf = async (handle: ReturnType<typeof remixHandler>, path: string) => {
    const request = new Request(`https://convite.test${path}`)
    return (await handle(request, { services, address: '203.0.113.7' })).status
  }
  expect(await statusOf(createRequestHandler(another, 'production'), '/sem/linha/alguma')).toBe(200)
  for (const path of ['/sem/linha/alguma', '/sem/linha/%61lguma', '/SEM/linha/alguma/'])
    expect(await statusOf(remixHandler(another), path), path).toBe(404)
})

test('an ordinary address is matched against its own route and the root alone', async () => {
  const { services } = await startApp()
  let counted = 0
  const watched: ServerBuild = { ...build, routes: {} }
  for (const [id, route] of Object.entries(build.routes)) {
    const { path } = route
    Object.defineProperty(watched.routes, id, {
      enumerable: true,
      value: Object.defineProperty({ ...route }, 'path', {
        enumerable: true,
        get: () => {
          counted += 1
          return path
        },
      }),
    })
  }
  const handle = remixHandler(watched)
  const ask = (path: string) =>
    handle(new Request(`https://convite.test${path}`), { services, address: '203.0.113.7' })
  const countOf = async (path: string) => {
    counted = 0
    await ask(path)
    return counted
  }
  expect(await countOf('/saude')).toBeLessThan(10)
  expect(await countOf('/saude/')).toBeGreaterThan(Object.keys(build.routes).length)
})
