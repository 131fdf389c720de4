import { expect, test } from 'vitest'
import { makeConvites } from '../../../server/use-cases/convites-pessoais.ts'
import { inviteToEquipe } from '../../../server/use-cases/equipe.ts'
import { anAutor, anEmpresa } from '../../support/factories.ts'
import { MARIA } from '../../support/cadastro.ts'
import { readField, readText } from '../../support/html.ts'
import { startApp, type TestApp } from '../../support/remix.ts'

/** What sentences and chats leave after an address, as browsers send it. */
const ENDS = [
  ...['.', ',', ')', '*', '!', ';', ':', '%22', "'", ']', '%3E', '%C2%BB', '%E2%80%A6', '%20', '_', '~', '-'],
  ...['%C2%A0', '%E2%80%8B', '%EF%BB%BF', ').', '*.%20', '%E2%80%9D', '...', '%60'],
]

async function withMesa() {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme', icredencial: 10 }))
  app.store.put('empresas', anEmpresa({ empresaid: 'K7F392QDXY', nome: 'Maiúscula' }))
  return app
}

const led = async (app: TestApp, path: string) => {
  const { status, headers } = await app.browser().get(path)
  return [status, headers.get('location')]
}

test('a company’s address leads on without its end, whatever a chat or a sentence left there', async () => {
  const app = await withMesa()
  for (const end of ENDS) expect(await led(app, `/acme${end}`), end).toEqual([302, '/acme'])
  expect(app.store.count('reservas')).toBe(0)
})

test('capitals in a company’s address lead to its own spelling, small letters to its capitals', async () => {
  const app = await withMesa()
  for (const [path, own] of [
    ['/ACME', '/acme'],
    ['/Acme.', '/acme'],
    ['/k7f392qdxy', '/K7F392QDXY'],
    ['/K7f392QDXY)', '/K7F392QDXY'],
  ] as const)
    expect(await led(app, path), path).toEqual([302, own])
})

test('an id that is stored as it is spelled opens as it is, whatever it ends in', async () => {
  const app = await withMesa()
  for (const empresaid of ['acme.', 'acme_', 'ACME', 's.a.'])
    app.store.put('empresas', anEmpresa({ empresaid, nome: empresaid }))
  for (const path of ['/acme.', '/acme_', '/ACME', '/s.a.', '/acme'])
    expect(await led(app, path), path).toEqual([200, null])
  expect(await led(app, '/acme_.')).toEqual([302, '/acme_'])
})

test('an address that means no company is the 404 page after a few reads, and leads nowhere', async () => {
  const app = await startApp()
  let reads = 0
  const { empresas } = app.services
  const find = empresas.find.bind(empresas)
  empresas.find = (...asked) => (reads++, find(...asked))
  for (const [path, most] of [
    ['/nenhuma', 2],
    ['/nenhuma.', 5],
    ['/Nenhuma_._', 8],
    ['/%20', 0],
    ['/....', 1],
    ['/%2F%2Fevil.example.', 8],
  ] as const) {
    reads = 0
    expect(await led(app, path), path).toEqual([404, null])
    expect(reads, path).toBeLessThanOrEqual(most)
  }
})

test('a page of ours opens without its end, and none but ours', async () => {
  const app = await withMesa()
  for (const page of ['/cadastro', '/item', '/minhas', '/privacidade', '/certificado'])
    expect(await led(app, `${page}.`), page).toEqual([302, page])
  for (const path of [
    '//evil.example.',
    '/%5Cevil.example.',
    '//evil.example/x.',
    '/nada/de/nada.',
    '/%E6%97%A5/a/b.',
  ])
    expect(await led(app, path), path).toEqual([404, null])
})

test('a personal invitation opens with something behind its code, and with its company in capitals', async () => {
  const app = await withMesa()
  const made = await makeConvites(
    app.services,
    { empresaid: 'acme', pedido: 'x', rotulos: 'Tia Lúcia' },
    anAutor(),
  )
  const codigo = made.kind === 'created' ? (made.codigos[0] ?? '') : ''
  const own = [302, `/acme/${codigo}`]
  for (const end of ENDS) expect(await led(app, `/acme/${codigo}${end}`), end).toEqual(own)
  expect(await led(app, `/ACME/${codigo}`)).toEqual(own)
  expect(await led(app, `/acme/${codigo.toUpperCase()}.`)).toEqual(own)
  for (const path of [`/outra/${codigo}.`, `/acme/${codigo.slice(1)}.`, `/K7F392QDXY/${codigo}`])
    expect(await led(app, path), path).toEqual([404, null])
})

test('a credencial and its pages, a table and a code of the team open with something behind their links', async () => {
  const app = await withMesa()
  const browser = app.browser()
  await browser.post('/cadastro', MARIA)
  const [, credencial = ''] = /href="(\/c\/[^"]+)"/.exec(await browser.body('/')) ?? []
  const mesa = `/mesa/${app.services.mesaTokenOf({ empresaid: 'acme', versao: 0 })}`
  const invited = await inviteToEquipe(app.services, { nome: 'Zé', papel: 'porta' }, anAutor())
  const equipe = `/equipe/${invited.kind === 'invited' ? invited.code : ''}`
  for (const link of [credencial, `${credencial}/presenca`, mesa, `${mesa}/lista`, equipe])
    for (const end of ['.', ')', '*', '%20', '%E2%80%8B', '%C2%BB'])
      expect(await led(app, link + end), link + end).toEqual([302, link])
  for (const wrong of [`${credencial}x.`, `${mesa}x)`, '/c/nada.', '/mesa/nada.', '/equipe/nada.'])
    expect(await led(app, wrong), wrong).toEqual([404, null])
})

test('/item leads to a company there is, by any spelling of its link; a wrong code stays typed, and is said there', async () => {
  const app = await withMesa()
  const typed = (text: string) => `/item?${new URLSearchParams({ empresaid: text }).toString()}`
  for (const text of ['acme', ' ACME. ', 'https://convite.test/acme)', '“convite.test/acme/”.', 'acme…'])
    expect(await led(app, typed(text)), text).toEqual([303, '/acme'])
  for (const text of ['acmee', 'convite.test/outra', `acme/${'a'.repeat(20)}`]) {
    const response = await app.browser().get(typed(text))
    const html = await response.text()
    expect([response.status, readField(html, 'empresaid')], text).toEqual([422, text])
    expect(readText(html)).toContain('Não encontramos este código')
    expect(html).toContain('href="#empresaid"')
  }
})
