import { expect, test } from 'vitest'
import { anEmpresa, NOW } from '../../support/factories.ts'
import { readField, readText } from '../../support/html.ts'
import { storeConvidados } from '../../support/many-convidados.ts'
import { startApp } from '../../support/remix.ts'
import { openEquipe } from '../../support/equipe.ts'

const PATH = '/painel/listas/entradas'

async function open(names = ['BIA LIMA', 'ÁLVARO REIS', 'ANA LIMA']) {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'serra', nome: 'Serra Azul', licredencial: 1 }))
  const browser = await openEquipe(app)
  const ids = await storeConvidados(app.services, names, (index) => (index === 0 ? 'serra' : null))
  const page = async (query = '') => browser.body(PATH + query)
  /** What the form sends for a guest whose box is ticked; undefined when the box is disabled. */
  const valueIn = (html: string, credencialid: string | undefined): [string, string] | undefined => {
    const box = new RegExp(`<input type="checkbox" name="(entrada\\.${credencialid})" value="([^"]*)"/>`)
    const [, name, value] = box.exec(html) ?? []
    return name === undefined || value === undefined ? undefined : [name, value]
  }
  /**
   * Sends the form. The event is weeks away, so it is sent as confirmed, except where the question itself is
   * tested.
   */
  const send = (values: ([string, string] | undefined)[], hora = '', query = '', antes = '1') =>
    browser.post(PATH + query, [
      ...values.map((value): [string, string] => value ?? ['', '']),
      ['hora', hora],
      ['antes', antes],
    ])
  return { ...app, browser, ids, page, valueIn, send }
}

test('names stand in the order of the printed list, a hundred a page, with the way to each letter', async () => {
  const names = Array.from(
    { length: 150 },
    (_, i) => `${i < 120 ? 'ÁLVARO' : 'ZECA'} ${String(i).padStart(3, '0')}`,
  )
  const { page } = await open(names.reverse())
  const first = readText(await page())
  expect(first.match(/(ÁLVARO|ZECA) \d{3}/g)).toEqual(names.reverse().slice(0, 100))
  expect(first).toContain('1 a 100 de 150')
  expect(await page()).toContain('<a href="?pagina=2">Z</a>')
  expect(readText(await page('?pagina=2')).match(/(ÁLVARO|ZECA) \d{3}/g)).toEqual(names.slice(100))
})

test('ticked names are admissions of mode papel at the time that was typed, each with its line in the history', async () => {
  const { store, browser, ids, page, valueIn, send } = await open()
  const html = await page()
  const response = await send([valueIn(html, ids[0]), valueIn(html, ids[2])], '2027-09-01T09:30')
  expect([response.status, response.headers.get('Location')]).toEqual([303, `${PATH}?novas=2`])
  const lidaem = Date.parse('2027-09-01T09:30:00-03:00')
  expect(store.all('entradas')).toMatchObject([
    {
      credencialid: ids[0],
      modo: 'papel',
      lidaem,
      desvio: 0,
      recebidaem: NOW,
      aparelhoid: browser.aparelhoid,
    },
    { credencialid: ids[2], modo: 'papel', lidaem },
  ])
  expect(store.all('historico').map(({ ato, alvo }) => [ato, alvo])).toEqual([
    ['admitiu', ids[0]],
    ['admitiu', ids[2]],
  ])
  const told = await page('?novas=2')
  expect(readText(told)).toContain('Feito: 2 entradas novas.')
  expect(readText(told)).toContain('BIA LIMA Dentro, 9h30 Serra Azul')
  expect(valueIn(told, ids[0])).toBeUndefined()
  expect(
    told.match(/<input[^>]*disabled=""[^>]*checked=""|<input[^>]*checked=""[^>]*disabled=""/g),
  ).toHaveLength(2)
})

test('without a time they came in now', async () => {
  const { store, ids, page, valueIn, send } = await open()
  await send([valueIn(await page(), ids[1])])
  expect(store.all('entradas')).toMatchObject([{ lidaem: NOW }])
})

