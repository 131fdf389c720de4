import { expect, test } from 'vitest'
import { readTable } from '../../../server/planilhas/table.ts'
import { aClaim, anEmpresa, aRegister } from '../../support/factories.ts'
import { anXlsx } from '../../support/an-xlsx.ts'
import { countsIn, digestIn, opened, send, withTeam } from '../../support/planilha.ts'

const EMPRESAS =
  'empresaid;nome;icredencial\nnova;Sítio Novo;12\nacme;Fazenda Acme;20\nruim;Ruim;vinte\nbaixo;Baixo;3\n'
const CONVIDADOS =
  'nome;telefone;email;empresaid\nAna Lima;11987654321;ana@exemplo.com;acme\nBia Souza;1187654322;;acme\nCaio;11987654323;;\n'

const atosOf = (app: Awaited<ReturnType<typeof withTeam>>['app']) =>
  [...app.store.historico.values()].map(({ ato, quem, alvo, detalhe }) => ({ ato, quem, alvo, detalhe }))

test('companies are previewed by line, and nothing is written before GRAVAR; the same file again changes nothing', async () => {
  const { app, team } = await withTeam()
  app.store.empresas.set(
    'baixo',
    anEmpresa({ empresaid: 'baixo', nome: 'Baixo', icredencial: 5, licredencial: 4 }),
  )
  const before = structuredClone([...app.store.empresas])
  const { html, record, path } = await opened(team, 'empresas', EMPRESAS)
  const preview = await html()
  expect(countsIn(preview)).toEqual([1, 1, 0, 2])
  expect(preview).toContain('Nada foi gravado ainda')
  expect(preview).toMatch(/Sítio Novo<\/th><td class="n">12 convites<\/td><td class="n">linha 2/)
  expect(preview).toMatch(/total: <del>10<\/del> <b>20<\/b>.*linha 3/)
  expect(preview).toMatch(/Linha 4<\/th><td>Ruim<\/td><td class="larga">Icredencial &quot;vinte&quot;/)
  expect(preview).toMatch(/Linha 5<\/th><td>Baixo<\/td>.*menor que o número de convites/)
  expect([...app.store.empresas]).toEqual(before)

  const recorded = await record()
  expect([recorded.status, recorded.headers.get('Location')]).toEqual([
    303,
    '/painel/planilhas?feito=gravada&entraram=1&mudaram=1&recusadas=2',
  ])
  expect(app.store.empresas.get('acme')).toMatchObject({ icredencial: 20, licredencial: 2 })
  expect(app.store.empresas.get('nova')).toMatchObject({ nome: 'Sítio Novo', icredencial: 12 })
  expect(app.store.empresas.get('baixo')).toMatchObject({ icredencial: 5 })
  expect(atosOf(app)).toEqual([{ ato: 'gravou-empresas', quem: team.aparelhoid, alvo: '', detalhe: '1 1' }])
  expect(app.store.planilhas.size).toBe(0)
  expect((await team.get(path)).status).toBe(404)

  expect(countsIn(await (await opened(team, 'empresas', EMPRESAS)).html())).toEqual([0, 0, 2, 2])
})

test('each row of guests is a registration by the form’s rules, an old mobile in its present form', async () => {
  const { app, team } = await withTeam()
  const { html, record } = await opened(
    team,
    'convidados',
    `${CONVIDADOS}X;12;;\nDavi;11987654324;;nenhuma\n`,
  )
  const preview = await html()
  expect(countsIn(preview)).toEqual([3, 0, 0, 2])
  expect(preview).toMatch(/ANA LIMA<\/th><td>Fazenda Acme/)
  expect(preview).toMatch(/CAIO<\/th><td>sem empresa/)
  expect(preview).toContain('DDD + número')
  expect(preview).toContain('A empresa &quot;nenhuma&quot; não existe')
  expect((await record()).status).toBe(303)
  const guests = [...app.store.credenciais.values()]
  expect(guests.map(({ nome, telefone, email }) => [nome, telefone, email])).toEqual([
    ['ANA LIMA', '11987654321', 'ana@exemplo.com'],
    ['BIA SOUZA', '11987654322', ''],
    ['CAIO', '11987654323', ''],
  ])
  expect(app.store.empresas.get('acme')).toMatchObject({ licredencial: 4 })
  expect(atosOf(app).map(({ ato, quem, detalhe }) => [ato, quem, detalhe])).toEqual([
    ['cadastrou', team.aparelhoid, 'acme'],
    ['cadastrou', team.aparelhoid, 'acme'],
    ['cadastrou', team.aparelhoid, ''],
  ])

  const again = await opened(team, 'convidados', CONVIDADOS)
  expect(countsIn(await again.html())).toEqual([0, 0, 3, 0])
  expect(await again.html()).toContain('Não há o que gravar')
  expect((await again.record()).status).toBe(303)
  expect(app.store.credenciais.size).toBe(3)
  expect(app.store.historico.size).toBe(3)
})

