import { expect, test } from 'vitest'
import { openPainel, putConvidado } from '../../support/convidados-painel.ts'
import { readField, readText } from '../../support/html.ts'
import { aRegister } from '../../support/factories.ts'
import { openEquipe } from '../../support/equipe.ts'

type Painel = Awaited<ReturnType<typeof openPainel>>

const PATH = '/painel/convidados/convidar'
const COMPANY = '/painel/empresas/serra'
const where = (response: Response) => [response.status, response.headers.get('Location')]
const page = async ({ equipe }: Painel, path = PATH) => equipe.body(path)
const pageOf = (codigo = '') => `/painel/convidados/convites?primeiro=${codigo}`
const linhas = ({ store }: Painel) => store.all('historico').map(({ ato, detalhe }) => [ato, detalhe])
const used = ({ store }: Painel) => store.get('empresas', 'serra')?.licredencial

async function make(painel: Painel, rotulos: string) {
  const pedido = readField(await page(painel), 'pedido') ?? ''
  await painel.equipe.post(PATH, { ato: 'criar', de: 'serra', rotulos, pedido })
  const made = (await painel.services.convites.list('serra')).map(({ convite }) => convite)
  // Invitations created at once are listed by their codes, which are random.
  return rotulos.split('\n').map((rotulo) => made.find((one) => one.rotulo === rotulo))
}

/** Registers with a personal invitation. */
async function use({ services }: Painel, codigo: string) {
  return services.credenciais.register(aRegister({ codigo }))
}

test('a line is an invitation, made once however often the form is sent, and counted everywhere', async () => {
  const opened = await openPainel()
  const { equipe, services } = opened
  const pedido = readField(await page(opened), 'pedido') ?? ''
  const form = { ato: 'criar', de: 'serra', rotulos: 'Tia Lúcia\r\n\r\nDiretor comercial', pedido }
  const answers = await Promise.all([1, 2, 3].map(() => equipe.post(PATH, form)))
  const made = await services.convites.list('serra')
  const to = `${pageOf(made[0]?.convite.codigo)}&feitos=2&feito=criados`
  for (const answer of answers) expect(where(answer)).toEqual([303, to])
  expect(made.map(({ convite }) => convite.rotulo).sort()).toEqual(['Diretor comercial', 'Tia Lúcia'])
  expect([used(opened), linhas(opened)]).toEqual([2, [['criou-convites', '2']]])

  const html = await page(opened, to)
  const text = readText(html)
  const tia = made.find(({ convite }) => convite.rotulo === 'Tia Lúcia')
  expect(text).toContain('Feito: os convites pessoais foram feitos.')
  expect(text).toContain('Convidados · Laticínios Serra Azul · 8 lugares livres agora 2 convites')
  expect(text).toContain(
    `Tia Lúcia Sem resposta sem WhatsApp convite.test/serra/${tia?.convite.codigo ?? '?'}`,
  )
  expect(html).toContain(`<form method="post" action="/painel/envios/pessoal/${tia?.convite.codigo ?? '?'}"`)
  const company = readText(await page(opened, COMPANY))
  expect(company).toContain('Sem resposta convites com nome, ainda sem uso 2 Livres 80% dos convites 8')
  expect(company).toContain('com o nome dele: 2 sem resposta.')
  expect(company).toContain('Enviar um por vez')
  expect(company).toContain('Fez 2 convites pessoais, Cida Moreira')
  const painel = readText(await page(opened, '/painel'))
  expect(painel).toContain('Convidados 2 em 1 empresa Responderam 0 0% dos convidados')
  expect(painel).toContain('Sem resposta 2 Não vêm 0')
  const empresas = readText(await page(opened, '/painel/empresas'))
  expect(empresas).toMatch(/Laticínios Serra Azul .* 10 0 0 2 8 /)
})

test('what cannot be made comes back as it was typed, and nothing is written', async () => {
  const painel = await openPainel()
  const { equipe, store } = painel
  const pedido = readField(await page(painel), 'pedido') ?? ''
  for (const [rotulos, message] of [
    [' \n ', 'Escreva pelo menos um nome'],
    [`Ana\n${'x'.repeat(61)}`, 'veja a linha 2'],
    [Array.from({ length: 11 }, (_, n) => `Mesa ${n}`).join('\n'), 'há só 10 livres'],
  ] as const) {
    const answer = await equipe.post(PATH, { ato: 'criar', de: 'serra', rotulos, pedido })
    const html = await answer.text()
    expect(answer.status).toBe(422)
    expect(html).toContain('<title>Erro: Convidar · Painel</title>')
    expect(readText(html)).toContain(message)
    expect(readField(html, 'pedido')).toBe(pedido)
    expect(html).toContain('<option value="serra" selected="">')
    expect(html.replaceAll('&#x27;', "'")).toContain(`>${rotulos}</textarea>`)
  }
  expect([store.count('convites'), used(painel), linhas(painel)]).toEqual([0, 0, []])
})

