import { newMesa } from '../../../server/domain/mesa.ts'
import { expect, test } from 'vitest'
import { MESA } from '../../../server/domain/historico.ts'
import { makeConvites } from '../../../server/use-cases/convites-pessoais.ts'
import { leadOf } from '../../support/a-mesa.ts'
import { openEquipe } from '../../support/equipe.ts'
import { aCadastro, aClaim, anEmpresa, anEntrada, aRegister, NOW } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'
import { startApp } from '../../support/remix.ts'
import { registered } from '../../support/registered.ts'

const MINUTE = 60_000

/** Two tables, one holder with a phone number; two organisers; guests by name. */
async function open({ nomes = ['ANA LIMA', 'BIA LIMA', 'CAIO LIMA'] } = {}) {
  const app = await startApp()
  const { services, store } = app
  for (const [empresaid, nome, contato, telefone] of [
    ['serra', 'Laticínios Serra Azul', 'Dr. OTÁVIO REZENDE', '65987654402'],
    ['boa', 'Agropecuária Boa Sorte', '', ''],
  ] as const) {
    store.put('empresas', anEmpresa({ empresaid, nome, contato, icredencial: 20 }))
    store.put('mesas', { ...newMesa(empresaid), telefone })
  }
  const ids: string[] = []
  for (const [n, nome] of nomes.entries()) {
    const cadastro = aCadastro({ nome, telefone: `6598765543${n}`, email: '' })
    const request = aRegister({ cadastro, claim: aClaim('serra'), now: NOW + n })
    ids.push(await registered(services.credenciais, request))
  }
  const [cida, neusa] = [await openEquipe(app), await openEquipe(app, { nome: 'Neusa' })]
  const text = async (path: string, browser = cida) => browser.text(path)
  const begin = async (browser = cida, fila = 'lembrete') =>
    (await browser.post('/painel/envios', { fila })).headers.get('Location') ?? ''
  return { ...app, ids, cida, neusa, text, begin }
}

const lembrete = (id: string | undefined, rest = '') => `/painel/envios/lembrete/${id ?? ''}${rest}`

test('a queue shows whom, the masked number and the state, and its chips how many are left of each', async () => {
  const { cida, text } = await open()
  const page = await text('/painel/envios?fila=lembrete')
  expect(page).toContain('Responsáveis 2 Convites 0 Lembrar quem não respondeu 0 Lembrete aos confirmados 3')
  expect(page).toContain('0 de 3 confirmados já receberam')
  expect(page).toContain('ANA LIMA Laticínios Serra Azul (65) 9••••-5430 Ainda não Enviar a ANA LIMA')
  expect(page).not.toContain('São muitas mensagens')
  const html = await cida.body('/painel/envios')
  expect(html).not.toMatch(/987654402|98765543|wa\.me|<script/)
})

test('looking takes nothing: only a form does, and two organisers get different people', async () => {
  const { store, ids, cida, neusa, text, begin } = await open()
  for (const path of [
    '/painel/envios',
    '/painel/envios?fila=lembrete',
    lembrete(ids[0]),
    '/painel/envios/fim/lembrete',
  ])
    expect((await cida.get(path)).status).toBe(200)
  expect(store.count('envios')).toBe(0)
  expect(await begin()).toBe(lembrete(ids[0]))
  expect(await begin(neusa)).toBe(lembrete(ids[1]))
  expect(await begin()).toBe(lembrete(ids[0]))
  expect(await text(lembrete(ids[0]))).toContain('Neusa está na mesma fila, com outra pessoa.')
  expect(await text(lembrete(ids[0]), neusa)).toContain('Cida Moreira está com esta desde 12h00.')
  expect(await text('/painel/envios?fila=lembrete', neusa)).toContain(
    'Com Cida Moreira agora Volta para a fila às 12h10',
  )
})

