import { expect, test } from 'vitest'
import { CASA, DA_CASA } from '../../../server/domain/casa.ts'
import { aCadastro, aClaim, anAutor, anEmpresa, aRegister } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'
import { atosOf, CONVIDADOS, countsIn, digestIn, EMPRESAS, kept, withEquipe } from '../../support/planilha.ts'

test('companies are previewed by line, and nothing is written before Gravar; the same file again changes nothing', async () => {
  const { app, equipe } = await withEquipe()
  app.store.put('empresas', anEmpresa({ empresaid: 'baixo', nome: 'Baixo', icredencial: 5, licredencial: 4 }))
  const before = structuredClone(app.store.all('empresas'))
  const { html, record, path } = await kept(app, equipe, 'empresas', EMPRESAS)
  const preview = await html()
  expect(countsIn(preview)).toEqual([1, 1, 0, 2])
  expect(preview).toContain('Nada foi gravado ainda')
  expect(preview).toMatch(/Sítio Novo<\/th><td class="n">12 convites<\/td><td class="n">linha 2/)
  expect(preview).toMatch(/total: <del>10<\/del> <b>20<\/b>.*linha 3/)
  expect(preview).toMatch(/Linha 4<\/th><td>Ruim<\/td><td class="larga">Fica de fora/)
  expect(preview).toContain('Não conseguimos ler o total de convites de “Ruim”: “muitos”')
  expect(preview).toMatch(/Linha 5<\/th><td>Baixo<\/td>.*o total não pode ser menor/)
  expect(app.store.all('empresas')).toEqual(before)

  const recorded = await record()
  expect([recorded.status, recorded.headers.get('Location')]).toEqual([303, path])
  expect(app.store.get('empresas', 'acme')).toMatchObject({ icredencial: 20, licredencial: 2 })
  expect(app.store.get('empresas', 'nova')).toMatchObject({ nome: 'Sítio Novo', icredencial: 12 })
  expect(app.store.get('empresas', 'baixo')).toMatchObject({ icredencial: 5 })
  const alvo = path.split('/')[3] ?? ''
  expect(atosOf(app)).toEqual([
    { ato: 'gravou-planilha', quem: equipe.aparelhoid, alvo, detalhe: '2' },
    { ato: 'gravou-empresas', quem: equipe.aparelhoid, alvo: '', detalhe: '1 1' },
  ])
  const told = await html()
  expect(readText(told)).toMatch(/1 empresa gravada.*1 empresa incluída e 1 com mudança\..*2 ficaram de fora/)
  expect(told).toContain('href="/painel/envios"')
  expect(readText(told)).toMatch(/3 sem WhatsApp ?Baixo, Fazenda Acme e mais 1 Ver/)
  expect(told).toContain('href="/painel/empresas?mostrar=sem-whatsapp"')
  const refused = await equipe.body(`${path}?ver=recusadas`)
  expect(refused).toMatch(/Linha 4<\/th><td>Ruim<\/td>.*Linha 5<\/th><td>Baixo<\/td>/)
  expect(
    Buffer.from(app.store.get('planilhas', path.split('/')[3] ?? '')?.bytes ?? []).toString(),
  ).not.toContain('Sítio Novo')
  expect([(await record()).status, app.store.count('historico')]).toEqual([303, 2])

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
  expect(preview).toContain('Não há empresa com o ID “nenhuma”')
  expect((await record()).status).toBe(303)
  const convidados = app.store.all('credenciais')
  expect(convidados.map(({ nome, telefone, email }) => [nome, telefone, email])).toEqual([
    ['ANA LIMA', '11987654321', 'ana@exemplo.com'],
    ['BIA SOUZA', '11987654322', ''],
    ['CAIO', '11987654323', ''],
  ])
  expect(app.store.get('empresas', 'acme')).toMatchObject({ licredencial: 4 })
  expect(atosOf(app).map(({ ato, quem, detalhe }) => [ato, quem, detalhe])).toEqual([
    ['gravou-planilha', equipe.aparelhoid, '3'],
    ['cadastrou', equipe.aparelhoid, 'acme'],
    ['cadastrou', equipe.aparelhoid, 'acme'],
    ['cadastrou', equipe.aparelhoid, ''],
  ])

  const again = await kept(app, equipe, 'convidados', CONVIDADOS)
  expect(countsIn(await again.html())).toEqual([0, 0, 3, 0])
  expect(await again.html()).toContain('Não há o que gravar')
  expect((await again.record()).status).toBe(303)
  expect(app.store.count('credenciais')).toBe(3)
  expect(app.store.count('historico')).toBe(4)
})

