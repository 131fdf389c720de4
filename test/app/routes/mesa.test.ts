import { expect, test } from 'vitest'
import { newMesa } from '../../../server/domain/mesa.ts'
import { aMesa, leadOf } from '../../support/a-mesa.ts'
import { aClaim, anEmpresa, NOW } from '../../support/factories.ts'
import { readField, readText } from '../../support/html.ts'

const HOUR_MS = 3_600_000

test('a new table reads how to invite, with a link for all and one for each', async () => {
  const { text, page } = await aMesa()
  const told = await text()
  for (const sentence of [
    'Mesa · Palestra comemorativa dos 80 anos quinta-feira, 16 de setembro, 19h30',
    'Fazenda Acme',
    '5 CONVITES LIVRES, DE 5',
    'Confirmados 0 já chegaram 0 Preenchendo o cadastro 0 Convites pessoais novos 0 Livres 5 Total da mesa 5',
    'Como convidar Um link para todos',
    'https://convite.test /acme',
    'Restam 5 lugares.',
  ])
    expect(told).toContain(sentence)
  expect(await page()).toContain('href="https://wa.me/?text=Convite%20de%20Fazenda%20Acme')
})

test('the panel’s secret link has a preview of its own, which names no guest; other pages have the event’s', async () => {
  const { page, convidado, text, browser } = await aMesa()
  await convidado('LÚCIA BARRETO')
  const previewIn = (html: string) => [...html.matchAll(/<meta property="og:([a-z:]+)" content="([^"]*)"/g)]
  const own = new Map(previewIn(await page()).map(([, name, content]) => [name, content]))
  expect(own.get('title')).toBe('Painel da mesa Fazenda Acme · só para quem cuida dela')
  expect(own.get('description')).toContain('Não é o convite')
  expect([...own.values()].join(' ')).not.toMatch(/LÚCIA/i)
  expect(await text()).toContain('LÚCIA BARRETO')
  const others = new Map(previewIn(await browser().body('/acme')).map(([, name, content]) => [name, content]))
  expect(others.get('title')).toBe('Palestra comemorativa dos 80 anos · Sociedade Rural do Vale Dourado')
})

test('guests inside, filling in, gone and new are told with their numbers, and nothing more', async () => {
  const { text, make, codigos, convidado, admit, services, page } = await aMesa({ icredencial: 9 })
  await make('Tia Lúcia\nDiretor comercial')
  const lucia = await convidado('LÚCIA BARRETO', { codigo: (await codigos()).get('Tia Lúcia') ?? null })
  await convidado('ÁLVARO REIS')
  await convidado('ALHEIO DA SILVA', { empresaid: 'outra' })
  await admit(lucia)
  const { desistencias, autorOf, empresas } = services
  const asked = { now: NOW, isClosed: false }
  const rui = await convidado('RUI')
  await desistencias.withdraw({ ...asked, credencialid: rui, empresaid: null }, autorOf('convidado'))
  const caio = await convidado('CAIO')
  await desistencias.withdraw({ ...asked, credencialid: caio, empresaid: 'acme' }, autorOf('mesa'))
  await empresas.claim(aClaim('acme', { holdMs: HOUR_MS }))

  const told = await text()
  for (const sentence of [
    'Atualizado às 12h. Você pode fazer mudanças até 16 de setembro, 22h.',
    'Confirmados 2 já chegaram 1 Preenchendo o cadastro 1 Guardados para quem desistiu 1 Convites pessoais novos 1 Livres 4 Total da mesa 9',
    'Convidados da mesa 2 confirmados ÁLVARO REIS presença confirmada Tirar da mesa',
    'LÚCIA BARRETO chegou às 12h00, convite pessoal “Tia Lúcia” Alguém está preenchendo o cadastro reservado até 13h',
    'A mesa tirou uma pessoa hoje, às 12h: o convite voltou para a mesa',
    'Um convidado desistiu hoje, às 12h: o lugar fica guardado até 2 de setembro, 0h, se quiser voltar Não guardar',
    'Convites pessoais 1 novo Diretor comercial Novo',
    'Tia Lúcia USADO por LÚCIA BARRETO',
  ])
    expect(told).toContain(sentence)
  for (const secret of ['ALHEIO', 'RUI', 'CAIO', '65987655432', '98765', services.codeOf(lucia, 0)])
    expect(await page()).not.toContain(secret)
})

