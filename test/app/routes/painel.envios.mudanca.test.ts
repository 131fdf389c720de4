import { expect, test } from 'vitest'
import type { Evento } from '../../../server/domain/evento.ts'
import { LIDO_ANTES_MS } from '../../../server/domain/mudanca.ts'
import { leadOf } from '../../support/a-mesa.ts'
import { openEquipe } from '../../support/equipe.ts'
import { aCadastro } from '../../support/factories.ts'
import { startApp } from '../../support/remix.ts'
import { registered } from '../../support/registered.ts'
import { changeEvento } from '../../support/change-evento.ts'

const MOVED = { inicio: '2027-09-23T19:30:00-03:00', fim: '2027-09-23T22:00:00-03:00' }
const WAS = 'Quinta-feira, 16 de setembro de 2027, 19h30'
const WHERE = 'Auditório do Parque de Exposições, Vale Dourado'
const TITLE = 'Palestra comemorativa dos 80 anos (Sociedade Rural do Vale Dourado)'

/** The sample event and one organiser; each act comes a minute after the one before. */
async function open() {
  const app = await startApp()
  const { services, advance } = app
  const cida = await openEquipe(app)
  const store = async (fields: Partial<Evento>, how: { cancelado?: boolean; avisar?: boolean } = {}) => {
    advance(60_000)
    await changeEvento(services, fields, how)
    advance(60_000)
  }
  const register = async (nome: string) => {
    const cadastro = aCadastro({ nome, telefone: '65987655430', email: '' })
    return registered(services.credenciais, { cadastro, now: services.now() })
  }
  const text = async (path: string) => cida.text(path)
  /** The text WhatsApp gets for a message. */
  const sent = async (id: string) => {
    await cida.post(mudanca(id), { ato: 'enviar-de-novo' })
    const html = await cida.body(mudanca(id, '?abrir'))
    const [, refresh = ''] = /<meta http-equiv="refresh" content="0;url=([^"]*)"/.exec(html) ?? []
    return new URL(refresh.replaceAll('&amp;', '&')).searchParams.get('text') ?? ''
  }
  return { ...app, cida, store, register, text, sent }
}

const mudanca = (id: string, rest = '') => `/painel/envios/mudanca/${id}${rest}`

test('no queue is offered before the event moved; then it comes first, until everybody was told', async () => {
  const { cida, store, register, text } = await open()
  const ana = await register('ANA LIMA')
  expect(await text('/painel/envios')).not.toContain('Mudança')
  expect(await text('/painel/envios/texto/mesa')).not.toContain('Mudança')
  expect(await text('/painel/envios?fila=mudanca')).toContain('Ninguém a avisar de mudança.')
  await store(MOVED)
  const page = await text('/painel/envios')
  expect(page).toContain('Mudança 1 Responsáveis 0')
  expect(page).toContain('0 de 1 já sabem da mudança')
  expect(page).toContain('ANA LIMA sem empresa (65) 9••••-5430 Ainda não Enviar a ANA LIMA')
  expect(leadOf(await cida.post('/painel/envios', { fila: 'mudanca' }))).toEqual([303, mudanca(ana)])
  await cida.post(mudanca(ana), { ato: 'enviar' })
  expect(leadOf(await cida.post(mudanca(ana), { ato: 'foi' }))).toEqual([303, '/painel/envios/fim/mudanca'])
  expect(await text('/painel/envios')).toContain('Falta enviar 1 0 de 1 confirmados já receberam')
})

test('a message has what the guest knew, what is, the credencial, and where one says that one will not come', async () => {
  const { services, store, register, sent } = await open()
  const ana = await register('ANA LIMA')
  await store({ ...MOVED, local: 'Clube' })
  const link = `https://convite.test/c/${services.tokenOf(ana, 0)}`
  expect(await sent(ana)).toBe(
    [
      `Ana, mudaram o dia e o lugar do evento. Esperamos você na p${TITLE.slice(1)}.`,
      `Era: ${WAS}, ${WHERE}`,
      'Agora: Quinta-feira, 23 de setembro de 2027, 19h30\nClube, Vale Dourado',
      `Sua credencial, para mostrar na entrada: ${link}`,
      `Não vou poder ir: ${link}/presenca`,
    ].join('\n\n'),
  )
})

