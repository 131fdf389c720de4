import { expect, test } from 'vitest'
import { anEmpresa } from '../../support/factories.ts'
import { openPainel, putConvidado } from '../../support/convidados-painel.ts'
import { readField, readText } from '../../support/html.ts'

type Painel = Awaited<ReturnType<typeof openPainel>>

const NOVO = '/painel/convidados/novo'
const BIA = { nome: 'Bia Reis', telefone: '(65) 98765-1234', email: '', empresa: '' }
const era = (nome: string, telefone = '65987655432') => ({
  'era-nome': nome,
  'era-telefone': telefone,
  'era-email': '',
  nome,
  telefone,
  email: '',
})

const post = async ({ equipe }: Painel, path: string, fields: Record<string, string>) => {
  const response = await equipe.post(path, fields)
  const html = await response.text()
  return { status: response.status, to: response.headers.get('Location'), html, text: readText(html) }
}
const corrigir = (id: string) => `/painel/convidados/${id}/corrigir`
const licredencial = ({ store }: Painel, id: string) => store.get('empresas', id)?.licredencial

test('Novo convidado registers with a company by its name or without one, even after registrations have closed', async () => {
  const painel = await openPainel()
  painel.advance(17 * 86_400_000)
  const { to } = await post(painel, NOVO, { ...BIA, empresa: 'ipe roxo' })
  const [id] = painel.store.ids('credenciais')
  expect(to).toBe(`/painel/convidados/${id}?feito=cadastrado`)
  expect(licredencial(painel, 'ipe')).toBe(1)
  const text = await painel.equipe.text(to ?? '')
  expect(text).toContain('por Cida Moreira Convite de Sementes do Ipê-Roxo')
  expect((await post(painel, NOVO, { ...BIA, nome: 'Caio Reis' })).status).toBe(303)
  expect(painel.store.all('historico').map(({ ato }) => ato)).toEqual(['cadastrou', 'cadastrou'])
})

