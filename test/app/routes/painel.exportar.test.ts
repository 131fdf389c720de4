import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { newMesa } from '../../../server/domain/mesa.ts'
import { folhaOf } from '../../../server/planilhas/folha.ts'
import { aPessoa } from '../../contract/convite-lugares.cases.ts'
import { aClaim, anAutor, anEmpresa, anEntrada, aRegister } from '../../support/factories.ts'
import { pastaOf } from '../../support/pasta.ts'
import { atosOf, CONVIDADOS, countsIn, kept, send, withEquipe } from '../../support/planilha.ts'

test('guests are exported with company, code and who is inside, and what was exported changes nothing when it comes back', async () => {
  const { app, equipe } = await withEquipe()
  await (await kept(app, equipe, 'convidados', CONVIDADOS)).record()
  const [ana] = app.store.all('credenciais')
  app.store.put('mesas', { ...newMesa('acme'), numero: 'A3' })
  const at = Date.parse('2027-09-16T19:42:00-03:00')
  const bia = app.store.all('credenciais').find(({ nome }) => nome === 'BIA SOUZA')?.credencialid ?? ''
  const withdrawal = { credencialid: bia, empresaid: null, now: app.services.now(), isClosed: false }
  await app.services.desistencias.withdraw(withdrawal, anAutor())
  for (const id of [ana?.credencialid ?? '', bia])
    await app.services.entradas.add([anEntrada(id, { lidaem: at, recebidaem: at })], null)
  const bytes = Buffer.from(await (await equipe.get('/painel/exportar/convidados.csv')).arrayBuffer())
  const csv = bytes.toString()
  const xlsx = await equipe.get('/painel/exportar/convidados.xlsx')
  const folha = await folhaOf(await pastaOf(Buffer.from(await xlsx.arrayBuffer())), 'convidados')
  expect(csv.split('\r\n')[1]).toMatch(
    /^ANA LIMA;Fazenda Acme;acme;11987654321;ana@exemplo.com;dentro;16\/09\/2027 19:42;;\S{9};A3;;0000000000001;/,
  )
  expect(csv.split('\r\n')[2]).toMatch(
    /^BIA SOUZA;;;11987654322;;desistiu, mas entrou;16\/09\/2027 19:42;\d\d\/\d\d\/\d{4} \d\d:\d\d;/,
  )
  expect(csv.split('\r\n')[3]).toMatch(/^CAIO;;;11987654323;;confirmado;;;/)
  expect(csv).not.toContain('http')
  expect(folha.colunas.map(({ nome }) => nome).slice(8, 12)).toEqual([
    ...['Código', 'Nº da mesa', 'Acompanha', 'empresaid'],
  ])
  const [nome, , , telefone, email] = folha.linhas[0]?.cells ?? []
  expect([nome, telefone, email]).toEqual(['ANA LIMA', '11987654321', 'ana@exemplo.com'])
  expect(xlsx.headers.get('Content-Disposition')).toBe('attachment; filename="convidados.xlsx"')
  expect(atosOf(app).filter(({ ato }) => ato === 'exportou-convidados')).toEqual(
    [1, 2].map(() => ({ ato: 'exportou-convidados', quem: equipe.aparelhoid, alvo: '', detalhe: '3' })),
  )
  const again = await (await kept(app, equipe, 'convidados', csv)).html()
  expect(countsIn(again)).toEqual([0, 0, 3, 0])
})

test('guests who came together say with whom, and an export read elsewhere makes the groups again', async () => {
  const { app, equipe } = await withEquipe()
  const [rui, ana, nino, bia] = ['RUI SÁ', 'ANA SÁ', 'NINO SÁ', 'BIA LIMA'].map(aPessoa)
  if (!rui || !ana || !nino || !bia) throw new Error('nobody')
  const form = aRegister({ ...rui, acompanhantes: [ana, nino], claim: aClaim('acme') })
  await app.services.credenciais.register(form)
  await app.services.credenciais.register(aRegister(bia))
  const csv = await equipe.body('/painel/exportar/convidados.csv')
  const [head = '', ...lines] = csv.trim().split('\r\n')
  const at = head.split(';').indexOf('Acompanha')
  expect(lines.map((line) => line.split(';')[at])).toEqual(['', 'RUI SÁ', 'RUI SÁ', ''])

  const there = await withEquipe()
  // Whatever the order of the lines.
  const turned = [head, ...lines.reverse()].join('\r\n')
  await (await kept(there.app, there.equipe, 'convidados', turned)).record()
  const stored = there.app.store.all('credenciais')
  const nomeOf = (id: string | null) => stored.find(({ credencialid }) => credencialid === id)?.nome
  const pairs = there.app.store
    .all('chaves')
    .map(({ credencialid, grupo }) => [nomeOf(credencialid), nomeOf(grupo)])
  expect(pairs.sort()).toEqual([
    ['ANA SÁ', 'RUI SÁ'],
    ['BIA LIMA', undefined],
    ['NINO SÁ', 'RUI SÁ'],
    ['RUI SÁ', undefined],
  ])
  const again = await equipe.body('/painel/exportar/convidados.csv')
  expect(countsIn(await (await kept(there.app, there.equipe, 'convidados', again)).html())).toEqual([
    0, 0, 4, 0,
  ])
})

