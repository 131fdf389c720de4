import { expect, test } from 'vitest'
import { readSheet } from '../../../server/planilhas/sheet.mjs'
import { recordOf } from '../../../server/planilhas/table.ts'
import { anEmpresa, anEntrada } from '../../support/factories.ts'
import { atosOf, CONVIDADOS, countsIn, kept, withEquipe } from '../../support/planilha.ts'

test('guests are exported with company, code and who is inside, and what was exported changes nothing when it comes back', async () => {
  const { app, equipe } = await withEquipe()
  await (await kept(app, equipe, 'convidados', CONVIDADOS)).record()
  const [ana] = [...app.store.credenciais.values()]
  const at = Date.parse('2027-09-16T19:42:00-03:00')
  await app.services.entradas.add([anEntrada(ana?.credencialid ?? '', { lidaem: at, recebidaem: at })], null)
  const bytes = Buffer.from(await (await equipe.get('/painel/exportar/convidados.csv')).arrayBuffer())
  const csv = bytes.toString()
  const xlsx = await equipe.get('/painel/exportar/convidados.xlsx')
  const table = await readSheet(Buffer.from(await xlsx.arrayBuffer()), {
    ...{ telefone: ['telefone'], nome: ['nome'], email: ['email'] },
  })
  expect(csv.split('\r\n')[1]).toMatch(
    /;00000000000;ANA LIMA;11987654321;.*;acme;Fazenda Acme;\S+;dentro;16\/09\/2027 19:42;$/,
  )
  expect(csv.split('\r\n')[3]).toMatch(/;CAIO;.*;confirmado;;$/)
  expect(csv.startsWith('\uFEFFempresaid;')).toBe(true)
  expect(table.columns.map(({ name }) => name).slice(-2)).toEqual(['dentro_desde', 'desistiu_em'])
  expect(table.rows[0]?.cells).toEqual(['ANA LIMA', '11987654321', 'ana@exemplo.com'])
  expect(xlsx.headers.get('Content-Disposition')).toBe('attachment; filename="convidados.xlsx"')
  expect(atosOf(app).filter(({ ato }) => ato === 'exportou-convidados')).toEqual(
    [1, 2].map(() => ({ ato: 'exportou-convidados', quem: equipe.aparelhoid, alvo: '', detalhe: '3' })),
  )
  expect(countsIn(await (await kept(app, equipe, 'convidados', csv)).html())).toEqual([0, 0, 3, 0])
})

test('companies are exported with numbers and link, no formula alive, and come back unchanged', async () => {
  const { app, equipe } = await withEquipe()
  app.store.empresas.set(
    'mal',
    anEmpresa({ empresaid: 'mal', nome: 'Bem', contato: '=1+1', cnpj: '00012345000190' }),
  )
  const csv = await (await equipe.get('/painel/exportar/empresas.csv')).text()
  expect(csv).toContain(";'=1+1;")
  const bytes = Buffer.from(await (await equipe.get('/painel/exportar/empresas.xlsx')).arrayBuffer())
  const wanted = ['empresaid', 'icredencial', 'confirmados', 'livres', 'dentro', 'link']
  const { columns, rows } = await readSheet(bytes, Object.fromEntries(wanted.map((name) => [name, [name]])))
  const row = recordOf(columns, rows[0]?.cells ?? [])
  expect(row).toMatchObject({
    empresaid: 'acme',
    icredencial: '10',
    confirmados: '2',
    livres: '8',
    dentro: '0',
  })
  expect(row.link).toMatch(/\/acme$/)
  expect(countsIn(await (await kept(app, equipe, 'empresas', bytes)).html())).toEqual([0, 0, 2, 0])
  expect(atosOf(app).map(({ ato, detalhe }) => [ato, detalhe])).toEqual([
    ['exportou-empresas', '2'],
    ['exportou-empresas', '2'],
  ])
})

test('an export of anything else is a 404', async () => {
  const { equipe } = await withEquipe()
  for (const name of ['convidados', 'convidados.pdf', 'convidados.csv.xlsx', 'equipe.csv'])
    expect((await equipe.get(`/painel/exportar/${name}`)).status).toBe(404)
})
