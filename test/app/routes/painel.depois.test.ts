import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { horasOf } from '../../../app/painel/depois/depois.server.ts'
import { openEquipe } from '../../support/equipe.ts'
import { anAutor, anEmpresa, anEntrada, anEvento, NOW } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'
import { storeConvidados } from '../../support/many-convidados.ts'
import { startApp } from '../../support/remix.ts'
import { changeEvento } from '../../support/change-evento.ts'

const { inicio, fim } = anEvento()
const at = (hora: string) => Date.parse(inicio.replace('19:30', hora))
const NAMES = ['ANA LIMA', 'BIA PRADO', 'RUI DO CARMO', 'ZECA REIS']

/**
 * An event that is over: three guests of a company and one of none. Two of them came, one by an offline
 * phone.
 */
async function open() {
  const app = await startApp()
  const { services, store, advance } = app
  const put = (empresaid: string, fields: Parameters<typeof anEmpresa>[0]) =>
    store.put('empresas', anEmpresa({ empresaid, ...fields }))
  put('serra', { nome: 'Fazenda Serra Azul', icredencial: 30, licredencial: 3 })
  put('joao', { nome: 'João Batista Figueira', cnpj: '529.982.247-25', icredencial: 4 })
  put('mei', { nome: 'Rita Souto 52998224725', icredencial: 3 })
  put('sem', { nome: 'Mesa da Dona Cida', cnpj: '', icredencial: 2 })
  const ids = await storeConvidados(services, NAMES, (n) => (n < 3 ? 'serra' : null))
  const browser = await openEquipe(app)
  const read = async (path: string) => browser.text(path)
  const admit = (n: number, hora: string) =>
    services.entradas.add([anEntrada(ids[n] ?? '', { lidaem: at(hora), recebidaem: at('23:50') })], null)
  return {
    app,
    services,
    store,
    browser,
    read,
    admit,
    ids,
    put,
    end: () => {
      advance(at('23:55') - NOW)
    },
    erase: () => services.credenciais.erasePersonalData({ ...services.autorOf('cli'), em: at('23:56') }),
  }
}

test('before its end the pages say from when on there are numbers, the board has no link, and nothing is exported', async () => {
  const { browser, read } = await open()
  for (const path of ['', '/faltas', '/folha'])
    expect(await read(`/painel/depois${path}`)).toContain(
      'quando ele terminar: em 16 de setembro de 2027, às 22h',
    )
  expect(await read('/painel')).not.toContain('Como foi')
  expect((await browser.get('/painel/exportar/depois.csv')).status).toBe(404)
})

test('at its end the board leads there: who came by hour and company, and who did not come, with a link to each', async () => {
  const { app, browser, read, admit, end } = await open()
  app.advance(Date.parse(fim) - NOW - 1)
  expect(await read('/painel')).not.toContain('Como foi')
  app.advance(1)
  expect(await read('/painel')).toContain('Como foi Quem veio, por empresa')
  app.advance(NOW - Date.parse(fim))
  await admit(0, '18:50')
  await admit(3, '19:20')
  end()
  const text = await read('/painel/depois')
  for (const told of [
    'Vieram 2 50% de 4 confirmados',
    'Convites em 4 empresas 39',
    '3 de empresas, 1 sem empresa 4',
    'Não vieram confirmaram, e ninguém registrou a entrada 2',
    '18h às 19h 1 19h às 20h 1',
    'Fazenda Serra Azul 30 3 1 33%',
  ])
    expect(text).toContain(told)
  const html = await browser.body('/painel/depois/faltas')
  expect(readText(html)).toMatch(/BIA PRADO Fazenda Serra Azul RUI DO CARMO Fazenda Serra Azul/)
  expect(readText(html)).toContain('o prazo é 16 de outubro de 2027')
  expect(html).toMatch(/href="\/painel\/convidados\/\d{13}"/)
  for (const name of ['ANA LIMA', 'ZECA REIS']) expect(readText(html)).not.toContain(name)
})

