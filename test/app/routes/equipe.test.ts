import { expect, test } from 'vitest'
import { CODIGO_MS } from '../../../server/domain/aparelho.ts'
import { CLI } from '../../../server/domain/historico.ts'
import { inviteToEquipe } from '../../../server/use-cases/equipe.ts'
import { readText } from '../../support/html.ts'
import { startApp, type TestApp } from '../../support/remix.ts'
import { openEquipe } from '../../support/equipe.ts'

/** Invites a person. @returns the path of the link, and the aparelhoid */
async function invite({ services }: TestApp, nome = 'Osvaldo Lemes', papel = 'porta', quem = CLI) {
  const result = await inviteToEquipe(services, { nome, papel }, services.autorOf(quem))
  if (result.kind !== 'invited') throw new Error(result.kind)
  return { path: `/equipe/${result.code}`, code: result.code, aparelhoid: result.aparelho.aparelhoid }
}

const told = async (answer: Response) => readText(await answer.text())

test('a link shows whose it is, what it allows and until when, and spends nothing, however often previews ask', async () => {
  const app = await startApp()
  const cida = await openEquipe(app)
  const { path } = await invite(app, 'Osvaldo Lemes', 'porta', cida.aparelhoid)
  const before = app.store.copy()
  for (let n = 0; n < 20; n++) {
    const answer = await app.browser(`203.0.113.${n}`).get(path, { 'User-Agent': 'WhatsApp/2' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.headers.getSetCookie()).toEqual([])
  }
  const text = await told(await app.browser().get(path))
  expect(text).toContain('Entrar na equipe')
  expect(text).toContain('Osvaldo Lemes , Cida Moreira convidou você para a porta.')
  expect(text).toContain('neste navegador, até 19 de setembro de 2027')
  expect(text).toContain('serve uma vez, até 12h30. Se não é para você, feche esta página')
  expect(app.store.copy()).toEqual(before)
})

test('the preview of a link does not tell whose it is', async () => {
  const app = await startApp()
  const { path } = await invite(app)
  const head = (await app.browser().body(path)).split('</head>')[0]
  expect(head).toContain('og:title')
  expect(head).toContain('noindex')
  expect(head).not.toMatch(/Osvaldo|Lemes/)
})

for (const [papel, home] of [
  ['organizacao', '/painel'],
  ['porta', '/porta'],
] as const) {
  test(`ENTRAR pairs a browser for ${papel}: its cookie is its own, and kept for 400 days`, async () => {
    const app = await startApp()
    const { path, aparelhoid } = await invite(app, 'Osvaldo', papel)
    const browser = app.browser()
    const answer = await browser.post(path)
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, home])
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const [line = '', ...others] = answer.headers.getSetCookie()
    expect(others).toEqual([])
    expect(line).toMatch(
      /^__Host-equipe=[^;]{40,}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(app.store.get('aparelhos', aparelhoid)).toMatchObject({ papel, pareadoem: app.services.now() })
    const value = decodeURIComponent(line.split(/[=;]/)[1] ?? '')
    const secret = JSON.parse(Buffer.from(value, 'base64').toString()) as string
    expect(JSON.stringify(app.store.all('aparelhos'))).not.toContain(secret)
    expect(app.logged()).not.toContain(secret)
  })
}

test('a paired browser that opens its link again, or the page of the team, is where it belongs', async () => {
  const app = await startApp()
  const { path } = await invite(app, 'Osvaldo', 'porta')
  const browser = app.browser()
  await browser.post(path)
  const again = await browser.get(path)
  expect([again.status, again.headers.get('Location')]).toEqual([303, '/porta'])
  const text = await told(await browser.get('/equipe'))
  expect(text).toContain('Você está na equipe')
  expect(await browser.body('/equipe')).toContain('href="/porta"')
  const cida = await openEquipe(app)
  expect(await cida.body('/equipe')).toContain('href="/painel"')
})

