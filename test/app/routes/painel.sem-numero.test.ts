import { expect, test } from 'vitest'
import { anAutor, anEntrada } from '../../support/factories.ts'
import { openEquipe } from '../../support/equipe.ts'
import { openPainel, putConvidado } from '../../support/convidados-painel.ts'
import { readField, readText } from '../../support/html.ts'

type Painel = Awaited<ReturnType<typeof openPainel>>

const NOVO = '/painel/convidados/novo'
const PADRE = { nome: 'Padre José', telefone: '', email: '', empresa: '' }

const post = async ({ equipe }: Painel, path: string, fields: Record<string, string>) => {
  const response = await equipe.post(path, fields)
  const html = await response.text()
  return { status: response.status, to: response.headers.get('Location'), html, text: readText(html) }
}

/** Registers the priest by Novo convidado. @returns the credencialid */
async function aPadre(painel: Painel, empresa = ''): Promise<string> {
  expect((await post(painel, NOVO, { ...PADRE, empresa })).status).toBe(303)
  return painel.store.ids('credenciais').at(-1) ?? ''
}

const corrigir = (id: string) => `/painel/convidados/${id}/corrigir`
const typed = (telefone: string, was = '') => ({
  ...{ nome: 'PADRE JOSÉ', telefone, email: '' },
  ...{ 'era-nome': 'PADRE JOSÉ', 'era-telefone': was, 'era-email': '' },
})

test('Novo convidado takes a guest without a number, and says so on the form', async () => {
  const painel = await openPainel()
  expect(await painel.equipe.text(NOVO)).toContain('Sem número? Pode deixar em branco.')
  const id = await aPadre(painel)
  expect(painel.store.get('credenciais', id)).toMatchObject({ nome: 'PADRE JOSÉ', telefone: '' })
  for (const path of [`/painel/convidados/${id}`, '/painel/convidados?q=padre'])
    expect(await painel.equipe.text(path), path).toContain('sem WhatsApp')
  expect(await painel.equipe.body(`/painel/convidados/${id}`)).not.toContain('wa.me')
})

for (const [telefone, told] of [
  ['99911-2244', 'Falta o DDD. Ex.: 34 99911-2244'],
  ['3333-4444', 'Falta o DDD. Ex.: 34 99911-2244'],
  ['349991', 'Faltam dígitos: são DDD e 8 ou 9 dígitos. Ex.: 34 99911-2244'],
  ['20 99911-2244', 'O DDD 20 não existe. Confira os dois primeiros dígitos.'],
] as const) {
  test(`the organiser reads which rule ${telefone} breaks`, async () => {
    const painel = await openPainel()
    const { status, text } = await post(painel, NOVO, { ...PADRE, nome: '', telefone })
    expect(status).toBe(422)
    expect(text).toContain(`Falta corrigir: Digite o nome completo. ${told}`)
    expect(text).not.toMatch(/seu|11 dígitos/)
  })
}

test('the guest’s own form still asks for the number, in its own words', async () => {
  const { browser, store } = await openPainel()
  const response = await browser().post('/cadastro', { nome: 'Padre José', telefone: '', email: '' })
  expect(response.status).toBe(422)
  expect(readText(await response.text())).toContain('Digite seu WhatsApp com DDD.')
  expect(store.count('credenciais')).toBe(0)
})

test('two of one name of two companies are two; the same company’s is named, and cannot be stored twice', async () => {
  const painel = await openPainel()
  const [serra, ipe] = [await aPadre(painel, 'serra'), await aPadre(painel, 'ipe roxo')]
  expect(serra).not.toBe(ipe)
  const { status, html, text } = await post(painel, NOVO, { ...PADRE, empresa: 'serra', outra: '1' })
  expect(status).toBe(422)
  expect(text).toContain('Este nome, nesta empresa, já é de outro cadastro.')
  expect(html).toContain(`<a href="/painel/convidados/${serra}">PADRE JOSÉ</a>`)
  expect(html).not.toContain('name="outra"')
  expect(painel.store.get('empresas', 'serra')).toMatchObject({ licredencial: 1 })
  expect(await painel.equipe.text('/painel/repetidos')).not.toContain('PADRE JOSÉ')
})

test('one with a number and one without, of one name and company, is a question, before and after', async () => {
  const painel = await openPainel()
  const id = await aPadre(painel, 'serra')
  const asked = { ...PADRE, telefone: '34 99911-2244', empresa: 'serra' }
  const { text, html } = await post(painel, NOVO, asked)
  expect(text).toContain('É a mesma pessoa? Nome PADRE JOSÉ WhatsApp sem WhatsApp')
  expect(html).toContain('name="outra"')
  expect((await post(painel, NOVO, { ...asked, empresa: 'ipe' })).status).toBe(303)
  const other = await putConvidado(painel, 'PADRE JOSÉ', '34999113355', 'serra')
  const page = await painel.equipe.text('/painel/repetidos')
  expect(page).toContain('Se for uma só, abra o cadastro do número errado, ou sem número, e corrija')
  expect(page).toMatch(/\(34\) •••••-3355 sem WhatsApp|sem WhatsApp \(34\) •••••-3355/)
  const named = await post(painel, corrigir(id), typed('34999113355'))
  expect(named.html).toContain(`href="/painel/repetidos?um=${id}&amp;outro=${other}"`)
})

