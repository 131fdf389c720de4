import { expect, test } from 'vitest'
import { aCadastro, aClaim, anEmpresa, aRegister } from '../../support/factories.ts'
import { atosOf, CONVIDADOS, countsIn, digestIn, EMPRESAS, kept, withEquipe } from '../../support/planilha.ts'

test('companies are previewed by line, and nothing is written before GRAVAR; the same file again changes nothing', async () => {
  const { app, equipe } = await withEquipe()
  app.store.empresas.set(
    'baixo',
    anEmpresa({ empresaid: 'baixo', nome: 'Baixo', icredencial: 5, licredencial: 4 }),
  )
  const before = structuredClone([...app.store.empresas])
  const { html, record, path } = await kept(app, equipe, 'empresas', EMPRESAS)
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
  expect(atosOf(app)).toEqual([{ ato: 'gravou-empresas', quem: equipe.aparelhoid, alvo: '', detalhe: '1 1' }])
  expect(app.store.planilhas.size).toBe(0)
  expect((await equipe.get(path)).status).toBe(404)

  expect(countsIn(await (await kept(app, equipe, 'empresas', EMPRESAS)).html())).toEqual([0, 0, 2, 2])
})

test('each row of guests is a registration by the form’s rules, an old mobile in its present form', async () => {
  const { app, equipe } = await withEquipe()
  const { html, record } = await kept(
    app,
    equipe,
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
  const convidados = [...app.store.credenciais.values()]
  expect(convidados.map(({ nome, telefone, email }) => [nome, telefone, email])).toEqual([
    ['ANA LIMA', '11987654321', 'ana@exemplo.com'],
    ['BIA SOUZA', '11987654322', ''],
    ['CAIO', '11987654323', ''],
  ])
  expect(app.store.empresas.get('acme')).toMatchObject({ licredencial: 4 })
  expect(atosOf(app).map(({ ato, quem, detalhe }) => [ato, quem, detalhe])).toEqual([
    ['cadastrou', equipe.aparelhoid, 'acme'],
    ['cadastrou', equipe.aparelhoid, 'acme'],
    ['cadastrou', equipe.aparelhoid, ''],
  ])

  const again = await kept(app, equipe, 'convidados', CONVIDADOS)
  expect(countsIn(await again.html())).toEqual([0, 0, 3, 0])
  expect(await again.html()).toContain('Não há o que gravar')
  expect((await again.record()).status).toBe(303)
  expect(app.store.credenciais.size).toBe(3)
  expect(app.store.historico.size).toBe(3)
})

test('LIMITE ATINGIDO refuses its line, and a guest twice in a file is one', async () => {
  const { app, equipe } = await withEquipe()
  app.store.empresas.set(
    'cheia',
    anEmpresa({ empresaid: 'cheia', nome: 'Cheia', icredencial: 2, licredencial: 1 }),
  )
  const rows = 'nome;telefone;empresaid\nAna;11987654321;cheia\nBia;11987654322;cheia\nANÁ;11987654321;\n'
  const { html, record } = await kept(app, equipe, 'convidados', rows)
  expect(countsIn(await html())).toEqual([1, 0, 0, 2])
  expect(await html()).toMatch(/Linha 3<\/th>.*LIMITE ATINGIDO: Cheia não tem mais convites/)
  expect(await html()).toMatch(/Linha 4<\/th>.*já está na linha 2/)
  await record()
  expect(app.store.empresas.get('cheia')).toMatchObject({ licredencial: 2 })
})

test('a guest registered before gets the invitation and the e-mail that were missing, and nothing else', async () => {
  const { app, equipe } = await withEquipe()
  const cadastro = aCadastro({ nome: 'ANA LIMA', telefone: '11987654321', email: '' })
  await app.services.credenciais.register(aRegister({ cadastro, chave: app.services.chaveOf(cadastro) }))
  const { html, record } = await kept(app, equipe, 'convidados', CONVIDADOS)
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
  const { app, equipe } = await withEquipe()
  const { path, html } = await kept(app, equipe, 'empresas', EMPRESAS)
  const seen = digestIn(await html())
  app.store.empresas.set('acme', anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme', icredencial: 20 }))
  const before = structuredClone([...app.store.empresas])
  const answer = await equipe.post(path, { efeito: seen })
  const page = await answer.text()
  expect(answer.status).toBe(409)
  expect(page).toContain('mudou enquanto você conferia')
  expect(countsIn(page)).toEqual([2, 0, 1, 1])
  expect([...app.store.empresas]).toEqual(before)
  expect((await equipe.post(path, { efeito: digestIn(page) })).status).toBe(303)
  expect(app.store.empresas.has('nova')).toBe(true)
})

test('two organisers who press GRAVAR at once write each row once', async () => {
  const { app, equipe } = await withEquipe()
  const rows = Array.from(
    { length: 30 },
    (_, n) =>
      `Pessoa ${'abcdefghijklmnopqrstuvwxyzABCD'[n] ?? ''}a;119876543${String(n).padStart(2, '0')};acme`,
  )
  app.store.empresas.set('acme', anEmpresa({ empresaid: 'acme', icredencial: 100 }))
  const { record } = await kept(app, equipe, 'convidados', `nome;telefone;empresaid\n${rows.join('\n')}\n`)
  const answers = await Promise.all([record(), record()])
  for (const { status } of answers) expect([303, 409]).toContain(status)
  expect(app.store.credenciais.size).toBe(30)
  expect(app.store.empresas.get('acme')).toMatchObject({ licredencial: 30 })
  expect(app.store.historico.size).toBe(30)
})

test('beside guests who register by the link, no invitation is given twice', async () => {
  const { app, equipe } = await withEquipe()
  app.store.empresas.set('acme', anEmpresa({ empresaid: 'acme', icredencial: 20, licredencial: 0 }))
  const rows = Array.from(
    { length: 20 },
    (_, n) => `Da planilha ${'abcdefghijklmnopqrst'[n] ?? ''};119876543${String(n).padStart(2, '0')};acme`,
  )
  const { record, html } = await kept(
    app,
    equipe,
    'convidados',
    `nome;telefone;empresaid\n${rows.join('\n')}\n`,
  )
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
  const { app, equipe } = await withEquipe()
  const register = app.services.credenciais.register.bind(app.services.credenciais)
  let left = 1
  app.services.credenciais.register = async (request) => {
    if (left-- <= 0) throw Object.assign(new Error('gone'), { name: 'StorageError' })
    return register(request)
  }
  const { record, html } = await kept(app, equipe, 'convidados', CONVIDADOS)
  expect((await record()).status).toBe(503)
  app.services.credenciais.register = register
  expect(app.store.credenciais.size).toBe(1)
  const page = await html()
  expect(countsIn(page)).toEqual([2, 0, 1, 0])
  expect((await record(digestIn(page))).status).toBe(303)
  expect(app.store.credenciais.size).toBe(3)
})
