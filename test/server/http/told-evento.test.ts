import { expect, test } from 'vitest'
import { descritoIn } from '../../../server/domain/evento-gravado.ts'
import { NOW } from '../../support/factories.ts'
import { FORM, html, PUBLIC_ORIGIN, startServer } from '../../support/http-server.ts'
import { createStore } from '../../support/stored.ts'

/**
 * A server whose pages show the event's version, and another process on its storage that stores the next one.
 */
async function twoProcesses() {
  const store = createStore()
  const other = await startServer({ store })
  const { ask } = await startServer({
    store,
    hasEquipeCookie: (cookie) => cookie.startsWith('equipe='),
    handler: async (_request, { services }) => {
      const page = html(`versao ${services.gravado?.versao ?? 0}`)
      page.headers.set('cache-control', 'private, no-cache')
      page.headers.set('content-security-policy', "default-src 'none'")
      return page
    },
  })
  expect((await ask({ path: '/' })).body).toBe('versao 1')
  const { eventos, autorOf } = other.services
  const stored = descritoIn(await eventos.find())
  if (!stored) throw new Error('no event')
  const { versao, evento, imagemid } = stored
  const request = {
    versao,
    evento: { ...evento, local: 'Tatersal' },
    avisar: false,
    cancelado: false,
    imagemid,
  }
  await eventos.gravar({ ...request, eventoid: 'other', now: NOW }, autorOf('cli'))
  return ask
}

test('who organises is told at once what another process stored; strangers and the door’s phones are not waited for', async () => {
  const ask = await twoProcesses()
  const versaoAt = async (path: string, headers = {}) => (await ask({ path, headers })).body
  expect(await versaoAt('/painel/evento')).toBe('versao 1')
  expect(await versaoAt('/porta/admitir/abc', { cookie: 'equipe=x' })).toBe('versao 1')
  expect(await versaoAt('/painel/evento', { cookie: 'equipe=x' })).toBe('versao 2')
  expect(await versaoAt('/painel/evento')).toBe('versao 2')
})

test('and with a form that they send', async () => {
  const ask = await twoProcesses()
  const headers = { cookie: 'equipe=x', origin: PUBLIC_ORIGIN, ...FORM }
  const { body } = await ask({ path: '/painel/evento', method: 'POST', headers, body: 'a=b' })
  expect(body).toBe('versao 2')
})

test('a page that was kept of the former event is not shown after that', async () => {
  const ask = await twoProcesses()
  expect((await ask({ path: '/' })).body).toBe('versao 1')
  await ask({ path: '/painel/evento', headers: { cookie: 'equipe=x' } })
  expect((await ask({ path: '/' })).body).toBe('versao 2')
})
