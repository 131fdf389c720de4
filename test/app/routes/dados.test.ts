import { expect, test } from 'vitest'
import { openPainel } from '../../support/convidados-painel.ts'
import { anEntrada, anEmpresa } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'

const ANA = { nome: 'Ana Lima', telefone: '65987655432', email: 'ana@exemplo.com' }

/** A guest who registered with a company's invitation in a browser of her own. */
async function start() {
  const app = await openPainel()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme' }))
  const ana = app.browser()
  await ana.post('/acme')
  await ana.post('/cadastro', { ...ANA, empresaid: 'acme' })
  const pathIn = async (browser: typeof ana, nome = '') =>
    new RegExp(`/c/[^"/]+(?=">${nome})`).exec(await browser.body('/minhas'))?.[0] ?? ''
  const path = await pathIn(ana)
  const [credencial] = app.store.all('credenciais')
  const credencialid = credencial?.credencialid ?? ''
  return { ...app, ana, path, pathIn, credencialid, dados: `${path}/dados` }
}

test('the guest reads all that is stored of her, and takes it along as a file', async () => {
  const { ana, dados, path, equipe, credencialid, services } = await start()
  await services.entradas.add([anEntrada(credencialid)], null)
  expect(await ana.text(path)).toContain('Meus dados')
  const told = await ana.text(dados)
  for (const one of [
    'Nome ANA LIMA',
    'WhatsApp 65987655432',
    'E-mail ana@exemplo.com',
    'Empresa Fazenda Acme',
  ])
    expect(told).toContain(one)
  expect(told).toContain('Entrada no evento 1 de setembro')
  const file = await ana.get(`${dados}.txt`)
  expect(file.headers.get('Content-Disposition')).toBe('attachment; filename="meus-dados.txt"')
  expect(await file.text()).toContain('WhatsApp: 65987655432\r\n')
  // An organiser hears the same.
  expect(await equipe.text(dados)).toContain('WhatsApp 65987655432')
})

test('a link that was forwarded, and the browser of somebody who registered others, show none of it', async () => {
  const { browser, dados, ana, pathIn } = await start()
  const stranger = browser()
  for (const path of [dados, `${dados}.txt`]) expect((await stranger.get(path)).status).toBe(403)
  expect((await stranger.post(dados, { ato: 'apagar' })).status).toBe(403)
  const secretaria = browser()
  for (const nome of ['Rui Reis', 'Bia Reis']) {
    await secretaria.post('/acme')
    await secretaria.post('/cadastro', { nome, telefone: '65987650000', email: '', empresaid: 'acme' })
  }
  expect((await secretaria.get(`${await pathIn(secretaria)}/dados`)).status).toBe(403)
  expect(readText(await (await secretaria.get(dados)).text())).toContain('SÓ NO SEU APARELHO')
  expect((await ana.get(dados)).status).toBe(200)
  // The credencial leads there only who may read it.
  expect(await secretaria.text(await pathIn(secretaria))).not.toContain('Meus dados')
  expect(await ana.text(await pathIn(ana))).toContain('Meus dados')
})

test('APAGAR erases her, gives the place back, and leaves those who came along', async () => {
  const { browser, services, store, pathIn } = await start()
  const codigo = 'a2b3c4d5e6f7g2h3i4j5'
  const novo = { codigo, rotulo: 'Rui', lugares: 2, reservaid: codigo }
  await services.convites.create('acme', [novo], services.now(), services.autorOf('cli'))
  const rui = browser()
  const couple = {
    ...ANA,
    nome: 'Rui Reis',
    telefone: '65987650000',
    'acompanhante-1': 'Bia Reis',
    convite: codigo,
  }
  await rui.post('/cadastro', couple)
  expect((await services.empresas.find('acme', services.now()))?.empresa.licredencial).toBe(3)
  const dados = `${await pathIn(rui, 'RUI')}/dados`
  expect((await rui.get(`${await pathIn(rui, 'BIA')}/dados`)).status).toBe(403)
  expect((await rui.post(dados, { ato: 'outro' })).status).toBe(400)
  const erased = await rui.post(dados, { ato: 'apagar' })
  expect([erased.status, erased.headers.get('Location')]).toEqual([303, '/minhas?apagado=1'])
  expect(await rui.text('/minhas?apagado=1')).toContain('Seus dados foram apagados.')
  expect(store.all('credenciais').map(({ nome }) => nome)).toEqual(['ANA LIMA', 'BIA REIS'])
  expect((await rui.post(dados, { ato: 'apagar' })).status).toBe(404)
  expect((await services.empresas.find('acme', services.now()))?.empresa.licredencial).toBe(2)
  expect(store.all('historico').map(({ ato, quem }) => `${ato} ${quem}`)).toContain('excluiu convidado')
})