test('Novo convidado comes back with what was typed and every error, each linked to its field', async () => {
  const painel = await openPainel()
  const { status, html, text } = await post(painel, NOVO, {
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
  const painel = await openPainel()
  painel.store.change('empresas', 'serra', { licredencial: 10 })
  painel.store.put('empresas', anEmpresa({ empresaid: 'ipe2', nome: 'Sementes do Ipê-Roxo' }))
  expect((await post(painel, NOVO, { ...BIA, empresa: 'serra' })).text).toContain(
    'LIMITE ATINGIDO. Todos os convites de Laticínios Serra Azul',
  )
  expect((await post(painel, NOVO, { ...BIA, empresa: 'zebu' })).text).toContain(
    'Nenhuma empresa tem este nome.',
  )
  const several = await post(painel, NOVO, { ...BIA, empresa: 'ipe roxo' })
  expect(several.text).toContain('Escolha uma.')
  expect(several.html).toContain('name="escolha" value="ipe2"')
  expect(painel.store.count('credenciais')).toBe(0)
  expect((await post(painel, NOVO, { ...BIA, empresa: 'ipe roxo', escolha: 'ipe2' })).status).toBe(303)
  expect(licredencial(painel, 'ipe2')).toBe(1)
})

test('a guest known already is named with a link, and nothing changes', async () => {
  const painel = await openPainel()
  const bia = await putConvidado(painel, 'BIA REIS', '65987651234')
  const { status, html, text } = await post(painel, NOVO, {
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
  expect(painel.store.get('credenciais', bia)).toMatchObject({ email: '' })
  expect(licredencial(painel, 'serra')).toBe(0)
})

test('Corrigir shows what is stored, and stores what is typed', async () => {
  const painel = await openPainel()
  const id = await putConvidado(painel, 'ANA LIMA')
  const html = await painel.equipe.body(corrigir(id))
  expect([readField(html, 'nome'), readField(html, 'telefone'), readField(html, 'era-nome')]).toEqual([
    ...['ANA LIMA', '65987655432', 'ANA LIMA'],
  ])
  const { to } = await post(painel, corrigir(id), { ...era('ANA LIMA'), nome: 'ana maria lima' })
  expect(to).toBe(`/painel/convidados/${id}?feito=corrigido`)
  expect(painel.store.get('credenciais', id)).toMatchObject({ nome: 'ANA MARIA LIMA' })
  expect((await painel.equipe.get(corrigir('nobody'))).status).toBe(404)
  expect((await post(painel, corrigir('nobody'), era('ANA'))).to).toBe('/painel/convidados?feito=sumiu')
})

test('Corrigir names a twin under the field that found it, with the way to compare, and keeps what was typed', async () => {
  const painel = await openPainel()
  const id = await putConvidado(painel, 'ANA DE LIMA', '65987655432')
  const repetido = await putConvidado(painel, 'LIMA ANA', '65987651111')
  const typed = { ...era('ANA DE LIMA'), telefone: '65987651111', email: 'ana@' }
  const { status, html, text } = await post(painel, corrigir(id), typed)
  expect(status).toBe(422)
  expect(html.indexOf('id="telefone"')).toBeLessThan(html.indexOf('É a mesma pessoa?'))
  expect(html.indexOf('É a mesma pessoa?')).toBeLessThan(html.indexOf('id="email"'))
  expect(html).toContain(`href="/painel/repetidos?um=${id}&amp;outro=${repetido}"`)
  expect(text).toMatch(
    /Falta corrigir: Este nome com este WhatsApp já é de outro cadastro\. Digite um e-mail completo/,
  )
  expect([readField(html, 'telefone'), readField(html, 'era-telefone')]).toEqual([
    '65987651111',
    '65987655432',
  ])
  expect(html).toContain('name="outra"')
  expect((await post(painel, corrigir(id), { ...typed, email: '', outra: '1' })).status).toBe(303)
})

test('Mudar de empresa gives the invitation back and takes one of the new company, or of none', async () => {
  const painel = await openPainel()
  const id = await putConvidado(painel, 'ANA LIMA', '65987655432', 'serra')
  const path = `/painel/convidados/${id}/empresa`
  expect(await painel.equipe.text(path)).toContain('Hoje o convite é de Laticínios Serra Azul')
  const told = (feito: string) => `/painel/convidados/${id}?feito=${feito}`
  for (const feito of ['mudou', 'ja-era'])
    expect((await post(painel, path, { empresa: 'sementes' })).to).toBe(told(feito))
  expect([licredencial(painel, 'serra'), licredencial(painel, 'ipe')]).toEqual([0, 1])
  expect((await post(painel, path, { empresa: '' })).to).toBe(told('ficou-sem'))
  expect([licredencial(painel, 'serra'), licredencial(painel, 'ipe')]).toEqual([0, 0])
  expect(painel.store.all('historico').map(({ detalhe }) => detalhe)).toEqual(['serra ipe', 'ipe -'])
  // A page shown before another organiser moved the guest says where the guest is now, and changes nothing.
  const shown = /name="de" value="([^"]*)"/.exec(await painel.equipe.body(path))?.[1]
  expect(shown).toBe('')
  await post(painel, path, { empresa: 'ipe roxo', de: '' })
  const late = await post(painel, path, { empresa: '', de: '' })
  expect([late.status, late.text]).toEqual([422, expect.stringContaining('acaba de mudar')])
  expect(late.html).toContain('name="de" value="ipe"')
  expect((await post(painel, path, { empresa: '', de: 'ipe' })).to).toBe(told('ficou-sem'))
  expect((await post(painel, '/painel/convidados/x/empresa', { empresa: '' })).to).toBe(
    '/painel/convidados?feito=sumiu',
  )
})

test('two organisers who move two guests at once into the last invitation: one does, the other reads LIMITE ATINGIDO', async () => {
  const painel = await openPainel()
  painel.store.change('empresas', 'ipe', { icredencial: 1 })
  const ids = [
    await putConvidado(painel, 'ANA LIMA', '65987655432', 'serra'),
    await putConvidado(painel, 'BIA REIS'),
  ]
  const answers = await Promise.all(
    ids.map((id) => post(painel, `/painel/convidados/${id}/empresa`, { empresa: 'ipe' })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 422])
  expect(answers.find(({ status }) => status === 422)?.text).toContain('LIMITE ATINGIDO')
  expect(licredencial(painel, 'ipe')).toBe(1)
})
