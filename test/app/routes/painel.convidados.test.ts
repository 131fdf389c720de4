import { expect, test } from 'vitest'
import { openPainel, putConvidado } from '../../support/convidados-painel.ts'
import { aCadastro, anAutor, aRegister } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'
import { makeConvites } from '../../../server/use-cases/convites-pessoais.ts'

async function search({ equipe }: Awaited<ReturnType<typeof openPainel>>, query: string) {
  const response = await equipe.get(`/painel/convidados${query}`)
  const html = await response.text()
  const names = [...html.matchAll(/<th scope="row"><a href="[^"]*">(.*?)<\/a>/g)].map(([, name = '']) =>
    name.replace(/<[^>]*>/g, ''),
  )
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
  expect(text).toContain('Todos 2 Sem resposta 0 Confirmaram 2 Não vêm 0 Dentro 1')
  expect(text).toContain('2 convidados.')
  expect(text).toContain(
    `BIA REIS Laticínios Serra Azul Dentro, 12h00 (65) •••••-1234 ${services.codeOf(bia, 0)}`,
  )
  expect(text).toContain('ÁUREA LIMA sem empresa Confirmou (65) •••••-5432')
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
    'Ninguém com “rui” de Sementes do Ipê-Roxo.',
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

/** Four guests: one is inside, one withdrew, and one has a company. */
async function fourConvidados() {
  const painel = await openPainel()
  const { services, equipe } = painel
  const bia = await putConvidado(painel, 'BIA REIS', '65987651234', 'serra')
  await equipe.post(`/painel/convidados/${bia}`, { ato: 'admitir', entradaid: services.newId(), antes: '1' })
  await putConvidado(painel, 'ÁUREA LIMA')
  await putConvidado(painel, '7 DE OUROS')
  const gone = await putConvidado(painel, 'BRUNA SÁ')
  const withdrawal = { credencialid: gone, empresaid: null, now: services.now(), isClosed: false }
  await services.desistencias.withdraw(withdrawal, services.autorOf('convidado'))
  return painel
}

test('a chip shows a part of all guests, which the counts of four states make up, and combines with a letter', async () => {
  const painel = await fourConvidados()
  const all = await search(painel, '')
  expect(all.text).toContain('Todos 4 Sem resposta 0 Confirmaram 3 Não vêm 1 Dentro 1')
  expect(all.names).toEqual(['7 DE OUROS', 'ÁUREA LIMA', 'BIA REIS', 'BRUNA SÁ'])
  for (const [query, names, told] of [
    ['mostrar=faltam', ['7 DE OUROS', 'ÁUREA LIMA'], '2 faltam chegar.'],
    ['mostrar=dentro', ['BIA REIS'], '1 dentro.'],
    ['mostrar=nao-vem', ['BRUNA SÁ'], '1 não vem.'],
    ['mostrar=confirmaram', ['7 DE OUROS', 'ÁUREA LIMA', 'BIA REIS'], '3 confirmaram.'],
    ['mostrar=toString', all.names, '4 convidados.'],
    ['letra=B', ['BIA REIS', 'BRUNA SÁ'], '4 convidados. Com a letra B: 2.'],
    ['mostrar=faltam&letra=A', ['ÁUREA LIMA'], '2 faltam chegar. Com a letra A: 1.'],
    ['mostrar=faltam&letra=Z', [], '2 faltam chegar. Com a letra Z: 0.'],
    ['letra=%23', ['7 DE OUROS'], 'Com a letra #: 1.'],
  ] as const) {
    const shown = await search(painel, `?${query}`)
    expect(shown.names, query).toEqual(names)
    expect(shown.text, query).toContain(told)
    expect(shown.text, query).toContain('Todos 4 Sem resposta 0 Confirmaram 3 Não vêm 1 Dentro 1')
  }
})

test('a letter somebody has is a link that keeps the chip, any other stays in its place; the next letter follows', async () => {
  const painel = await fourConvidados()
  const { html } = await search(painel, '?mostrar=faltam&letra=A')
  expect(html).toContain('href="/painel/convidados?mostrar=faltam&amp;letra=%23"')
  expect(html).toContain('href="/painel/convidados?mostrar=dentro&amp;letra=A"')
  expect(html).toContain('<span aria-hidden="true">B</span>')
  expect(readText(html)).toContain('Letra #')
  expect(readText((await search(painel, '?letra=A')).html)).toContain('Letra B')
})

test('a search clears chip and letter, and finds nearly spelled names below those spelled so', async () => {
  const painel = await openPainel()
  await putConvidado(painel, 'DALVA DE SOUZA PRATES', '65987650001')
  await putConvidado(painel, 'MARIA DA CONCEIÇÃO', '65987650002')
  const nobody = await search(painel, '?q=dalva+sousa&mostrar=dentro&letra=Z')
  expect(nobody.text).toContain('Ninguém com “dalva sousa”. Você quis dizer dalva souza ?')
  expect(nobody.html).toContain('href="/painel/convidados?q=dalva+souza"')
  expect(nobody.names).toEqual(['DALVA DE SOUZA PRATES'])
  expect(nobody.html.replace(/<!-- -->/g, '')).toContain('<b>DALVA</b> DE <b>SOUZA</b> PRATES')
  expect(nobody.text).toContain('Nomes parecidos 1')
  expect(nobody.text).toContain('Não é nenhum destes?')
  expect(nobody.html).not.toContain('class="chips"')

  await putConvidado(painel, 'ÁLVARO SOUSA', '65987650003')
  const some = await search(painel, '?q=sousa')
  expect(some.names).toEqual(['ÁLVARO SOUSA', 'DALVA DE SOUZA PRATES'])
  expect(some.text).toContain('1 convidado com “sousa”. Mostrando 1 a 1, por nome.')
  expect(some.text).toContain('Você quis dizer 1')
  expect((await search(painel, '?q=conseisao')).names).toEqual(['MARIA DA CONCEIÇÃO'])
})

test('Repetidos is linked always', async () => {
  expect((await search(await openPainel(), '')).html).toContain('href="/painel/repetidos"')
})

test('a name in ?feito= that is none is never shown', async () => {
  const painel = await openPainel()
  expect((await search(painel, '?feito=excluido')).text).toContain('Feito: o convidado foi excluído.')
  expect((await search(painel, '?feito=toString')).text).not.toContain('Feito')
  expect((await search(painel, '?feito=VOCÊ%20GANHOU')).text).not.toContain('GANHOU')
})

/** An invitation for two that nobody answered, one answered by one of two, and one declined. */
async function threeConvites() {
  const painel = await openPainel()
  const { services } = painel
  const making = { empresaid: 'serra', pedido: 'p'.repeat(22), lugares: 2 }
  const rotulos = 'Helena Prado 65 99911-2244\nBeto Luz\nCaio Sá'
  const made = await makeConvites(services, { ...making, rotulos }, anAutor())
  if (made.kind !== 'created') throw new Error(made.kind)
  const [helena = '', beto = '', caio = ''] = made.codigos
  const cadastro = aCadastro({ nome: 'ROBERTO LUZ' })
  await services.credenciais.register(aRegister({ codigo: beto, cadastro }))
  const recusa = { codigo: caio, isRecusa: true, now: services.now(), isClosed: false }
  await services.convites.answer(recusa, anAutor())
  return { painel, helena }
}

test('who was invited is on the list with guests, and each chip counts people', async () => {
  const { painel, helena } = await threeConvites()
  const all = await search(painel, '')
  expect(all.names).toEqual(['Beto Luz', 'Caio Sá', 'Helena Prado', 'ROBERTO LUZ'])
  expect(all.text).toContain('6 convidados · 1 vem')
  expect(all.text).toContain('Todos 6 Sem resposta 3 Confirmaram 1 Não vêm 2 Dentro 0')
  expect(all.text).toContain('Beto Luz 2 lugares Laticínios Serra Azul Sem resposta: 1 de 2')
  expect(all.text).toContain('Helena Prado 2 lugares Laticínios Serra Azul Não enviado (65) •••••-2244')
  expect(all.html).toContain(`action="/painel/envios/pessoal/${helena}"`)
  expect(all.html).toContain(`href="/painel/convidados/convites?primeiro=${helena}"`)
  expect((await search(painel, '?mostrar=sem-resposta')).names).toEqual(['Beto Luz', 'Helena Prado'])
  expect((await search(painel, '?mostrar=nao-vem')).names).toEqual(['Caio Sá'])
  expect((await search(painel, '?letra=H')).names).toEqual(['Helena Prado'])
  const board = readText(await painel.equipe.body('/painel'))
  expect(board).toContain('Convidados 6 em 1 empresa Responderam 3 50% dos convidados')
  expect(board).toContain('Sem resposta 3 Não vêm 2')
})

test('an invitation that was sent is told from one that was not, and is sent once more', async () => {
  const { painel, helena } = await threeConvites()
  expect((await search(painel, '')).html).toContain('value="enviar">')
  await painel.equipe.post(`/painel/envios/pessoal/${helena}`, { ato: 'enviar' })
  const all = await search(painel, '')
  expect(all.text).toContain('Helena Prado 2 lugares Laticínios Serra Azul Sem resposta (65) •••••-2244')
  expect(all.text).toContain('Enviar de novo pelo WhatsApp o convite de Helena Prado')
})

test('a search finds who was invited by name, number and company', async () => {
  const { painel } = await threeConvites()
  for (const q of ['prado helena', '99911-2244', 'Hélena'])
    expect((await search(painel, `?${new URLSearchParams({ q }).toString()}`)).names, q).toEqual([
      'Helena Prado',
    ])
  expect((await search(painel, '?q=luz')).names).toEqual(['Beto Luz', 'ROBERTO LUZ'])
  expect((await search(painel, '?q=luz')).text).toContain('2 convidados com “luz”.')
  expect((await search(painel, '?empresa=serra')).names).toHaveLength(4)
  expect((await search(painel, '?empresa=ipe')).names).toEqual([])
})

test('a companion is listed with the name of who brought them', async () => {
  const painel = await openPainel()
  const acompanhantes = [
    { cadastro: aCadastro({ nome: 'LUÍSA NUNES', email: '' }), chave: 'luisa', chaveAntiga: null },
  ]
  const cadastro = aCadastro({ nome: 'ALFREDO NUNES' })
  await painel.services.credenciais.register(aRegister({ cadastro, acompanhantes }))
  expect((await search(painel, '')).text).toContain('LUÍSA NUNES sem empresa · com ALFREDO NUNES Confirmou')
})
