import { expect, test } from 'vitest'
import { openPainel, putConvidado } from '../../support/convidados-painel.ts'
import { readText } from '../../support/html.ts'

async function search({ equipe }: Awaited<ReturnType<typeof openPainel>>, query: string) {
  const response = await equipe.get(`/painel/convidados${query}`)
  const html = await response.text()
  const names = [...html.matchAll(/<th scope="row"><a href="[^"]*">([^<]*)<\/a>/g)].map(([, name]) => name)
  return { response, html, names, text: readText(html) }
}

test('guests are listed by name with company, state, code and a masked phone, and nobody keeps the page', async () => {
  const painel = await openPainel()
  const bia = await putConvidado(painel, 'BIA REIS', '65987651234', 'serra')
  await putConvidado(painel, 'ÁUREA LIMA')
  const { services, equipe } = painel
  const entradaid = services.newId()
  await equipe.post(`/painel/convidados/${bia}`, { ato: 'admitir', entradaid, antes: '1' })
  const { response, names, text, html } = await search(painel, '')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(names).toEqual(['ÁUREA LIMA', 'BIA REIS'])
  expect(text).toContain('2 convidados . Mostrando 1 a 2, por nome.')
  expect(text).toContain(
    `BIA REIS Laticínios Serra Azul Dentro, 1/9, 12h00 (65) •••••-1234 ${services.codeOf(bia, 0)}`,
  )
  expect(text).toContain('ÁUREA LIMA sem empresa Confirmado (65) •••••-5432')
  expect(html).not.toMatch(/87651234/)
})

test('a search finds by name, phone, e-mail, code, id and company, and says how many', async () => {
  const painel = await openPainel()
  const ana = await putConvidado(painel, 'ANA JÚLIA D’ÁVILA DE SOUZA', '6587655432', 'ipe')
  await putConvidado(painel, 'RUI GONÇALVES', '65987651111', 'serra')
  const code = painel.services.codeOf(ana, 0)
  for (const q of [
    'souza ana',
    'julia da davila',
    '65987655432',
    '6587655432',
    code,
    code.toLowerCase(),
    ana,
    'ipe sementes',
  ])
    expect((await search(painel, `?${new URLSearchParams({ q }).toString()}`)).names, q).toEqual([
      'ANA JÚLIA D’ÁVILA DE SOUZA',
    ])
  const found = await search(painel, '?q=rui')
  expect(found.text).toContain('1 convidado com “rui”. Mostrando 1 a 1, por nome. Ver todos')
  expect(found.html).toContain('<title>rui: convidados · Painel</title>')
  expect((await search(painel, '?q=rui&empresa=ipe')).text).toContain(
    '0 convidados com “rui” de Sementes do Ipê-Roxo',
  )
  expect((await search(painel, '?q=u')).text).toContain('Digite 2 letras ou mais.')
  expect((await search(painel, '?q=00000000000')).text).toContain('Busque por nome ou WhatsApp.')
})

test('fifty guests a page, the search kept in the links', async () => {
  const painel = await openPainel()
  const letter = (n: number) => String.fromCharCode(65 + n)
  for (let n = 0; n < 51; n++)
    await putConvidado(
      painel,
      `ANA ${letter(Math.floor(n / 26))}${letter(n % 26)}`,
      '65987655432',
      n === 50 ? 'serra' : undefined,
    )
  const first = await search(painel, '?q=ana')
  expect(first.names).toHaveLength(50)
  expect(first.html).toContain('href="/painel/convidados?q=ana&amp;pagina=2"')
  const second = await search(painel, '?q=ana&pagina=2')
  expect(second.names).toEqual(['ANA BY'])
  expect(second.text).toContain('51 a 51 de 51')
  expect((await search(painel, '?empresa=serra')).names).toEqual(['ANA BY'])
})

test('pairs who may be one person are counted beside the title', async () => {
  const painel = await openPainel()
  await putConvidado(painel, 'ANA LIMA')
  expect((await search(painel, '')).text).not.toContain('REPETIDOS')
  await putConvidado(painel, 'LIMA, ANA', '6587655432')
  expect((await search(painel, '')).text).toContain('1 par REPETIDOS')
})

test('a name in ?feito= that is none is never shown', async () => {
  const painel = await openPainel()
  expect((await search(painel, '?feito=excluido')).text).toContain('Feito: o convidado foi excluído.')
  expect((await search(painel, '?feito=toString')).text).not.toContain('Feito')
  expect((await search(painel, '?feito=VOCÊ%20GANHOU')).text).not.toContain('GANHOU')
})
