import { expect, test } from 'vitest'
import { CLI } from '../../server/domain/historico.ts'
import { makeConvites } from '../../server/use-cases/convites-pessoais.ts'
import { inviteToEquipe } from '../../server/use-cases/equipe.ts'
import { anAutor, anEmpresa, NOW } from '../support/factories.ts'
import { startApp } from '../support/remix.ts'
import { CONVIDADO } from '../support/session.ts'

const SIGNS = 'abcdefghijklmnopqrstuvwxyz234567'
const BASE64URL = `${SIGNS}ABCDEFGHIJKLMNOPQRSTUVWXYZ0189-_`

/** The text with one character replaced, once for each place. */
const nearly = (text: string, alphabet: string) =>
  Array.from(text, (sign, at) => {
    const other = alphabet.charAt((alphabet.indexOf(sign) + 1 + at) % alphabet.length)
    return text.slice(0, at) + (other === sign ? '2' : other) + text.slice(at + 1)
  }).filter((changed) => changed !== text)

const random = (length: number, alphabet: string) =>
  Array.from({ length }, () => alphabet.charAt(Math.floor(Math.random() * alphabet.length))).join('')

async function open() {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme', icredencial: 5 }))
  const request = { empresaid: 'acme', pedido: 'x', rotulos: 'Tia Lúcia' }
  const made = await makeConvites(app.services, request, anAutor())
  const codigo = made.kind === 'created' ? (made.codigos[0] ?? '') : ''
  return { app, codigo, token: app.services.mesaTokenOf({ empresaid: 'acme', versao: 0 }) }
}

test('no code but the one that was given opens an invitation, nor says that another is near', async () => {
  const { app, codigo } = await open()
  expect((await app.browser().get(`/acme/${codigo}`)).status).toBe(200)
  const others = [...nearly(codigo, SIGNS), ...Array.from({ length: 300 }, () => random(20, SIGNS))]
  const bodies = new Set<string>()
  for (const other of others) {
    const response = await app.browser().get(`/acme/${other}`)
    expect([other, response.status]).toEqual([other, 404])
    bodies.add((await response.text()).replaceAll(other, '').replace(/nonce="[^"]*"/g, ''))
  }
  expect(bodies.size).toBe(1)
})

test('no token but the one that was given opens a panel or any act of it, and nothing is written', async () => {
  const { app, codigo, token } = await open()
  expect((await app.browser().get(`/mesa/${token}`)).status).toBe(200)
  const before = app.store.copy()
  for (const other of [...nearly(token, BASE64URL), 'acme', `acme${random(22, BASE64URL)}`, codigo]) {
    for (const path of ['', '/lista', '/lista.csv', `/revogar/${codigo}`, `/enviar/${codigo}`])
      expect([path, (await app.browser().get(`/mesa/${other}${path}`)).status]).toEqual([path, 404])
    const posted = await app.browser().post(`/mesa/${other}`, { ato: 'fechar' })
    expect([other, posted.status]).toEqual([other, 404])
    expect((await app.browser().post(`/mesa/${other}/revogar/${codigo}`)).status).toBe(404)
  }
  expect(app.store.copy()).toEqual(before)
})

test('trying one id after the other finds no page and no name', async () => {
  const app = await startApp()
  for (let n = 0; n < 5; n++) {
    const nome = `Maria ${'ABCDE'[n] ?? ''}a`
    await app.browser().post('/cadastro', { ...CONVIDADO, nome })
  }
  const stranger = app.browser()
  for (let id = NOW - 20; id < NOW + 20; id++) {
    for (const path of [`/${id}`, `/c/${id}`, `/c/${id}${'A'.repeat(22)}`]) {
      const response = await stranger.get(path)
      expect(response.status, path).toBe(404)
      expect(await response.text()).not.toMatch(/MARIA|98765/)
    }
  }
})

test('an address that brought 60 wrong codes pairs by a right one', async () => {
  const app = await startApp()
  const invited = await inviteToEquipe(
    app.services,
    { nome: 'Osvaldo Lemes', papel: 'porta' },
    app.services.autorOf(CLI),
  )
  if (invited.kind !== 'invited') throw new Error(invited.kind)
  const path = `/equipe/${invited.code}`
  const hall = app.browser('198.51.100.1')
  const guesses = Array.from(
    { length: 60 },
    (_, n) => `/equipe/2222-22${(n % 5) + 2}${(Math.floor(n / 5) % 5) + 2}`,
  )
  const statuses = await Promise.all(guesses.map(async (guess) => (await hall.get(guess)).status))
  expect(new Set(statuses)).toEqual(new Set([404]))
  expect((await hall.get(path)).status).toBe(200)
  expect((await hall.post(path)).status).toBe(303)
})

test('with POSTS_PER_MINUTE=0 sixty wrong codes are a 404 each, too', async () => {
  const app = await startApp(undefined, { POSTS_PER_MINUTE: '0' })
  const browser = app.browser()
  for (let n = 0; n < 60; n++) expect((await browser.get('/equipe/2222-2222')).status).toBe(404)
})