test('LIMITE ATINGIDO refuses its line, and a guest twice in a file is one', async () => {
  const { app, team } = await withTeam()
  app.store.empresas.set(
    'cheia',
    anEmpresa({ empresaid: 'cheia', nome: 'Cheia', icredencial: 2, licredencial: 1 }),
  )
  const rows = 'nome;telefone;empresaid\nAna;11987654321;cheia\nBia;11987654322;cheia\nANÁ;11987654321;\n'
  const { html, record } = await opened(team, 'convidados', rows)
  expect(countsIn(await html())).toEqual([1, 0, 0, 2])
  expect(await html()).toMatch(/Linha 3<\/th>.*LIMITE ATINGIDO: Cheia não tem mais convites/)
  expect(await html()).toMatch(/Linha 4<\/th>.*já está na linha 2/)
  await record()
  expect(app.store.empresas.get('cheia')).toMatchObject({ licredencial: 2 })
})

test('a guest registered before gets the invitation and the e-mail that were missing, and nothing else', async () => {
  const { app, team } = await withTeam()
  const cadastro = { nome: 'ANA LIMA', telefone: '11987654321', email: '' }
  await app.services.credenciais.register(aRegister({ cadastro, chave: app.services.chaveOf(cadastro) }))
  const { html, record } = await opened(team, 'convidados', CONVIDADOS)
  expect(countsIn(await html())).toEqual([2, 1, 0, 0])
  expect(await html()).toMatch(/ANA LIMA.*convite: <b>Fazenda Acme<\/b>.*e-mail: <b>ana@exemplo.com<\/b>/)
  await record()
  expect([...app.store.credenciais.values()].map(({ nome, email }) => [nome, email])[0]).toEqual([
    'ANA LIMA',
    'ana@exemplo.com',
  ])
  expect(app.store.empresas.get('acme')).toMatchObject({ licredencial: 4 })
})