test('the panel is kept by nobody and found by no search engine', async () => {
  const { mesaBrowser, path } = await aMesa()
  const response = await mesaBrowser.get(path)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(await response.text()).toContain('<meta name="robots" content="noindex"/>')
})

test('a wrong link, a removed company’s and another kind of token are the same 404', async () => {
  const { mesaBrowser, path, services, store } = await aMesa()
  const bodies = []
  for (const other of [`${path}x`, path.slice(0, -1), '/mesa/acme', `/mesa/${services.tokenOf('acme', 0)}`]) {
    for (const at of [other, `${other}/lista`, `${other}/lista.csv`, `${other}/liberar/1`]) {
      const response = await mesaBrowser.get(at)
      expect(response.status, at).toBe(404)
      if (at === other) bodies.push(readText(await response.text()))
    }
    for (const at of [other, `${other}/liberar/1`, `${other}/revogar/${'a'.repeat(20)}`])
      expect((await mesaBrowser.post(at, { ato: 'fechar' })).status, at).toBe(404)
  }
  expect(new Set(bodies).size).toBe(1)
  store.remove('empresas', 'acme')
  expect((await mesaBrowser.get(path)).status).toBe(404)
  expect((await mesaBrowser.post(path, { ato: 'fechar' })).status).toBe(404)
  expect(store.count('mesas')).toBe(0)
})

test('a replaced link says so and whom to ask, and nothing of the table; its acts are refused', async () => {
  const { mesaBrowser, path, services, store } = await aMesa()
  const versao = (await services.mesas.renewLink('acme', services.autorOf('cli'))) ?? NaN
  const response = await mesaBrowser.get(path)
  expect(response.status).toBe(404)
  const told = readText(await response.text())
  expect(told).toContain('LINK SUBSTITUÍDO')
  expect(told).toContain('secretaria@sociedaderural.example')
  expect(told).not.toContain('Acme')
  expect((await mesaBrowser.post(path, { ato: 'fechar' })).status).toBe(404)
  expect(store.get('mesas', 'acme')?.fechada).toBe(false)
  const renewed = `/mesa/${services.mesaTokenOf({ empresaid: 'acme', versao })}`
  expect((await mesaBrowser.get(renewed)).status).toBe(200)
})

test('the public link closes and opens again, once however often it is sent', async () => {
  const { mesaBrowser, path, text, services, atos } = await aMesa()
  for (let n = 0; n < 2; n++)
    expect(leadOf(await mesaBrowser.post(path, { ato: 'fechar' }))).toEqual([303, `${path}?feito=fechado`])
  expect((await services.empresas.claim(aClaim('acme'))).kind).toBe('link-closed')
  expect(await text(`${path}?feito=fechado`)).toContain('Feito: o link público está fechado.')
  expect(await text()).toContain('Fechado Só entra quem tem convite pessoal.')
  for (let n = 0; n < 2; n++) await mesaBrowser.post(path, { ato: 'abrir' })
  expect((await services.empresas.claim(aClaim('acme'))).kind).toBe('claimed')
  expect(await text()).toContain('Aberto Qualquer pessoa com o link pode usar um convite livre.')
  expect(atos()).toEqual(['fechou-link mesa', 'abriu-link mesa'])
})

