import { expect, test } from 'vitest'
import { CODIGO_MS } from '../../../server/domain/aparelho.ts'
import { readText } from '../../support/html.ts'
import { startApp, type Browser } from '../../support/remix.ts'
import { openEquipe } from '../../support/equipe.ts'

const PAGE = '/painel/equipe'
const told = async (answer: Response) => readText(await answer.text())

/** Presses a button of the page. */
const press = (browser: Browser, ato: string, fields: Record<string, string> = {}) =>
  browser.post(PAGE, { ato, ...fields })

/** The code the page shows. */
const codeOn = async (browser: Browser) =>
  /class="chave">([^<]*)</.exec(await browser.body(PAGE))?.[1] ?? null

/** Cida, an organiser, and her app. */
async function start() {
  const app = await startApp()
  return { app, store: app.store, cida: await openEquipe(app) }
}

const aparelhoOf = ({ store }: Awaited<ReturnType<typeof start>>, nome: string) => {
  const found = store.all('aparelhos').find((one) => one.nome === nome)
  if (!found) throw new Error(`nobody is called ${nome}`)
  return found
}
const atosOf = ({ store }: Awaited<ReturnType<typeof start>>) =>
  store.all('historico').map(({ ato, quem, alvo }) => [ato, quem, alvo])

test('Convidar stores an invitation and shows its code, QR and link to the browser that made it alone', async () => {
  const equipe = await start()
  const luana = await openEquipe(equipe.app, { nome: 'Luana Freitas' })
  const answer = await press(equipe.cida, 'convidar', { nome: ' Osvaldo  Lemes ', papel: 'porta' })
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/painel/equipe?feito=convidou'])
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-codigos=[^;]+; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ])
  const { aparelhoid } = aparelhoOf(equipe, 'Osvaldo Lemes')
  expect(atosOf(equipe)).toEqual([['convidou', equipe.cida.aparelhoid, aparelhoid]])

  const html = await equipe.cida.body('/painel/equipe?feito=convidou')
  const text = readText(html)
  expect(text).toContain('1 convite por usar')
  expect(text).toContain('Convite de Osvaldo Lemes')
  expect(text).toContain('Porta. Serve uma vez, até 12h30.')
  const code = await codeOn(equipe.cida)
  expect(decodeURIComponent(html)).toContain(`até 12h30: https://convite.test/equipe/${code}`)
  expect(html).toContain('aria-label="QR do convite de Osvaldo Lemes"')
  expect(JSON.stringify(equipe.store.all('aparelhos'))).not.toContain(code)

  expect(await codeOn(luana)).toBeNull()
  expect(await told(await luana.get(PAGE))).toContain('Osvaldo Lemes Porta Convite até 12h30 ainda não')
  expect((await equipe.app.browser().post(`/equipe/${code}`)).status).toBe(303)
  expect(await codeOn(equipe.cida)).toBeNull()
  expect(await told(await equipe.cida.get(PAGE))).toContain('Osvaldo Lemes Porta Na equipe agora')
})

