import { expect, test } from 'vitest'
import { aMesa, leadOf } from '../../support/a-mesa.ts'
import { openEquipe } from '../../support/equipe.ts'
import { NOW } from '../../support/factories.ts'
import { readField, readText } from '../../support/html.ts'

const MINUTE = 60_000
const TYPED = '(65) 98765-5432'

/** A table with invitations by name, and the pages of its desk. */
async function open(rotulos = 'Tia Lúcia\nZé Bento\nDiretor comercial') {
  const world = await aMesa({ icredencial: 9 })
  await world.make(rotulos)
  const codigos = await world.codigos()
  const at = (rotulo: string, rest = '') => `${world.path}/enviar/${codigos.get(rotulo) ?? rotulo}${rest}`
  const act = async (
    rotulo: string,
    ato: string,
    more: Record<string, string> = {},
    browser = world.mesaBrowser,
  ) => leadOf(await browser.post(at(rotulo), { ato, ...more }))
  const begin = async (browser = world.mesaBrowser) =>
    leadOf(await browser.post(world.path, { ato: 'proximo' }))
  const codigoOf = (rotulo: string) => codigos.get(rotulo) ?? ''
  const envio = (rotulo: string) => world.services.envios.find('pessoal', codigoOf(rotulo))
  return { ...world, at, act, begin, codigoOf, envio }
}

const to = (path: string) => [303, path]

test('the panel tells of each invitation how far it got, and looking at it or at a card takes nothing', async () => {
  const { text, at, store, act, advance, page } = await open()
  expect(await text()).toContain('0 de 3 enviados Enviar um por vez Tia Lúcia Novo Ainda não enviado https')
  for (const path of [at('Tia Lúcia'), at('fim')]) await page(path)
  expect(store.count('envios')).toBe(0)
  expect(await text()).not.toContain('Lembrar')
  await act('Tia Lúcia', 'enviar')
  expect(await text()).toContain('Lembrar, mudar ou cancelar : Tia Lúcia')
  expect(await text()).toContain(
    'Tia Lúcia Novo Aberto às 12h00 A mensagem foi? Foi enviado o convite de Tia Lúcia Não foi',
  )
  await act('Tia Lúcia', 'foi')
  advance(24 * 60 * MINUTE)
  const told = await text()
  expect(told).toContain('1 de 3 enviados')
  expect(told).toMatch(/Tia Lúcia Novo Enviado 1\/9 https.*?Lembrar o convite de Tia Lúcia/)
  expect(await page()).not.toMatch(/wa\.me\/\?text=Tia|http-equiv="refresh"/)
})

test('Enviar is recorded once, and its own page goes on to WhatsApp, where one chooses whom, while it is fresh', async () => {
  const { at, act, page, advance, envio, store } = await open()
  expect(await act('Tia Lúcia', 'enviar')).toEqual(to(at('Tia Lúcia', '?abrir')))
  const [, refresh = ''] =
    /<meta http-equiv="refresh" content="0;url=([^"]*)"/.exec(await page(at('Tia Lúcia', '?abrir'))) ?? []
  const whatsapp = new URL(refresh.replaceAll('&amp;', '&'))
  expect(whatsapp.origin + whatsapp.pathname).toBe('https://wa.me/')
  expect(whatsapp.searchParams.get('text')).toMatch(
    /^Tia Lúcia, este convite é só seu, na mesa Fazenda Acme\. Esperamos você na palestra[^]*Cadastre-se até 16 de setembro, 22h: https:\/\/convite\.test\/acme\/[a-z2-7]{20}$/,
  )
  // The answer was lost, or the button was tapped twice.
  expect(await act('Tia Lúcia', 'enviar')).toEqual(to(at('Tia Lúcia', '?abrir')))
  advance(MINUTE)
  expect(await act('Tia Lúcia', 'enviar')).toEqual(to(at('Tia Lúcia')))
  expect(await page(at('Tia Lúcia', '?abrir'))).not.toContain('http-equiv="refresh"')
  expect(readText(await page(at('Tia Lúcia')))).toContain(
    'A mensagem foi? Você abriu o WhatsApp às 12h00 . Nós não vemos se a mensagem saiu: só você sabe. Abrir o WhatsApp',
  )
  expect([store.count('envios'), (await envio('Tia Lúcia'))?.em]).toEqual([1, NOW])
})

