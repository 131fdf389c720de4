import { expect, test } from 'vitest'
import { anXlsx } from '../../support/an-xlsx.ts'
import { readText } from '../../support/html.ts'
import { EMPRESAS, kept, opened, send, withEquipe } from '../../support/planilha.ts'

test('after an hour the upload is gone and says so, and maintenance erases it', async () => {
  const { app, equipe } = await withEquipe()
  const { path, record } = await kept(app, equipe, 'empresas', EMPRESAS)
  app.advance(60 * 60_000)
  const gone = await equipe.get(path)
  expect([gone.status, await gone.text()]).toEqual([404, expect.stringContaining('Passou uma hora')])
  expect((await record('x')).headers.get('Location')).toBe(path)
  app.advance(1)
  expect(await app.services.planilhas.forget(app.services.now() - 60 * 60_000)).toBe(1)
})

const FILES: [what: string, contents: string | Buffer, says: string][] = [
  ['an empty file', '', 'Escolha a planilha'],
  ['a header alone', 'nome;telefone\n', 'só tem o cabeçalho'],
  ['binary', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3]), 'Não conseguimos ler o arquivo'],
  ['HTML', '<!doctype html><table><tr><td>nome</table>', 'página da internet'],
  ['an old .xls', Buffer.from('D0CF11E0A1B11AE1', 'hex'), '.xls antigo'],
  [
    'a protected .xlsx',
    Buffer.concat([Buffer.from('D0CF11E0A1B11AE1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
    'protegida por senha',
  ],
  ['a broken .xlsx', Buffer.from('PK\u0003\u0004nada'), 'está com defeito'],
  ['a bomb', anXlsx({ sheet: { packed: Buffer.alloc(9), unpacked: 2 ** 31, crc: 0 } }), 'grande demais'],
]

for (const [what, contents, says] of FILES) {
  test(`${what} is a 422 that says what to do, and nothing is kept`, async () => {
    const { app, equipe } = await withEquipe()
    const answer = await send(equipe, 'convidados', contents)
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(says)])
    expect(app.store.count('planilhas')).toBe(0)
  })
}

test('a file is read once, when it is sent, and another version’s upload is gone', async () => {
  const { app, equipe } = await withEquipe()
  const { path, html } = await opened(equipe, 'convidados', 'nome;telefone;segredo\nAna;11987654321;XYZZY\n')
  const [held] = app.store.all('planilhas')
  const stored = Buffer.from(held?.bytes ?? []).toString()
  expect([stored.includes('11987654321'), stored.includes('XYZZY')]).toEqual([true, true])
  expect(await html()).toMatch(/segredo<\/b>.*<option value="" selected="">Não usar/)
  if (held) app.store.put('planilhas', { ...held, bytes: Buffer.from('nome;telefone\nAna;1\n') })
  const gone = await equipe.get(path)
  expect([gone.status, await gone.text()]).toEqual([404, expect.stringContaining('não está mais aqui')])
})

test('a form without a kind or without a file says so', async () => {
  const { equipe } = await withEquipe()
  const page = await (await send(equipe, 'mesas', 'nome;telefone\n')).text()
  expect(page).toContain('Escolha o que a planilha tem')
  expect(page).toContain('<title>Erro: Planilhas · Painel</title>')
  expect((await equipe.upload('/painel/planilhas', new FormData())).status).toBe(422)
})

test('guests are chosen already, and companies where the first steps lead here', async () => {
  const { equipe } = await withEquipe()
  const chosen = async (path: string) =>
    /<input[^>]*checked=""[^>]*value="(\w+)"/.exec(await equipe.body(path))?.[1]
  expect(await chosen('/painel/planilhas')).toBe('convidados')
  expect(await chosen('/painel/planilhas?tipo=empresas')).toBe('empresas')
})

test('nobody else sends, sees, records or takes a spreadsheet', async () => {
  const { app, equipe } = await withEquipe()
  const { path } = await kept(app, equipe, 'empresas', EMPRESAS)
  const stranger = app.browser()
  const statuses = [
    await stranger.get('/painel/planilhas'),
    await send(stranger, 'empresas', EMPRESAS),
    await stranger.get(path),
    await stranger.post(path, {}),
    await stranger.get('/painel/exportar/convidados.csv'),
  ].map(({ status }) => status)
  expect(statuses).toEqual([404, 404, 404, 404, 404])
  expect(app.store.count('planilhas')).toBe(1)
})

test('rows beyond the first are on pages of their own', async () => {
  const { app, equipe } = await withEquipe()
  const rows = Array.from({ length: 450 }, (_, n) => `e${n};Empresa ${n};${n}`)
  const csv = `empresaid;nome;icredencial\n${rows.join('\n')}\n`
  const { path, html } = await kept(app, equipe, 'empresas', csv)
  expect((await html()).match(/<th scope="row">/g)).toHaveLength(6)
  expect(await html()).toContain('href="?ver=entram"')
  const last = await equipe.body(`${path}?ver=entram&pagina=3`)
  expect(last.match(/<th scope="row">/g)).toHaveLength(50)
  expect(last).toContain('401 a 450 de 450')
})

test.each([
  ['LOTAÇÃO', 300, 301, 300],
  ['what any event has', null, 99_110_001, 10_000],
])('a total beyond %s is told', async (_, lotacao, total, most) => {
  const { app, equipe } = await withEquipe()
  if (lotacao !== null)
    await equipe.post('/painel/evento/lugares', { ato: 'definir', lotacao: String(lotacao) })
  const sheet = `Empresa;Convites\nAlfa;${total}\nBeta;${most}\n`
  const page = readText(await (await kept(app, equipe, 'empresas', sheet)).html())
  expect(page).toMatch(new RegExp(`Linha 2 ?Alfa ?São ${total} convites: confira o total`))
  expect(page.match(/confira o total/g)).toHaveLength(1)
})
