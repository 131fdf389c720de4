import { expect, test, vi } from 'vitest'
import { camposOf, PRONTAS } from '../../../server/domain/perguntas.ts'
import { descritoIn } from '../../../server/domain/evento-gravado.ts'
import { changeEvento } from '../../support/change-evento.ts'
import { openPainel } from '../../support/convidados-painel.ts'
import { gravar } from '../../support/evento-form.ts'
import { readField, readText } from '../../support/html.ts'

const HREF = '/painel/evento/perguntas'
const ANA = { nome: 'Ana Lima', telefone: '65987655432', email: '' }
const CIDADE = { texto: 'De que cidade você vem?' }
const COMIDA = { texto: 'O que não come?', opcoes: ['Carne', 'Glúten'], saude: true as const }
const [cidade, comida] = [camposOf(CIDADE), camposOf(COMIDA)]

async function start(perguntas?: (typeof COMIDA | typeof CIDADE)[]) {
  const app = await openPainel()
  if (perguntas) await changeEvento(app.services, { perguntas }, { avisar: false })
  const asked = async () => descritoIn(await app.services.eventos.find())?.evento.perguntas
  /** The organiser's form as shown, with what is typed into it. */
  const post = async (typed: Record<string, string>, ato = 'gravar') => {
    const versao = readField(await app.equipe.body(HREF), 'versao') ?? ''
    return app.equipe.post(HREF, { versao, ...typed, ato })
  }
  const csv = async () => (await app.equipe.get('/painel/exportar/convidados.csv')).text()
  return { ...app, asked, post, csv }
}

test('without a question nothing of it is on the form, in the notice, in the export or stored', async () => {
  const { browser, store, csv } = await start()
  const ana = browser()
  const html = await ana.body('/cadastro')
  expect(html).not.toMatch(/pergunta|<details|<select/)
  expect(await ana.body('/privacidade')).not.toContain('perguntas')
  await ana.post('/cadastro', { ...ANA, [cidade.resposta]: 'Sinop' })
  expect(store.all('chaves')).toMatchObject([{ respostas: '' }])
  expect(await csv()).not.toContain('Resposta')
})

test('an organiser writes questions, takes ready ones, and changes one, which is another', async () => {
  const { equipe, post, asked } = await start()
  expect(await equipe.body('/painel/evento')).toContain(`href="${HREF}"`)
  expect((await post({ 'texto-1': 'Vem para o jantar?', 'opcoes-1': 'Sim\r\nNão' })).status).toBe(303)
  const shown = { 'texto-1': 'Vem para o jantar?', 'opcoes-1': 'Sim\nNão' }
  await post(shown, 'Restrições alimentares')
  expect(await asked()).toEqual([
    { texto: 'Vem para o jantar?', opcoes: ['Sim', 'Não'] },
    PRONTAS['Restrições alimentares'],
  ])
  await post({ 'texto-1': 'Fica para o leilão?' })
  expect(await asked()).toEqual([{ texto: 'Fica para o leilão?' }])
  await post({})
  expect(await asked()).toBeUndefined()
})

test('what is wrong is said at its field with what was typed, and nothing is stored', async () => {
  const { post, asked } = await start()
  const refused = await post({ 'texto-1': 'Vem?', 'opcoes-1': 'Sim', 'saude-1': 'sim' })
  expect(refused.status).toBe(422)
  const html = await refused.text()
  expect(readText(html)).toContain('Escreva de duas a 10 opções diferentes')
  expect(readField(html, 'texto-1')).toBe('Vem?')
  expect(html).toMatch(/<input[^>]*name="saude-1"[^>]*checked/)
  const three = { 'texto-1': 'A1?', 'texto-2': 'B2?', 'texto-3': 'C3?' }
  expect((await post(three, 'Restrições alimentares')).status).toBe(422)
  expect(await asked()).toBeUndefined()
})

