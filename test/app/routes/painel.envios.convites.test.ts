import { expect, test } from 'vitest'
import { newMesa } from '../../../server/domain/mesa.ts'
import { leadOf } from '../../support/a-mesa.ts'
import { changeEvento } from '../../support/change-evento.ts'
import { openEquipe } from '../../support/equipe.ts'
import { aClaim, anEmpresa, aRegister, NOW } from '../../support/factories.ts'
import { startApp } from '../../support/remix.ts'

const DAY = 86_400_000
const SERRA = 'Laticínios Serra Azul'

/** A table whose holder has a number, two organisers, and invitations, each as `[codigo, rotulo, telefone, lugares]`. */
async function open(...convites: [codigo: string, rotulo: string, telefone: string, lugares?: number][]) {
  const app = await startApp()
  const { services, store } = app
  store.put('empresas', anEmpresa({ empresaid: 'serra', nome: SERRA, contato: 'Dalva', icredencial: 20 }))
  store.put('mesas', { ...newMesa('serra'), telefone: '65987654402' })
  const novos = convites.map(([codigo, rotulo, telefone, lugares = 1]) => {
    return { codigo: codigoOf(codigo), rotulo, telefone, lugares, reservaid: `r-${codigo}` }
  })
  await services.convites.create('serra', novos, NOW, services.autorOf('cli'))
  const [cida, neusa] = [await openEquipe(app), await openEquipe(app, { nome: 'Neusa' })]
  const text = async (path: string, browser = cida) => browser.text(path)
  /** Where WhatsApp opens for a message, and with what. */
  const sent = async (path: string) => {
    await cida.post(path, { ato: 'enviar-de-novo' })
    const html = await cida.body(`${path}?abrir`)
    const [, refresh = ''] = /<meta http-equiv="refresh" content="0;url=([^"]*)"/.exec(html) ?? []
    const { origin, pathname, searchParams } = new URL(refresh.replaceAll('&amp;', '&'))
    return { to: origin + pathname, text: searchParams.get('text') ?? '' }
  }
  /** Sends it and says so. */
  const send = async (path: string) => {
    await sent(path)
    await cida.post(path, { ato: 'foi' })
  }
  const estado = async (tipo: 'pessoal' | 'relance', codigo: string) =>
    (await services.envios.find(tipo, codigoOf(codigo)))?.estado
  return { ...app, cida, neusa, text, sent, send, estado }
}

const codigoOf = (name: string) => name.padEnd(20, 'x')
const pessoal = (name: string) => `/painel/envios/pessoal/${codigoOf(name)}`
const relance = (name: string) => `/painel/envios/relance/${codigoOf(name)}`

test('an invitation with a number opens at it, says for how many it is, and shows the number masked', async () => {
  const { text, sent, cida } = await open(['helena', 'Helena Prado', '65999112244', 2])
  const page = await text('/painel/envios?fila=pessoal')
  expect(page).toContain(`Helena Prado ${SERRA} · 2 lugares (65) 9••••-2244 Ainda não`)
  expect(await cida.body('/painel/envios?fila=pessoal')).not.toContain('99112244')
  const { to, text: message } = await sent(pessoal('helena'))
  expect(to).toBe('https://wa.me/5565999112244')
  expect(message).toContain(`Helena Prado, este convite é seu e vale para 2 pessoas, na mesa ${SERRA}.`)
  expect(message).toMatch(/Cadastre-se até [^]*: https:\/\/convite\.test\/serra\/helenax+$/)
})

test('two invitations with one number are one message with both links, noted for each', async () => {
  const { text, sent, cida, estado } = await open(
    ['helena', 'Helena Prado', '65999112244'],
    ['joao', 'João Prado', '(65) 9911-2244', 2],
    ['zeca', 'Zé Bento', ''],
  )
  const page = await text('/painel/envios?fila=pessoal')
  expect(page).toContain('0 de 2 convites já foram')
  expect(page).toContain(`Helena Prado e João Prado ${SERRA} · 3 lugares (65) 9••••-2244`)
  const { text: message } = await sent(pessoal('joao'))
  expect(message).toContain('Helena Prado e João Prado, estes convites são de vocês. Esperamos você')
  expect(message).toMatch(
    /Convite de Helena Prado: \S+\/helenax+\n\nConvite de João Prado, para 2 pessoas: \S+\/joaox+$/,
  )
  await cida.post(pessoal('joao'), { ato: 'foi' })
  expect([await estado('pessoal', 'helena'), await estado('pessoal', 'joao')]).toEqual(['enviado', 'enviado'])
  expect(await text('/painel/envios?fila=pessoal')).toContain('1 de 2 convites já foram')
})

