import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { aMesa } from '../../support/a-mesa.ts'
import { openPainel } from '../../support/convidados-painel.ts'
import { conferir, gravar, storedIn } from '../../support/evento-form.ts'
import { openEquipe } from '../../support/equipe.ts'
import { anEmpresa } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'

const WHERE = {
  endereco: 'Av. dos Ipês, 1200, Centro',
  informacoes: 'Traje esporte fino; o estacionamento abre às 18h.',
  acessibilidade: 'Rampa na entrada e intérprete de Libras.',
}
const ADDRESS = 'Auditório do Parque de Exposições, Av. dos Ipês, 1200, Centro, Vale Dourado'
const MAP = `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(ADDRESS)}`

/** A company's pages and its guest's, with the event as the organiser describes it. */
async function start(typed: Partial<typeof WHERE> = WHERE) {
  const app = await aMesa()
  const equipe = await openEquipe(app)
  await gravar(equipe, typed)
  const { evento } = await storedIn(app)
  await app.make('Tia')
  const codigo = (await app.codigos()).get('Tia') ?? ''
  const credencialid = await app.convidado('ANA LIMA')
  const browser = app.browser()
  const pages = ['/acme', `/acme/${codigo}`, `/c/${app.services.tokenOf(credencialid, 0)}`]
  return { ...app, equipe, evento, pages, htmls: await Promise.all(pages.map(browser.body)) }
}

test('company, personal invitation and credencial name the street and lead to a map', async () => {
  const { htmls } = await start()
  for (const html of htmls) {
    expect(readText(html)).toContain('Av. dos Ipês, 1200, Centro')
    expect(html).toContain(`href="${MAP.replaceAll('&', '&amp;')}" rel="noreferrer"`)
  }
  for (const html of htmls.slice(1))
    expect(readText(html)).toContain(`${WHERE.informacoes} Acessibilidade: ${WHERE.acessibilidade}`)
})

test('without a street there is no map, and nothing is said of what is blank', async () => {
  const { htmls, evento } = await start({ endereco: ' ', informacoes: '', acessibilidade: '' })
  expect([evento.endereco, evento.informacoes, evento.acessibilidade]).toEqual(Array(3).fill(undefined))
  for (const html of htmls) expect(html).not.toMatch(/maps|como chegar|informacoes|acessibilidade/i)
})

test('the guest’s calendar has the street, what to know and the way to the credencial', async () => {
  const { pages, browser } = await start()
  const path = pages[2] ?? ''
  const calendar = ICAL.Component.fromString(await browser().body(`${path}/evento.ics`))
  const vevent = calendar.getFirstSubcomponent('vevent')
  expect(vevent?.getFirstPropertyValue('location')).toBe(ADDRESS)
  expect(vevent?.getFirstPropertyValue('url')).toBe(`https://convite.test${path}`)
  expect(vevent?.getFirstPropertyValue('description')).toBe(
    `Apresente sua credencial na entrada.\n${WHERE.informacoes}`,
  )
  const ofAll = await browser().body('/evento.ics')
  expect(ofAll).toContain('DESCRIPTION')
  expect(ofAll).not.toMatch(/^URL/m)
})

test('a message carries the street and what to know', async () => {
  const { htmls } = await start()
  const [, href = ''] = /href="(https:\/\/wa\.me\/[^"]*)"/.exec(htmls[0] ?? '') ?? []
  expect(new URL(href).searchParams.get('text')).toContain(`${ADDRESS}\n${WHERE.informacoes}\n`)
})

test('more than 300 letters are refused with a sentence, and stay in the field', async () => {
  const { equipe } = await openPainel()
  const informacoes = 'Traje esporte. '.repeat(21)
  const { status, text, fields } = await conferir(equipe, { informacoes })
  expect(status).toBe(422)
  expect(text).toContain('Informações: São mais de 300 letras. Encurte um pouco.')
  expect(fields.informacoes?.trim()).toBe(informacoes.trim())
})

test('a company’s places for cars are on its panel, its list, its guests’ credenciais and the list by table', async () => {
  const { store, path, pages, browser, equipe } = await start()
  const put = (estacionamento: string) =>
    store.put(
      'empresas',
      anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme', licredencial: 2, estacionamento }),
    )
  for (const [estacionamento, told] of [
    ['4', '4 vagas'],
    ['1', '1 vaga'],
    ['área B', 'área B'],
  ] as const) {
    put(estacionamento)
    for (const page of [path, `${path}/lista`, pages[2] ?? ''])
      expect(await browser().text(page)).toContain(told)
  }
  expect(await equipe.text('/painel/listas/mesas')).toContain('Estacionamento: área B')
  put('0')
  expect(await browser().text(path)).not.toMatch(/vaga|estacionamento:/i)
})

test('the credencial opens, without places for cars, where its company’s counters are broken', async () => {
  const { store, pages, browser } = await start()
  store.put('empresas', anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme', icredencial: 'dez' }))
  const response = await browser().get(pages[2] ?? '')
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('Fazenda Acme')
})
