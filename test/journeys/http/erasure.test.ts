import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { foldText } from '../../../server/domain/text.ts'
import { anEvento } from '../../support/temporary.ts'
import { foundBelow } from '../../support/bundle.ts'
import { createCookies } from '../../support/cookies.ts'
import { endingIn } from '../../support/environment.ts'
import { uuidOf } from '../../support/factories.ts'
import { readField } from '../../support/html.ts'
import { gravarEvento } from '../../support/process.ts'
import { openHouse } from '../../support/sqlite-house.ts'

const HOUR_MS = 3_600_000
const MESA = 'cooperativa-vale-dourado'

/** Everything people type before the erasure, by place; none of it occurs elsewhere in the product. */
const TYPED = {
  convidado: { nome: 'Zulmira Quixadá', telefone: '37998123401', email: 'zulmira@quixada.example' },
  label: 'Tia Berenice',
  noted: 'Seu Eleutério Vaz',
  equipe: 'Porteira Clotilde',
  upload: 'Genoveva Upload',
  contact: 'Helena Prado',
}
/** The same for texts that arrive after the erasure, from before it. */
const LATE = {
  convidado: { nome: 'Aristides Moxotó', telefone: '37998123402', email: 'aristides@moxoto.example' },
  held: { nome: 'Perpétua Xingu', telefone: '37998123403', email: '' },
  label: 'Padrinho Olegário',
  renamed: 'Madrinha Iolanda',
  noted: 'Dona Escolástica',
  asId: 'Compadre Juvêncio',
  corrected: 'Zulmira Corrigida',
}

const textsIn = (typed: object): string[] =>
  Object.values(typed).flatMap((value: unknown) =>
    typeof value === 'string' ? [value] : typeof value === 'object' && value ? textsIn(value) : [],
  )
/** Each text as typed, as stored, and as searched for. */
const forms = [...new Set([...textsIn(TYPED), ...textsIn(LATE)].filter((text) => text !== ''))].flatMap(
  (t) => [...new Set([t, t.toUpperCase(), foldText(t), encodeURIComponent(t)])],
)
const foundIn = (text: string) => forms.filter((form) => text.includes(form))

/** A browser on a page of ours: it keeps its cookies and says where its forms come from. */
function openBrowser() {
  const cookies = createCookies()
  let origin = ''
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('Origin', origin)
    if (cookies.header() !== '') headers.set('Cookie', cookies.header())
    const response = await fetch(origin + path, { ...init, headers, redirect: 'manual' })
    cookies.keep(response.headers.getSetCookie())
    return {
      status: response.status,
      to: response.headers.get('Location') ?? '',
      html: await response.text(),
    }
  }
  return {
    at: (url: string) => void (origin = url),
    get: (path: string) => send(path),
    post: (path: string, fields: Record<string, string> = {}) =>
      send(path, { method: 'POST', body: new URLSearchParams(fields) }),
    upload: (path: string, fields: FormData) => send(path, { method: 'POST', body: fields }),
    sync: (...entradas: unknown[]) =>
      send('/porta/sync', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ marca: null, entradas, porEnviar: 0 }),
      }),
  }
}

const fact = (n: number, fields: Record<string, unknown>) => ({
  entradaid: uuidOf(n),
  credencialid: '',
  seq: n,
  lidaem: Date.now(),
  desvio: 0,
  modo: 'busca',
  anula: null,
  anotado: null,
  ...fields,
})

