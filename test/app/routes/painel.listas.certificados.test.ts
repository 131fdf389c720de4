import { expect, test } from 'vitest'
import type { Services } from '../../../server/composition.ts'
import { leadOf } from '../../support/a-mesa.ts'
import { openEquipe } from '../../support/equipe.ts'
import { anEmpresa, anEntrada } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'
import { storeConvidados } from '../../support/many-convidados.ts'
import { startApp } from '../../support/remix.ts'
import { changeEvento } from '../../support/change-evento.ts'

const PATH = '/painel/listas/certificados'
const HOUR_MS = 3_600_000

type Input = Parameters<Services['certificados']['draw']>[0]

/** Two companies, guests by name, those at some places of the list inside, and one organiser's board. */
async function open(nomes: string[], isInside: (index: number) => boolean) {
  const app = await startApp()
  const { services, store, advance } = app
  store.put('empresas', anEmpresa({ empresaid: 'serra', nome: 'Serra Azul', icredencial: 60 }))
  store.put('empresas', anEmpresa({ empresaid: 'ipe', nome: 'Água Limpa', icredencial: 60 }))
  const ids = await storeConvidados(services, nomes, (index) => (index < 3 ? 'serra' : null))
  const entradas = ids.filter((_, index) => isInside(index)).map((id) => anEntrada(id))
  await services.entradas.add(entradas, null)
  const cida = await openEquipe(app)
  const drawn: Input[] = []
  const drawing = { isBusy: false }
  services.certificados.draw = async (input) => {
    drawn.push(input)
    return drawing.isBusy ? null : new TextEncoder().encode('%PDF-1.7')
  }
  return {
    ...app,
    cida,
    ids,
    entradas,
    drawn,
    drawing,
    goToEnd: () => advance(Date.parse(services.config.evento.fim) - services.now()),
    text: async (path = PATH) => cida.text(path),
    /** The addresses of the files the page offers. */
    files: async (path = PATH) => {
      const html = await cida.body(path)
      return [...html.matchAll(/href="([^"]*certificados\.pdf[^"]*)"/g)].map(([, href = '']) =>
        href.replaceAll('&amp;', '&'),
      )
    },
  }
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, n) => `MARIA ${String(n).padStart(4, '0')} SILVA`)

test('before the end the page says from when, and no file is drawn', async () => {
  const { cida, text, files, drawn } = await open(['ANA', 'BIA'], () => true)
  expect(await text('/painel/listas')).toContain('Certificados')
  expect(await text()).toContain('a partir de 16 de setembro, 22h, há um certificado para cada pessoa')
  expect(await files()).toEqual([])
  expect((await cida.get(`${PATH}.pdf?parte=1&lista=x`)).status).toBe(303)
  expect(await text('/painel/empresas/serra')).not.toContain('Certificados')
  expect(drawn).toEqual([])
})

test('afterwards those who were inside are in files of 200 at most, each once, told from whom to whom', async () => {
  const nomes = numbered(520)
  const { cida, goToEnd, text, files, drawn } = await open(nomes, (index) => index % 10 !== 0)
  goToEnd()
  const inside = nomes.filter((_, index) => index % 10 !== 0)
  const page = await text()
  expect(page).toContain('468 pessoas entraram')
  expect(page).toContain(`Parte 1 De ${inside[0]} até ${inside[199]} 200 páginas Baixar PDF`)
  expect(page).toContain(`Parte 2 De ${inside[200]} até ${inside[399]} 200 páginas`)
  expect(page).toContain(`Parte 3 De ${inside[400]} até ${inside[467]} 68 páginas`)
  const hrefs = await files()
  expect(hrefs).toHaveLength(3)
  for (const href of hrefs) {
    const pdf = await cida.get(href)
    expect([pdf.status, pdf.headers.get('Content-Type'), pdf.headers.get('Cache-Control')]).toEqual([
      ...[200, 'application/pdf', 'no-store'],
    ])
    expect(pdf.headers.get('Content-Disposition')).toMatch(/filename="certificados-[123]-de-3\.pdf"/)
  }
  expect(drawn.flatMap(({ paginas }) => paginas.map(({ nome }) => nome))).toEqual(inside)
  expect(drawn.map(({ paginas }) => paginas.length)).toEqual([200, 200, 68])
  expect(new Set(drawn.flatMap(({ paginas }) => paginas.map(({ codigo }) => codigo))).size).toBe(468)
})

test('a company has its own file, by the link of its page', async () => {
  const { cida, goToEnd, text, files, drawn } = await open(['ANA', 'BIA', 'CAIO', 'DORA'], (n) => n !== 1)
  goToEnd()
  expect(await text('/painel/empresas/serra')).toContain('Certificados de quem entrou')
  expect(await text('/painel/empresas/ipe')).not.toContain('Certificados')
  const page = `${PATH}?empresa=serra`
  expect(await text(page)).toContain('Serra Azul Certificados 2 pessoas entraram')
  const [href = ''] = await files(page)
  const pdf = await cida.get(href)
  expect(pdf.headers.get('Content-Disposition')).toContain('filename="certificados.pdf"')
  expect(drawn[0]?.paginas.map(({ nome }) => nome)).toEqual(['ANA', 'CAIO'])
  expect(await text(`${PATH}?empresa=ipe`)).toContain('Ninguém entrou por Água Limpa.')
  expect((await cida.get(`${PATH}?empresa=nenhuma`)).status).toBe(404)
})