test('who wants no messages is sent none about another invitation, nor a reminder', async () => {
  const app = await open(['helena', 'Helena Prado', '65999112244'])
  const { services, cida, text, send, advance } = app
  await send(pessoal('helena'))
  advance(2 * DAY)
  await cida.post(relance('helena'), { ato: 'recusado' })
  const other = { codigo: codigoOf('joao'), rotulo: 'João', telefone: '65999112244', reservaid: 'r-j' }
  await services.convites.create('serra', [other], services.now(), services.autorOf('cli'))
  const page = await text('/painel/envios?fila=pessoal')
  expect(page).toContain('Convites 0 Lembrar quem não respondeu 0')
  expect(await text('/painel/envios?fila=pessoal&ver=fora')).toContain('João')
})

test('a reminder is due on the second day, says when the invitation came, and not again within three', async () => {
  const { text, send, sent, cida, advance } = await open(
    ['alda', 'Alda Maria Pires', '65999117035'],
    ['rui', 'Rui', '65999117036'],
  )
  await send(pessoal('alda'))
  await cida.post(pessoal('rui'), { ato: 'enviar' })
  advance(2 * DAY - 1)
  expect(await text('/painel/envios?fila=relance')).toContain('Ninguém para lembrar.')
  advance(1)
  const queue = await text('/painel/envios')
  expect(queue).toContain('Lembrar quem não respondeu 1')
  expect(await text(relance('alda'))).toContain('(65) 9••••-7035 Recebeu em 1 de setembro.')
  const { to, text: message } = await sent(relance('alda'))
  expect(to).toBe('https://wa.me/5565999117035')
  expect(message).toMatch(
    /^Alda Maria Pires, esperamos a sua resposta para a [^]*Você vem\? Responda por aqui, sim ou não, até [^]*\/serra\/aldax+$/,
  )
  await cida.post(relance('alda'), { ato: 'foi' })
  advance(3 * DAY - 1)
  expect(await text('/painel/envios?fila=relance')).toContain('Lembrar quem não respondeu 0')
  advance(2)
  expect(await text('/painel/envios?fila=relance')).toContain('Já foi lembrado, há três dias ou mais.')
})

test('who answers leaves the reminders at once, and an open card says so', async () => {
  const { services, send, cida, text, advance, estado } = await open(
    ['alda', 'Alda', '65999117035'],
    ['rui', 'Rui', '65999117036', 2],
  )
  for (const name of ['alda', 'rui']) await send(pessoal(name))
  advance(2 * DAY)
  await services.convites.answer(
    { codigo: codigoOf('alda'), isRecusa: true, now: services.now(), isClosed: false },
    services.autorOf('convidado'),
  )
  // One of the two has answered for both.
  const claim = aClaim('serra', { now: services.now() })
  await services.credenciais.register(aRegister({ claim, codigo: codigoOf('rui'), now: services.now() }))
  expect(await text('/painel/envios?fila=relance')).toContain('Ninguém para lembrar.')
  for (const name of ['alda', 'rui']) {
    await cida.post(relance(name), { ato: 'enviar' })
    expect((await cida.get(relance(name))).status).toBe(404)
    expect(await estado('relance', name)).toBeUndefined()
  }
})

