import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { newMesa } from '../../../server/domain/mesa.ts'
import { anAutor, anEmpresa, anEntrada } from '../../support/factories.ts'
import { readField, readText } from '../../support/html.ts'
import { storeConvidados } from '../../support/many-convidados.ts'
import { openEquipe } from '../../support/equipe.ts'
import { startApp } from '../../support/remix.ts'

const PATH = '/painel/listas/etiquetas'
const FOLHAS = `${PATH}/folhas`

async function open(names = ['BIA LIMA', 'ÁLVARO REIS', 'ANA LIMA', 'ZECA']) {
  const app = await startApp()
  for (const [empresaid, nome, numero] of [
    ['serra', 'Serra Azul', '10'],
    ['ipe', 'Água Limpa', '2'],
  ] as const) {
    app.store.put('empresas', anEmpresa({ empresaid, nome, icredencial: 60, licredencial: 2 }))
    app.store.put('mesas', { ...newMesa(empresaid), numero })
  }
  const ids = await storeConvidados(app.services, names, (index) => ['serra', 'ipe', 'serra'][index] ?? null)
  const browser = await openEquipe(app)
  const page = async (path: string) => browser.body(path)
  const read = async (path: string) => readText(await page(path))
  /** What the sheets at an address would mark. */
  const marks = async (path: string) => {
    const html = await page(path)
    return { impressas: readField(html, 'impressas') ?? '', feitaem: readField(html, 'feitaem') ?? '' }
  }
  const mark = async (path: string, fields?: Record<string, string>) =>
    browser.post(path, fields ?? (await marks(path)))
  const rename = (id: string, nome: string) => app.store.change('credenciais', id, { nome })
  return { ...app, ids, rename, browser, page, read, marks, mark }
}