test('a sheet says by name who comes along: two of one name are told apart by the number, nobody is guessed', async () => {
  const { app, equipe } = await withEquipe()
  const sheet = [
    'nome;telefone;acompanha',
    'Bia Lima;11987654321;Ana Lima',
    'Ana Lima;11987654321;',
    'Ana Lima;11987654322;',
    'Caio;11987654323;Ana Lima',
    'Davi;11987654324;Bia Lima',
    'Eva;11987654325;Ninguém',
    'Rui;11987654326;Eva Sá',
    'Eva Sá;11987654327;',
  ].join('\n')
  await (await kept(app, equipe, 'convidados', sheet)).record()
  const stored = app.store.all('credenciais')
  const saidOf = (id: string | null) => {
    const found = stored.find(({ credencialid }) => credencialid === id)
    return `${found?.nome} ${found?.telefone.slice(-1)}`
  }
  const brought = app.store.all('chaves').filter(({ grupo }) => grupo !== null)
  expect(brought.map(({ credencialid, grupo }) => [saidOf(credencialid), saidOf(grupo)]).sort()).toEqual([
    ['BIA LIMA 1', 'ANA LIMA 1'],
    ['RUI 6', 'EVA SÁ 7'],
  ])
  expect(stored).toHaveLength(8)
})

test('companies are exported with numbers, no formula alive and no link, and come back unchanged', async () => {
  const { app, equipe } = await withEquipe()
  app.store.put(
    'empresas',
    anEmpresa({ empresaid: 'mal', nome: 'Bem', contato: '=1+1', cnpj: '00012345000190' }),
  )
  app.store.put('mesas', { ...newMesa('mal'), telefone: '65998124402', numero: '12' })
  const csv = await equipe.body('/painel/exportar/empresas.csv')
  expect(csv).toContain(";'=1+1;65998124402;12;")
  const bytes = Buffer.from(await (await equipe.get('/painel/exportar/empresas.xlsx')).arrayBuffer())
  const wanted = ['ID da empresa', 'Convites', 'Confirmados', 'Livres', 'Dentro']
  const [head, first] = (await pastaOf(bytes)).abas[0]?.linhas ?? []
  const row = Object.fromEntries(wanted.map((name) => [name, first?.cells[head?.cells.indexOf(name) ?? -1]]))
  expect(row).toEqual({
    'ID da empresa': 'acme',
    Convites: '10',
    Confirmados: '2',
    Livres: '8',
    Dentro: '0',
  })
  expect(csv).not.toContain('http')
  expect(countsIn(await (await kept(app, equipe, 'empresas', bytes)).html())).toEqual([0, 0, 2, 0])
  expect(countsIn(await (await kept(app, equipe, 'empresas', csv)).html())).toEqual([0, 0, 2, 0])
  expect(atosOf(app).map(({ ato, detalhe }) => [ato, detalhe])).toEqual([
    ['exportou-empresas', '2'],
    ['exportou-empresas', '2'],
  ])
})

test('links are in a file of their own, which the history tells of', async () => {
  const { app, equipe } = await withEquipe()
  const csv = await equipe.body('/painel/exportar/links.csv')
  expect(csv).toMatch(
    /^Empresa;ID da empresa;Responsável;Link\r\nFazenda Acme;acme;[^;]*;https?:\/\/\S+\/acme\r\n$/,
  )
  expect(atosOf(app).map(({ ato, detalhe }) => [ato, detalhe])).toEqual([['exportou-links', '1']])
})

for (const tipo of ['empresas', 'convidados'] as const) {
  test(`the model of ${tipo} has columns that are all read, a row that shows how and is left out, and notes`, async () => {
    const { app, equipe } = await withEquipe()
    const answer = await equipe.get(`/painel/exportar/modelo-${tipo}.xlsx`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const folha = await folhaOf(await pastaOf(bytes, { abas: [0] }), tipo)
    expect(folha.colunas.map(({ field }) => field)).not.toContain(null)
    expect(folha.linhas).toEqual([])
    const { sheets } = await readXlsx(bytes)
    expect(String(sheets[0]?.rows[1]?.[0])).toMatch(/^EXEMPLO /)
    expect(sheets.map(({ name }) => name)).toEqual([
      tipo === 'empresas' ? 'Empresas' : 'Convidados',
      'Como preencher',
    ])
    expect(sheets[1]?.rows.length).toBeGreaterThan(5)
    expect(app.store.count('historico')).toBe(0)
    expect((await send(equipe, tipo, bytes)).status).toBe(303)
  })
}

test('an export of anything else is a 404', async () => {
  const { equipe } = await withEquipe()
  for (const name of ['convidados', 'convidados.pdf', 'convidados.csv.xlsx', 'equipe.csv'])
    expect((await equipe.get(`/painel/exportar/${name}`)).status).toBe(404)
})