test('Enviar is recorded, leads to a page of ours that goes on to WhatsApp while fresh, and asks whether it went', async () => {
  const { ids, cida, advance, text } = await open()
  const opened = await cida.post(lembrete(ids[0]), { ato: 'enviar' })
  expect(leadOf(opened)).toEqual([303, lembrete(ids[0], '?abrir')])
  const going = await cida.get(lembrete(ids[0], '?abrir'))
  const html = await going.text()
  expect(going.headers.get('Cache-Control')).toBe('no-store')
  const [, refresh = ''] = /<meta http-equiv="refresh" content="0;url=([^"]*)"/.exec(html) ?? []
  const whatsapp = new URL(refresh.replaceAll('&amp;', '&'))
  expect(whatsapp.origin + whatsapp.pathname).toBe('https://wa.me/5565987655430')
  expect(whatsapp.searchParams.get('text')).toMatch(
    /^Ana, está chegando o dia da palestra[^]*credencial[^]*https:\/\/convite\.test\/c\/\S+$/,
  )
  expect(html.split('https://wa.me/')).toHaveLength(3)
  expect(readText(html)).toContain('Você abriu o WhatsApp às 12h00')
  // Going back, or a later reload by the phone, waits for a touch.
  expect(await cida.body(lembrete(ids[0]))).not.toContain('http-equiv="refresh"')
  expect(leadOf(await cida.post(lembrete(ids[0]), { ato: 'enviar' }))).toEqual([
    303,
    lembrete(ids[0], '?abrir'),
  ])
  advance(11_000)
  expect(await cida.body(lembrete(ids[0], '?abrir'))).not.toContain('http-equiv="refresh"')
  expect(leadOf(await cida.post(lembrete(ids[0]), { ato: 'foi' }))).toEqual([303, lembrete(ids[1])])
  expect(await text('/painel/envios?fila=lembrete&ver=enviados')).toContain(
    'Enviado às 12h00 por Cida Moreira',
  )
})

test('what another opened is told with who and when, and is sent all the same only where one says so', async () => {
  const { ids, cida, neusa, text, advance } = await open()
  await neusa.post(lembrete(ids[0]), { ato: 'enviar' })
  advance(3 * MINUTE)
  const refused = await cida.post(lembrete(ids[0]), { ato: 'enviar' })
  expect(leadOf(refused)).toEqual([303, lembrete(ids[0])])
  const page = await text(lembrete(ids[0]))
  expect(page).toContain('Aberto às 12h00 por Neusa.')
  expect(page).toContain('Enviar mesmo assim')
  expect(page).not.toContain('Abrir o WhatsApp')
  expect(leadOf(await cida.post(lembrete(ids[0]), { ato: 'enviar-de-novo' }))).toEqual([
    303,
    lembrete(ids[0], '?abrir'),
  ])
})

test('a skipped one comes last, and who has no WhatsApp or wants no messages leaves the queue', async () => {
  const { ids, cida, text } = await open()
  expect(leadOf(await cida.post(lembrete(ids[0]), { ato: 'pular' }))).toEqual([303, lembrete(ids[1])])
  expect(leadOf(await cida.post(lembrete(ids[1]), { ato: 'sem-whatsapp' }))).toEqual([303, lembrete(ids[2])])
  expect(leadOf(await cida.post(lembrete(ids[2]), { ato: 'recusado' }))).toEqual([303, lembrete(ids[0])])
  await cida.post(lembrete(ids[0]), { ato: 'enviar' })
  expect(leadOf(await cida.post(lembrete(ids[0]), { ato: 'foi' }))).toEqual([
    303,
    '/painel/envios/fim/lembrete',
  ])
  expect(await text('/painel/envios/fim/lembrete')).toContain('Fila terminada 1 enviado 1 não tem WhatsApp')
  expect(await text('/painel/envios?fila=lembrete&ver=fora')).toContain(
    'Não tem WhatsApp (12h00, Cida Moreira)',
  )
})

test('who withdrew or is inside is told nothing, and a row nobody waits for says so', async () => {
  const { services, ids, cida, text } = await open()
  const request = { credencialid: ids[0] ?? '', empresaid: null, now: NOW, isClosed: false }
  await services.desistencias.withdraw(request, services.autorOf('convidado'))
  await services.entradas.add([anEntrada(ids[1] ?? '')], null)
  expect(await text('/painel/envios?fila=lembrete')).toContain('0 de 1 confirmados já receberam')
  for (const id of [ids[0], ids[1], 'nenhum', '../lembrete'])
    expect((await cida.get(lembrete(encodeURIComponent(id ?? '')))).status).toBe(404)
  expect(leadOf(await cida.post(lembrete(ids[0]), { ato: 'foi' }))).toEqual([303, lembrete(ids[2])])
  expect((await cida.get('/painel/envios/outra/x')).status).toBe(404)
  expect((await cida.post(lembrete(ids[2]), { ato: 'apagar' })).status).toBe(400)
})

test('a holder without a number needs one first, or is told in another way, and then needs none', async () => {
  const { store, cida, text, advance } = await open()
  const page = await text('/painel/envios?fila=mesa')
  expect(page).toContain(
    'Sem responsável Agropecuária Boa Sorte sem WhatsApp Precisa de número Anotar número',
  )
  expect(await (await cida.get('/painel/envios?fila=mesa')).text()).toContain(
    'Anotar número<span class="oculto"> de Agropecuária Boa Sorte</span>',
  )
  const told = await cida.post('/painel/envios/mesa/boa', { ato: 'em-maos', lista: '1' })
  expect(leadOf(told)).toEqual([303, '/painel/envios?fila=mesa&feito=entregue'])
  expect(await text('/painel/envios?fila=mesa')).toContain('1 de 2 empresas já têm o link da mesa')
  store.put('mesas', { ...newMesa('boa'), telefone: '65987650000' })
  // The board's reading of companies is some seconds old where storage cannot tell that it changed.
  advance(6_000)
  expect(await text('/painel/envios?fila=mesa')).toContain('1 de 2 empresas já têm o link da mesa')
})

