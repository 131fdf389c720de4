import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { folhaOf } from '../../../server/planilhas/folha.ts'
import { NADA_DITO } from '../../../server/planilhas/pasta.ts'
import { readText } from '../../support/html.ts'
import { countsIn, digestIn, kept, opened, withDuasEmpresas, withEquipe } from '../../support/planilha.ts'

const caso = (name: string) => readFileSync(`test/fixtures/planilhas/${name}`)

test('a workbook of several tabs asks which count, names what is hidden, and reads the tab’s name as the company', async () => {
  const { app, equipe } = await withDuasEmpresas()
  const { path, html } = await opened(equipe, 'convidados', caso('uma-aba-por-mesa.xlsx'))
  const tabs = await html()
  expect(readText(tabs)).toMatch(
    /O arquivo tem 2 abas.*Fazenda Santa Clara ?1 linha .*Sementes Aurora ?2 linhas/,
  )
  expect((await equipe.post(path, { ato: 'abas' })).status).toBe(422)
  expect(
    (
      await equipe.post(path, [
        ['ato', 'abas'],
        ['aba', '0'],
        ['aba', '1'],
      ])
    ).status,
  ).toBe(303)
  expect(readText(await html())).toMatch(/Coluna C ?Nome da aba/)
  await equipe.post(path, { ato: 'colunas', modo: 'convidar' })
  const check = await html()
  expect(countsIn(check)).toEqual([3, 0, 0, 0])
  expect(readText(check)).toContain('Sementes Aurora, linha 3')
  expect((await equipe.post(path, { ato: 'gravar', efeito: digestIn(check) })).status).toBe(303)
  const convites = app.store.all('convites')
  expect(convites.map(({ empresaid, rotulo, telefone }) => [empresaid, rotulo, telefone]).sort()).toEqual([
    ['aurora', 'Bia Rocha', '65987650002'],
    ['aurora', 'Caio Melo', '65987650003'],
    ['clara', 'Ana Lima', '65987650001'],
  ])
  expect(app.store.get('empresas', 'aurora')).toMatchObject({ licredencial: 2 })
  expect(app.store.count('credenciais')).toBe(0)
})

test('hidden rows are named and off, and enter when one says so', async () => {
  const { equipe } = await withEquipe()
  const { path, html } = await opened(equipe, 'convidados', caso('linhas-ocultas-pelo-filtro.xlsx'))
  expect(readText(await html())).toContain('linha 3, “Bia Rocha”')
  for (const [escondidas, count] of [
    ['fora', 2],
    ['incluir', 3],
  ] as const) {
    await equipe.post(path, { ato: 'abas', aba: '0', escondidas })
    expect(readText(await html())).toContain(`${count} linhas`)
  }
  await equipe.post(path, { ato: 'abas', aba: '0', escondidas: 'fora' })
  await equipe.post(path, { ato: 'colunas', c1: '', modo: 'convidar' })
  expect(readText(await html())).toMatch(/O que não entra .*Linha 3 ?escondida ?Coluna B/)
})

test('the line of the headings is the one that is said, or none', async () => {
  const { equipe } = await withEquipe()
  const { path, html } = await opened(equipe, 'convidados', 'Ana Lima;11987654321\nBia Rocha;11987654322\n')
  expect(readText(await html())).toMatch(/2 linhas.*não tem títulos.*A primeira linha é título/)
  await equipe.post(path, { ato: 'titulos', titulos: '1' })
  expect(readText(await html())).toMatch(/1 linha .*Coluna A ?Ana Lima.*Os títulos estão em outra linha/)
  await equipe.post(path, { ato: 'titulos', titulos: '0' })
  expect(readText(await html())).toMatch(/2 linhas.*não tem títulos/)
})

test('a column whose cells are not what its name says is told, and a name of a list is no company', async () => {
  const { equipe } = await withEquipe()
  const rows = 'Nome;Contato\nAna Lima;11987654321\nBia Rocha;11987654322\n'
  const { html } = await opened(equipe, 'convidados', rows)
  expect(readText(await html())).toContain(
    'A coluna B se chama “Contato”, mas tem números: vamos usar como WhatsApp.',
  )
  const linhas = (nome: string) => [
    { line: 1, cells: ['Nome'], isOculta: false },
    { line: 2, cells: [nome], isOculta: false },
  ]
  const fieldOf = async (...nomes: string[]) => {
    const abas = nomes.map((nome, at) => ({ nome, isOculta: false, linhas: linhas(`Ana ${'xyz'[at]}`) }))
    const { colunas } = await folhaOf({ abas, isDuvidosa: false, dito: NADA_DITO }, 'convidados')
    return colunas.at(-1)?.field
  }
  expect(await fieldOf('Cafecoop', 'Mesa 4')).toBe('empresa')
  expect(await fieldOf('Convidados', 'Autoridades')).toBeNull()
})