test('a change is told to those who have their invitation and to holders who have their panel, once a number', async () => {
  const { services, send, sent, cida, text, advance } = await open(
    ['alda', 'Alda', '65999117035'],
    ['rui', 'Rui', '65999117036'],
    ['nova', 'Nova', '65999117037'],
  )
  for (const name of ['alda', 'rui']) await send(pessoal(name))
  await send('/painel/envios/mesa/serra')
  await services.convites.answer(
    { codigo: codigoOf('rui'), isRecusa: true, now: services.now(), isClosed: false },
    services.autorOf('convidado'),
  )
  advance(60_000)
  await changeEvento(services, { inicio: '2027-09-23T19:30:00-03:00', fim: '2027-09-23T22:00:00-03:00' }, {})
  advance(60_000)
  const page = await text('/painel/envios')
  expect(page).toContain('Mudança 2')
  expect(page).not.toContain('Nova ')
  const [convite, mesa] = [`convite:${codigoOf('alda')}`, 'mesa:serra']
  const toAlda = await sent(`/painel/envios/mudanca/${encodeURIComponent(convite)}`)
  expect(toAlda.to).toBe('https://wa.me/5565999117035')
  expect(toAlda.text).toMatch(
    /^Alda, mudou o dia do evento\.[^]*Era: [^]*Agora: [^]*O seu convite continua valendo: \S+\/serra\/aldax+$/,
  )
  const toDalva = await sent(`/painel/envios/mudanca/${encodeURIComponent(mesa)}`)
  expect(toDalva.text).toMatch(/^Dalva, mudou o dia do evento\.[^]*Painel da mesa: \S+\/mesa\/\S+$/)
  for (const para of [convite, mesa]) await cida.post(`/painel/envios/mudanca/${para}`, { ato: 'foi' })
  expect(await text('/painel/envios?fila=mudanca')).toContain('2 enviados, o último às')
})

test('above forty messages in a day the desk says what is safe', async () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => [`a${n}`, `Nome ${n}`, ''] as [string, string, string])
  const told = 'São muitas mensagens: 40 por dia é seguro.'
  const { services, cida, text } = await open(...many(19))
  const more = many(41).slice(19)
  const autor = services.autorOf('cli')
  const create = async (some: [string, string, string][]) => {
    const novos = some.map(([codigo, rotulo]) => ({
      codigo: codigoOf(codigo),
      rotulo,
      reservaid: `r-${codigo}`,
    }))
    expect(await services.convites.create('', novos, NOW, autor)).toEqual({ kind: 'created' })
  }
  await create(more.slice(0, 21))
  expect(await text('/painel/envios?fila=pessoal')).not.toContain(told)
  await cida.post('/painel/envios/mesa/serra', { ato: 'foi' })
  expect(await text('/painel/envios?fila=pessoal')).toContain(told)
})

test('all sent, the desk leads to the reminders; below it is a text for a list of recipients', async () => {
  const { text, send, cida, advance } = await open(['alda', 'Alda', '65999117035'])
  await send(pessoal('alda'))
  advance(2 * DAY)
  const page = await text('/painel/envios?fila=pessoal')
  expect(page).toContain('Todos os convites saíram 1 enviado, o último 1/9. Quem você convidar entra aqui')
  expect(page).toContain('Lembrar quem não respondeu')
  expect(leadOf(await cida.post('/painel/envios', { fila: 'relance' }))).toEqual([303, relance('alda')])
  const html = await cida.body('/painel/envios')
  expect(html).toMatch(
    /<textarea[^>]* readonly=""[^>]*>Palestra[^<]*Confirme sua presença: https:\/\/convite\.test\/</,
  )
})

test('WhatsApp opens in one tab beside the card, which says what became of it in two touches', async () => {
  const { cida, neusa, text } = await open(['alda', 'Alda', '65999117035'], ['rui', 'Rui', '65999117036'])
  await cida.post('/painel/envios', { fila: 'pessoal' })
  const card = await cida.body(pessoal('alda'))
  expect(card).toMatch(/<form method="post" action="[^"]*" target="whatsapp"><button[^>]* value="enviar">/)
  expect(await text(pessoal('alda'))).toContain('Enviar Foi, próximo Pular')
  expect(await text(pessoal('alda'), neusa)).toContain('Cida Moreira está com esta desde 12h00.')
  await cida.post(pessoal('alda'), { ato: 'enviar' })
  expect(leadOf(await cida.post(pessoal('alda'), { ato: 'nao-foi' }))).toEqual([303, pessoal('rui')])
  expect(await text('/painel/envios?fila=pessoal')).toContain('Pulado às 12h00 por Cida Moreira')
})