test('an effect that has changed meanwhile brings the preview back, and nothing is written', async () => {
  const { app, team } = await withTeam()
  const { path, html } = await opened(team, 'empresas', EMPRESAS)
  const seen = digestIn(await html())
  app.store.empresas.set('acme', anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme', icredencial: 20 }))
  const before = structuredClone([...app.store.empresas])
  const answer = await team.post(path, { efeito: seen })
  const page = await answer.text()
  expect(answer.status).toBe(409)
  expect(page).toContain('mudou enquanto você conferia')
  expect(countsIn(page)).toEqual([2, 0, 1, 1])
  expect([...app.store.empresas]).toEqual(before)
  expect((await team.post(path, { efeito: digestIn(page) })).status).toBe(303)
  expect(app.store.empresas.has('nova')).toBe(true)
})

test('after an hour the upload is gone and says so, and maintenance erases it', async () => {
  const { app, team } = await withTeam()
  const { path, record } = await opened(team, 'empresas', EMPRESAS)
  app.advance(60 * 60_000)
  const gone = await team.get(path)
  expect([gone.status, await gone.text()]).toEqual([404, expect.stringContaining('passou uma hora')])
  expect((await record('x')).headers.get('Location')).toBe(path)
  app.advance(1)
  expect(await app.services.planilhas.forget(app.services.now() - 60 * 60_000)).toBe(1)
})

test('two organisers who press GRAVAR at once write each row once', async () => {
  const { app, team } = await withTeam()
  const rows = Array.from(
    { length: 30 },
    (_, n) =>
      `Pessoa ${'abcdefghijklmnopqrstuvwxyzABCD'[n] ?? ''}a;119876543${String(n).padStart(2, '0')};acme`,
  )
  app.store.empresas.set('acme', anEmpresa({ empresaid: 'acme', icredencial: 100 }))
  const { record } = await opened(team, 'convidados', `nome;telefone;empresaid\n${rows.join('\n')}\n`)
  const answers = await Promise.all([record(), record()])
  for (const { status } of answers) expect([303, 409]).toContain(status)
  expect(app.store.credenciais.size).toBe(30)
  expect(app.store.empresas.get('acme')).toMatchObject({ licredencial: 30 })
  expect(app.store.historico.size).toBe(30)
})

test('beside guests who register by the link, no invitation is given twice', async () => {
  const { app, team } = await withTeam()
  app.store.empresas.set('acme', anEmpresa({ empresaid: 'acme', icredencial: 20, licredencial: 0 }))
  const rows = Array.from(
    { length: 20 },
    (_, n) => `Da planilha ${'abcdefghijklmnopqrst'[n] ?? ''};119876543${String(n).padStart(2, '0')};acme`,
  )
  const { record, html } = await opened(team, 'convidados', `nome;telefone;empresaid\n${rows.join('\n')}\n`)
  const register = app.services.credenciais.register.bind(app.services.credenciais)
  let byLink = 0
  // A guest comes before each of the first eight rows.
  app.services.credenciais.register = async (request) => {
    if (byLink++ < 8) await register(aRegister({ claim: aClaim('acme') }))
    return register(request)
  }
  const answer = await record()
  const usadas = [...app.store.reservas.values()].filter(({ estado }) => estado === 'usada')
  expect(usadas).toHaveLength(20)
  expect(app.store.empresas.get('acme')).toMatchObject({ licredencial: 20 })
  expect(app.store.credenciais.size).toBe(20)
  expect(answer.headers.get('Location')).toMatch(/\/painel\/planilhas\/.*\?gravadas=\d+$/)
  expect(countsIn(await html())[3]).toBeGreaterThan(0)
})

test('an import that broke off goes on where it stopped', async () => {
  const { app, team } = await withTeam()
  const register = app.services.credenciais.register.bind(app.services.credenciais)
  let left = 1
  app.services.credenciais.register = async (request) => {
    if (left-- <= 0) throw Object.assign(new Error('gone'), { name: 'StorageError' })
    return register(request)
  }
  const { record, html } = await opened(team, 'convidados', CONVIDADOS)
  expect((await record()).status).toBe(503)
  app.services.credenciais.register = register
  expect(app.store.credenciais.size).toBe(1)
  const page = await html()
  expect(countsIn(page)).toEqual([2, 0, 1, 0])
  expect((await record(digestIn(page))).status).toBe(303)
  expect(app.store.credenciais.size).toBe(3)
})

const FILES: [what: string, contents: string | Buffer, says: string][] = [
  ['an empty file', '', 'Escolha a planilha'],
  ['a header alone', 'nome;telefone\n', 'só tem o cabeçalho'],
  ['columns of companies', 'nome;icredencial\nUm;1\n', 'Falta a coluna telefone'],
  ['binary', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3]), 'não é uma planilha que se leia'],
  ['HTML', '<!doctype html><table><tr><td>nome</table>', 'página da internet'],
  ['an old .xls', Buffer.from('D0CF11E0A1B11AE1', 'hex'), '.xls antigo'],
  [
    'a protected .xlsx',
    Buffer.concat([Buffer.from('D0CF11E0A1B11AE1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
    'protegida por senha',
  ],
  ['a broken .xlsx', Buffer.from('PK\u0003\u0004nada'), 'está com defeito'],
  ['20,001 rows', `nome;telefone\n${'Ana;11987654321\n'.repeat(20_001)}`, 'mais de 20.000 linhas'],
  ['5 MB and a byte', `nome;telefone\n${'a'.repeat(5 * 1024 * 1024 - 13)}`, 'mais de 5 MB'],
  ['a bomb', anXlsx({ sheet: { packed: Buffer.alloc(9), unpacked: 2 ** 31, crc: 0 } }), 'grande demais'],
]

for (const [what, contents, says] of FILES) {
  test(`${what} is a 422 that says what to do, and nothing is kept`, async () => {
    const { app, team } = await withTeam()
    const answer = await send(team, 'convidados', contents)
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(says)])
    expect(app.store.planilhas.size).toBe(0)
  })
}

test('a form without a kind or without a file says so', async () => {
  const { team } = await withTeam()
  const page = await (await send(team, 'mesas', 'nome;telefone\n')).text()
  expect(page).toContain('Escolha o que a planilha tem')
  expect(page).toContain('<title>Erro: Planilhas · Painel</title>')
  expect((await team.upload('/painel/planilhas', new FormData())).status).toBe(422)
})

test('nobody else sends, sees, records or takes a spreadsheet', async () => {
  const { app, team } = await withTeam()
  const { path } = await opened(team, 'empresas', EMPRESAS)
  const stranger = app.browser()
  const statuses = [
    await stranger.get('/painel/planilhas'),
    await send(stranger, 'empresas', EMPRESAS),
    await stranger.get(path),
    await stranger.post(path, {}),
    await stranger.get('/painel/exportar/convidados.csv'),
  ].map(({ status }) => status)
  expect(statuses).toEqual([404, 404, 404, 404, 404])
  expect(app.store.planilhas.size).toBe(1)
})