test('an answer to a question that another window answered meanwhile comes back with a sentence', async () => {
  const { app, equipe } = await withEquipe()
  const { path, html } = await kept(app, equipe, 'convidados', 'Nome\nJoão e Maria Queiroz\n')
  const page = await html()
  const [, pergunta = '', likely = ''] = /name="(p\.[^"]*)" checked="" value="([^"]*)"/.exec(page) ?? []
  const [, other = ''] = new RegExp(`name="${pergunta}" value="([^"]*)"`).exec(page) ?? []
  const efeito = digestIn(page)
  expect((await equipe.post(path, { ato: 'responder', efeito, [pergunta]: other })).status).toBe(303)
  const answer = await equipe.post(path, { ato: 'gravar', efeito, [pergunta]: likely })
  expect([answer.status, await answer.text()]).toEqual([
    409,
    expect.stringContaining('algo mudou enquanto você respondia'),
  ])
  expect(app.store.count('credenciais')).toBe(0)
})

test('a column is what one says it is, and no heading refuses a sheet', async () => {
  const { app, equipe } = await withEquipe()
  const sheet = 'Nome;Empresa;Lote;Fone 2\nLia;Fazenda Acme;10;65998124402\nRui;Sítio Novo;5;\n'
  const { path, html } = await opened(equipe, 'empresas', sheet)
  expect(await html()).toMatch(/<b>Fone 2<\/b>.*<option value="telefone" selected="">/)
  const said = { ato: 'colunas', c0: 'contato', c1: 'nome', c2: 'icredencial', c3: 'telefone' }
  const refused = await equipe.post(path, { ...said, c1: '' })
  const page = await refused.text()
  expect([refused.status, readText(page)]).toEqual([
    422,
    expect.stringContaining('Escolha a coluna com o nome da empresa.'),
  ])
  expect(page).toContain('<title>Erro: O que é cada coluna? · Painel</title>')
  expect((await equipe.post(path, said)).headers.get('Location')).toBe(path)
  await equipe.post(path, { ato: 'gravar', efeito: digestIn(await html()) })
  expect(app.store.get('mesas', 'acme')).toMatchObject({ telefone: '65998124402' })
  expect(app.store.get('empresas', 'acme')).toMatchObject({ contato: 'Lia', icredencial: 10 })
  // Once recorded, nothing of it is read again.
  expect((await equipe.post(path, said)).status).toBe(303)
  expect(await html()).toContain('1 empresa gravada')
})

test('a browser remembers what the columns of a sheet with these headings are', async () => {
  const { equipe } = await withEquipe()
  const sheet = 'Quem;Fone;Cor\nAna Lima;34 99999-0000;azul\nBia Sá;34 98888-0000;\n'
  const first = await opened(equipe, 'convidados', sheet)
  expect(await first.html()).toMatch(/<b>Cor<\/b>.*?<option value="" selected="">/)
  await equipe.post(first.path, { ato: 'colunas', c2: 'nota' })
  const again = await opened(equipe, 'convidados', sheet.replace('Ana', 'Eva'))
  expect(await again.html()).toMatch(/<b>Cor<\/b>.*?<option value="nota" selected="">/)
  const other = await opened(equipe, 'convidados', sheet.replace('Cor', 'Mesa'))
  expect(await other.html()).not.toMatch(/<option value="nota" selected="">/)
})

test('each answer makes the hour begin again', async () => {
  const { app, equipe } = await withEquipe()
  const { path, html } = await opened(equipe, 'convidados', 'Quem;Fone\nAna Lima;34 99999-0000\n')
  app.advance(50 * 60_000)
  await equipe.post(path, { ato: 'colunas' })
  app.advance(50 * 60_000)
  expect(await html()).toContain('Confira antes de gravar')
})

test('nobody is confirmed by mistake: a list invites, unless one says that they come, or a column does', async () => {
  const { app, equipe } = await withEquipe()
  const sheet =
    'Nome;WhatsApp;Confirmou?\nAna Lima;34999110001;sim\nBia Sá;34999110002;\nCaio Melo;34999110003;não vem\n'
  const { path, html } = await opened(equipe, 'convidados', sheet)
  expect(await html()).toMatch(
    /name="modo" [^>]*checked="" value="convidar"|value="convidar" [^>]*checked=""|checked=""[^>]*value="convidar"/,
  )
  expect(readText(await html())).toContain('São 1 sim, 1 não e 1 em branco.')
  await equipe.post(path, { ato: 'colunas', modo: 'coluna' })
  const check = await html()
  expect(countsIn(check)).toEqual([2, 0, 0, 1])
  expect(readText(check)).toContain('A planilha diz que não vem: fica de fora.')
  await equipe.post(path, { ato: 'gravar', efeito: digestIn(check) })
  expect(app.store.all('credenciais').map(({ nome }) => nome)).toEqual(['ANA LIMA'])
  expect(app.store.all('convites').map(({ rotulo }) => rotulo)).toEqual(['Bia Sá'])

  const again = await kept(app, equipe, 'convidados', sheet, { abas: [0], colunas: {}, modo: 'coluna' })
  expect(countsIn(await again.html())).toEqual([0, 0, 2, 1])
})

