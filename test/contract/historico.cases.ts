import { expect } from 'vitest'
import {
  linhaDoHistorico,
  type LinhaDoHistorico,
  type HistoricoQuery,
} from '../../server/domain/historico.ts'
import { aCadastro, anAutor, aRegister, NOW } from '../support/factories.ts'
import { aConvidado, atOnce, linhasDoHistoricoIn, withEmpresa } from './convidados.ts'
import { it, type ContractCase } from './harness.ts'

const idsOf = (linhas: LinhaDoHistorico[]) => linhas.map(({ historicoid }) => historicoid)

export const cases: ContractCase[] = [
  it('an act that is added is listed whole; added again under its id, it is there once, as it was', async ({
    storage: { historico },
  }) => {
    const linha = linhaDoHistorico(anAutor(), 'exportou-convidados', '', '120')
    for (const again of [linha, { ...linha, detalhe: '7' }]) await historico.add(again)
    expect(await historico.list({ after: null, limit: 10 })).toEqual([linha])
  }),
  it('list answers newest first, by instant and then id, page after page', async ({
    storage: { historico },
  }) => {
    const linhas = [5, 3, 3, 9, 1].map((ms, n) =>
      linhaDoHistorico({ historicoid: `h${n}`, quem: 'cli', em: NOW + ms }, 'excluiu', 'x'),
    )
    for (const linha of linhas) await historico.add(linha)
    const all = await historico.list({ after: null, limit: 10 })
    expect(idsOf(all)).toEqual(['h3', 'h0', 'h2', 'h1', 'h4'])
    const pages: LinhaDoHistorico[] = []
    for (let after: LinhaDoHistorico | null = null; ;) {
      const page: LinhaDoHistorico[] = await historico.list({ after, limit: 2 })
      pages.push(...page)
      after = page.at(-1) ?? null
      if (!after) break
    }
    expect(pages).toEqual(all)
  }),
  it('list answers the acts of one author, on one thing, of one kind, and of all three', async ({
    storage: { historico },
  }) => {
    const put = (historicoid: string, quem: string, ato: LinhaDoHistorico['ato'], alvo: string) =>
      historico.add(linhaDoHistorico({ historicoid, quem, em: NOW }, ato, alvo))
    await put('a', 'ana', 'excluiu', 'x')
    await put('b', 'ana', 'admitiu', 'x')
    await put('c', 'rui', 'excluiu', 'x')
    await put('d', 'rui', 'admitiu', 'y')
    const listed = async (query: Partial<HistoricoQuery>) =>
      idsOf(await historico.list({ after: null, limit: 10, ...query }))
    expect(await listed({ quem: 'ana' })).toEqual(['b', 'a'])
    expect(await listed({ alvo: 'x' })).toEqual(['c', 'b', 'a'])
    expect(await listed({ ato: 'admitiu' })).toEqual(['d', 'b'])
    expect(await listed({ quem: 'rui', alvo: 'x', ato: 'excluiu' })).toEqual(['c'])
    expect(await listed({ alvo: 'x', after: { em: NOW, historicoid: 'b' } })).toEqual(['a'])
    expect(await listed({ quem: 'ninguém' })).toEqual([])
    expect(await listed({ alvo: '' })).toEqual([])
  }),
  it('each act on a guest stands in the history once, with its author, and nothing of the guest', async (harness) => {
    const { credenciais } = harness.storage
    const empresaid = await withEmpresa(harness)
    const autor = anAutor({ quem: 'aparelho-7' })
    const id = await aConvidado(harness, empresaid, { autor })
    const cadastro = aCadastro({ nome: 'ANA NOVA', telefone: '21987654321', email: '' })
    await credenciais.correct({ credencialid: id, cadastro, shown: null, chaveOf: () => 'nova' }, anAutor())
    await credenciais.remove(id, true, anAutor())
    const linhas = await linhasDoHistoricoIn(harness, { alvo: id })
    expect(linhas.map(({ ato, detalhe }) => [ato, detalhe])).toEqual([
      ['cadastrou', empresaid],
      ['corrigiu', 'nome telefone'],
      ['excluiu', empresaid],
    ])
    expect(linhas[0]).toMatchObject(autor)
    expect(JSON.stringify(linhas)).not.toMatch(/ANA|MARIA|98765/)
  }),
  it('an act that is refused, and a guest who acts, stand in no history', async (harness) => {
    const { credenciais } = harness.storage
    const request = aRegister({ autor: anAutor() })
    await aConvidado(harness)
    expect((await credenciais.register(request)).kind).toBe('registered')
    const other = aRegister()
    const taken = {
      credencialid: String(NOW),
      cadastro: other.cadastro,
      shown: null,
      chaveOf: () => request.chave,
    }
    expect((await credenciais.correct(taken, anAutor())).kind).toBe('already-taken')
    expect((await credenciais.remove('1', true, anAutor())).kind).toBe('credencial-not-found')
    expect((await credenciais.register({ ...request, autor: anAutor() })).kind).toBe('already-registered')
    expect((await linhasDoHistoricoIn(harness)).map(({ ato }) => ato)).toEqual(['cadastrou'])
  }),
  it('an import stands in the history with how many it wrote, and by its id and totals where it wrote one company', async (harness) => {
    const { empresas } = harness.storage
    const row = (empresaid: string, icredencial = 5) => ({
      empresaid,
      nome: 'Mesa',
      icredencial,
      licredencial: 3,
    })
    await empresas.importRows([row('a'), row('b')], false, anAutor({ em: NOW + 1 }))
    await empresas.importRows([row('a', 9)], false, anAutor({ em: NOW + 2 }))
    await empresas.importRows([row('a', 1)], false, anAutor({ em: NOW + 3 }))
    await empresas.importRows([row('a', 1), row('c')], true, anAutor({ em: NOW + 4 }))
    await empresas.importRows([], false, anAutor({ em: NOW + 5 }))
    const linhas = await linhasDoHistoricoIn(harness)
    expect(linhas.map(({ ato, alvo, detalhe }) => [ato, alvo, detalhe])).toEqual([
      ['gravou-empresas', '', '2 0'],
      ['gravou-empresas', 'a', '0 1 5 9'],
      ['gravou-empresas', 'c', '1 0'],
    ])
  }),
]

export const races: ContractCase[] = [
  it('a new company imported by two organisers at once is inserted once, and both stand in the history', async (harness) => {
    const { empresas } = harness.storage
    const row = { empresaid: 'nova', nome: 'Nova', icredencial: 5, licredencial: 0 }
    const imports = await atOnce(2, () => empresas.importRows([row], false, anAutor()))
    expect(imports.map(({ inserted, updated }) => `${inserted} ${updated}`).sort()).toEqual(['0 1', '1 0'])
    expect((await linhasDoHistoricoIn(harness)).map(({ detalhe }) => detalhe).sort()).toEqual(['0 1', '1 0'])
  }),
]