/** Runs an organiser's command on the same database. */
function command(path: string, name: string, ...args: string[]): string {
  const env = { PATH: process.env.PATH, SQLITE_PATH: path, EVENTO: anEvento(endingIn(-HOUR_MS)) }
  const { stdout, stderr, status } = spawnSync(process.execPath, ['build/node/cli/main.js', name, ...args], {
    env: { ...env, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  return stdout
}

test('after the erasure nothing anybody typed is in the files or on a page, whatever was delivered afterwards', async () => {
  const house = openHouse()
  const start = (end: number) => house.start({ EVENTO: anEvento(endingIn(end)), LOG_LEVEL: 'trace' })
  const before = await start(HOUR_MS)
  const [painel, convidado, held, phone, revoked, mesaBrowser] = Array.from({ length: 6 }, openBrowser)
  if (!painel || !convidado || !held || !phone || !revoked || !mesaBrowser) throw new Error('no browsers')
  const everybody = [painel, convidado, held, phone, revoked, mesaBrowser]
  for (const browser of everybody) browser.at(before.url)
  const pair = async (browser: typeof painel, path: string) => {
    expect((await browser.post(path)).status).toBe(303)
  }
  await pair(painel, /\/equipe\/\S+/.exec(before.printed())?.[0] ?? '')
  const invite = (nome: string) => command(house.path, 'equipe', 'convidar', nome, '--papel', 'porta')
  for (const browser of [phone, revoked])
    await pair(browser, /\/equipe\/\S+/.exec(invite(TYPED.equipe))?.[0] ?? '')

  await convidado.post(`/${MESA}`)
  await convidado.post('/cadastro', { ...TYPED.convidado, empresaid: MESA })
  expect((await painel.get('/painel/convidados')).html).toContain('ZULMIRA QUIXADÁ')
  await held.post(`/${MESA}`)
  const mesa = /\/mesa\/\S+/.exec(command(house.path, 'empresas', 'listar', '--mesas'))?.[0] ?? ''
  const label = async (rotulos: string) => {
    const pedido = readField((await mesaBrowser.get(mesa)).html, 'pedido') ?? 'p'.repeat(22)
    return mesaBrowser.post(mesa, { ato: 'criar', rotulos, pedido })
  }
  expect((await label(TYPED.label)).status).toBe(303)
  const shown = (await mesaBrowser.get(mesa)).html
  expect(shown).toContain(TYPED.label)
  const [, codigo = ''] = /name="codigo" value="([a-z2-7]{20})"/.exec(shown) ?? []
  expect(codigo).not.toBe('')
  expect((await phone.sync(fact(1, { anotado: TYPED.noted }))).status).toBe(200)
  expect((await revoked.sync()).status).toBe(200)
  const sheet = new FormData()
  sheet.set('tipo', 'convidados')
  const csv = `nome,telefone\n${TYPED.upload},37998123404\n`
  sheet.set('arquivo', new Blob([csv], { type: 'text/csv' }), 'lista.csv')
  const uploaded = await painel.upload('/painel/planilhas', sheet)
  expect(uploaded.to).toMatch(/^\/painel\/planilhas\/\S+/)
  const [, credencialid = ''] = /\/painel\/convidados\/(\d{13})/.exec(
    (await painel.get('/painel/convidados')).html,
  ) ?? ['', '']
  expect(credencialid).not.toBe('')
  const stored = new Set(foundBelow(house.directory, forms).map((found) => found.replace(/^.*?: /, '')))
  for (const text of textsIn(TYPED))
    expect([text, stored.has(text) || stored.has(text.toUpperCase())]).toEqual([text, true])
  await before.stop()

  gravarEvento(house.path, anEvento(endingIn(-HOUR_MS)))
  const after = await start(-HOUR_MS)
  for (const browser of everybody) browser.at(after.url)
  const expurgo = (await painel.get('/painel/expurgo')).html
  expect(expurgo).toContain('1 nome de convite pessoal')
  const erased = await painel.post('/painel/expurgo', { palavra: 'APAGAR', antes: 'sim', contatos: 'sim' })
  expect(erased.to).toBe('/painel/expurgo?feito=apagado')

  // Late arrivals from phones, and from pages opened before.
  const noted = await phone.sync(
    fact(2, { anotado: LATE.noted, lidaem: Date.now() - 2 * HOUR_MS }),
    fact(3, { credencialid: LATE.asId, modo: 'camera' }),
    fact(4, { credencialid, modo: 'camera' }),
  )
  expect(JSON.parse(noted.html)).toMatchObject({ guardadas: [uuidOf(2), uuidOf(3), uuidOf(4)] })
  expect((await phone.sync(fact(5, { entradaid: LATE.asId }))).status).toBe(400)
  await revoked.sync(fact(6, { anotado: LATE.noted }))
  expect((await convidado.post('/cadastro', LATE.convidado)).status).toBe(410)
  expect((await held.post('/cadastro', { ...LATE.held, empresaid: MESA })).status).toBe(410)
  expect((await label(LATE.label)).status).toBe(303)
  await mesaBrowser.post(mesa, { ato: 'mudar', codigo, [`rotulo-${codigo}`]: LATE.renamed })
  const corrected = { ...LATE.convidado, nome: LATE.corrected }
  const correction = await painel.post(`/painel/convidados/${credencialid}/corrigir`, corrected)
  expect(correction.to).toContain('sumiu')
  const recorded = await painel.get((await painel.post(uploaded.to, { ato: 'gravar', efeito: 'x' })).to)
  expect([recorded.html.includes('<form'), foundIn(recorded.html)]).toEqual([false, []])
  const told = { ato: 'separar', um: LATE.asId, outro: LATE.noted, fica: '' }
  expect((await painel.post('/painel/repetidos', told)).to).toContain('resolvido')

  const pages = [
    ...[
      '/painel',
      '/painel/numeros',
      '/painel/expurgo',
      '/painel/historico',
      '/painel/porta',
      '/painel/equipe',
    ],
    ...['/painel/convidados', '/painel/planilhas', '/painel/repetidos', '/painel/rajadas', '/painel/listas'],
    ...[
      '/painel/depois',
      '/painel/depois/faltas',
      '/painel/depois/folha',
      '/painel/listas/nomes',
      '/painel/listas/mesas',
      '/painel/listas/entradas',
      '/painel/listas/certificados',
      `/painel/empresas/${MESA}`,
    ],
    ...[
      `/painel/convidados?empresa=${MESA}`,
      '/painel/exportar/convidados.csv',
      '/painel/exportar/empresas.csv',
    ],
    ...[
      '/',
      '/minhas',
      '/cadastro',
      `/${MESA}`,
      `/${MESA}/${codigo}`,
      mesa,
      `${mesa}/lista`,
      `${mesa}/lista.csv`,
    ],
  ]
  for (const path of pages) {
    const reader = path.startsWith('/painel') ? painel : path.startsWith('/mesa') ? mesaBrowser : convidado
    const { status, html } = await reader.get(path)
    expect([path, status, foundIn(html)]).toEqual([path, 200, []])
  }
  expect(foundIn(JSON.stringify(await phone.sync()))).toEqual([])
  expect((await painel.get('/painel/expurgo')).html).toContain('Não há dados de convidados guardados.')
  // The files while the server is up, including the log and its index.
  expect(foundBelow(house.directory, forms)).toEqual([])
  expect(foundBelow(house.directory, ['Cooperativa Vale Dourado'])).not.toEqual([])
  expect(foundIn(after.printed())).toEqual([])
  expect(command(house.path, 'expurgo')).toMatch(/A apagar: 0 credenciais, 0 chaves[^]*Ficam/)
  expect(command(house.path, 'expurgo')).not.toMatch(/Também|Contatos/)
})