test.each([
  ['sim', 'entra'],
  ['Confirmado', 'entra'],
  ['VERDADEIRO', 'entra'],
  ['não vem', 'fora'],
  ['Não', 'fora'],
  ['s/ resposta', 'convite'],
  ['Confirmar', 'convite'],
  ['Não respondeu', 'convite'],
  ['FALSO', 'convite'],
  ['não sei', 'convite'],
])('a column that says “%s” of a guest: %s', async (cell, comes) => {
  const { app, equipe } = await withEquipe()
  const sheet = `Nome;WhatsApp;Confirmou?\nAna Lima;34999110001;${cell}\n`
  const { record } = await kept(app, equipe, 'convidados', sheet, { abas: [0], colunas: {}, modo: 'coluna' })
  await record()
  const found = { entra: app.store.count('credenciais'), convite: app.store.count('convites'), fora: 0 }
  expect([found.entra, found.convite]).toEqual([comes === 'entra' ? 1 : 0, comes === 'convite' ? 1 : 0])
})

test('a question is answered with Gravar, and the likeliest answer stands until then', async () => {
  const { app, equipe } = await withEquipe()
  const sheet = 'Nome;WhatsApp\nJoão e Maria Queiroz;34999110001\nAna Lima;34999110002\n'
  const convidar = { abas: [0], colunas: {}, modo: 'convidar' as const }
  const { path, html } = await kept(app, equipe, 'convidados', sheet, convidar)
  const check = await html()
  expect(countsIn(check).slice(0, 3)).toEqual([3, 0, 0])
  const [, name = ''] = /name="(p\.2\.[a-z-]+)"/.exec(check) ?? []
  const efeito = digestIn(check)
  await equipe.post(path, { ato: 'responder', efeito, [name]: 'uma' })
  expect(countsIn(await html()).slice(0, 3)).toEqual([2, 0, 0])
  // An old page says what the sheet no longer does.
  expect((await equipe.post(path, { ato: 'gravar', efeito })).status).toBe(409)
  await equipe.post(path, { ato: 'gravar', efeito: digestIn(await html()), [name]: 'varias' })
  expect(
    app.store
      .all('convites')
      .map(({ rotulo }) => rotulo)
      .sort(),
  ).toEqual(['Ana Lima', 'João Queiroz', 'Maria Queiroz'])
})

test('a name that was cleaned may stay as it was, where that is a name', async () => {
  const { app, equipe } = await withEquipe()
  const sheet = 'Nome;WhatsApp\nSr. José da Silva;34999110001\nBia Sá (prima);34999110002\nEva e Rui Sá;\n'
  const { path, html } = await kept(app, equipe, 'convidados', sheet)
  const check = await html()
  expect(readText(check)).toMatch(/José da Silva Sr. José da Silva .*Deixar como estava/)
  const names = Array.from(check.matchAll(/name="(p\.[^"]*)"/g), ([, name]) => name)
  expect(new Set(names)).toEqual(new Set(['p.2.limpo', 'p.4.duas-pessoas']))
  const efeito = digestIn(check)
  await equipe.post(path, { ato: 'responder', efeito, 'p.2.limpo': 'como-estava' })
  expect(await html()).toMatch(/name="p.2.limpo" checked="" value="como-estava"/)
  await equipe.post(path, { ato: 'gravar', efeito: digestIn(await html()) })
  expect(app.store.all('credenciais').map(({ nome }) => nome)).toEqual([
    'SR. JOSÉ DA SILVA',
    'BIA SÁ',
    ...['EVA SÁ', 'RUI SÁ'],
  ])
})

test('a company’s name may stay as it was, too', async () => {
  const { app, equipe } = await withEquipe()
  const { path, html } = await kept(app, equipe, 'empresas', 'Empresa;Convites\nCafé 🌟 da Serra;5\n')
  const answered = { ato: 'gravar', efeito: digestIn(await html()), 'p.2.limpo': 'como-estava' }
  await equipe.post(path, answered)
  expect(app.store.all('empresas').map(({ nome }) => nome)).toContain('Café 🌟 da Serra')
})

