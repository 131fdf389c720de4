import { expect, test } from 'vitest'
import { openPainel, putConvidado } from '../../support/convidados-painel.ts'
import { readField, readText } from '../../support/html.ts'
import { aRegister } from '../../support/factories.ts'
import { openEquipe } from '../../support/equipe.ts'

type Painel = Awaited<ReturnType<typeof openPainel>>

const PATH = '/painel/empresas/serra/convites'
const where = (response: Response) => [response.status, response.headers.get('Location')]
const page = async ({ equipe }: Painel, path = PATH) => equipe.body(path)
const linhas = ({ store }: Painel) => store.all('historico').map(({ ato, detalhe }) => [ato, detalhe])
const used = ({ store }: Painel) => store.get('empresas', 'serra')?.licredencial

async function make(painel: Painel, rotulos: string) {
  const pedido = readField(await page(painel), 'pedido') ?? ''
  await painel.equipe.post(PATH, { ato: 'criar', rotulos, pedido })
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
  const form = { ato: 'criar', rotulos: 'Tia Lúcia\r\n\r\nDiretor comercial', pedido }
  const answers = await Promise.all([1, 2, 3].map(() => equipe.post(PATH, form)))
  for (const answer of answers) expect(where(answer)).toEqual([303, `${PATH}?feito=criados`])
  const made = await services.convites.list('serra')
  expect(made.map(({ convite }) => convite.rotulo).sort()).toEqual(['Diretor comercial', 'Tia Lúcia'])
  expect([used(opened), linhas(opened)]).toEqual([2, [['criou-convites', '2']]])

  const html = await page(opened, `${PATH}?feito=criados`)
  const text = readText(html)
  const tia = made.find(({ convite }) => convite.rotulo === 'Tia Lúcia')
  expect(text).toContain('Feito: os convites pessoais foram feitos.')
  expect(text).toContain('2 novos, 0 usados, 0 revogados · 8 livres')
  expect(text).toContain(`Tia Lúcia Novo sem WhatsApp convite.test/serra/${tia?.convite.codigo ?? '?'}`)
  expect(html).toContain(`<form method="post" action="/painel/envios/pessoal/${tia?.convite.codigo ?? '?'}"`)
  const company = readText(await page(opened, '/painel/empresas/serra'))
  expect(company).toContain('Pessoais com nome, ainda sem uso 2 Livres 80 % dos convites 8')
  expect(company).toContain('2 novos, 0 usados, 0 revogados.')
  expect(company).toContain('Fez 2 convites pessoais, Cida Moreira')
  const painel = readText(await page(opened, '/painel'))
  expect(painel).toContain('Convidados em 2 empresas 2 Responderam 0 % dos convidados 0')
  expect(painel).toContain('Sem resposta com convite, sem resposta ainda 2 Não vêm avisaram 0')
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
    const answer = await equipe.post(PATH, { ato: 'criar', rotulos, pedido })
    const html = await answer.text()
    expect(answer.status).toBe(422)
    expect(html).toContain('<title>Erro: Convites pessoais de Laticínios Serra Azul · Painel</title>')
    expect(readText(html)).toContain(message)
    expect(readField(html, 'pedido')).toBe(pedido)
    expect(html.replaceAll('&#x27;', "'")).toContain(`>${rotulos}</textarea>`)
  }
  expect([store.count('convites'), used(painel), linhas(painel)]).toEqual([0, 0, []])
})

test('a new one gets another name or is revoked, once; a used one stays as it is', async () => {
  const painel = await openPainel()
  const { equipe, services } = painel
  const [tia, rui, bia] = (await make(painel, 'Tia\nRui\nBia')).map((one) => one?.codigo)
  const ask = (ato: string, codigo = '', rotulo = '') =>
    equipe.post(PATH, { ato, codigo, [`rotulo-${codigo}`]: rotulo })
  for (let n = 0; n < 2; n++)
    expect(where(await ask('mudar', tia, 'Tia Lúcia'))).toEqual([303, `${PATH}?feito=mudado`])
  const refused = await ask('mudar', tia, ' ')
  expect([refused.status, readText(await refused.text()).includes('Um nome tem de 1 a 60 letras.')]).toEqual([
    422,
    true,
  ])
  const revoked = await Promise.all([1, 2, 3].map(() => ask('revogar', rui)))
  for (const answer of revoked) expect(where(answer)).toEqual([303, `${PATH}?feito=revogado`])
  expect(where(await ask('mudar', rui, 'Outro'))).toEqual([303, `${PATH}?feito=ja-revogado`])
  await use(painel, bia ?? '')
  for (const ato of ['mudar', 'revogar'])
    expect(where(await ask(ato, bia, 'Outra'))).toEqual([303, `${PATH}?feito=ja-usado`])
  expect(used(painel)).toBe(2)
  expect(linhas(painel).map(([ato]) => ato)).toEqual([
    'criou-convites',
    'renomeou-convite',
    'revogou-convite',
  ])
  expect((await services.convites.find(tia ?? ''))?.convite.rotulo).toBe('Tia Lúcia')
  const text = readText(await page(painel))
  expect(text).toContain('1 novo, 1 usado, 1 revogado · 8 livres')
  for (const told of ['Rui Revogado', 'Bia Usado']) expect(text).toContain(told)
})