test('LIMITE ATINGIDO refuses its line, and a guest twice in a file is one', async () => {
  const { app, equipe } = await withEquipe()
  app.store.put('empresas', anEmpresa({ empresaid: 'cheia', nome: 'Cheia', icredencial: 2, licredencial: 1 }))
  const rows = 'nome;telefone;empresaid\nAna;11987654321;cheia\nBia;11987654322;cheia\nANÁ;11987654321;\n'
  const { html, record } = await kept(app, equipe, 'convidados', rows)
  expect(countsIn(await html())).toEqual([1, 0, 0, 2])
  expect(await html()).toMatch(/Linha 3<\/th>.*LIMITE ATINGIDO: os convites de Cheia acabaram/)
  expect(await html()).toMatch(/Linha 4<\/th>.*já está na linha 2/)
  await record()
  expect(app.store.get('empresas', 'cheia')).toMatchObject({ licredencial: 2 })
})

test('where the event has a LOTAÇÃO, those without a company enter while the house has places', async () => {
  const { app, equipe } = await withEquipe()
  app.store.put(
    'empresas',
    anEmpresa({ empresaid: CASA, usuarioid: DA_CASA, icredencial: 1, licredencial: 0 }),
  )
  const { html, record } = await kept(
    app,
    equipe,
    'convidados',
    'nome;telefone\nAna;11987654321\nBia;11987654322\n',
  )
  expect(countsIn(await html())).toEqual([1, 0, 0, 1])
  await record()
  expect(app.store.get('empresas', CASA)).toMatchObject({ licredencial: 1 })
  expect(await html()).toContain('1 convidado gravado')
})

test('a guest registered before gets the invitation and the e-mail that were missing, and nothing else', async () => {
  const { app, equipe } = await withEquipe()
  const cadastro = aCadastro({ nome: 'ANA LIMA', telefone: '11987654321', email: '' })
  await app.services.credenciais.register(aRegister({ cadastro, chave: app.services.chaveOf(cadastro) }))
  const { html, record } = await kept(app, equipe, 'convidados', CONVIDADOS)
  expect(countsIn(await html())).toEqual([2, 1, 0, 0])
  expect(await html()).toMatch(/ANA LIMA.*empresa: <b>Fazenda Acme<\/b>.*e-mail: <b>ana@exemplo.com<\/b>/)
  await record()
  expect(app.store.all('credenciais').map(({ nome, email }) => [nome, email])[0]).toEqual([
    'ANA LIMA',
    'ana@exemplo.com',
  ])
  expect(app.store.get('empresas', 'acme')).toMatchObject({ licredencial: 4 })
})

