import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { applyLista, emptyList, searchList } from '../../app/porta/list.ts'
import { ROUTES } from '../../server/route-table.ts'
import { aPorta } from '../support/a-porta.ts'
import { aLista } from '../support/a-lista.ts'
import { aConvidado, urlOf } from '../support/porta-server.ts'
import { bareSurface, frontSurface } from '../support/equipe-surface.ts'

test('a queue of which every third answer is lost goes on half a second after each', async () => {
  const { phone, server } = await aPorta(Array.from({ length: 900 }, (_, at) => aConvidado(String(at + 1))))
  phone.connect(null)
  for (let at = 1; at <= 900; at++) await phone.porta.read(urlOf(aConvidado(String(at))))
  let answers = 0
  phone.connect(async (body) => {
    const response = await server.transportOf('a')(body)
    return ++answers % 3 === 0 ? new Response('', { status: 503 }) : response
  })
  phone.porta.start()
  for (const left of [700, 500, 300, 100]) {
    await expect.poll(() => phone.timers.length === 1 && phone.porta.state().porEnviar).toBe(left)
    phone.pass(500)
  }
  await expect.poll(() => phone.porta.state().porEnviar).toBe(0)
  expect(server.facts.size).toBe(900)
  phone.porta.close()
})

test('5,000 guests are searched while one types', () => {
  const first = ['Ana', 'José', 'Antônio', 'Conceição', 'Terezinha', 'Luís']
  const nomes = Array.from(
    { length: 5000 },
    (_, at) => `${first[at % 6] ?? ''} da Silva ${at.toString(36)} Cavalcanti`,
  )
  const list = applyLista(emptyList(), aLista(nomes))
  // The fastest of ten: the cost of a search, without the machine's other work.
  for (const typed of ['silva cavalcanti', 'conceicao', 'fazenda sao', 'xyz', '4417']) {
    const took = Array.from({ length: 10 }, () => {
      const begin = performance.now()
      searchList(list, typed)
      return performance.now() - begin
    })
    expect(Math.min(...took), typed).toBeLessThan(100)
  }
})

test.each([
  ['behind its own server', frontSurface],
  ['with nothing in front of Remix', bareSurface],
] as const)('a phone of the door, %s, opens no page of the team but those of the door', async (_, open) => {
  const { ask, cookies, ids, store } = await open()
  const before = store.copy()
  for (const { path, papeis, body } of ROUTES) {
    if (!papeis || (papeis as string[]).includes('porta')) continue
    const address = path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? name)
    const headers = { cookie: cookies.porta, 'sec-fetch-site': 'same-origin' }
    expect((await ask({ method: 'GET', path: address, headers })).status, path).toBe(404)
    if (!body) continue
    const type = {
      'content-type': body.type === 'multipart/form-data' ? `${body.type}; boundary=b` : body.type,
    }
    const post = { method: 'POST', path: address, body: 'ato=x', headers: { ...headers, ...type } }
    expect((await ask(post)).status, path).toBe(404)
  }
  expect(isDeepStrictEqual(store.copy(), before)).toBe(true)
})
