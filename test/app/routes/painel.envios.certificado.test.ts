import { expect, test } from 'vitest'
import { leadOf } from '../../support/a-mesa.ts'
import { openEquipe } from '../../support/equipe.ts'
import { aCadastro, anEntrada } from '../../support/factories.ts'
import { startApp } from '../../support/remix.ts'
import { registered } from '../../support/registered.ts'

const TITLE = 'Palestra comemorativa dos 80 anos (Sociedade Rural do Vale Dourado)'
const HOUR_MS = 3_600_000

/** The sample event, three guests, two of them inside, and one organiser. */
async function open() {
  const app = await startApp()
  const { services, advance } = app
  const cida = await openEquipe(app)
  const ids: string[] = []
  for (const nome of ['ANA LIMA', 'BIA LIMA', 'CAIO LIMA']) {
    advance(60_000)
    const cadastro = aCadastro({ nome, telefone: '65987655430', email: '' })
    ids.push(await registered(services.credenciais, { cadastro, now: services.now() }))
  }
  const [ana = '', bia = '', caio = ''] = ids
  const entradas = [ana, bia].map((id) => anEntrada(id))
  await services.entradas.add(entradas, null)
  const fim = Date.parse(services.config.evento.fim)
  return {
    ...app,
    cida,
    ana,
    bia,
    caio,
    entradas,
    /** Moves the clock to this many hours after the event's end. */
    goTo: (hours: number) => advance(fim + hours * HOUR_MS - services.now()),
    text: async (path: string) => cida.text(path),
  }
}

const certificado = (id: string, rest = '') => `/painel/envios/certificado/${id}${rest}`
const FILA = '/painel/envios?fila=certificado'

test('before the end the desk says from when; nothing can be sent, and the text can be written', async () => {
  const { cida, ana, goTo, text } = await open()
  goTo(-1 / 60)
  expect(await text(FILA)).toContain(
    'Certificado 0 O certificado se envia depois do evento, a partir de 16 de setembro, 22h, a quem tiver entrado.',
  )
  expect((await cida.get(certificado(ana))).status).toBe(404)
  expect(leadOf(await cida.post('/painel/envios', { fila: 'certificado' }))).toEqual([
    303,
    '/painel/envios/fim/certificado',
  ])
  expect(await text('/painel/envios/texto/certificado')).toContain('Dalva, agradecemos a sua presença')
})

test('afterwards it comes by itself, for those who were inside, each with the link of the certificate', async () => {
  const { services, cida, ana, bia, caio, goTo, text } = await open()
  goTo(12)
  const page = await text('/painel/envios')
  expect(page).toContain('Lembrete aos confirmados 0 Certificado 2')
  expect(page).toContain('0 de 2 pessoas que entraram já têm o certificado')
  expect(page).not.toContain('por dia')
  expect(leadOf(await cida.post('/painel/envios', { fila: 'certificado' }))).toEqual([303, certificado(ana)])
  await cida.post(certificado(ana), { ato: 'enviar' })
  const html = await cida.body(certificado(ana, '?abrir'))
  const [, refresh = ''] = /<meta http-equiv="refresh" content="0;url=([^"]*)"/.exec(html) ?? []
  expect(new URL(refresh.replaceAll('&amp;', '&')).searchParams.get('text')).toBe(
    [
      `Ana, agradecemos a sua presença na p${TITLE.slice(1)}.`,
      'Quinta-feira, 16 de setembro de 2027, 19h30\nAuditório do Parque de Exposições, Vale Dourado',
      `Seu certificado, para baixar antes de 16 de outubro de 2027: https://convite.test/c/${services.tokenOf(ana, 0)}/certificado`,
    ].join('\n\n'),
  )
  expect(leadOf(await cida.post(certificado(ana), { ato: 'foi' }))).toEqual([303, certificado(bia)])
  expect((await cida.get(certificado(caio))).status).toBe(404)
  expect(await text(certificado(caio))).toContain('ele é de quem entrou, e só depois do evento')
})

test('an admission that is annulled takes the row out, one entered from paper puts it in', async () => {
  const { services, ana, bia, caio, entradas, goTo, text } = await open()
  goTo(12)
  const late = { recebidaem: services.now(), lidaem: services.now() }
  const [, mistaken] = entradas
  await services.entradas.add(
    [
      anEntrada(bia, { ...late, anula: mistaken?.entradaid ?? '' }),
      anEntrada(caio, { ...late, modo: 'papel' }),
    ],
    null,
  )
  const page = await text(FILA)
  expect(page).toContain('Certificado 2')
  expect(page).toMatch(/ANA LIMA.*CAIO LIMA/)
  expect(page).not.toContain('BIA LIMA')
  await services.credenciais.remove(ana, false, services.autorOf('cli'))
  expect(await text(FILA)).toContain('Certificado 1')
})

test('its text is written as the others are, and the history says so', async () => {
  const { cida, text } = await open()
  const path = '/painel/envios/texto/certificado'
  const typed = { ato: 'gravar', abertura: 'foi bom ter você aqui.', recado: 'Até o ano que vem.' }
  expect(leadOf(await cida.post(path, typed))).toEqual([303, `${path}?feito=gravado`])
  expect(await text(path)).toMatch(/Como chega Dalva, foi bom ter você aqui\..* Até o ano que vem\./)
  expect(await text('/painel/historico')).toContain('Mudou o texto do certificado')
})

test('on the day of the erasure nothing is sent any more', async () => {
  const { services, goTo, text } = await open()
  goTo(24 * services.config.evento.diasAteApagar)
  expect(await text(FILA)).toContain('O prazo passou: não há mais o que enviar por esta fila.')
})