test('Corrigir dados adds a number, changes it and takes it away', async () => {
  const painel = await openPainel()
  const id = await aPadre(painel, 'serra')
  const telefone = () => painel.store.get('credenciais', id)?.telefone
  for (const [number, was] of [
    ['34999112244', ''],
    ['3433334444', '34999112244'],
    ['', '3433334444'],
  ] as const) {
    expect(readField(await painel.equipe.body(corrigir(id)), 'era-telefone')).toBe(was)
    expect((await post(painel, corrigir(id), typed(number, was))).status).toBe(303)
    expect(telefone()).toBe(number)
  }
  expect(painel.store.count('chaves')).toBe(1)
})

test('Mudar de empresa refuses the company that has one of that name, also without a number', async () => {
  const painel = await openPainel()
  const [id] = [await aPadre(painel, 'serra'), await aPadre(painel, 'ipe')]
  const { status, text } = await post(painel, `/painel/convidados/${id}/empresa`, {
    empresa: 'ipe',
    de: 'serra',
  })
  expect(status).toBe(422)
  expect(text).toContain('Esta empresa já tem um convidado deste nome, também sem WhatsApp.')
})

test('a guest without a number has a credencial without that line, may withdraw and come back, and goes in', async () => {
  const painel = await openPainel()
  const id = await aPadre(painel, 'serra')
  const path = `/c/${painel.services.tokenOf(id, 0)}`
  const page = await painel.browser().text(path)
  expect(page).toContain('PADRE JOSÉ')
  expect(page).not.toMatch(/WhatsApp \S*\d|final /)
  expect(JSON.parse(await painel.browser().body(`${path}/convite.png`))).toMatchObject({ telefone: '' })
  for (const ato of ['desistir', 'voltar'])
    expect((await painel.browser().post(`${path}/presenca`, { ato })).status, ato).toBe(303)
  expect(painel.store.get('empresas', 'serra')).toMatchObject({ licredencial: 1 })
  await painel.services.entradas.add([anEntrada(id)], null)
  expect(await painel.equipe.text(`/painel/convidados/${id}`)).toContain('Dentro')
})

test('no queue sends to a guest without a number: the list says so, and offers no link', async () => {
  const painel = await openPainel()
  const id = await aPadre(painel, 'serra')
  const html = await painel.equipe.body('/painel/envios?fila=lembrete')
  expect(readText(html)).toContain('PADRE JOSÉ Laticínios Serra Azul sem WhatsApp')
  expect(html).not.toMatch(/wa\.me|Enviar a/)
  const begun = await painel.equipe.post('/painel/envios', { fila: 'lembrete' })
  expect(begun.headers.get('Location')).toBe('/painel/envios/fim/lembrete')
  const path = `/painel/envios/lembrete/${id}`
  expect(await painel.equipe.body(path)).not.toContain('wa.me')
  const sent = await painel.equipe.post(path, { ato: 'enviar' })
  expect(await painel.equipe.body(sent.headers.get('Location') ?? path)).not.toContain('wa.me')
})

test('lists and labels have a guest without a number; an export has an empty cell', async () => {
  const painel = await openPainel()
  const [here, left] = [await aPadre(painel, 'serra'), await aPadre(painel, 'ipe')]
  const withdrawal = { credencialid: left, empresaid: null, now: painel.services.now(), isClosed: true }
  await painel.services.desistencias.withdraw(withdrawal, anAutor())
  for (const path of ['/painel/listas/nomes', '/painel/listas/mesas', '/painel/listas/etiquetas/folhas'])
    expect(await painel.equipe.text(path), path).toContain('PADRE JOSÉ')
  const csv = await painel.equipe.body('/painel/exportar/convidados.csv')
  expect(csv).toContain('PADRE JOSÉ;Laticínios Serra Azul;serra;;;confirmado')
  // Even a guest who withdrew is found again by the company.
  expect(csv).toContain('PADRE JOSÉ;;ipe;;;desistiu')
  expect(painel.store.get('credenciais', here)?.telefone).toBe('')
})

test('the door has a guest without a number on its list, with no digits to tell', async () => {
  const painel = await openPainel()
  await aPadre(painel, 'serra')
  const phone = await openEquipe(painel, { nome: 'PORTA', papel: 'porta' })
  const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' }
  const body = JSON.stringify({ marca: null, entradas: [], porEnviar: 0 })
  const answer = await phone.ask('/porta/sync', { method: 'POST', headers, body })
  expect(await answer.json()).toMatchObject({ lista: { nomes: ['PADRE JOSÉ'], finais: [''] } })
})