test('an effect that has changed meanwhile brings the preview back, and nothing is written', async () => {
  const { app, equipe } = await withEquipe()
  const { path, html } = await kept(app, equipe, 'empresas', EMPRESAS)
  const seen = digestIn(await html())
  app.store.put('empresas', anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme', icredencial: 20 }))
  const before = structuredClone(app.store.all('empresas'))
  const answer = await equipe.post(path, { efeito: seen })
  const page = await answer.text()
  expect(answer.status).toBe(409)
  expect(page).toContain('mudou enquanto você conferia')
  expect(countsIn(page)).toEqual([2, 0, 1, 1])
  expect(app.store.all('empresas')).toEqual(before)
  expect((await equipe.post(path, { efeito: digestIn(page) })).status).toBe(303)
  expect(app.store.get('empresas', 'nova') !== null).toBe(true)
})

test('two organisers who press Gravar at once write each row once', async () => {
  const { app, equipe } = await withEquipe()
  const rows = Array.from(
    { length: 30 },
    (_, n) =>
      `Pessoa ${'abcdefghijklmnopqrstuvwxyzABCD'[n] ?? ''}a;119876543${String(n).padStart(2, '0')};acme`,
  )
  app.store.put('empresas', anEmpresa({ empresaid: 'acme', icredencial: 100 }))
  const { record } = await kept(app, equipe, 'convidados', `nome;telefone;empresaid\n${rows.join('\n')}\n`)
  const answers = await Promise.all([record(), record()])
  for (const { status } of answers) expect(status).toBe(303)
  expect(app.store.count('credenciais')).toBe(30)
  expect(app.store.get('empresas', 'acme')).toMatchObject({ licredencial: 30 })
  expect(app.store.count('historico')).toBe(31)
})

test('beside guests who register by the link, no invitation is given twice', async () => {
  const { app, equipe } = await withEquipe()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme', icredencial: 20, licredencial: 0 }))
  const rows = Array.from(
    { length: 20 },
    (_, n) => `Da planilha ${'abcdefghijklmnopqrst'[n] ?? ''};119876543${String(n).padStart(2, '0')};acme`,
  )
  const { record, html, path } = await kept(
    app,
    equipe,
    'convidados',
    `nome;telefone;empresaid\n${rows.join('\n')}\n`,
  )
  const register = app.services.credenciais.register.bind(app.services.credenciais)
  let byLink = 0
  // Another guest is registered before each of the first eight rows.
  app.services.credenciais.register = async (request) => {
    if (byLink++ < 8) await register(aRegister({ claim: aClaim('acme') }))
    return register(request)
  }
  const answer = await record()
  const usadas = app.store.all('reservas').filter(({ estado }) => estado === 'usada')
  expect(usadas).toHaveLength(20)
  expect(app.store.get('empresas', 'acme')).toMatchObject({ licredencial: 20 })
  expect(app.store.count('credenciais')).toBe(20)
  expect(answer.headers.get('Location')).toBe(path)
  const page = await html()
  const [inserted, , equal, bad = 0] = countsIn(page)
  expect([inserted, (equal ?? 0) + bad]).toEqual([0, 20])
  expect(bad).toBeGreaterThan(0)
  expect(readText(page)).toContain(`a gravação parou: gravamos ${20 - bad} de 20 linhas`)
  await record(digestIn(page))
  expect(readText(await html())).toMatch(
    new RegExp(`${20 - bad} convidados gravados.*${bad} ficaram de fora`),
  )
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
  expect(app.store.count('credenciais')).toBe(1)
  const page = await html()
  expect(countsIn(page)).toEqual([2, 0, 1, 0])
  expect(readText(page)).toContain('a gravação parou: gravamos 1 de 3 linhas')
  expect(readText(page)).not.toContain('Nada foi gravado ainda')
  expect(page).toMatch(/<button[^>]*>Continuar<\/button>/)
  expect((await record(digestIn(page))).status).toBe(303)
  expect(readText(await html())).toContain('3 convidados gravados')
  expect(app.store.count('credenciais')).toBe(3)
})

/**
 * The app with two companies and three guests: one of a company, one of the public form, one who withdrew.
 */
async function withConvidados() {
  const { app, equipe } = await withEquipe()
  app.store.put(
    'empresas',
    anEmpresa({ empresaid: 'serra', nome: 'Serra Azul', icredencial: 1, licredencial: 0 }),
  )
  const rows =
    'Nome;WhatsApp;Empresa\nAna Lima;11987654321;Fazenda Acme\nBia;11987654322;\nCaio;11987654323;Fazenda Acme\n'
  await (await kept(app, equipe, 'convidados', rows)).record()
  const idOf = (nome: string) =>
    app.store.all('credenciais').find((credencial) => credencial.nome === nome)?.credencialid ?? ''
  const withdrawal = { credencialid: idOf('CAIO'), empresaid: null, now: app.services.now(), isClosed: false }
  await app.services.desistencias.withdraw(withdrawal, anAutor())
  return { app, equipe, idOf }
}

test('a guest of another company moves, what else differs is corrected, and nothing that differs is called equal', async () => {
  const { app, equipe, idOf } = await withConvidados()
  const { html, record } = await kept(
    app,
    equipe,
    'convidados',
    'Nome;WhatsApp;E-mail;Empresa\nAna Lima;11987654321;ana@exemplo.com;SERRA AZUL\nBiá;11987654322;;\nCaio;11987654323;;Fazenda Acme\n',
  )
  const preview = await html()
  expect(countsIn(preview)).toEqual([0, 2, 1, 0, 0])
  expect(preview).toMatch(
    /Mudam de empresa.*ANA LIMA.*<del>Fazenda Acme<\/del> <b>Serra Azul.*e-mail: <b>ana@ex/,
  )
  expect(preview).toMatch(/BIÁ.*nome: <del>BIA<\/del> <b>BIÁ/)
  expect(preview).toMatch(/CAIO.*presença: <del>desistiu<\/del> <b>confirmado/)
  await record()
  expect(readText(await html())).toContain('0 convidados incluídos e 3 com mudança.')
  const ana = await app.services.credenciais.findById(idOf('ANA LIMA'))
  expect(ana).toMatchObject({ credencial: { email: 'ana@exemplo.com' }, empresa: { empresaid: 'serra' } })
  expect(app.store.get('empresas', 'serra')).toMatchObject({ licredencial: 1 })
  expect(app.store.get('empresas', 'acme')).toMatchObject({ licredencial: 3 })
  expect(atosOf(app).map(({ ato }) => ato)).toEqual(expect.arrayContaining(['mudou-de-empresa', 'corrigiu']))
})

test('who moves out of a full company makes room for who comes, and who finds none is refused', async () => {
  const { app, equipe, idOf } = await withConvidados()
  app.store.put(
    'empresas',
    anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme', icredencial: 4, licredencial: 4 }),
  )
  const { html, record } = await kept(
    app,
    equipe,
    'convidados',
    'Nome;WhatsApp;Empresa\nDavi;11987654324;Fazenda Acme\nEva;11987654325;Fazenda Acme\nAna Lima;11987654321;Serra Azul\n',
  )
  expect(countsIn(await html())).toEqual([1, 0, 1, 0, 1])
  expect((await record()).status).toBe(303)
  expect((await app.services.credenciais.findById(idOf('DAVI')))?.empresa?.empresaid).toBe('acme')
  expect(app.store.get('empresas', 'acme')).toMatchObject({ licredencial: 4 })
})

test('a guest whom another organiser moves meanwhile stays there, and the preview comes back', async () => {
  const { app, equipe, idOf } = await withConvidados()
  app.store.put('empresas', anEmpresa({ empresaid: 'outra', nome: 'Outra', icredencial: 1, licredencial: 0 }))
  const { record, html } = await kept(
    app,
    equipe,
    'convidados',
    'Nome;WhatsApp;Empresa\nAna Lima;11987654321;Serra Azul\n',
  )
  const move = app.services.credenciais.move.bind(app.services.credenciais)
  app.services.credenciais.move = async (request, autor) => {
    await move({ ...request, empresaid: 'outra', from: 'acme', reservaid: 'antes' }, autor)
    return move(request, autor)
  }
  await record()
  expect(readText(await html())).toContain('a gravação parou: gravamos 0 de 1 linha')
  expect((await app.services.credenciais.findById(idOf('ANA LIMA')))?.empresa?.empresaid).toBe('outra')
  expect(app.store.get('empresas', 'serra')).toMatchObject({ licredencial: 0 })
})

test('a row that says the guest withdrew registers nobody, and withdraws nobody', async () => {
  const { app, equipe } = await withConvidados()
  const { html } = await kept(
    app,
    equipe,
    'convidados',
    'Nome;WhatsApp;Estado\nCaio;11987654323;desistiu\nAna Lima;11987654321;Desistiu\nDavi;11987654324;retirado pela mesa\nBia;11987654322;MT\n',
  )
  expect(countsIn(await html())).toEqual([0, 0, 2, 2])
  expect(await html()).toMatch(/Linha 3<.*aqui está confirmado: para tirar da lista/)
  expect(await html()).toMatch(/Linha 4<.*aqui não há este convidado/)
})