test('the same form sent twice, one after the other or at once, is one admission', async () => {
  const { store, ids, page, valueIn, send } = await open()
  const html = await page()
  const values = [valueIn(html, ids[0]), valueIn(html, ids[1])]
  const both = await Promise.all([send(values), send(values)])
  const again = await send(values)
  const novas = [...both, again].map((response) => response.headers.get('Location')?.slice(-1))
  expect(novas.sort()).toEqual(['0', '0', '2'])
  expect([store.count('entradas'), store.count('historico')]).toEqual([2, 2])
})

test('a guest another form admitted meanwhile is passed over', async () => {
  const { store, ids, page, valueIn, send } = await open()
  const [one, other] = [await page(), await page()]
  await send([valueIn(one, ids[0])])
  const response = await send([valueIn(other, ids[0]), valueIn(other, ids[1])])
  expect(response.headers.get('Location')).toBe(`${PATH}?novas=1`)
  expect(store.count('entradas')).toBe(2)
})

test('nothing ticked, or a time to come or none at all, comes back with what was ticked', async () => {
  const { store, ids, page, valueIn, send } = await open()
  const none = await send([])
  expect(none.status).toBe(422)
  expect(readText(await none.text())).toContain('Marque ao menos um nome.')
  for (const hora of ['2027-09-01T12:01', 'ontem', '2027-09-31T10:00']) {
    const html = await page()
    const response = await send([valueIn(html, ids[1])], hora)
    const again = await response.text()
    expect(response.status).toBe(422)
    expect(again).toContain('<a href="#hora">Digite um dia e uma hora que já passaram.</a>')
    expect(again).toMatch(new RegExp(`<input(?=[^>]*checked="")[^>]*name="entrada\\.${ids[1]}"`))
    expect(again.match(/checked=""/g)).toHaveLength(1)
  }
  expect(store.count('entradas')).toBe(0)
})

test('before the day names are entered only once that is confirmed, with all that was ticked', async () => {
  const { store, ids, page, valueIn, send, services, advance } = await open()
  const html = await page()
  const ticked = [valueIn(html, ids[0]), valueIn(html, ids[1])]
  const asked = await send(ticked, '2027-09-01T09:30', '', '')
  const question = await asked.text()
  expect(asked.status).toBe(409)
  expect(readText(question)).toMatch(
    /Atenção: o evento só começa em 16 de setembro, 19h30. Nada foi lançado agora.*Lançar antes do dia/,
  )
  expect([question.match(/checked=""/g)?.length, readField(question, 'hora')]).toEqual([
    2,
    '2027-09-01T09:30',
  ])
  expect([store.count('entradas'), store.count('historico')]).toEqual([0, 0])
  const confirmed = await send(ticked, '2027-09-01T09:30', '', readField(question, 'antes') ?? '')
  expect(confirmed.headers.get('Location')).toBe(`${PATH}?novas=2`)

  advance(Date.parse(services.config.evento.inicio) - services.now() - 3_600_000)
  const onTheDay = await send([valueIn(await page(), ids[2])], '', '', '')
  expect(onTheDay.headers.get('Location')).toBe(`${PATH}?novas=1`)
})

test('a search keeps its place after the form was sent', async () => {
  const { ids, page, valueIn, send } = await open()
  const html = await page('?q=lima')
  expect(readText(html)).not.toContain('ÁLVARO')
  const response = await send([valueIn(html, ids[0])], '', '?q=lima')
  expect(response.headers.get('Location')).toBe(`${PATH}?q=lima&novas=1`)
  expect(readText(await page('?empresa=serra'))).toMatch(/1 convidado .* BIA LIMA/)
})

test('no other browser admits anybody', async () => {
  const { store, ids, page, valueIn } = await open()
  const [name = '', value = ''] = valueIn(await page(), ids[0]) ?? []
  const app = await startApp()
  for (const other of [app.browser(), await openEquipe(app, { papel: 'porta' })])
    expect((await other.post(PATH, { [name]: value })).status).toBe(404)
  expect([store.count('entradas'), app.store.count('entradas')]).toEqual([0, 0])
})