test('a new one gets another name or is revoked, once; a used one stays as it is', async () => {
  const painel = await openPainel()
  const { equipe, services } = painel
  const [tia, rui, bia] = (await make(painel, 'Tia\nRui\nBia')).map((one) => one?.codigo)
  const ask = (ato: string, codigo = '', rotulo = '') =>
    equipe.post(pageOf(codigo), { ato, codigo, [`rotulo-${codigo}`]: rotulo })
  const done = (codigo: string | undefined, feito: string) => [
    303,
    `${pageOf(codigo)}&feitos=1&feito=${feito}`,
  ]
  for (let n = 0; n < 2; n++) expect(where(await ask('mudar', tia, 'Tia Lúcia'))).toEqual(done(tia, 'mudado'))
  const refused = await ask('mudar', tia, ' ')
  expect([refused.status, readText(await refused.text()).includes('Um nome tem de 1 a 60 letras.')]).toEqual([
    422,
    true,
  ])
  const revoked = await Promise.all([1, 2, 3].map(() => ask('revogar', rui)))
  for (const answer of revoked) expect(where(answer)).toEqual(done(rui, 'revogado'))
  expect(where(await ask('mudar', rui, 'Outro'))).toEqual(done(rui, 'ja-revogado'))
  await use(painel, bia ?? '')
  for (const ato of ['mudar', 'revogar'])
    expect(where(await ask(ato, bia, 'Outra'))).toEqual(done(bia, 'ja-usado'))
  expect(used(painel)).toBe(2)
  expect(linhas(painel).map(([ato]) => ato)).toEqual([
    'criou-convites',
    'renomeou-convite',
    'revogou-convite',
  ])
  expect((await services.convites.find(tia ?? ''))?.convite.rotulo).toBe('Tia Lúcia')
  expect(readText(await page(painel, COMPANY))).toContain('1 sem resposta, 1 confirmou, 1 cancelado.')
  expect(readText(await page(painel, pageOf(rui)))).toContain('Rui Cancelado')
  expect(readText(await page(painel, pageOf(bia)))).toContain('Bia Confirmou')
})

test('the company leads to its list, to where its invitations are made, and to its spreadsheets', async () => {
  const painel = await openPainel()
  const empty = await page(painel, COMPANY)
  expect(empty).toContain(`href="${PATH}?empresa=serra"`)
  expect(empty).not.toContain('/painel/exportar/convites-pessoais')
  await make(painel, 'Tia Lúcia')
  const company = await page(painel, COMPANY)
  for (const href of ['convidados', 'exportar/convites-pessoais.xlsx', 'exportar/convites-pessoais.csv'])
    expect(company).toContain(`href="/painel/${href}?empresa=serra"`)
  const list = await page(painel, '/painel/convidados?empresa=serra')
  expect(readText(list)).toContain('Tia Lúcia Laticínios Serra Azul Não enviado')
  expect(list).toContain(`href="${PATH}?empresa=serra"`)
  const form = await page(painel, `${PATH}?empresa=serra`)
  expect(form).toContain('<option value="serra" selected="">Laticínios Serra Azul · 9 livres</option>')
})

test('an invitation that is not there, and a form that is none of ours, do nothing', async () => {
  const painel = await openPainel()
  const [tia] = await make(painel, 'Tia')
  const codigo = tia?.codigo ?? ''
  const other = 'x'.repeat(20)
  for (const ato of ['revogar', 'mudar'])
    expect((await painel.equipe.post(pageOf(codigo), { ato, codigo: other })).status).toBe(404)
  for (const path of [PATH, pageOf(codigo)])
    expect((await painel.equipe.post(path, { ato: 'apagar', codigo })).status).toBe(400)
  expect((await painel.equipe.post(PATH, { ato: 'criar', rotulos: 'Ana', pedido: 'x' })).status).toBe(400)
  const porta = await openEquipe(painel, { papel: 'porta' })
  for (const path of [PATH, pageOf(codigo)]) expect((await porta.get(path)).status).toBe(404)
  expect(linhas(painel)).toHaveLength(1)
})