/** The labels on a page of sheets, in order; an empty text for each place left out. */
const labelsIn = (html: string) =>
  [...html.matchAll(/<li class="etiqueta[^>]*>(.*?)<\/li>/gs)].map(([, label = '']) => readText(label).trim())

/** The sheet that Desmarcar belongs to. */
const buttonIn = (html: string) =>
  /<button(?=[^>]* name="desmarcar")[^>]* value="(\d+)"/.exec(html)?.[1] ?? ''

test('the choice shows papers, how many each choice means, and tables in the order of their numbers', async () => {
  const { read, page } = await open()
  const text = await read(PATH)
  for (const told of [
    'Pimaco 6180 66,7 × 25,4 mm 30 por folha Carta',
    'Todos os confirmados (4)',
    'Só os novos desde a última impressão (4)',
    '4 etiquetas em 1 folha de 10.',
  ])
    expect(text).toContain(told)
  expect(text).toMatch(/Todas 2 · Água Limpa 10 · Serra Azul/)
  const chosen = await page(`${PATH}?papel=6082&inicio=4&ordem=mesa&qr=1`)
  expect(chosen).toMatch(/<input(?=[^>]*checked="")[^>]*value="6082"/)
  expect(chosen).toMatch(/<input(?=[^>]*checked="")[^>]*name="qr"/)
  expect(readText(chosen)).toContain('4 etiquetas em 1 folha de 14; a primeira começa na 4.')
})

test('labels come by name or by table, from a label on, with company and number, and without who withdrew', async () => {
  const { services, ids, page } = await open()
  expect(labelsIn(await page(FOLHAS))).toEqual([
    'ÁLVARO REIS Água Limpa MESA 2',
    'ANA LIMA Serra Azul MESA 10',
    'BIA LIMA Serra Azul MESA 10',
    'ZECA',
  ])
  expect(labelsIn(await page(`${FOLHAS}?ordem=mesa&inicio=3&papel=6180`))).toEqual([
    ...['', '', 'ÁLVARO REIS Água Limpa MESA 2'],
    ...['ANA LIMA Serra Azul MESA 10', 'BIA LIMA Serra Azul MESA 10', 'ZECA'],
  ])
  const request = { credencialid: ids[1] ?? '', empresaid: null, now: services.now(), isClosed: false }
  expect(labelsIn(await page(`${FOLHAS}?empresa=ipe`))).toEqual(['ÁLVARO REIS Água Limpa MESA 2'])
  await services.desistencias.withdraw(request, services.autorOf('convidado'))
  expect(labelsIn(await page(`${FOLHAS}?empresa=ipe`))).toEqual([])
})

test('who is inside is left out where that is asked', async () => {
  const { services, ids, page } = await open()
  await services.entradas.add([anEntrada(ids[0] ?? '')], anAutor())
  expect(labelsIn(await page(`${FOLHAS}?quem=fora`))).toHaveLength(3)
  expect(labelsIn(await page(FOLHAS))).toHaveLength(4)
})

test('what is left out is left out together: who is inside, who has a label, and other tables', async () => {
  const { services, ids, rename, mark, page, read } = await open()
  await mark(`${FOLHAS}?empresa=serra`)
  rename(ids[0] ?? '', 'BIA LIMA SÁ')
  await services.entradas.add([anEntrada(ids[0] ?? ''), anEntrada(ids[1] ?? '')], anAutor())
  const named = async (query: string) =>
    labelsIn(await page(`${FOLHAS}?${query}`)).map((label) => label.split(/ (?:Serra|Água)/)[0])
  expect(await named('quem=novos')).toEqual(['ÁLVARO REIS', 'BIA LIMA SÁ', 'ZECA'])
  expect(await named('quem=fora')).toEqual(['ANA LIMA', 'ZECA'])
  expect(await named('quem=novos&quem=fora')).toEqual(['ZECA'])
  expect(await named('quem=novos&empresa=serra')).toEqual(['BIA LIMA SÁ'])
  expect(await named('quem=novos&quem=fora&empresa=serra')).toEqual([])
  const form = await page(`${PATH}?quem=novos&quem=fora`)
  for (const quem of ['novos', 'fora'])
    expect(form).toMatch(new RegExp(`<input(?=[^>]*checked="")[^>]*value="${quem}"`))
  expect(await read(`${PATH}?quem=novos&quem=fora`)).toContain('1 etiqueta em 1 folha')
  // Marked guests are no longer new, so what is left begins on a new sheet.
  const marked = await mark(`${FOLHAS}?quem=fora&quem=novos&inicio=3`)
  expect(marked.headers.get('Location')).toBe(`${FOLHAS}?quem=fora&quem=novos&marcada=${services.now()}`)
})

test('a paper that cannot be leads back to the form, which says why', async () => {
  const { browser, read } = await open()
  for (const [query, told] of [
    ['?papel=outro', 'Preencha a medida.'],
    ['?papel=6180&dx=-9', 'Assim as etiquetas saem da folha: de -4,8 a 4,8 mm.'],
    ['?papel=6180&inicio=31', 'Esta folha tem etiquetas de 1 a 30.'],
    ['?inicio=x', 'Esta folha tem etiquetas de 1 a 10.'],
  ] as const)
    for (const page of ['folhas', ...(query.includes('inicio') ? [] : ['moldura'])]) {
      const refused = await browser.get(`${PATH}/${page}${query}`)
      expect([refused.status, refused.headers.get('Location')]).toEqual([303, `${PATH}${query}`])
      expect(await read(`${PATH}${query}`)).toContain(told)
    }
})

test('a paper too small for a code the door reads is refused with it, in a sentence, and taken without', async () => {
  const { browser, read, page } = await open()
  const small = '?papel=outro&largura=40&altura=20&esquerda=0&topo=0&colunas=1&linhas=1'
  const refused = await browser.get(`${FOLHAS}${small}&qr=1`)
  expect([refused.status, refused.headers.get('Location')]).toEqual([303, `${PATH}${small}&qr=1`])
  expect(await read(`${PATH}${small}&qr=1`)).toContain('com menos de 12 a porta não o lê: tire o QR.')
  expect(labelsIn(await page(`${FOLHAS}${small}`))).toHaveLength(4)
  expect(await page(`${FOLHAS}?papel=6180&qr=1`)).toContain('class="qr"')
})

test('the page says the size of its paper where the policy lets it, and the guest’s link stands nowhere on it', async () => {
  const { services, ids, browser } = await open()
  for (const [query, page] of [
    ['?papel=6180&dx=0,5&qr=1', '@page{size:215.9mm 279.4mm;margin:0}'],
    ['?papel=cracha-100x140&qr=1', '@page{size:210mm 297mm;margin:0}'],
  ] as const) {
    const response = await browser.get(`${FOLHAS}${query}`)
    const html = await response.text()
    const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, content = '']) => content)
    expect(styles.some((style) => style.includes(page))).toBe(true)
    const policy = response.headers.get('Content-Security-Policy') ?? ''
    for (const style of styles)
      expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
    expect(html).not.toMatch(/ style="/)
    for (const id of ids) expect(html).not.toContain(services.tokenOf(id, 0))
    expect(html).not.toContain('/c/')
    expect(html.match(/class="qr"/g)).toHaveLength(4)
  }
  const without = await browser.body(FOLHAS)
  expect(without).not.toContain('class="qr"')
})

test('frames are numbered, as many as the sheet has', async () => {
  const { page } = await open()
  expect(labelsIn(await page(`${PATH}/moldura?papel=6180`))).toEqual(
    Array.from({ length: 30 }, (_, at) => String(at + 1)),
  )
})

