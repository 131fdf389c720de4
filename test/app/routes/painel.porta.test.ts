import { expect, test } from 'vitest'
import { anAutor, anEntrada, NOW } from '../../support/factories.ts'
import { storeConvidados } from '../../support/many-convidados.ts'
import { upTo } from '../../support/property.ts'
import { startApp } from '../../support/remix.ts'
import { openEquipe } from '../../support/equipe.ts'

const PATH = '/painel/porta'
const MINUTE = 60_000

async function open() {
  const app = await startApp()
  const browser = await openEquipe(app)
  const porta = await openEquipe(app, { nome: 'Cleide', papel: 'porta' })
  const other = await openEquipe(app, { nome: 'Davi', papel: 'porta' })
  const ids = await storeConvidados(app.services, ['ANA LIMA', 'BIA REIS'], () => null)
  const read = async () => browser.text(PATH)
  const segredoOf = ({ aparelhoid }: { aparelhoid: string }) =>
    app.store.get('aparelhos', aparelhoid)?.segredo ?? ''
  return { ...app, browser, porta, other, ids, read, segredoOf }
}

test('an event without a door says how a phone comes to it', async () => {
  const { read } = await open()
  const text = await read()
  expect(text).toContain('Ninguém entrou duas vezes.')
  expect(text).toContain('Nenhum celular está na porta ainda.')
})

test('a guest admitted by two phones is told, where and when, until one admission is annulled', async () => {
  const { services, ids, porta, other, read } = await open()
  const [ana = '', bia = ''] = ids
  const first = anEntrada(ana, { aparelhoid: porta.aparelhoid, lidaem: NOW - 5 * MINUTE, modo: 'camera' })
  // The phone's clock is ten minutes behind; the server's counts.
  const second = anEntrada(ana, {
    aparelhoid: other.aparelhoid,
    lidaem: NOW - 11 * MINUTE,
    desvio: 10 * MINUTE,
    modo: 'camera',
  })
  await services.entradas.add([second, first, anEntrada(bia)], anAutor())
  const text = await read()
  expect(text).toContain('2 dentro : 2 dos 2 confirmados.')
  expect(text).toContain('ANA LIMA')
  expect(text).not.toContain('BIA REIS')
  expect(text.indexOf('Cleide')).toBeGreaterThan(-1)
  expect(text.indexOf('Cleide')).toBeLessThan(text.indexOf('Davi'))
  await services.entradas.add([anEntrada(ana, { anula: second.entradaid })], anAutor())
  expect(await read()).toContain('Ninguém entrou duas vezes.')
})

test('a person let in who is on no list is told with what was noted, as text', async () => {
  const { services, porta, read, browser } = await open()
  const noted = { aparelhoid: porta.aparelhoid, lidaem: NOW }
  await services.entradas.add(
    [
      anEntrada('', { ...noted, modo: 'busca', anotado: '<b>TIA ZEFA</b> 🌾' }),
      anEntrada('', { ...noted, modo: 'camera', anotado: 'https://exemplo.test/segredo' }),
    ],
    anAutor(),
  )
  expect(await read()).toContain('<b>TIA ZEFA</b> 🌾')
  expect(await browser.body(PATH)).not.toContain('<b>TIA ZEFA')
  expect(await read()).toContain('um código que não é deste evento')
  expect(await read()).not.toContain('segredo')
})

test('the admission of somebody on no list is annulled here, once, and stays in the history', async () => {
  const { services, porta, read, browser, store } = await open()
  const noted = anEntrada('', { aparelhoid: porta.aparelhoid, modo: 'busca', anotado: 'TIA ZEFA' })
  await services.entradas.add([noted], anAutor())
  const page = await browser.body(PATH)
  const entradaid = /name="entradaid" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const form = { ato: 'anular', anula: noted.entradaid, entradaid }
  expect((await browser.post(PATH, { ...form, anula: 'nenhuma' })).status).toBe(400)
  expect((await browser.post(PATH, { ...form, entradaid: 'x' })).status).toBe(400)
  expect((await browser.post(PATH, { ...form, ato: 'outro' })).status).toBe(400)
  for (let time = 0; time < 2; time++) expect((await browser.post(PATH, form)).status).toBe(303)
  expect(await read()).not.toContain('TIA ZEFA')
  expect(store.all('entradas').map(({ anula }) => anula)).toEqual([null, noted.entradaid])
})

test('while a rehearsal is on the board of the door says ENSAIO', async () => {
  const { browser, read } = await open()
  const aviso = 'nos celulares da porta até'
  expect(await read()).not.toContain(aviso)
  await browser.post(`${PATH}/ensaio`, { ato: 'comecar' })
  expect(await read()).toContain(aviso)
  await browser.post(`${PATH}/ensaio`, { ato: 'encerrar' })
  expect(await read()).not.toContain(aviso)
})

test('a phone of the door is told with what it has not sent, revoked or not; the board of the team is none', async () => {
  const { services, porta, other, read, segredoOf } = await open()
  await services.equipe.notePendentes(segredoOf(porta), 3, NOW)
  await services.equipe.notePendentes(segredoOf(other), 0, NOW)
  await services.equipe.revoke(other.aparelhoid, anAutor())
  const text = await read()
  expect(text).toContain('Cleide agora 3 entradas')
  expect(text).toContain('Davi , desligado agora tudo enviado')
  expect(text).not.toContain('Cida Moreira agora')
})