test('an organiser reads it, and erases by Excluir alone', async () => {
  const { equipe, dados, store } = await start()
  const told = await equipe.text(dados)
  expect(told).toContain('O que este site guarda sobre este convidado')
  expect(told).not.toContain('APAGAR')
  expect((await equipe.post(dados, { ato: 'apagar' })).status).toBe(403)
  expect(store.all('credenciais')).toHaveLength(1)
})

test('who erased it and registers again reads it again', async () => {
  const { ana, dados, pathIn } = await start()
  await ana.post(dados, { ato: 'apagar' })
  await ana.post('/acme')
  await ana.post('/cadastro', { ...ANA, empresaid: 'acme' })
  expect((await ana.get(`${await pathIn(ana)}/dados`)).status).toBe(200)
})

test('who shares an invitation reads neither the number nor the note of whom it is for', async () => {
  const { browser, pathIn, services } = await start()
  const codigo = 'a2b3c4d5e6f7g2h3i4j5'
  const lucia = { rotulo: 'Tia Lúcia', telefone: '65987651111', nota: 'doadora' }
  const novo = { codigo, ...lucia, lugares: 2, reservaid: codigo }
  await services.convites.create('acme', [novo], services.now(), services.autorOf('cli'))
  const sent = { tipo: 'pessoal' as const, para: codigo, versao: 0, numero: 'n' }
  await services.envios.open(sent, false, services.autorOf('cli'))
  const bia = browser()
  await bia.post('/cadastro', { ...ANA, nome: 'Bia Reis', telefone: '65987652222', convite: codigo })
  const told = await bia.text(`${await pathIn(bia)}/dados`)
  expect(told).toContain('BIA REIS')
  expect(told).not.toMatch(/Lúcia|65987651111|doadora|Mensagem/)
})

test('once inside, the admission stays counted without a name, and the seat stays taken', async () => {
  const { ana, dados, credencialid, services, store } = await start()
  await services.entradas.add([anEntrada(credencialid)], null)
  expect(await ana.text(dados)).toContain('Sua entrada continua na contagem, sem o seu nome.')
  await ana.post(dados, { ato: 'apagar' })
  expect(store.all('credenciais')).toEqual([])
  expect(JSON.stringify(store.all('entradas'))).not.toContain('ANA')
  expect(store.all('entradas').length).toBeGreaterThan(0)
  expect(store.get('empresas', 'acme')?.licredencial).toBe(1)
})

test('APAGAR sent twice at once, beside an admission, erases once and gives back one place at most', async () => {
  const { ana, dados, credencialid, services, store } = await start()
  const statuses = await Promise.all([
    ana.post(dados, { ato: 'apagar' }),
    services.entradas.add([anEntrada(credencialid)], null),
    ana.post(dados, { ato: 'apagar' }),
  ])
  const answers = [statuses[0].status, statuses[2].status]
  expect(answers).toContain(303)
  expect(answers.every((status) => status === 303 || status === 404)).toBe(true)
  expect(store.all('credenciais')).toEqual([])
  expect(store.all('historico').filter(({ ato }) => ato === 'excluiu')).toHaveLength(1)
  expect([0, 1]).toContain(store.get('empresas', 'acme')?.licredencial)
})