test('what was marked is new no longer, however often and by however many, and a corrected name is', async () => {
  const { store, ids, rename, mark, marks, page, read } = await open()
  const sheet = await marks(`${FOLHAS}?quem=novos`)
  const answers = await Promise.all([mark(`${FOLHAS}?quem=novos`, sheet), mark(FOLHAS, sheet)])
  expect(answers.map((answer) => [answer.status, answer.headers.get('Location')])).toEqual([
    [303, `${FOLHAS}?quem=novos&marcada=${sheet.feitaem}`],
    [303, `${FOLHAS}?&marcada=${sheet.feitaem}`],
  ])
  expect((await mark(`${FOLHAS}?quem=novos`, sheet)).status).toBe(303)
  expect(store.count('envios')).toBe(4)
  expect(await read(`${FOLHAS}?quem=novos&marcada=${sheet.feitaem}`)).toMatch(
    /4 etiquetas marcadas como impressas.*Não há etiquetas para imprimir/,
  )
  // Their codes have not been printed yet.
  expect(labelsIn(await page(`${FOLHAS}?quem=novos&qr=1`))).toHaveLength(4)
  rename(ids[3] ?? '', 'ZECA PRADO')
  expect(labelsIn(await page(`${FOLHAS}?quem=novos`))).toEqual(['ZECA PRADO'])
})

test('a mark notes what the sheet showed: who was corrected or renumbered since is new', async () => {
  const { store, ids, rename, marks, mark, page } = await open()
  const sheet = await marks(FOLHAS)
  store.put('mesas', { ...newMesa('ipe'), numero: '3' })
  rename(ids[3] ?? '', 'ZECA PRADO')
  await mark(FOLHAS, sheet)
  expect(labelsIn(await page(`${FOLHAS}?quem=novos`))).toEqual([
    'ÁLVARO REIS Água Limpa MESA 3',
    'ZECA PRADO',
  ])
})

test('a mark is taken back from its page or from the choice, once, and what was printed since is left', async () => {
  const { services, store, ids, browser, rename, marks, mark, page, read, advance } = await open()
  const sheet = await marks(`${FOLHAS}?quem=novos`)
  const marked = await mark(`${FOLHAS}?quem=novos`, sheet)
  const shown = await page(marked.headers.get('Location') ?? '')
  expect(buttonIn(shown)).toBe(sheet.feitaem)
  const unmark = (path = `${FOLHAS}?quem=novos`, feitaem = sheet.feitaem) =>
    browser.post(path, { desmarcar: feitaem })
  const unmarked = await Promise.all([unmark(), unmark(`${FOLHAS}?quem=novos&marcada=${sheet.feitaem}`)])
  for (const answer of unmarked)
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      303,
      `${FOLHAS}?quem=novos&desmarcadas=4`,
    ])
  expect(await read(`${FOLHAS}?quem=novos&desmarcadas=4`)).toContain(
    '4 etiquetas desmarcadas, que são novas outra vez',
  )
  expect((await unmark()).headers.get('Location')).toBe(`${FOLHAS}?quem=novos&desmarcadas=0`)
  expect(await read(`${FOLHAS}?quem=novos&desmarcadas=0`)).toContain('já não havia etiquetas marcadas')
  // A reload of the earlier answer no longer says they are marked, and the form of those sheets does not mark
  // them again.
  expect(await read(`${FOLHAS}?quem=novos&marcada=${sheet.feitaem}`)).not.toContain('marcadas como impressas')
  expect((await mark(`${FOLHAS}?quem=novos`, sheet)).headers.get('Location')).toBe(
    `${FOLHAS}?quem=novos&recusada=1`,
  )
  expect(await read(`${FOLHAS}?quem=novos&recusada=1`)).toContain('Nada foi marcado')
  expect(labelsIn(await page(`${FOLHAS}?quem=novos`))).toHaveLength(4)
  expect(await read(PATH)).not.toContain('Desmarcar')
  advance(1)
  await mark(`${FOLHAS}?quem=novos`)
  rename(ids[3] ?? '', 'ZECA PRADO')
  advance(1)
  await mark(`${FOLHAS}?quem=novos`)
  expect(labelsIn(await page(`${FOLHAS}?quem=novos`))).toEqual([])
  // The choice offers the newest sheet, then the one before it.
  for (const [quantas, left] of [
    ['1 etiqueta', 1],
    ['3 etiquetas', 4],
  ] as const) {
    expect(await read(`${PATH}?papel=6082`)).toContain(`Última marcada: ${quantas} das folhas abertas hoje`)
    const feitaem = buttonIn(await page(PATH))
    const answer = await unmark(`${PATH}?papel=6082`, feitaem)
    expect(answer.headers.get('Location')).toMatch(/\/etiquetas\?papel=6082&desmarcadas=\d$/)
    expect(await read(answer.headers.get('Location') ?? '')).toContain(
      left === 1 ? 'que é nova outra vez' : 'que são novas outra vez',
    )
    expect(labelsIn(await page(`${FOLHAS}?quem=novos`))).toHaveLength(left)
  }
  expect(
    store
      .all('historico')
      .filter(({ ato }) => ato === 'desmarcou-etiquetas')
      .map(({ detalhe }) => detalhe),
  ).toEqual(['4', '1', '3'])
  expect(services.now()).toBeGreaterThan(Number(sheet.feitaem))
})