test('a phone whose facts wait says so here, and delivers them once the organiser receives them', async () => {
  const { services, browser, porta, read, segredoOf, store } = await open()
  const segredo = segredoOf(porta)
  await services.equipe.notePendentes(segredo, 0, NOW)
  await services.equipe.revoke(porta.aparelhoid, anAutor())
  const deliver = (count: number) =>
    services.entradas.deliver(
      segredo,
      Array.from({ length: count }, () =>
        anEntrada('', { anotado: 'TIA ZEFA', aparelhoid: porta.aparelhoid }),
      ),
      anAutor(),
    )
  expect(await deliver(310)).toMatchObject({ guardadas: { length: 300 }, retidas: 10 })
  await services.equipe.notePendentes(segredo, 10, NOW)
  expect(await read()).toContain('10 entradas Receber')
  const form = { ato: 'receber', aparelhoid: porta.aparelhoid, pareadoem: String(NOW) }
  expect((await browser.post(PATH, { ...form, pareadoem: '1' })).status).toBe(400)
  for (let time = 0; time < 2; time++) expect((await browser.post(PATH, form)).status).toBe(303)
  expect(await read()).not.toContain('Receber')
  expect(await deliver(20)).toMatchObject({ guardadas: { length: 10 }, retidas: 10 })
  expect(store.all('historico').filter(({ ato }) => ato === 'recebeu')).toHaveLength(1)
})

test('people on no list come a hundred at a time, and of a guest admitted thousands of times ten admissions and a number', async () => {
  const { services, ids, porta, browser, read } = await open()
  const from = { aparelhoid: porta.aparelhoid }
  const many = upTo(5_000)
  const noted = Array.from({ length: many }, (_, n) =>
    anEntrada('', { ...from, seq: n, lidaem: NOW + n, modo: 'busca', anotado: `PESSOA ${n}!` }),
  )
  const twice = Array.from({ length: many }, (_, n) => anEntrada(ids[0] ?? '', { ...from, lidaem: NOW + n }))
  await services.entradas.add([...noted, ...twice], null)
  const text = await read()
  expect(text).toContain(`1 a 100 de ${many.toLocaleString('pt-BR')}`)
  expect([text.includes('PESSOA 99!'), text.includes('PESSOA 100!')]).toEqual([true, false])
  expect(text).toContain(`e mais ${(many - 10).toLocaleString('pt-BR')} entradas`)
  expect((await browser.body(PATH)).length).toBeLessThan(200_000)
  const last = await browser.text(`${PATH}?pagina=${many / 100}`)
  expect(last).toContain(`PESSOA ${many - 1}!`)
})

test('a year that is not this one’s stands beside the day', async () => {
  const { services, read } = await open()
  const lidaem = Date.parse('2020-03-05T12:00:00-03:00')
  await services.entradas.add([anEntrada('', { lidaem, modo: 'busca', anotado: 'TIA ZEFA' })], null)
  expect(await read()).toContain('5/3/2020, 12h00')
})

test('a rehearsal is begun and ended by one button, shows a code for each verdict, and stores no guest', async () => {
  const { browser, store } = await open()
  const path = `${PATH}/ensaio`
  const show = async () => browser.text(path)
  expect(await show()).toContain('Começar o ensaio')
  const convidados = store.count('credenciais')
  expect((await browser.post(path, { ato: 'comecar' })).status).toBe(303)
  const text = await show()
  for (const word of [
    'ENTRARIA',
    'JÁ TERIA ENTRADO',
    'ESTARIA CANCELADO',
    'NÃO ESTARIA NA LISTA',
    'SERIA LINK ANTIGO',
  ])
    expect(text).toContain(word)
  expect([store.count('credenciais'), store.count('entradas')]).toEqual([convidados, 0])
  expect((await browser.post(path, { ato: 'encerrar' })).status).toBe(303)
  expect(await show()).toContain('Começar o ensaio')
  expect((await browser.post(path, { ato: 'outro' })).status).toBe(400)
})

test('a person let in who is on no list is counted among those inside, there and on the board', async () => {
  const { services, porta, ids, read, browser } = await open()
  const noted = anEntrada('', { aparelhoid: porta.aparelhoid, lidaem: NOW, modo: 'busca', anotado: 'ZEFA' })
  const undone = anEntrada('', { aparelhoid: porta.aparelhoid, lidaem: NOW, modo: 'busca', anotado: 'ZECA' })
  const annulment = anEntrada('', { aparelhoid: porta.aparelhoid, lidaem: NOW, anula: undone.entradaid })
  await services.entradas.add([anEntrada(ids[0] ?? ''), noted, undone, annulment], anAutor())
  expect(await read()).toContain('2 dentro : 1 dos 2 confirmados e 1 fora da lista.')
  expect(await browser.text('/painel')).toMatch(/Dentro 2 50% dos confirmados · 1 fora da lista/)
})