test('after the closing date nothing is offered and nothing is done', async () => {
  const { make, convidado, codigos, mesaBrowser, path, text, advance, services, licredencial, atos } =
    await aMesa()
  await make('Tia\nZé')
  const id = await convidado('ANA LIMA')
  const [codigo = ''] = (await codigos()).values()
  const pedido = 'p'.repeat(22)
  advance(services.closesAt - NOW)
  const told = await text()
  expect(told).toContain('As mudanças terminaram: hoje, 22h.')
  for (const act of ['TIRAR', 'Não guardar', 'Cancelar', 'CRIAR', 'FECHAR', 'ENVIAR PELO'])
    expect(told).not.toContain(act)
  for (const [at, fields] of [
    [path, { ato: 'criar', rotulos: 'Bia', pedido }],
    [path, { ato: 'mudar', codigo, [`rotulo-${codigo}`]: 'Bia' }],
    [path, { ato: 'fechar' }],
    [`${path}/revogar/${codigo}`, {}],
    [`${path}/enviar/${codigo}`, {}],
    [`${path}/liberar/${id}`, {}],
  ] as const)
    expect(leadOf(await mesaBrowser.post(at, fields)), at).toEqual([303, `${path}?feito=encerrado`])
  for (const at of [`liberar/${id}`, `revogar/${codigo}`])
    expect(leadOf(await mesaBrowser.get(`${path}/${at}`))).toEqual([303, `${path}?feito=encerrado`])
  expect(await text(`${path}?feito=encerrado`)).toContain('o prazo para mudanças terminou. Nada mudou.')
  expect([licredencial(), atos()]).toEqual([3, ['criou-convites mesa']])
})

test('from the day of erasure on nothing of the table is shown', async () => {
  const { mesaBrowser, path, convidado, advance, services } = await aMesa()
  await convidado('ANA LIMA')
  advance(services.eraseAt - NOW)
  for (const at of [path, `${path}/lista`, `${path}/lista.csv`]) {
    const response = await mesaBrowser.get(at)
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([410, 'no-store'])
    expect(await response.text()).not.toMatch(/ANA LIMA|Acme/)
  }
  expect(await mesaBrowser.text(path)).toContain('MESA ENCERRADA')
})

test('names and labels are read as they are, whatever they hold', async () => {
  const evil = '<script>alert(1)</script>"\'&'
  const { page, make, text, codigos, path } = await aMesa({ nome: evil })
  await make(evil)
  const html = await page()
  expect(html).not.toContain('<script>alert')
  expect(readField(html, `rotulo-${(await codigos()).get(evil) ?? ''}`)).toContain('&lt;script&gt;')
  for (const at of [path, `${path}/lista`]) expect((await text(at)).split(evil).length).toBeGreaterThan(2)
})

test('where names are switched off guests have numbers everywhere, and only the state is told', async () => {
  const world = await aMesa()
  const { services, convidado, admit, path, mesaBrowser } = world
  services.config.evento.nomesNaMesa = false
  const [ana, bia] = [await convidado('ZULMIRA LIMA'), await convidado('ANA LIMA')]
  await admit(ana)
  expect(await world.text()).toContain(
    'Convidado 1 chegou às 12h00 Convidado 2 presença confirmada Tirar da mesa Convidado 2',
  )
  expect(await world.text(`${path}/lista`)).toContain('Convidado 1 chegou às 12h00 Convidado 2 presença')
  expect(await world.text(`${path}/liberar/${bia}`)).toContain('Manter Convidado 2 na mesa')
  for (const at of ['', '/lista', '/lista.csv', `/liberar/${bia}`])
    expect(await mesaBrowser.body(path + at), at).not.toMatch(/\b(ZULMIRA|ANA|LIMA)\b/)
})

test('a company nobody can open says no link, and offers none', async () => {
  const { services, store, pathOf, page, mesaBrowser } = await aMesa()
  store.put('empresas', anEmpresa({ empresaid: 'painel' }))
  await services.mesas.setFechada('painel', true, services.autorOf('cli'))
  const html = await page(pathOf('painel'))
  expect(html).not.toContain('wa.me')
  expect(readText(html)).not.toContain('CRIAR')
  expect((await mesaBrowser.post(pathOf('painel'), { ato: 'x' })).status).toBe(400)
})

test('the panel and its list have the number of the table, where there is one', async () => {
  const { page, text, path, store } = await aMesa()
  expect(await page()).not.toContain('numero-mesa')
  store.put('mesas', { ...newMesa('acme'), numero: 'A3' })
  expect(await page()).toMatch(/Fazenda Acme<\/h1><p class="numero-mesa">MESA /)
  expect(await text()).toContain('Fazenda Acme MESA A3')
  expect(await text(`${path}/lista`)).toContain('Mesa A3 · Palestra comemorativa')
})