test('said on the panel, FOI and Não foi lead back to it; what did not go waits again, last', async () => {
  const { path, act, text, begin, at } = await open()
  await act('Tia Lúcia', 'enviar')
  expect(await act('Tia Lúcia', 'nao-foi', { lista: '1' })).toEqual(to(`${path}?feito=nao-foi`))
  expect(await text(`${path}?feito=nao-foi`)).toContain('Feito: ficou anotado que a mensagem não foi.')
  expect(await text()).toContain('Tia Lúcia Novo Ainda não enviado')
  expect(await begin()).toEqual(to(at('Zé Bento')))
  await act('Zé Bento', 'enviar')
  for (let n = 0; n < 2; n++)
    expect(await act('Zé Bento', 'foi', { lista: '1' })).toEqual(to(`${path}?feito=enviado`))
  // From a page left open: the invitation was sent in the meantime.
  await act('Zé Bento', 'nao-foi', { lista: '1' })
  expect(await text()).toContain('Zé Bento Novo Enviado às 12h00')
})

test('one after another in the order they were typed, skipped ones last, and the end says what is left', async () => {
  const { begin, act, at, text } = await open()
  expect(await begin()).toEqual(to(at('Tia Lúcia')))
  expect(await begin()).toEqual(to(at('Tia Lúcia')))
  const card = await text(at('Tia Lúcia'))
  expect(card).toContain(
    'Mesa Fazenda Acme 0 de 3 enviados Tia Lúcia Sem número: escolha a pessoa no WhatsApp',
  )
  expect(card).toContain('Tia Lúcia, este convite é só seu, na mesa Fazenda Acme.')
  expect(await act('Tia Lúcia', 'pular')).toEqual(to(at('Zé Bento')))
  await act('Zé Bento', 'enviar')
  expect(await act('Zé Bento', 'foi')).toEqual(to(at('Diretor comercial')))
  await act('Diretor comercial', 'enviar')
  expect(await act('Diretor comercial', 'proximo')).toEqual(to(at('Tia Lúcia')))
  // The last one left is not followed by itself.
  expect(await act('Tia Lúcia', 'pular')).toEqual(to(at('fim')))
  const fim = await text(at('fim'))
  expect(fim).toContain(
    'Ainda há o que fazer 1 de 3 enviados 1 aberto: falta dizer se foi 1 ainda não enviado Ver os que faltam',
  )
  await act('Diretor comercial', 'foi')
  await act('Tia Lúcia', 'enviar')
  expect(await act('Tia Lúcia', 'foi')).toEqual(to(at('fim')))
  expect(await text(at('fim'))).toContain('Fila terminada 3 de 3 enviados Voltar à mesa')
  expect(await text()).not.toContain('Enviar um por vez')
})

test('why one is not sent is said on its card: it does not come back, the panel tells it, and the end counts it', async () => {
  const { begin, act, at, text } = await open()
  await begin()
  expect(await text(at('Tia Lúcia'))).toMatch(
    /Entreguei de outro jeito Não quer mensagens.*Enviar Pular Não tem WhatsApp/,
  )
  expect(await act('Tia Lúcia', 'sem-whatsapp')).toEqual(to(at('Zé Bento')))
  expect(await act('Zé Bento', 'em-maos')).toEqual(to(at('Diretor comercial')))
  expect(await act('Diretor comercial', 'recusado')).toEqual(to(at('fim')))
  const told = await text()
  expect(told).toContain('Tia Lúcia Novo Sem WhatsApp às 12h00')
  expect(told).toContain('Zé Bento Novo Entregue de outro jeito às 12h00')
  expect(told).toContain('Diretor comercial Novo Não quer mensagens às 12h00')
  expect(await text(at('fim'))).toContain('Fila terminada 1 de 3 enviados 2 não vão pelo WhatsApp')
  // Marked by mistake: it can still be sent.
  expect(told).toMatch(/Tia Lúcia Novo Sem WhatsApp às 12h00 .*?Enviar mesmo assim o convite de Tia Lúcia/)
  expect(await text(at('Tia Lúcia'))).toMatch(/Sem WhatsApp às 12h00\. Próximo Enviar mesmo assim$/)
  expect(await act('Tia Lúcia', 'enviar-de-novo')).toEqual(to(at('Tia Lúcia', '?abrir')))
})

test('two browsers of one table at once: one opening is recorded, and the other is asked whether it went', async () => {
  const { browser, act, at, services, store, text, codigoOf } = await open()
  const leads = await Promise.all([act('Zé Bento', 'enviar'), act('Zé Bento', 'enviar', {}, browser())])
  expect(leads.map(([status]) => status)).toEqual([303, 303])
  expect(store.count('envios')).toBe(1)
  expect(await text(at('Zé Bento'))).toContain('A mensagem foi?')
  expect((await services.envios.find('pessoal', codigoOf('Zé Bento')))?.quem).toBe('mesa')
})