test('several invitations in a row are shown, the newest first, until each is used or has ended', async () => {
  const { app, cida } = await start()
  for (const nome of ['Ana', 'Bia', 'Caio', 'Davi', 'Eva', 'Fábio']) {
    await press(cida, 'convidar', { nome, papel: 'porta' })
  }
  const shown = async () =>
    [...(await cida.body(PAGE)).matchAll(/QR do convite de ([^"]*)/g)].map(([, nome]) => nome)
  expect(await shown()).toEqual(['Fábio', 'Eva', 'Davi', 'Caio', 'Bia'])
  app.advance(CODIGO_MS)
  expect(await shown()).toEqual([])
  expect(await told(await cida.get(PAGE))).toContain('Convite vencido')
})

for (const [what, fields, message] of [
  ['no name', { nome: ' ', papel: 'organizacao' }, 'Digite o nome da pessoa.'],
  ['81 characters', { nome: 'a'.repeat(81), papel: 'porta' }, 'Encurte o nome: cabem 80 letras.'],
  ['no role', { nome: 'Ana' }, 'Escolha o que a pessoa pode fazer.'],
] as const) {
  test(`Convidar with ${what} shows the form again with what was typed, and stores nothing`, async () => {
    const { store, cida } = await start()
    const before = store.copy()
    const answer = await press(cida, 'convidar', fields)
    expect(answer.status).toBe(422)
    const html = await answer.text()
    expect(html).toContain('<title>Erro: Equipe · Painel</title>')
    expect(readText(html)).toContain(`Falta corrigir 1 campo ${message}`)
    expect(html).toContain(`value="${fields.nome}"`)
    expect(store.copy()).toEqual(before)
  })
}

test('Tirar da equipe takes effect on the next request of the browser, and Reconectar brings the person back by another code', async () => {
  const equipe = await start()
  const luana = await openEquipe(equipe.app, { nome: 'Luana Freitas' })
  const { aparelhoid } = luana
  expect((await luana.get(PAGE)).status).toBe(200)
  const answer = await press(equipe.cida, 'revogar', { aparelhoid })
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/painel/equipe?feito=revogou'])
  expect((await luana.get(PAGE)).status).toBe(404)
  expect((await press(luana, 'convidar', { nome: 'Ana', papel: 'porta' })).status).toBe(404)
  expect(await told(await equipe.cida.get(PAGE))).toContain('Luana Freitas Organização Fora da equipe, 12h00')

  expect((await press(equipe.cida, 'reconectar', { aparelhoid })).status).toBe(303)
  expect((await luana.get(PAGE)).status).toBe(404)
  const other = equipe.app.browser()
  expect((await other.post(`/equipe/${await codeOn(equipe.cida)}`)).headers.get('Location')).toBe('/painel')
  expect((await other.get(PAGE)).status).toBe(200)
  expect(aparelhoOf(equipe, 'Luana Freitas')).toMatchObject({ aparelhoid, revogadoem: null })
  const quem = equipe.cida.aparelhoid
  expect(atosOf(equipe)).toEqual([
    ['revogou', quem, aparelhoid],
    ['reconectou', quem, aparelhoid],
    ['pareou', aparelhoid, aparelhoid],
  ])
})

test('Reconectar of a browser that is still paired closes it at once', async () => {
  const equipe = await start()
  const luana = await openEquipe(equipe.app, { nome: 'Luana' })
  await press(equipe.cida, 'reconectar', { aparelhoid: luana.aparelhoid })
  expect((await luana.get(PAGE)).status).toBe(404)
  expect(await codeOn(equipe.cida)).not.toBeNull()
})

test('an invitation that is cancelled pairs nothing any more and leaves no row', async () => {
  const equipe = await start()
  await press(equipe.cida, 'convidar', { nome: 'Téo Camargo', papel: 'porta' })
  const code = await codeOn(equipe.cida)
  const { aparelhoid } = aparelhoOf(equipe, 'Téo Camargo')
  const answer = await press(equipe.cida, 'cancelar', { aparelhoid })
  expect(answer.headers.get('Location')).toBe('/painel/equipe?feito=cancelou')
  expect((await equipe.app.browser().post(`/equipe/${code}`)).status).toBe(410)
  expect(await equipe.cida.body(PAGE)).not.toContain('Téo')
})

test('the last organiser reads what it means to leave, has to say so twice, and is told when it is done', async () => {
  const equipe = await start()
  const { aparelhoid } = equipe.cida
  const page = await equipe.cida.body(PAGE)
  expect(readText(page)).toContain(
    'o último da organização: você sai agora e só volta com um link do suporte técnico.',
  )
  expect(page).toMatch(/<input id="ultimo" type="checkbox"[^>]*required/)
  const before = equipe.store.copy()
  const refused = await press(equipe.cida, 'revogar', { aparelhoid })
  expect(refused.status).toBe(422)
  const html = await refused.text()
  expect(html).toContain('href="#ultimo"')
  expect(html).toContain('<details class="perigo" open="">')
  expect(equipe.store.copy()).toEqual(before)

  const done = await press(equipe.cida, 'revogar', { aparelhoid, ultimo: 'sim' })
  expect([done.status, done.headers.get('Location')]).toEqual([303, '/equipe?feito=saiu'])
  expect(await told(await equipe.cida.get('/equipe?feito=saiu'))).toContain('este navegador saiu da equipe')
  expect((await equipe.cida.get(PAGE)).status).toBe(404)
})

test('one of two organisers leaves with one button', async () => {
  const equipe = await start()
  await openEquipe(equipe.app, { nome: 'Luana' })
  const page = await equipe.cida.body(PAGE)
  expect(page).not.toContain('id="ultimo"')
  expect(readText(page)).toContain('outra pessoa da organização pode reconectar você')
  const done = await press(equipe.cida, 'revogar', { aparelhoid: equipe.cida.aparelhoid })
  expect(done.headers.get('Location')).toBe('/equipe?feito=saiu')
})

test('when two organisers revoke each other at once, both are out and the history has both', async () => {
  const equipe = await start()
  const luana = await openEquipe(equipe.app, { nome: 'Luana' })
  await Promise.all([
    press(equipe.cida, 'revogar', { aparelhoid: luana.aparelhoid }),
    press(luana, 'revogar', { aparelhoid: equipe.cida.aparelhoid }),
  ])
  const gone = equipe.store.all('aparelhos').filter(({ segredo }) => segredo === null)
  expect(gone.length).toBe(atosOf(equipe).length)
  expect(gone.length).toBeGreaterThan(0)
})

test('what no button of the page sends is refused and does nothing', async () => {
  const { store, cida } = await start()
  const before = store.copy()
  expect((await press(cida, 'apagar')).status).toBe(400)
  expect((await press(cida, 'reconectar', { aparelhoid: cida.aparelhoid })).status).toBe(400)
  expect((await press(cida, 'reconectar', { aparelhoid: 'ninguém' })).status).toBe(422)
  expect((await press(cida, 'revogar', { aparelhoid: 'ninguém' })).status).toBe(303)
  expect(store.copy()).toEqual(before)
})

test('when a browser was seen is told to the minute, then by the hour, then by the day', async () => {
  const { app, cida } = await start()
  const rafael = await openEquipe(app, { nome: 'Rafael', papel: 'porta' })
  const seen = async () => /Rafael Porta Na equipe (.*?) Tirar/.exec(await told(await cida.get(PAGE)))?.[1]
  expect(await seen()).toBe('agora')
  for (const [minutes, words] of [
    [12, 'há 12 min'],
    [120, '12h00'],
    [1500, '1/9, 12h00'],
  ] as const) {
    app.advance(minutes * 60_000)
    expect(await seen()).toBe(words)
  }
  expect((await rafael.get(PAGE)).status).toBe(404)
})

test('a browser that is not of the team finds no page of the board, and the way to a code, whether the address exists or not', async () => {
  const { app } = await start()
  for (const path of [PAGE, '/painel/nada', '/PAINEL/equipe']) {
    const answer = await app.browser().get(path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('href="/equipe"')
  }
  expect(await app.browser().body('/nada/aqui')).not.toContain('href="/equipe"')
})

test('a cookie of codes somebody made up shows nothing and breaks nothing', async () => {
  const { cida } = await start()
  const mine = cida.cookie()
  for (const value of ['null', '"x"', '{}', '[1,null,"2222-2222","<b>"]', '"']) {
    cida.steal(`${mine}; __Host-codigos=${encodeURIComponent(Buffer.from(value).toString('base64'))}`)
    expect((await cida.get(PAGE)).status).toBe(200)
    expect(await codeOn(cida)).toBeNull()
  }
})