test('moved and moved back, each is told what is true of what they knew', async () => {
  const { advance, store, register, sent } = await open()
  const ana = await register('ANA LIMA')
  await store({ inicio: '2027-09-16T20:00:00-03:00' })
  advance(LIDO_ANTES_MS)
  const bia = await register('BIA LIMA')
  await store({ inicio: '2027-09-16T19:30:00-03:00' })
  const back = await sent(ana)
  expect(back).toContain('Ana, o evento volta a ser no dia e no lugar de antes. Esperamos você')
  expect(back).toContain(`\n\n${WAS}\n${WHERE}\n\n`)
  expect(back).not.toContain('Era:')
  expect(await sent(bia)).toMatch(/^Bia, mudou a hora do evento\.[^]*Era: [^]*20h, [^]*Agora: [^]*19h30/)
})

test('cancelled it says so and asks nobody whether they come; taken back it takes place as planned', async () => {
  const { services, cida, store, register, sent, text } = await open()
  const ana = await register('ANA LIMA')
  await store({}, { cancelado: true })
  expect(await sent(ana)).toBe(
    [
      `Ana, o evento foi cancelado. Lamentamos: a p${TITLE.slice(1)} não vai acontecer.`,
      `Seria: ${WAS}\n${WHERE}`,
      `Sua credencial diz o mesmo: https://convite.test/c/${services.tokenOf(ana, 0)}`,
    ].join('\n\n'),
  )
  expect(await text('/painel/envios/texto/mudanca')).toContain('Lamentamos: a palestra')
  expect(await text('/painel/envios?fila=lembrete')).toContain('O evento foi cancelado: não há mais')
  await cida.post(mudanca(ana), { ato: 'foi' })
  await store({})
  expect(await text('/painel/envios')).toContain('Ainda não O evento mudou de novo')
  expect(await sent(ana)).toContain(
    `Ana, o evento acontece no mesmo dia e lugar; confira pelo link como ele ficou. Esperamos você na p${TITLE.slice(1)}.\n\n${WAS}`,
  )
})

test('FOI after the event moved again leads to the message as it is now, and notes nothing', async () => {
  const { store: move, register, cida, text } = await open()
  const ana = await register('ANA LIMA')
  await move(MOVED)
  await cida.post(mudanca(ana), { ato: 'enviar' })
  await move({ local: 'Clube' })
  expect(leadOf(await cida.post(mudanca(ana), { ato: 'foi' }))).toEqual([303, mudanca(ana)])
  expect(await text(mudanca(ana))).toContain('O evento mudou de novo: o que foi dito antes não vale mais.')
  const listed = await cida.post(mudanca(ana), { ato: 'foi', lista: '1' })
  expect(leadOf(listed)).toEqual([303, '/painel/envios?fila=mudanca&feito=antiga'])
  expect(await text('/painel/envios?feito=antiga')).toContain('A pessoa continua na fila.')
})

test('its text is written as the others are: told in the history, with what is fixed on its page', async () => {
  const { store, register, cida, text, sent } = await open()
  const path = '/painel/envios/texto/mudanca'
  expect((await cida.get(path)).status).toBe(200)
  const ana = await register('ANA LIMA')
  await store(MOVED)
  const page = await text(path)
  expect(page).toContain('Ana, mudou o dia do evento.')
  expect(page).toContain(`Fixo: dia, hora e lugar Era: ${WAS}`)
  expect(page).toMatch(/Não vou poder ir: convite\.test\/c\/…\S+/)
  const typed = { ato: 'gravar', abertura: 'Choveu demais.', recado: 'Portão 2.' }
  expect(leadOf(await cida.post(path, typed))).toEqual([303, `${path}?feito=gravado`])
  expect(await sent(ana)).toContain('Ana, mudou o dia do evento. Choveu demais.\n\nEra: ')
  expect(await text('/painel/historico')).toContain('Mudou o texto do aviso de mudança')
})
