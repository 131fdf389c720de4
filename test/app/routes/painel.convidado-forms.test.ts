import { expect, test } from 'vitest'
import { openBoard, putGuest } from '../../support/guests-board.ts'
import { readField, readText } from '../../support/html.ts'

type Board = Awaited<ReturnType<typeof openBoard>>

const NOVO = '/painel/convidados/novo'
const BIA = { nome: 'Bia Reis', telefone: '(65) 98765-1234', email: '', empresa: '' }
const era = (nome: string, telefone = '65987655432') => ({
  ...{ 'era-nome': nome, 'era-telefone': telefone, 'era-email': '' },
  ...{ nome, telefone, email: '' },
})

const post = async ({ team }: Board, path: string, fields: Record<string, string>) => {
  const response = await team.post(path, fields)
  const html = await response.text()
  return { status: response.status, to: response.headers.get('Location'), html, text: readText(html) }
}
const corrigir = (id: string) => `/painel/convidados/${id}/corrigir`
const licredencial = ({ store }: Board, id: string) => store.empresas.get(id)?.licredencial

test('NOVO CONVIDADO registers with a company by its name or without one, even after registrations have closed', async () => {
  const board = await openBoard()
  board.advance(17 * 86_400_000)
  const { to } = await post(board, NOVO, { ...BIA, empresa: 'ipe roxo' })
  const [id] = [...board.store.credenciais.keys()]
  expect(to).toBe(`/painel/convidados/${id}?feito=cadastrado`)
  expect(licredencial(board, 'ipe')).toBe(1)
  const text = readText(await (await board.team.get(to ?? '')).text())
  expect(text).toContain('por Cida Moreira Convite de Sementes do Ipê-Roxo')
  expect((await post(board, NOVO, { ...BIA, nome: 'Caio Reis' })).status).toBe(303)
  expect([...board.store.historico.values()].map(({ ato }) => ato)).toEqual(['cadastrou', 'cadastrou'])
})

test('NOVO CONVIDADO comes back with what was typed and every error, each linked to its field', async () => {
  const board = await openBoard()
  const { status, html, text } = await post(board, NOVO, {
    ...BIA,
    nome: '7',
    email: 'bia@',
    empresa: 'serra',
  })
  expect(status).toBe(422)
  expect(html).toContain('<title>Erro: Novo convidado · Painel</title>')
  expect(text).toContain('Nada foi gravado. Falta corrigir: Escreva o nome só com letras')
  expect(html).toContain('href="#nome"')
  expect(html).toContain('href="#email"')
  expect([readField(html, 'nome'), readField(html, 'empresa')]).toEqual(['7', 'Laticínios Serra Azul'])
})

test('a company that is full, unknown or one of several is told at its field, and nothing is stored', async () => {
  const board = await openBoard()
  board.store.empresas.set('serra', { ...board.store.empresas.get('serra'), licredencial: 10 })
  board.store.empresas.set('ipe2', { ...board.store.empresas.get('ipe'), empresaid: 'ipe2' })
  expect((await post(board, NOVO, { ...BIA, empresa: 'serra' })).text).toContain(
    'LIMITE ATINGIDO. Todos os convites de Laticínios Serra Azul',
  )
  expect((await post(board, NOVO, { ...BIA, empresa: 'zebu' })).text).toContain(
    'Nenhuma empresa tem este nome.',
  )
  const several = await post(board, NOVO, { ...BIA, empresa: 'ipe roxo' })
  expect(several.text).toContain('Escolha uma.')
  expect(several.html).toContain('name="escolha" value="ipe2"')
  expect(board.store.credenciais.size).toBe(0)
  expect((await post(board, NOVO, { ...BIA, empresa: 'ipe roxo', escolha: 'ipe2' })).status).toBe(303)
  expect(licredencial(board, 'ipe2')).toBe(1)
})

test('a guest known already is named with a link, and nothing changes', async () => {
  const board = await openBoard()
  const bia = await putGuest(board, 'BIA REIS', '65987651234')
  const { status, html, text } = await post(board, NOVO, {
    ...BIA,
    email: 'b@exemplo.com',
    empresa: 'serra',
    outra: '1',
  })
  expect(status).toBe(422)
  expect(text).toContain('Este nome com este WhatsApp já é de outro cadastro.')
  expect(text).toContain('É a mesma pessoa? Nome BIA REIS')
  expect(html).toContain(`<a href="/painel/convidados/${bia}">BIA REIS</a>`)
  expect(html).not.toContain('name="outra"')
  expect(board.store.credenciais.get(bia)).toMatchObject({ email: '' })
  expect(licredencial(board, 'serra')).toBe(0)
})