test('the organisation sees what the table sent, and the table what the organisation did, without a name', async () => {
  const world = await open()
  const { act, at, text, begin, codigoOf, path } = world
  const cida = await openEquipe(world)
  await act('Tia Lúcia', 'enviar')
  await act('Tia Lúcia', 'foi')
  const read = async (where: string) => cida.text(where)
  expect(await read('/painel/envios?fila=pessoal&ver=enviados')).toContain(
    'Enviado às 12h00 por quem cuida da mesa',
  )
  // FOI took the next one for the table.
  expect(await read('/painel/envios?fila=pessoal')).toContain('Com quem cuida da mesa agora')
  expect(await read('/painel/envios?fila=pessoal&mesa=acme')).not.toContain('wa.me')

  const diretor = `/painel/envios/pessoal/${codigoOf('Diretor comercial')}`
  expect(leadOf(await cida.post('/painel/envios', { fila: 'pessoal' }))).toEqual(to(diretor))
  expect(await text()).toContain('Diretor comercial Novo Com a organização agora')
  expect(await text(at('Diretor comercial'))).toContain(
    'Atenção: A organização está com este convite desde 12h00. ',
  )
  await cida.post(diretor, { ato: 'enviar' })
  const told = await text()
  expect(told).toContain('Diretor comercial Novo Aberto às 12h00 pela organização')
  expect(told).not.toContain('Cida')
  expect(await act('Diretor comercial', 'enviar')).toEqual(to(at('Diretor comercial')))
  expect(await text(at('Diretor comercial'))).toContain('Atenção: Aberto às 12h00 pela organização. ')
  expect(await begin()).toEqual(to(at('Zé Bento')))
  expect(await act('Diretor comercial', 'enviar-de-novo')).toEqual(to(at('Diretor comercial', '?abrir')))
  expect(await text(path)).toContain('Diretor comercial Novo Aberto às 12h00 A mensagem foi?')
})

test('a used or revoked invitation is not offered; of one that was used meanwhile nothing is noted', async () => {
  const { path, act, at, begin, convidado, codigoOf, services, envio, mesaBrowser, text } = await open()
  await act('Tia Lúcia', 'enviar')
  await convidado('LÚCIA BARRETO', { codigo: codigoOf('Tia Lúcia') })
  expect(await act('Tia Lúcia', 'foi')).toEqual(to(at('Zé Bento')))
  expect((await envio('Tia Lúcia'))?.estado).toBe('aberto')
  await services.convites.revoke(codigoOf('Zé Bento'), services.autorOf('mesa'))
  expect(await begin()).toEqual(to(at('Diretor comercial')))
  for (const [rotulo, feito] of [
    ['Tia Lúcia', 'ja-usado'],
    ['Zé Bento', 'ja-revogado'],
  ] as const) {
    const back = to(`${path}?feito=${feito}`)
    expect(leadOf(await mesaBrowser.get(at(rotulo)))).toEqual(back)
    for (const ato of ['enviar', 'lembrar', 'enviar-de-novo']) expect(await act(rotulo, ato)).toEqual(back)
    expect(await act(rotulo, 'foi', { lista: '1' })).toEqual(back)
  }
  expect(await text(at('fim'))).toContain('0 de 1 enviados')
})

test('a number that was typed opens that conversation, is said to nobody else, and stored nowhere', async () => {
  const { at, mesaBrowser, store, text, act, atos } = await open()
  const response = await mesaBrowser.post(at('Tia Lúcia'), { ato: 'enviar', para: TYPED })
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  expect(await response.text()).toContain(
    'content="0;url=https://wa.me/5565987655432?text=Tia%20L%C3%BAcia%2C%20este',
  )
  const again = await mesaBrowser.post(at('Zé Bento'), { ato: 'lembrar', para: TYPED })
  expect(await again.text()).toContain(
    'content="0;url=https://wa.me/5565987655432?text=Ainda%20d%C3%A1%20tempo%2C%20Z',
  )
  expect(await act('Zé Bento', 'lembrar')).toEqual(to(at('Zé Bento', '?abrir=lembrete')))
  expect(await mesaBrowser.body(at('Zé Bento', '?abrir=lembrete'))).toContain(
    'content="0;url=https://wa.me/?text=Ainda%20d%C3%A1%20tempo%2C%20Z',
  )
  for (const path of [at('Tia Lúcia'), at('Zé Bento'), at('fim')])
    expect(await text(path)).not.toContain('98765')
  expect(JSON.stringify(store.all('envios'))).not.toContain('98765')
  expect(atos()).toEqual(['criou-convites mesa'])
})