test('the sheet is the same after the erasure, names no guest and no company that may be a person; who did not come is gone', async () => {
  const { browser, read, admit, end, erase } = await open()
  await admit(0, '18:50')
  end()
  const withoutTime = (text: string) => text.replace(/Feita às .*/, '')
  const before = withoutTime(await read('/painel/depois/folha'))
  expect(before).toMatch(
    /Fazenda Serra Azul 30 3 1 33% Empresa 2 4 0 0 – Empresa 3 3 0 0 – Empresa 4 2 0 0 – Sem empresa 1 0 0%/,
  )
  expect(before).toMatch(/Convites 39 .*Confirmados 4 .*Vieram 1 não vieram 3 Presença 25%/)
  expect(before).toContain('Só números: nenhum nome de convidado.')
  for (const name of [...NAMES, 'João', 'Rita', 'Dona Cida']) expect(before).not.toContain(name)
  await erase()
  expect(withoutTime(await read('/painel/depois/folha'))).toBe(before)
  expect(await read('/painel/depois')).toContain('Os números ficam; quem não veio já não se sabe.')
  const gone = await browser.body('/painel/depois/faltas')
  expect(readText(gone)).toContain('quem não veio já não se sabe')
  for (const name of NAMES) expect(gone).not.toContain(name)
  expect(await browser.body('/painel/exportar/depois.csv')).toContain('Fazenda Serra Azul;serra;30;3;1\r\n')
})

test('one guest is told in the singular, and an event nobody confirmed for is not said to be erased', async () => {
  const { read, admit, end, store } = await open()
  await admit(0, '18:50')
  await admit(1, '18:51')
  await admit(3, '18:52')
  end()
  expect(await read('/painel/depois')).toContain('Sem empresa: 1 confirmado, 1 veio.')
  expect(await read('/painel/depois/folha')).toContain('Vieram 3 não veio 1')
  for (const kind of ['credenciais', 'chaves', 'reservas', 'entradas'] as const) store.clear(kind)
  expect(await read('/painel/depois/faltas')).toContain('Ninguém se confirmou.')
})

test('a company more than the sheet has lines for, and companies are told by size, none by name', async () => {
  const { read, put, end } = await open()
  for (let n = 0; n < 12; n++) put(`e${n}`, { nome: `Empresa ${n}`, icredencial: n < 6 ? 8 : 80 })
  end()
  const text = await read('/painel/depois/folha')
  expect(text).toContain('Até 5 3 9 0 0 –')
  expect(text).toContain('6 a 10 6 48 0 0 – 21 a 50 1 30 3 0 0% Mais de 50 6 480 0 0 –')
  expect(text).not.toMatch(/Empresa \d|Serra Azul/)
})

test('once another event is begun the former is told by numbers and sizes, before the next is described and after', async () => {
  const { app, services, store, read, browser, admit, end, erase } = await open()
  await admit(0, '18:50')
  end()
  await erase()
  for (const id of store.ids('aparelhos')) store.change('aparelhos', id, { nome: '' })
  const { eventoid = '' } = store.get('eventos', 'evento') ?? {}
  const form = { de: eventoid, eventoid: randomUUID(), sei: 'sim' }
  const begun = await browser.post('/painel/evento/outro', form)
  expect(begun.headers.get('Location')).toContain('feito=comecou')
  expect((await services.latest(0)).gravado).toBeNull()
  expect([store.count('reservas'), store.count('entradas')]).toEqual([0, 0])
  const path = `/painel/depois/folha?evento=${encodeURIComponent(eventoid)}`
  for (const described of [false, true]) {
    if (described)
      await services.eventos.gravar(
        {
          versao: null,
          evento: { ...anEvento(), inicio: '2028-09-14T19:30:00-03:00', fim: '2028-09-14T22:00:00-03:00' },
          avisar: false,
          cancelado: false,
          eventoid: 'x',
          now: NOW,
        },
        services.autorOf('cli'),
      )
    const list = await read('/painel/depois')
    expect(list).toMatch(/Eventos anteriores A terra, o tempo e o trabalho 16 de setembro de 2027/)
    const text = await read(path)
    expect(text).toMatch(/Evento anterior A terra, o tempo e o trabalho .*16 de setembro de 2027/)
    expect(text).toMatch(/Confirmados 4 .*Vieram 1 .*18h às 19h 1 .*Até 5 3 9 0 0 – 21 a 50 1 30 3 1 33%/)
    expect(text).not.toMatch(/Serra|Mesa \d/)
  }
  expect((await browser.get('/painel/depois/folha?evento=nenhum')).status).toBe(404)
  expect(app.logged()).not.toContain('error')
})