test('a file of a list that changed since is not drawn: the page says so, and offers those of now', async () => {
  const { services, cida, goToEnd, text, files, drawn, entradas } = await open(['ANA', 'BIA'], () => true)
  goToEnd()
  const [href = ''] = await files()
  const [, second] = entradas
  await services.entradas.add(
    [anEntrada(second?.credencialid ?? '', { anula: second?.entradaid ?? '', recebidaem: services.now() })],
    null,
  )
  const answer = await cida.get(href)
  expect(leadOf(answer)).toEqual([303, `${PATH}?feito=mudou`])
  expect(await text(`${PATH}?feito=mudou`)).toContain('a lista mudou, e as partes podem ser outras')
  const [now = ''] = await files()
  expect((await cida.get(now)).status).toBe(200)
  expect(drawn.map(({ paginas }) => paginas.map(({ nome }) => nome))).toEqual([['ANA']])
})

test('while too many are drawn the page says when to come back, with the files still there', async () => {
  const { cida, goToEnd, text, files, drawing } = await open(['ANA', 'BIA'], () => true)
  goToEnd()
  drawing.isBusy = true
  const [href = ''] = await files(`${PATH}?empresa=serra`)
  const back = `${PATH}?empresa=serra&feito=ocupado`
  expect(leadOf(await cida.get(href))).toEqual([303, back])
  expect(await text(back)).toContain('Espere um minuto e baixe esta parte de novo')
  expect(await files(back)).toEqual([href])
})

test('names that no certificate can have are in no file: the page lists each, with a link to correct it', async () => {
  const { cida, ids, goToEnd, text, files, drawn } = await open(
    ['ANA', 'ŁUKASZ Ἀ', 'ŁUKASZ ĐORĐE', 'ΜΑΡΙΑ', 'ＡＮＡ'],
    () => true,
  )
  goToEnd()
  const html = await cida.body(PATH)
  expect(readText(html)).toContain('3 páginas')
  expect(readText(html)).toMatch(/Sem certificado, .* ŁUKASZ Ἀ ΜΑΡΙΑ/)
  for (const n of [1, 3]) expect(html).toContain(`href="/painel/convidados/${ids[n]}"`)
  const [href = ''] = await files()
  expect((await cida.get(href)).status).toBe(200)
  expect(drawn[0]?.paginas.map(({ nome }) => nome).sort()).toEqual(['ANA', 'ŁUKASZ ĐORĐE', 'ＡＮＡ'])
  expect(await text('/painel/listas/certificados?feito=letras')).toContain('nenhum nome desta parte')
})

test('where no name can be drawn there is no file', async () => {
  const { cida, goToEnd, files, drawn } = await open(['ΜΑΡΙΑ'], () => true)
  goToEnd()
  const [href = ''] = await files()
  expect(leadOf(await cida.get(href))).toEqual([303, `${PATH}?feito=letras`])
  expect(drawn).toEqual([])
})

test('the history notes nothing, and no other browser gets any', async () => {
  const app = await open(['ANA', 'BIA'], () => true)
  const { services, cida, goToEnd, files } = app
  goToEnd()
  const count = async () => (await services.historico.list({ after: null, limit: 99 })).length
  const before = await count()
  const [href = ''] = await files()
  expect((await cida.get(href)).status).toBe(200)
  expect(await count()).toBe(before)
  for (const other of [app.browser(), await openEquipe(app, { papel: 'porta' })])
    for (const path of [PATH, href]) expect((await other.get(path)).status).toBe(404)
})

test('erased before their day nobody is said to have stayed away', async () => {
  const { services, goToEnd, text } = await open(['ANA'], () => true)
  goToEnd()
  await services.credenciais.erasePersonalData(services.autorOf('cli'))
  expect(await text()).toContain('Os dados dos convidados foram apagados: não há mais certificados.')
})

test('of an event that was cancelled there are none, nor from the day of the erasure on', async () => {
  const { services, goToEnd, advance, text, files } = await open(['ANA'], () => true)
  goToEnd()
  advance(services.config.evento.diasAteApagar * 24 * HOUR_MS)
  expect(await text()).toContain('Chegou o dia de apagar os dados dos convidados')
  expect(await files()).toEqual([])
  const other = await open(['ANA'], () => true)
  await changeEvento(other.services, {}, { cancelado: true })
  await other.services.latest(0)
  other.goToEnd()
  expect(await other.text()).toContain('O evento foi cancelado: não há certificados.')
})