test('who has the invitation is reminded, and stays noted as sent', async () => {
  const { at, act, mesaBrowser, envio, page, advance } = await open()
  await act('Tia Lúcia', 'enviar')
  await act('Tia Lúcia', 'foi', { lista: '1' })
  advance(60 * MINUTE)
  for (const para of ['', TYPED]) {
    const html = await (await mesaBrowser.post(at('Tia Lúcia'), { ato: 'lembrar', para })).text()
    expect(html).toContain(
      `content="0;url=https://wa.me/${para === '' ? '' : '5565987655432'}?text=Ainda%20d%C3%A1%20tempo%2C%20Tia`,
    )
    expect(readText(html)).toContain('O WhatsApp abre com o lembrete.')
  }
  expect(await envio('Tia Lúcia')).toMatchObject({ estado: 'enviado', em: NOW })
  expect(await page(at('Tia Lúcia', '?abrir=lembrete'))).not.toContain('http-equiv="refresh"')
})

test('a number that is none comes back as it was typed, and nothing is noted', async () => {
  const { at, mesaBrowser, store } = await open()
  for (const ato of ['enviar', 'lembrar']) {
    const refused = await mesaBrowser.post(at('Tia Lúcia'), { ato, para: '123' })
    const html = await refused.text()
    expect(refused.status).toBe(422)
    expect(readField(html, 'para')).toBe('123')
    expect(html).toContain('<details open="">')
    expect(readText(html)).toContain('Faltam dígitos: são DDD e 8 ou 9 dígitos. Ex.: 34 99911-2244')
    expect(html).toContain('<title>Erro: Enviar convites')
  }
  expect(store.count('envios')).toBe(0)
})

test('another table’s invitation, a wrong link and a form that is not ours are refused, and nothing is noted', async () => {
  const { at, act, pathOf, path, codigoOf, mesaBrowser, store, advance, services } = await open()
  const other = `${pathOf('outra')}/enviar/${codigoOf('Tia Lúcia')}`
  for (const ato of ['enviar', 'foi', 'pular', 'proximo']) {
    expect((await mesaBrowser.post(other, { ato })).status).toBe(404)
    expect((await mesaBrowser.post(`${path}x/enviar/${codigoOf('Tia Lúcia')}`, { ato })).status).toBe(404)
    expect((await mesaBrowser.post(at('fim'), { ato })).status).toBe(404)
  }
  expect((await mesaBrowser.get(other)).status).toBe(404)
  expect((await mesaBrowser.get(`${path}x/enviar/fim`)).status).toBe(404)
  for (const ato of ['', 'apagar', 'entregue']) expect(await act('Tia Lúcia', ato)).toEqual([400, null])
  advance(services.closesAt - NOW)
  for (const ato of ['enviar', 'foi', 'proximo'])
    expect(await act('Tia Lúcia', ato)).toEqual(to(`${path}?feito=encerrado`))
  expect(leadOf(await mesaBrowser.post(path, { ato: 'proximo' }))).toEqual(to(`${path}?feito=encerrado`))
  expect(leadOf(await mesaBrowser.get(at('fim')))).toEqual(to(`${path}?feito=encerrado`))
  expect(store.count('envios')).toBe(0)
})

test('an invitation of the table with a number opens at it, and two with one number are one message', async () => {
  const { services, at, act, page, text, envio } = await open('Zé Bento')
  const novos = ['Helena', 'João'].map((rotulo, n) => {
    const codigo = rotulo.normalize('NFD').replace(/\W/g, '').toLowerCase().padEnd(20, 'x')
    return { codigo, rotulo, telefone: '65999112244', reservaid: `r-${n}` }
  })
  await services.convites.create('acme', novos, NOW, services.autorOf('cli'))
  const [helena = '', joao = ''] = novos.map(({ codigo }) => codigo)
  expect(await text(at(joao))).toContain('0 de 2 enviados Helena e João (65) 9••••-2244')
  expect(await act(joao, 'enviar')).toEqual(to(at(joao, '?abrir')))
  expect(await page(at(joao, '?abrir'))).toContain('content="0;url=https://wa.me/5565999112244?text=Helena')
  await act(joao, 'foi')
  expect((await services.envios.find('pessoal', helena))?.estado).toBe('enviado')
  expect(await text()).toMatch(/João Novo Enviado às 12h00/)
  expect(await envio('Zé Bento')).toMatchObject({ estado: 'pego' })
})

test('an invitation that was never sent is to be sent, not reminded of', async () => {
  const { make, page, codigos, path, mesaBrowser, text } = await aMesa()
  await make('Tia Lúcia')
  const codigo = (await codigos()).get('Tia Lúcia') ?? ''
  expect(await page()).not.toContain('value="lembrar"')
  expect(await text()).toContain('Enviar, mudar ou cancelar')
  expect(await page(`${path}/enviar/${codigo}`)).not.toContain('value="lembrar"')
  await mesaBrowser.post(`${path}/enviar/${codigo}`, { ato: 'enviar' })
  await mesaBrowser.post(`${path}/enviar/${codigo}`, { ato: 'foi', lista: '1' })
  expect(await page()).toContain('value="lembrar"')
  expect(await text()).toContain('Lembrar, mudar ou cancelar')
})