test('CORRIGIR shows what is stored, and stores what is typed', async () => {
  const board = await openBoard()
  const id = await putGuest(board, 'ANA LIMA')
  const html = await (await board.team.get(corrigir(id))).text()
  expect([readField(html, 'nome'), readField(html, 'telefone'), readField(html, 'era-nome')]).toEqual([
    ...['ANA LIMA', '65987655432', 'ANA LIMA'],
  ])
  const { to } = await post(board, corrigir(id), { ...era('ANA LIMA'), nome: 'ana maria lima' })
  expect(to).toBe(`/painel/convidados/${id}?feito=corrigido`)
  expect(board.store.credenciais.get(id)).toMatchObject({ nome: 'ANA MARIA LIMA' })
  expect((await board.team.get(corrigir('nobody'))).status).toBe(404)
  expect((await post(board, corrigir('nobody'), era('ANA'))).to).toBe('/painel/convidados?feito=sumiu')
})

test('CORRIGIR names a twin under the field that found it, with the way to compare, and keeps what was typed', async () => {
  const board = await openBoard()
  const id = await putGuest(board, 'ANA DE LIMA', '65987655432')
  const twin = await putGuest(board, 'LIMA ANA', '65987651111')
  const typed = { ...era('ANA DE LIMA'), telefone: '65987651111', email: 'ana@' }
  const { status, html, text } = await post(board, corrigir(id), typed)
  expect(status).toBe(422)
  expect(html.indexOf('id="telefone"')).toBeLessThan(html.indexOf('É a mesma pessoa?'))
  expect(html.indexOf('É a mesma pessoa?')).toBeLessThan(html.indexOf('id="email"'))
  expect(html).toContain(`href="/painel/repetidos?um=${id}&amp;outro=${twin}"`)
  expect(text).toMatch(
    /Falta corrigir: Este nome com este WhatsApp já é de outro cadastro\. Digite um e-mail completo/,
  )
  expect([readField(html, 'telefone'), readField(html, 'era-telefone')]).toEqual([
    '65987651111',
    '65987655432',
  ])
  expect(html).toContain('name="outra"')
  expect((await post(board, corrigir(id), { ...typed, email: '', outra: '1' })).status).toBe(303)
})

test('MUDAR DE EMPRESA gives the invitation back and takes one of the new company, or of none', async () => {
  const board = await openBoard()
  const id = await putGuest(board, 'ANA LIMA', '65987655432', 'serra')
  const path = `/painel/convidados/${id}/empresa`
  expect(readText(await (await board.team.get(path)).text())).toContain(
    'Hoje o convite é de Laticínios Serra Azul',
  )
  const moved = `/painel/convidados/${id}?feito=mudou`
  for (let n = 0; n < 2; n++) expect((await post(board, path, { empresa: 'sementes' })).to).toBe(moved)
  expect([licredencial(board, 'serra'), licredencial(board, 'ipe')]).toEqual([0, 1])
  expect((await post(board, path, { empresa: '' })).to).toBe(moved)
  expect([licredencial(board, 'serra'), licredencial(board, 'ipe')]).toEqual([0, 0])
  expect([...board.store.historico.values()].map(({ detalhe }) => detalhe)).toEqual(['serra ipe', 'ipe -'])
  expect((await post(board, '/painel/convidados/x/empresa', { empresa: '' })).to).toBe(
    '/painel/convidados?feito=sumiu',
  )
})

test('two organisers who move two guests at once into the last invitation: one does, the other reads LIMITE ATINGIDO', async () => {
  const board = await openBoard()
  board.store.empresas.set('ipe', { ...board.store.empresas.get('ipe'), icredencial: 1 })
  const ids = [await putGuest(board, 'ANA LIMA', '65987655432', 'serra'), await putGuest(board, 'BIA REIS')]
  const answers = await Promise.all(
    ids.map((id) => post(board, `/painel/convidados/${id}/empresa`, { empresa: 'ipe' })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 422])
  expect(answers.find(({ status }) => status === 422)?.text).toContain('LIMITE ATINGIDO')
  expect(licredencial(board, 'ipe')).toBe(1)
})