test('an event that was cancelled has no numbers, nor does the next one take any of it along', async () => {
  const { services, store, browser, read, end, erase } = await open()
  await changeEvento(services, {}, { avisar: false, cancelado: true })
  end()
  for (const path of ['', '/faltas', '/folha'])
    expect(await read(`/painel/depois${path}`)).toContain('O evento foi cancelado')
  await erase()
  const { eventoid = '' } = store.get('eventos', 'evento') ?? {}
  await browser.post('/painel/evento/outro', { de: eventoid, eventoid: randomUUID(), sei: 'sim' })
  expect(store.get('eventos', 'evento')?.anteriores).toMatchObject([{ eventoid }])
  expect(store.get('eventos', 'evento')?.anteriores[0]).not.toHaveProperty('balanco')
  expect((await browser.get(`/painel/depois/folha?evento=${eventoid}`)).status).toBe(404)
})

test('hours of one evening stand alone, those of several days with their day, and never more than twelve stretches', () => {
  const hour = (n: number) => ({ from: at('00:00') + n * 3_600_000, count: n + 1 })
  const nomes = (hours: number[]) => horasOf(hours.map(hour), inicio).map(({ nome }) => nome)
  expect(nomes([])).toEqual([])
  expect(nomes([18, 19, 23])).toEqual(['18h às 19h', '19h às 20h', '23h às 0h'])
  expect(nomes([18, 24, 42])).toEqual(['18h às 19h', '17/9, 0h às 1h', '17/9, 18h às 19h'])
  for (const count of [12, 13, 40, 100, 700, 5_000]) {
    const all = Array.from({ length: count }, (_, n) => hour(n))
    const told = horasOf(all, inicio)
    expect(told.length).toBeLessThanOrEqual(12)
    expect(told.reduce((sum, one) => sum + one.count, 0)).toBe((count * (count + 1)) / 2)
    expect(Math.max(...told.map(({ ate }) => ate))).toBe(100)
  }
})

test('who declined or never answered is told beside who did not come, and is not absent', async () => {
  const { services, read, admit, end, ids, erase } = await open()
  const novos = ['Ana', 'Bia'].map((rotulo) => ({ codigo: rotulo, rotulo, reservaid: rotulo, lugares: 2 }))
  await services.convites.create('joao', novos, NOW, anAutor())
  await services.convites.answer({ codigo: 'Ana', isRecusa: true, now: NOW, isClosed: false }, anAutor())
  const withdrawal = { credencialid: ids[1] ?? '', empresaid: null, now: NOW, isClosed: false }
  await services.desistencias.withdraw(withdrawal, anAutor())
  await admit(0, '18:50')
  end()
  const folha = await read('/painel/depois/folha')
  expect(folha).toContain('Confirmados 3 disseram que viriam Vieram 1 não vieram 2')
  expect(folha).toContain('Fora das faltas: 3 avisaram que não vinham, 2 não responderam.')
  const depois = await read('/painel/depois')
  expect(depois).toContain('Não vinham avisaram antes: não é falta 3')
  expect(depois).toContain('Sem resposta nunca disseram que viriam: não é falta 2')
  await erase()
  expect(await read('/painel/depois/folha')).not.toContain('Fora das faltas')
})