test('guests are exported with company, code and who is inside, and what was exported changes nothing when it comes back', async () => {
  const { app, team } = await withTeam()
  await (await opened(team, 'convidados', CONVIDADOS)).record()
  const [ana] = [...app.store.credenciais.values()]
  const entrada = { entradaid: 'e1', credencialid: ana?.credencialid ?? '', aparelhoid: 'a', seq: 1 }
  const at = Date.parse('2027-09-16T19:42:00-03:00')
  await app.services.entradas.add(
    [{ ...entrada, lidaem: at, desvio: 0, modo: 'painel', recebidaem: at, anula: null, anotado: null }],
    null,
  )
  const bytes = Buffer.from(await (await team.get('/painel/exportar/convidados.csv')).arrayBuffer())
  const csv = bytes.toString()
  const xlsx = await team.get('/painel/exportar/convidados.xlsx')
  const table = await readTable(Buffer.from(await xlsx.arrayBuffer()))
  expect(csv.split('\r\n')[1]).toMatch(
    /;00000000000;ANA LIMA;11987654321;.*;acme;Fazenda Acme;\S+;dentro;16\/09\/2027 19:42;$/,
  )
  expect(csv.split('\r\n')[3]).toMatch(/;CAIO;.*;confirmado;;$/)
  expect(csv.startsWith('\uFEFFempresaid;')).toBe(true)
  expect(table.columns.slice(-2)).toEqual(['dentro_desde', 'desistiu_em'])
  expect(table.rows[0]?.cells.slice(3, 6)).toEqual(['00000000000', 'ANA LIMA', '11987654321'])
  expect(xlsx.headers.get('Content-Disposition')).toBe('attachment; filename="convidados.xlsx"')
  expect(atosOf(app).filter(({ ato }) => ato === 'exportou-convidados')).toEqual(
    [1, 2].map(() => ({ ato: 'exportou-convidados', quem: team.aparelhoid, alvo: '', detalhe: '3' })),
  )
  expect(countsIn(await (await opened(team, 'convidados', csv)).html())).toEqual([0, 0, 3, 0])
})

test('companies are exported with numbers and link, no formula alive, and come back unchanged', async () => {
  const { app, team } = await withTeam()
  app.store.empresas.set(
    'mal',
    anEmpresa({ empresaid: 'mal', nome: 'Bem', contato: '=1+1', cnpj: '00012345000190' }),
  )
  const csv = await (await team.get('/painel/exportar/empresas.csv')).text()
  expect(csv).toContain(";'=1+1;")
  const bytes = Buffer.from(await (await team.get('/painel/exportar/empresas.xlsx')).arrayBuffer())
  const { columns, rows } = await readTable(bytes)
  const row = Object.fromEntries(columns.map((column, index) => [column, rows[0]?.cells[index]]))
  expect(row).toMatchObject({
    empresaid: 'acme',
    icredencial: '10',
    confirmados: '2',
    livres: '8',
    dentro: '0',
  })
  expect(row.link).toMatch(/\/acme$/)
  expect(countsIn(await (await opened(team, 'empresas', bytes)).html())).toEqual([0, 0, 2, 0])
  expect(atosOf(app).map(({ ato, detalhe }) => [ato, detalhe])).toEqual([
    ['exportou-empresas', '2'],
    ['exportou-empresas', '2'],
  ])
})

test('an export of anything else is a 404', async () => {
  const { team } = await withTeam()
  for (const name of ['convidados', 'convidados.pdf', 'convidados.csv.xlsx', 'equipe.csv'])
    expect((await team.get(`/painel/exportar/${name}`)).status).toBe(404)
})

test('rows beyond the first are on pages of their own', async () => {
  const { team } = await withTeam()
  const rows = Array.from({ length: 450 }, (_, n) => `e${n};Empresa ${n};${n}`)
  const { path, html } = await opened(team, 'empresas', `empresaid;nome;icredencial\n${rows.join('\n')}\n`)
  expect((await html()).match(/<th scope="row">/g)).toHaveLength(6)
  expect(await html()).toContain('href="?ver=entram"')
  const last = await (await team.get(`${path}?ver=entram&pagina=3`)).text()
  expect(last.match(/<th scope="row">/g)).toHaveLength(50)
  expect(last).toContain('401 a 450 de 450')
})