test('of two organisers who change the event at once one is told, and the form of the event keeps the questions', async () => {
  const { equipe, asked, post } = await start([CIDADE])
  const versao = readField(await equipe.body(HREF), 'versao') ?? ''
  await gravar(equipe, { informacoes: 'Traje esporte fino.' })
  expect(await asked()).toEqual([CIDADE])
  const late = await equipe.post(HREF, { versao, 'texto-1': 'Outra?', ato: 'gravar' })
  expect(readText(await late.text())).toContain('outra pessoa gravou o evento')
  expect(await asked()).toEqual([CIDADE])
  expect((await post({ 'texto-1': 'Outra?' })).status).toBe(303)
})

test('the form asks below its fields, and the guest reads the answers and takes them along', async () => {
  const { browser, csv, equipe } = await start([CIDADE, COMIDA])
  const ana = browser()
  const html = await ana.body('/cadastro')
  expect(readText(html)).toMatch(/EMAIL.*2 perguntas, se quiser responder.*Autorizo guardar.*CONFIRMAR/)
  await ana.post('/cadastro', {
    ...ANA,
    [cidade.resposta]: 'Sinop',
    [comida.resposta]: 'Glúten',
    [comida.consinto]: 'on',
  })
  expect(await ana.text('/')).not.toContain('não foi guardada')
  const [path = ''] = /\/c\/[^"/]+/.exec(await ana.body('/minhas')) ?? []
  expect(await ana.text(`${path}/dados`)).toMatch(
    /De que cidade você vem\? Sinop O que não come\? Glúten \(sobre saúde, autorizada/,
  )
  expect(await (await ana.get(`${path}/dados.txt`)).text()).toContain('De que cidade você vem?: Sinop\r\n')
  const [head, row] = (await csv()).split('\r\n')
  expect(head).toMatch(/;controle;Resposta: De que cidade você vem\?;Saúde: O que não come\?$/)
  expect(row).toMatch(/;Sinop;Glúten$/)
  expect(await equipe.text(HREF)).toMatch(/O que não come\? 1 resposta, pergunta sobre saúde\. Glúten 1/)
  expect(await browser().text('/privacidade')).toContain('LGPD, art. 11, I')
  await ana.post(`${path}/dados`, { ato: 'apagar' })
  expect(await csv()).not.toContain('Sinop')
  expect(await equipe.text(HREF)).toContain('O que não come? Nenhuma resposta ainda')
})

test('a guest erases the answers alone, and stays confirmed; nobody else does it for them', async () => {
  const { browser, csv, equipe, services } = await start([COMIDA])
  const wipe = vi.spyOn(services.credenciais, 'wipeRemoved')
  const ana = browser()
  await ana.post('/cadastro', { ...ANA, [comida.resposta]: 'Glúten', [comida.consinto]: 'on' })
  const [path = ''] = /\/c\/[^"/]+/.exec(await ana.body('/minhas')) ?? []
  const dados = `${path}/dados`
  expect((await browser().post(dados, { ato: 'respostas' })).status).toBe(403)
  expect((await equipe.post(dados, { ato: 'respostas' })).status).toBe(403)
  expect(await ana.text(dados)).toMatch(/Glúten .*Apagar só as minhas respostas/)
  for (let again = 0; again < 2; again += 1) {
    const answer = await ana.post(dados, { ato: 'respostas' })
    const [done, there] = [await ana.text(`${dados}?apagadas=1`), answer.headers.get('Location')]
    expect([answer.status, there]).toEqual([303, `${dados}?apagadas=1`])
    expect(done).toContain('Suas respostas foram apagadas.')
    expect(await ana.text(dados)).not.toMatch(/Glúten|respostas/)
  }
  expect(wipe).toHaveBeenCalledTimes(2)
  expect(await csv()).not.toContain('Glúten')
  expect((await ana.get(path)).status).toBe(200)
})

test('no list, door or panel names what somebody answered about health', async () => {
  const { browser, equipe, services } = await start([COMIDA])
  await browser().post('/cadastro', { ...ANA, [comida.resposta]: 'Glúten', [comida.consinto]: 'on' })
  await services.painel.renew()
  const pages = [
    '/painel',
    '/painel/convidados',
    '/painel/listas/nomes',
    '/painel/listas/mesas',
    '/porta/sync',
  ]
  for (const page of pages) expect(await equipe.body(page)).not.toContain('Glúten')
})

test('without its tick an answer about health is not kept, the guest is told, and the rest is registered', async () => {
  const { browser, store } = await start([CIDADE, COMIDA])
  const ana = browser()
  const typed = { ...ANA, [cidade.resposta]: 'Sinop', [comida.resposta]: 'Glúten' }
  expect((await ana.post('/cadastro', typed)).headers.get('Location')).toBe('/')
  expect(await ana.text('/')).toContain('faltou marcar a autorização')
  expect(store.all('chaves')[0]?.respostas).toContain('Sinop')
  expect(store.all('chaves')[0]?.respostas).not.toContain('Glúten')
  // As the sentence says: the same guest again, with the tick.
  await ana.post('/cadastro', { ...typed, [comida.consinto]: 'on' })
  expect(store.all('chaves')).toHaveLength(1)
  expect(store.all('chaves')[0]?.respostas).toContain('Glúten')
})

test('who was registered before, from another browser, is told that the answers were not kept', async () => {
  const { browser, store } = await start([CIDADE])
  await browser().post('/cadastro', ANA)
  const other = browser()
  await other.post('/cadastro', { ...ANA, [cidade.resposta]: 'Sinop' })
  expect(store.all('chaves')).toMatchObject([{ respostas: '' }])
  expect(await other.text('/')).toContain('responda no aparelho em que ele foi feito')
})

test('signs that nobody sees make no question and no option, and a mistake in the third question shows it', async () => {
  const { post, asked } = await start()
  await post({ 'texto-1': 'Vem?', 'opcoes-1': 'Sim\n\u200b\nNão' })
  expect(await asked()).toEqual([{ texto: 'Vem?', opcoes: ['Sim', 'Não'] }])
  const twice = await post({ 'texto-1': 'Vo\u200bcê vem?', 'texto-2': 'Você vem?' })
  expect(readText(await twice.text())).toContain('diferente das outras')
  const refused = await (await post({ 'texto-3': 'De onde?', 'opcoes-3': 'Uma' })).text()
  expect(readField(refused, 'texto-3')).toBe('De onde?')
})

test('a form that comes back has the answers and the tick as they were', async () => {
  const { browser } = await start([CIDADE, COMIDA])
  const typed = { [cidade.resposta]: 'Sinop', [comida.resposta]: 'Glúten', [comida.consinto]: 'on' }
  const refused = await browser().post('/cadastro', { ...ANA, telefone: '99', ...typed })
  expect(refused.status).toBe(422)
  const html = await refused.text()
  expect(html).toMatch(/<details class="perguntas" open/)
  expect(readField(html, cidade.resposta)).toBe('Sinop')
  expect(html).toMatch(/<option selected="">Glúten/)
  expect(html).toMatch(/type="checkbox" name="consinto-\w+" checked/)
})

test('a question that is no longer asked keeps its answers, under its own words', async () => {
  const { browser, post, csv, equipe } = await start([CIDADE])
  await browser().post('/cadastro', { ...ANA, [cidade.resposta]: 'Sinop' })
  await post({ 'texto-1': 'De que estado você vem?' })
  expect((await csv()).split('\r\n')[0]).toMatch(
    /Resposta: De que estado você vem\?;Resposta: De que cidade você vem\?$/,
  )
  expect(await equipe.text(HREF)).toContain(
    'De que cidade você vem? 1 resposta, não é mais perguntada. Sinop 1',
  )
})