test('marked labels are in no queue of messages, and go with the guest', async () => {
  const { services, store, ids, mark, read } = await open()
  const before = await read('/painel/envios?fila=lembrete')
  await mark(FOLHAS)
  expect(await read('/painel/envios?fila=lembrete')).toBe(before)
  await services.credenciais.remove(ids[0] ?? '', false, anAutor())
  expect(store.count('envios')).toBe(3)
})

test('more than a page takes come in parts of whole sheets, each label in one of them and marked with it', async () => {
  const names = Array.from({ length: 305 }, (_, at) => `CONVIDADO ${String(at).padStart(3, '0')}`)
  const { store, page, mark } = await open(names)
  const shown = [await page(`${FOLHAS}?inicio=2`), await page(`${FOLHAS}?inicio=2&parte=2`)].map(labelsIn)
  expect(shown.map(({ length }) => length)).toEqual([300, 6])
  const said = shown.flat().filter((label) => label !== '')
  expect(said.map((label) => label.slice(0, 13))).toEqual(names)
  await mark(`${FOLHAS}?quem=novos`)
  expect(store.count('envios')).toBe(300)
  expect(labelsIn(await page(`${FOLHAS}?quem=novos`))).toHaveLength(5)
})

test('the next part says where the list moved since the part before it, for somebody may be in neither', async () => {
  const names = Array.from({ length: 305 }, (_, at) => `CONVIDADO ${String(at).padStart(3, '0')}`)
  const { services, ids, page, read, mark, browser } = await open(names)
  const next = async (path: string) => {
    const [, href = ''] = /<a href="([^"]*)">Próxima parte/.exec(await page(path)) ?? []
    return `${FOLHAS}${href.replaceAll('&amp;', '&')}`
  }
  const second = await next(`${FOLHAS}?quem=fora`)
  expect(readText(await page(second))).not.toContain('A lista mudou')
  expect((await mark(second)).headers.get('Location')).toBe(`${second}&marcada=${services.now()}`)
  expect(await read(`${second}&marcada=${services.now()}`)).toContain('5 etiquetas marcadas como impressas')
  await services.entradas.add([anEntrada(ids[0] ?? '')], anAutor())
  const moved = await page(second)
  // Number 300 has moved into the first part, which was printed without it.
  expect(labelsIn(moved).map((label) => label.slice(10, 13))).toEqual(['301', '302', '303', '304'])
  expect(readText(moved)).toContain('A lista mudou desde a outra parte')
  expect(await browser.body(`${FOLHAS}?quem=fora&parte=2`)).not.toContain('A lista mudou')
})

test('what no sheet of ours sends is not noted', async () => {
  const { store, ids, mark } = await open()
  const many = Array.from({ length: 301 }, () => `${ids[0] ?? ''}.${'a'.repeat(12)}.0`).join(' ')
  for (const fields of [
    { impressas: '', feitaem: '1' },
    { impressas: `${ids[0] ?? ''}.curto.0`, feitaem: '1' },
    { impressas: `%E0.${'a'.repeat(12)}.0`, feitaem: '1' },
    { impressas: `${ids[0] ?? ''}.${'a'.repeat(12)}.0`, feitaem: 'x' },
    { impressas: many, feitaem: '1' },
    { desmarcar: 'x' },
  ] as Record<string, string>[])
    expect((await mark(FOLHAS, fields)).status).toBe(400)
  expect(store.count('envios')).toBe(0)
})

test('no other browser sees or marks a label', async () => {
  const app = await startApp()
  for (const other of [app.browser(), await openEquipe(app, { papel: 'porta' })]) {
    for (const path of ['', '/folhas', '/moldura'])
      expect((await other.get(`${PATH}${path}`)).status).toBe(404)
    for (const fields of [{ impressas: 'x', feitaem: '1' }, { desmarcar: '1' }])
      for (const path of [FOLHAS, PATH]) expect((await other.post(path, fields)).status).toBe(404)
  }
})
