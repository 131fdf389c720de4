import { expect } from 'vitest'
import { EVERYBODY, queriesOf } from '../../server/domain/convidado-search.ts'
import type { ConvidadoQuery } from '../../server/domain/painel-repo.ts'
import { aCadastro, anAutor, anEntrada, NOW, unique } from '../support/factories.ts'
import { aConvidado, named, withEmpresa } from './convidados.ts'
import { it, type ContractCase, type Harness } from './harness.ts'

async function idsOf({ storage }: Harness, queries: ConvidadoQuery[]): Promise<string[]> {
  const { convidados, total } = await storage.painel.search(queries, 0, 100)
  expect(total).toBe(convidados.length)
  return convidados.map(({ credencial }) => credencial.credencialid)
}

/** Whom a text that is typed finds. */
const found = (harness: Harness, typed: string) => idsOf(harness, queriesOf(typed) ?? [])

export const cases: ContractCase[] = [
  it('a search says who withdrew, and so does the list of those a company had', async (harness) => {
    const { credenciais, desistencias, painel } = harness.storage
    const [mesa, outra] = [await withEmpresa(harness), await withEmpresa(harness)]
    const [ana, bia, eva] = [
      await named(harness, 'ANA', '65987654321'),
      await aConvidado(harness, mesa, {
        cadastro: aCadastro({ nome: 'BIA', telefone: '65987654322', email: '' }),
      }),
      await aConvidado(harness, mesa, {
        cadastro: aCadastro({ nome: 'EVA', telefone: '65987654323', email: '' }),
      }),
    ]
    const namesOf = async (empresaid: string) =>
      (await painel.listWithdrawn(empresaid)).map(({ credencial, desistencia }) => [
        credencial.nome,
        desistencia?.por,
      ])
    expect(await namesOf(mesa)).toEqual([])
    const at = { now: NOW + 1, isClosed: false }
    for (const credencialid of [ana, eva])
      await desistencias.withdraw({ ...at, credencialid, empresaid: null }, anAutor())
    await desistencias.withdraw({ ...at, credencialid: bia, empresaid: mesa }, anAutor())
    expect((await painel.search([EVERYBODY], 0, 9)).convidados).toMatchObject([
      { empresa: null, desistencia: { credencialid: ana, em: NOW + 1, por: 'convidado', empresaid: null } },
      { empresa: null, desistencia: { credencialid: bia, em: NOW + 1, por: 'mesa', empresaid: mesa } },
      { empresa: null, desistencia: { credencialid: eva, por: 'convidado' } },
    ])
    expect(await namesOf(mesa)).toEqual([
      ['BIA', 'mesa'],
      ['EVA', 'convidado'],
    ])
    const reservaid = unique('reserva')
    await desistencias.undo({ credencialid: eva, reservaid, now: NOW + 2, isClosed: false }, anAutor())
    await credenciais.remove(bia, true, anAutor())
    expect([await namesOf(mesa), await namesOf(outra)]).toEqual([[], []])
    const [first, second] = (await painel.search([EVERYBODY], 0, 9)).convidados
    expect([first?.desistencia?.em, second?.desistencia]).toEqual([NOW + 1, null])
  }),
  it('a name is found by all words, in any order, by parts, without accents or particles', async (harness) => {
    const jose = await named(harness, "JOSÉ D'ÁVILA DOS SANTOS")
    const maria = await named(harness, 'MARIA DAS DORES SANTOS')
    expect(await found(harness, 'santos josé')).toEqual([jose])
    expect(await found(harness, 'SANTOS DE JOSE DAVILA')).toEqual([jose])
    expect(await found(harness, 'sant dor')).toEqual([maria])
    expect(await found(harness, 'santos')).toEqual([jose, maria])
    expect(await found(harness, 'santos pedro')).toEqual([])
  }),
  it('a phone is found with and without the ninth digit, a landline by its own digits alone', async (harness) => {
    const today = await named(harness, 'ANA', '65987654321')
    const former = await named(harness, 'EVA', '6587654321')
    const landline = await named(harness, 'RUI', '6536421234')
    expect(await found(harness, '(65) 98765-4321')).toEqual([today, former])
    expect(await found(harness, '65 8765-4321')).toEqual([today, former])
    expect(await found(harness, '3642-1234')).toEqual([landline])
    expect(await found(harness, '65936421234')).toEqual([])
  }),
  it('an e-mail is found by any part, an id whole, and a CPF by its digits, alone or together', async (harness) => {
    const ana = await named(harness, 'ANA', '65987654321', 'Ana.Souza@Exemplo.com')
    const rui = await named(harness, 'RUI', '65911112222')
    expect(await found(harness, 'souza@EXEMPLO')).toEqual([ana])
    expect(await found(harness, rui)).toEqual([rui])
    expect(await found(harness, rui.slice(0, -1))).toEqual([])
    const all = { ...EVERYBODY, words: ['ANA'], telefone: '8765', email: 'souza', credencialid: ana }
    expect(await idsOf(harness, [all])).toEqual([ana])
    expect(await idsOf(harness, [{ ...all, words: ['RUI'] }])).toEqual([])
    expect(await idsOf(harness, [{ ...EVERYBODY, cpf: '52998224725' }])).toEqual([])
    expect(await idsOf(harness, [{ ...EVERYBODY, cpf: '00000000000' }])).toEqual([ana, rui])
    expect(queriesOf('000.000.000-00')).toBeNull()
  }),
  it('guests of a company, of none, and of a company or a name, with company and admission', async (harness) => {
    const { entradas, painel } = harness.storage
    const mesa = await withEmpresa(harness)
    const [at, open] = [await aConvidado(harness, mesa), await named(harness, 'ZULMIRA')]
    await aConvidado(harness, await withEmpresa(harness))
    await entradas.add([anEntrada(at)], null)
    const { convidados } = await painel.search([{ ...EVERYBODY, empresaid: mesa }], 0, 10)
    expect(convidados).toMatchObject([
      { credencial: { credencialid: at }, versao: 0, empresa: { empresaid: mesa }, dentroDesde: NOW },
    ])
    expect(await idsOf(harness, [{ ...EVERYBODY, empresaid: null }])).toEqual([open])
    const either = [
      { ...EVERYBODY, words: ['ZULMIRA'] },
      { ...EVERYBODY, empresaid: mesa },
    ]
    expect(await idsOf(harness, either)).toEqual([at, open])
    expect(await idsOf(harness, [{ ...EVERYBODY, empresaid: mesa, words: ['ZULMIRA'] }])).toEqual([])
    expect(await idsOf(harness, [])).toEqual([])
  }),
  it('guests come by folded name, then id, a page at a time, with how many there are', async (harness) => {
    const { painel } = harness.storage
    const ids: string[] = []
    for (const nome of ['ÉVA', 'ANA', 'EVA', 'Zé', 'ana b']) ids.push(await named(harness, nome))
    const [eva, ana, eva2, ze, anab] = ids
    const page = async (offset: number, limit: number) => {
      const { convidados, total } = await painel.search([EVERYBODY], offset, limit)
      return [convidados.map(({ credencial }) => credencial.credencialid), total]
    }
    expect(await page(0, 3)).toEqual([[ana, anab, eva], 5])
    expect(await page(3, 3)).toEqual([[eva2, ze], 5])
    expect(await page(9, 3)).toEqual([[], 5])
  }),
  it('a guest who was corrected, moved or removed is found by what they are now', async (harness) => {
    const { credenciais } = harness.storage
    const mesa = await withEmpresa(harness)
    const id = await named(harness, 'ANA VELHA')
    const cadastro = aCadastro({ nome: 'ANA NOVA', telefone: '65911112222', email: 'nova@exemplo.com' })
    await credenciais.correct(
      { credencialid: id, cadastro, shown: null, chaveOf: ({ nome }) => nome },
      anAutor(),
    )
    for (const former of ['velha', '987654321']) expect(await found(harness, former)).toEqual([])
    for (const present of ['nova', '11112222', 'nova@']) expect(await found(harness, present)).toEqual([id])
    await credenciais.move({ credencialid: id, empresaid: mesa, reservaid: 'r', now: NOW }, anAutor())
    expect(await idsOf(harness, [{ ...EVERYBODY, empresaid: mesa }])).toEqual([id])
    await credenciais.remove(id, true, anAutor())
    expect(await found(harness, 'nova')).toEqual([])
  }),
]