test('a spreadsheet for a mail merge has a row for each, no cell a formula, and the history tells of it', async () => {
  const painel = await openPainel()
  const { equipe, store } = painel
  const [tia, soma] = await make(painel, 'Tia Lúcia\n=1+1')
  await use(painel, tia?.codigo ?? '')
  // Read as text, it has lost its byte order mark.
  const csv = await equipe.body('/painel/exportar/convites-pessoais.csv?empresa=serra')
  const rows = csv.trim().split('\r\n').sort()
  expect(rows).toEqual([
    `'=1+1;Laticínios Serra Azul;serra;https://convite.test/serra/${soma?.codigo ?? '?'};novo`,
    'Nome;Empresa;ID da empresa;Link;Estado',
    `Tia Lúcia;Laticínios Serra Azul;serra;https://convite.test/serra/${tia?.codigo ?? '?'};usado`,
  ])
  const all = await equipe.body('/painel/exportar/convites-pessoais.csv')
  expect(all).not.toContain('Tia Lúcia')
  expect(all).toContain(soma?.codigo)
  const xlsx = await equipe.get('/painel/exportar/convites-pessoais.xlsx?empresa=serra')
  expect((await xlsx.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  const exported = store.all('historico').filter(({ ato }) => ato === 'exportou-convites')
  expect(exported.map(({ alvo, detalhe }) => [alvo, detalhe])).toEqual([
    ['serra', '2'],
    ['', '1'],
    ['serra', '2'],
  ])
  expect(readText(await page(painel, COMPANY))).toContain('Exportou convites pessoais')
})

test('Excluir erases the label a guest came with', async () => {
  const painel = await openPainel()
  const [tia] = await make(painel, 'Padrinho')
  const registration = await use(painel, tia?.codigo ?? '')
  const id = registration.kind === 'registered' ? registration.credencial.credencialid : ''
  await painel.equipe.post(`/painel/convidados/${id}`, { ato: 'excluir', convite: 'devolver' })
  const text = readText(await page(painel, pageOf(tia?.codigo)))
  expect(text).not.toContain('Padrinho')
  expect(text).toContain('nome apagado Saiu depois')
})

test('the link of the panel is replaced once for the page it was on, and the public link closes and opens', async () => {
  const painel = await openPainel()
  const { equipe, services } = painel
  await putConvidado(painel, 'ANA LIMA', '65987655432', 'serra')
  const linkAt = (versao: number) =>
    `convite.test/mesa/${services.mesaTokenOf({ empresaid: 'serra', versao })}`
  const html = await page(painel, COMPANY)
  expect(html).toContain(linkAt(0))
  const form = { ato: 'renovar-mesa', versao: readField(html, 'versao') ?? '' }
  const answers = await Promise.all([1, 2, 3].map(() => equipe.post(COMPANY, form)))
  for (const answer of answers) expect(where(answer)).toEqual([303, `${COMPANY}?feito=mesa#conteudo`])
  expect(await page(painel, `${COMPANY}?feito=mesa`)).toContain(linkAt(1))
  expect((await equipe.post(COMPANY, { ...form, versao: 'x' })).status).toBe(400)

  for (let n = 0; n < 2; n++)
    expect(where(await equipe.post(COMPANY, { ato: 'fechar' }))).toEqual([
      303,
      `${COMPANY}?feito=fechado#conteudo`,
    ])
  const closed = await page(painel, COMPANY)
  expect(readText(closed)).toContain('Abrir o link público')
  expect(readText(closed)).not.toContain('Enviar link pelo WhatsApp')
  await equipe.post(COMPANY, { ato: 'abrir' })
  expect(readText(await page(painel, COMPANY))).toContain('Fechar o link público')
  expect(linhas(painel).map(([ato]) => ato)).toEqual(['renovou-mesa', 'fechou-link', 'abriu-link'])
  for (const path of ['/painel/empresas/nenhuma'])
    for (const ato of ['fechar', 'renovar-mesa'])
      expect((await equipe.post(path, { ato, versao: '0' })).status).toBe(404)
})

test("a company's page counts each state that there is, and offers the list while everybody declined", async () => {
  const painel = await openPainel()
  expect(readText(await page(painel, COMPANY))).toContain('com o nome dele: nenhum ainda.')
  const [tia, rui] = (await make(painel, 'Tia\nRui')).map((one) => one?.codigo ?? '')
  const guest = painel.browser()
  for (const codigo of [tia, rui]) await guest.post(`/serra/${codigo}`, { ato: 'recusar' })
  const declined = readText(await page(painel, COMPANY))
  expect(declined).toContain('com o nome dele: 2 não vêm.')
  expect(declined).toContain('Ver convites pessoais')
  await use(painel, rui ?? '')
  const [gone] = painel.store.all('credenciais')
  const withdrawal = {
    credencialid: gone?.credencialid ?? '',
    empresaid: null,
    now: painel.services.now(),
    isClosed: false,
  }
  await painel.services.desistencias.withdraw(withdrawal, painel.services.autorOf('convidado'))
  expect(readText(await page(painel, COMPANY))).toContain('com o nome dele: 1 saiu depois, 1 não vem.')
})