test('an invitation of another company, and a form that is none of ours, do nothing', async () => {
  const painel = await openPainel()
  const [tia] = await make(painel, 'Tia')
  const codigo = tia?.codigo ?? ''
  const other = '/painel/empresas/ipe/convites'
  for (const ato of ['revogar', 'mudar'])
    expect((await painel.equipe.post(other, { ato, codigo, [`rotulo-${codigo}`]: 'X' })).status).toBe(404)
  expect((await painel.equipe.post(PATH, { ato: 'apagar' })).status).toBe(400)
  expect((await painel.equipe.post(PATH, { ato: 'criar', rotulos: 'Ana', pedido: 'x' })).status).toBe(400)
  expect((await painel.equipe.get('/painel/empresas/nenhuma/convites')).status).toBe(404)
  const porta = await openEquipe(painel, { papel: 'porta' })
  expect((await porta.get(PATH)).status).toBe(404)
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
  expect(readText(await page(painel, '/painel/empresas/serra'))).toContain('Exportou convites pessoais')
})

test('EXCLUIR erases the label a guest came with', async () => {
  const painel = await openPainel()
  const [tia] = await make(painel, 'Padrinho')
  const registration = await use(painel, tia?.codigo ?? '')
  const id = registration.kind === 'registered' ? registration.credencial.credencialid : ''
  await painel.equipe.post(`/painel/convidados/${id}`, { ato: 'excluir', convite: 'devolver' })
  const text = readText(await page(painel))
  expect(text).not.toContain('Padrinho')
  expect(text).toContain('nome apagado Usado')
})

test('the link of the panel is replaced once for the page it was on, and the public link closes and opens', async () => {
  const painel = await openPainel()
  const { equipe, services } = painel
  await putConvidado(painel, 'ANA LIMA', '65987655432', 'serra')
  const company = '/painel/empresas/serra'
  const linkAt = (versao: number) =>
    `convite.test/mesa/${services.mesaTokenOf({ empresaid: 'serra', versao })}`
  const html = await page(painel, company)
  expect(html).toContain(linkAt(0))
  const form = { ato: 'renovar-mesa', versao: readField(html, 'versao') ?? '' }
  const answers = await Promise.all([1, 2, 3].map(() => equipe.post(company, form)))
  for (const answer of answers) expect(where(answer)).toEqual([303, `${company}?feito=mesa`])
  expect(await page(painel, `${company}?feito=mesa`)).toContain(linkAt(1))
  expect((await equipe.post(company, { ...form, versao: 'x' })).status).toBe(400)

  for (let n = 0; n < 2; n++)
    expect(where(await equipe.post(company, { ato: 'fechar' }))).toEqual([303, `${company}?feito=fechado`])
  const closed = await page(painel, company)
  expect(readText(closed)).toContain('ABRIR O LINK PÚBLICO')
  expect(readText(closed)).not.toContain('ENVIAR LINK PELO WHATSAPP')
  await equipe.post(company, { ato: 'abrir' })
  expect(readText(await page(painel, company))).toContain('FECHAR O LINK PÚBLICO')
  expect(linhas(painel).map(([ato]) => ato)).toEqual(['renovou-mesa', 'fechou-link', 'abriu-link'])
  for (const path of ['/painel/empresas/nenhuma'])
    for (const ato of ['fechar', 'renovar-mesa'])
      expect((await equipe.post(path, { ato, versao: '0' })).status).toBe(404)
})
