import { expect, test } from 'vitest'
import { readText } from '../../support/html.ts'
import { countsIn, digestIn, kept, withEquipe } from '../../support/planilha.ts'

test('the page says what each column is read as, and in amber what is missed, past a title', async () => {
  const { app, equipe } = await withEquipe()
  const { html } = await kept(
    app,
    equipe,
    'empresas',
    'Mesas 2027;;;;\nEmpresa;Qtd. de convites;Celular do resp.;Obs;Acompanhante\nUm;5;;;\n',
  )
  const page = readText(await html())
  expect(page).toContain('Os nomes das colunas estavam na linha 2')
  expect(page).toMatch(/Empresa ?é lida como ?nome da empresa/)
  expect(page).toMatch(/Qtd. de convites ?é lida como ?total de convites/)
  expect(page).toMatch(/Celular do resp. ?é lida como ?WhatsApp do responsável/)
  expect(page).toMatch(/Atenção: uma coluna parece importante.*Acompanhante ?não é lida/)
  expect(page).toContain('Também não são lidas: Obs.')
})

test('a cell that is no number of a table is told, and its company comes in without', async () => {
  const { app, equipe } = await withEquipe()
  const sheet =
    'Empresa;Convites;Mesa\nFazenda Acme;10;Mesa 12\nSítio Novo;5;Mesa da Diretoria\nRuim;x;Camarote 3\n'
  const { html, record } = await kept(app, equipe, 'empresas', sheet)
  const preview = readText(await html())
  expect(countsIn(await html())).toEqual([1, 1, 0, 1])
  expect(preview).toMatch(/1 linha ?entra sem o número da mesa/)
  expect(preview).toMatch(/Linha 3, Sítio Novo: Mesa "Mesa da Diretoria": O número da mesa tem até 8/)
  expect(preview).not.toMatch(/Linha 4, Ruim/)
  await record()
  const novas = app.store.all('empresas').filter(({ nome }) => nome === 'Sítio Novo')
  expect(novas).toMatchObject([{ icredencial: 5 }])
  expect(app.store.all('mesas').filter(({ numero }) => numero !== '')).toMatchObject([
    { empresaid: 'acme', numero: '12' },
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

test('a column that was taken for another is read as one says, and the rows with it', async () => {
  const { app, equipe } = await withEquipe()
  const sheet = 'Nome;Empresa;Lote;Fone 2\nLia;Fazenda Acme;10;65998124402\nRui;Sítio Novo;cinco;\n'
  const { path, html, record } = await kept(app, equipe, 'empresas', sheet.replace('Lote', 'Convites'))
  const said = { ato: 'ler', c0: 'contato', c1: 'nome', c2: 'icredencial', c3: 'telefone' }
  expect(await html()).toMatch(/<label for="c3">Fone 2<\/label>.*<option value="" selected="">não ler/)
  expect((await equipe.post(path, said)).headers.get('Location')).toBe(path)
  const page = await html()
  expect(readText(page)).toMatch(
    /Nome ?é lida como ?responsável.*Fone 2 ?é lida como ?WhatsApp do responsável/,
  )
  expect(readText(page)).toContain('Convites "cinco": escreva só o número')
  await record(digestIn(page))
  expect(app.store.get('mesas', 'acme')).toMatchObject({ telefone: '65998124402' })
  expect(app.store.get('empresas', 'acme')).toMatchObject({ contato: 'Lia', icredencial: 10 })
  // Once recorded, nothing of it is read again.
  expect((await equipe.post(path, said)).status).toBe(303)
  expect(await html()).toContain('Planilha gravada')
})

test('two columns of one meaning, and none for what no row does without, are told at the column, and nothing changes', async () => {
  const { app, equipe } = await withEquipe()
  const { path, html } = await kept(app, equipe, 'convidados', 'Nome;WhatsApp;Obs\nAna;11987654321;x\n')
  const before = await html()
  for (const [said, says] of [
    [{ c0: 'nome', c1: 'telefone', c2: 'nome' }, 'Duas colunas estão como nome do convidado: deixe uma só.'],
    [{ c0: 'nome', c1: '', c2: 'email' }, 'Nenhuma coluna está como WhatsApp: escolha qual é.'],
  ] as const) {
    const answer = await equipe.post(path, { ato: 'ler', ...said })
    const page = await answer.text()
    expect([answer.status, readText(page)]).toEqual([422, expect.stringContaining(says)])
    expect(page).toContain('<details open="">')
    expect(page).toContain('<title>Erro: Conferir planilha · Painel</title>')
  }
  expect(await html()).toBe(before)
})