test('of ten browsers that press ENTRAR at once, one gets in and nine read that it was used', async () => {
  const app = await startApp()
  const { path } = await invite(app)
  const answers = await Promise.all(Array.from({ length: 10 }, () => app.browser().post(path)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 303)).toHaveLength(1)
  expect(statuses.filter((status) => status === 410)).toHaveLength(9)
  const [loser] = answers.filter(({ status }) => status === 410)
  if (!loser) throw new Error('nobody lost')
  expect(loser.headers.getSetCookie()).toEqual([])
  expect(await told(loser)).toContain('Convite já usado')
  expect(app.store.all('historico').filter(({ ato }) => ato === 'pareou')).toHaveLength(1)
})

for (const [what, status, title, spoil] of [
  ['used', 410, 'Convite já usado', (app: TestApp, path: string) => app.browser().post(path)],
  ['ended', 410, 'Convite vencido', async (app: TestApp) => app.advance(CODIGO_MS)],
  [
    'revoked',
    410,
    'Convite cancelado',
    (app: TestApp, _: string, id: string) => app.services.equipe.revoke(id, app.services.autorOf(CLI)),
  ],
  [
    'replaced',
    404,
    'Código não encontrado',
    ({ services: { equipe, now, autorOf } }: TestApp, _: string, id: string) =>
      equipe.reconnect(id, 'another', now() + 1, autorOf(CLI)),
  ],
] as const) {
  test(`a link that is ${what} says so and what to do, and pairs nothing`, async () => {
    const app = await startApp()
    const { path, aparelhoid } = await invite(app)
    await spoil(app, path, aparelhoid)
    const before = app.store.copy()
    for (const answer of [await app.browser().get(path), await app.browser().post(path)]) {
      expect(answer.status).toBe(status)
      expect(answer.headers.getSetCookie()).toEqual([])
      const html = await answer.text()
      expect(readText(html)).toContain(title)
      expect(html).toContain('href="/equipe"')
      expect(html).not.toContain('ENTRAR')
    }
    expect(app.store.copy()).toEqual(before)
  })
}

test('a code may be typed in any way; what can be none is refused with the field again', async () => {
  const app = await startApp()
  const { code, path } = await invite(app)
  for (const typed of [code, code.toLowerCase(), code.replace('-', ''), ` ${code.replace('-', ' ')} `]) {
    const answer = await app.browser().get(`/equipe?codigo=${encodeURIComponent(typed)}`)
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, path])
  }
  expect((await app.browser().get(path.toLowerCase().replace('-', ''))).status).toBe(200)
  const wrong = await app.browser().get('/equipe?codigo=ABC')
  expect(wrong.status).toBe(422)
  expect(await told(wrong)).toContain('Confira o código: são 8 letras e números')
  expect((await app.browser().get('/equipe')).status).toBe(200)
})

for (const headers of [
  {},
  // Without the second header Remix refuses by itself, since it believes a proxy.
  { Origin: 'https://elsewhere.test', 'X-Forwarded-Host': 'elsewhere.test' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'none' },
]) {
  test(`a post with ${JSON.stringify(headers)} does not come from a page of ours and pairs nothing`, async () => {
    const app = await startApp()
    const { path } = await invite(app)
    const before = app.store.copy()
    const answer = await app.browser().ask(path, { method: 'POST', headers, body: new URLSearchParams() })
    expect(answer.status).toBe(403)
    expect(app.store.copy()).toEqual(before)
  })
}

test('ENTRAR in a browser that is somebody’s already says whose place it takes', async () => {
  const app = await startApp()
  const cida = await openEquipe(app)
  const { path } = await invite(app)
  expect(await told(await cida.get(path))).toContain('este navegador já é de Cida Moreira')
  expect(await told(await app.browser().get(path))).not.toContain('já é de')
})

test('while storage does not answer, the page says so and can be asked again', async () => {
  const app = await startApp()
  const { path } = await invite(app)
  const error = Object.assign(new Error('away'), { name: 'StorageError' })
  app.services.equipe.findByCodigo = () => Promise.reject(error)
  for (const answer of [await app.browser().get(path), await app.browser().post(path)]) {
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
  }
})