test('a renewed link of a panel puts its holder back, with the reason', async () => {
  const { services, cida, text, advance } = await open()
  await cida.post('/painel/envios/mesa/serra', { ato: 'foi', lista: '1' })
  await services.mesas.renewLink('serra', services.autorOf('cli'))
  advance(6_000)
  expect(await text('/painel/envios?fila=mesa')).toContain('Ainda não O link foi trocado')
})

test('personal invitations come a table at a time in the order they were typed, and WhatsApp asks for the number', async () => {
  const { services, cida, neusa, begin, text } = await open()
  for (const [empresaid, rotulos] of [
    ['serra', 'Zé Bento\nAna do Carmo'],
    ['boa', 'Tia Lúcia'],
  ] as const)
    await makeConvites(services, { empresaid, rotulos, pedido: empresaid }, services.autorOf(MESA))
  const page = await text('/painel/envios?fila=pessoal')
  expect(page).toMatch(
    /Tia Lúcia Agropecuária Boa Sorte · 1 lugar Sem número: escolha a pessoa no WhatsApp.*Zé Bento.*Ana do Carmo/,
  )
  const first = await begin(cida, 'pessoal')
  expect(await text(first)).toContain('Tia Lúcia, este convite é só seu, na mesa Agropecuária Boa Sorte.')
  await cida.post(first, { ato: 'enviar' })
  expect(await cida.body(`${first}?abrir`)).toContain('content="0;url=https://wa.me/?text=Tia')
  const rest = await text('/painel/envios?fila=pessoal&mesa=serra')
  expect(rest).not.toContain('Aberto às')
  expect(await text(await begin(neusa, 'pessoal'), neusa)).toContain('Zé Bento')

  // A table's list takes no row of another table. With nothing left, it offers nothing to begin.
  const ofTable = async (mesa: string) =>
    (await cida.post('/painel/envios', { fila: 'pessoal', mesa })).headers.get('Location') ?? ''
  expect(await text(await ofTable('serra'))).toContain('Ana do Carmo')
  expect(await ofTable('boa')).toBe('/painel/envios?fila=pessoal&mesa=boa')
  expect(await text(await ofTable('boa'))).not.toMatch(/Começar|Continuar/)
})

test('a text is changed in its open parts, escaped everywhere, told in the history, and goes back to the original', async () => {
  const { services, cida, ids, text } = await open()
  const path = '/painel/envios/texto/lembrete'
  expect(await text(path)).toContain('Fixo: dia, hora e lugar')
  const abertura = 'é amanhã! <b>& "venha"'
  const seen = await cida.post(path, { ato: 'ver', abertura, recado: 'Portão 2' })
  expect([seen.status, (await services.envios.listTextos()).length]).toEqual([200, 0])
  expect(await seen.text()).toContain('é amanhã! &lt;b&gt;&amp; &quot;venha&quot;</p>')
  expect(leadOf(await cida.post(path, { ato: 'gravar', abertura, recado: 'Portão 2' }))).toEqual([
    303,
    `${path}?feito=gravado`,
  ])
  expect(await text(path)).toContain('Mudou o texto, Cida Moreira')
  await cida.post(lembrete(ids[0]), { ato: 'enviar' })
  const going = await cida.body(lembrete(ids[0], '?abrir'))
  expect(going).toContain(`Ana%2C%20${encodeURIComponent(abertura)}`)
  expect(going).toContain(`Vale%20Dourado%0A%0A${encodeURIComponent('Portão 2')}%0A%0ASua%20credencial`)
  await cida.post(path, { ato: 'original' })
  expect(await text(path)).toContain('está chegando o dia')
})

test('a text without an opening, or too long, comes back as it was typed', async () => {
  const { services, cida } = await open()
  const path = '/painel/envios/texto/mesa'
  const long = 'é'.repeat(301)
  const refused = await cida.post(path, { ato: 'gravar', abertura: ' ', recado: long })
  const html = await refused.text()
  expect(refused.status).toBe(422)
  expect(html).toContain(long)
  expect(readText(html)).toContain('São mais de 300 letras.')
  expect(html).toContain('<title>Erro: ')
  expect(await services.envios.listTextos()).toEqual([])
})