test('a table may be called by words, and a cell that cannot be read keeps no company out', async () => {
  const { app, equipe } = await withEquipe()
  const sheet =
    'Empresa;Convites;Mesa;WhatsApp\nFazenda Acme;10;Mesa 12 - 10 lugares;falar c/ Rita\nSítio Novo;5;Mesa da Diretoria;34 99911-2244\n'
  const { html, record } = await kept(app, equipe, 'empresas', sheet)
  expect(countsIn(await html())).toEqual([1, 1, 0, 0])
  expect(readText(await html())).toMatch(/Entram com uma mudança 1 .*Linha 2 Fazenda Acme/)
  await record()
  expect(app.store.all('mesas').map(({ numero }) => numero)).toEqual(['12', 'DIRETORIA'])
})

test('two rows of one company are added, unless one says that only the first counts, or that they are two', async () => {
  const { app, equipe } = await withEquipe()
  const sheet = 'Empresa;Convites\nAgro Máquinas;5\nAgro Máquinas;6\n'
  for (const [valor, totals] of [
    ['somar', [11]],
    ['primeira', [5]],
    ['duas', [5, 6]],
  ] as const) {
    const { path, html } = await kept(app, equipe, 'empresas', sheet)
    const efeito = digestIn(await html())
    await equipe.post(path, { ato: 'gravar', efeito, 'p.3.repetida': valor })
    const made = app.store.all('empresas').filter(({ nome }) => nome === 'Agro Máquinas')
    expect([valor, made.map(({ icredencial }) => icredencial).sort()]).toEqual([valor, totals])
    for (const { empresaid } of made) app.store.remove('empresas', empresaid)
  }
})

test('what the first of two rows that are added lacks comes from the second', async () => {
  const { app, equipe } = await withEquipe()
  const { record } = await kept(
    app,
    equipe,
    'empresas',
    'Empresa;Convites;Mesa;WhatsApp;Responsável\nAgro Máquinas;5;;;Lia\nAgro Máquinas;6;12;65998124402;Rui\n',
  )
  await record()
  expect(app.store.all('mesas')).toMatchObject([{ numero: '12', telefone: '65998124402' }])
  expect(app.store.find('empresas', { nome: 'Agro Máquinas' })).toMatchObject([
    { contato: 'Lia', icredencial: 11 },
  ])
})

test('the number of who answers for a company is previewed masked, noted beside it, and never taken by an empty cell', async () => {
  const { app, equipe } = await withEquipe()
  const sheet = (acme: string) =>
    `Empresa;Convites;Responsável;Celular\nFazenda Acme;10;;${acme}\nSítio Novo;5;Lia;\n`
  const first = await kept(app, equipe, 'empresas', sheet('(65) 99812-4402'))
  const preview = readText(await first.html())
  expect(preview).toContain('WhatsApp: (65) •••••-4402')
  expect(preview).toMatch(/Sítio Novo ?Lia ?sem WhatsApp ?5 convites/)
  await first.record()
  expect(app.store.get('mesas', 'acme')).toMatchObject({ telefone: '65998124402' })
  expect(app.store.get('empresas', 'acme')).not.toHaveProperty('telefone')

  for (const [acme, counts] of [['65998124402', [0, 0, 2, 0]] as const, ['', [0, 0, 2, 0]] as const])
    expect(countsIn(await (await kept(app, equipe, 'empresas', sheet(acme))).html())).toEqual(counts)
  const other = await kept(app, equipe, 'empresas', sheet('65998124403'))
  expect(await other.html()).toContain('WhatsApp: <del>(65) •••••-4402</del> <b>(65) •••••-4403</b>')
  await other.record()
  expect(app.store.get('mesas', 'acme')).toMatchObject({ telefone: '65998124403' })
})

test('a browser remembers what somebody changed of the columns, for sheets of that kind alone', async () => {
  const { equipe } = await withEquipe()
  const rows = 'Nome;Empresa;Obs\nLia;Fazenda Acme;a\nRui;Fazenda Acme;b\n'
  const fieldsOf = async (tipo: 'convidados' | 'empresas') => {
    const { path, html } = await opened(equipe, tipo, rows)
    const found = [...(await html()).matchAll(/<option value="([^"]*)" selected="">/g)].map(
      ([, field]) => field,
    )
    return { path, found: found.slice(0, 3) }
  }
  const first = await fieldsOf('convidados')
  expect(first.found).toEqual(['nome', 'empresa', 'nota'])
  await equipe.post(first.path, { ato: 'colunas', c0: 'nome', c1: '', c2: 'nota', modo: 'convidar' })
  expect((await fieldsOf('convidados')).found).toEqual(['nome', '', 'nota'])
  expect((await fieldsOf('empresas')).found).toEqual(['', 'nome', ''])
})
