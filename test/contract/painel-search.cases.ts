import { expect } from 'vitest'
import { EVERYBODY, queriesOf } from '../../server/domain/convidado-search.ts'
import type { ConvidadoQuery } from '../../server/domain/painel-repo.ts'
import { credencialOf } from '../../server/domain/credencial.ts'
import { aCadastro, anAutor, anEmpresa, anEntrada, NOW } from '../support/factories.ts'
import { aConvidado, named, withEmpresa } from './convidados.ts'
import { it, type ContractCase, type Harness } from './harness.ts'

async function idsOf({ storage }: Harness, queries: ConvidadoQuery[]): Promise<string[]> {
  const { convidados, total } = await storage.painel.search(queries, 0, 100)
  expect(total).toBe(convidados.length)
  return convidados.map(({ credencial }) => credencial.credencialid)
}

/** The guests that a typed text finds. */
const found = (harness: Harness, typed: string) => idsOf(harness, queriesOf(typed) ?? [])

async function namesOf({ storage }: Harness, text: string, empresaid?: string | null): Promise<string[]> {
  const queries = (queriesOf(text) ?? []).map((query) => ({ ...query, empresaid }))
  const { convidados, total } = await storage.painel.search(queries, 0, 50)
  expect(total).toBe(convidados.length)
  return convidados.map(({ credencial }) => credencial.nome)
}

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
    await desistencias.undo({ credencialid: eva, now: NOW + 2, isClosed: false }, anAutor())
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
  it('search finds the guests of every company whose name has all the words, and of those alone', async (harness) => {
    const nomes = { serra: 'Laticínios Serra Azul', ipe: 'Sementes do Ipê', azul: 'Posto Azul' }
    for (const [empresaid, nome] of Object.entries(nomes))
      await harness.putEmpresa(anEmpresa({ empresaid, nome }))
    await named(harness, 'ANA', '11987650001', '', 'serra')
    await named(harness, 'BIA', '11987650002', '', 'ipe')
    await named(harness, 'CAIO', '11987650003', '', 'azul')
    await named(harness, 'DORA AZUL', '11987650004')
    expect(await namesOf(harness, 'azul')).toEqual(['ANA', 'CAIO', 'DORA AZUL'])
    expect(await namesOf(harness, 'AZUL de laticinios')).toEqual(['ANA'])
    expect(await namesOf(harness, 'sementes ipe')).toEqual(['BIA'])
    expect(await namesOf(harness, 'azul', 'azul')).toEqual(['CAIO'])
    expect(await namesOf(harness, 'azul', null)).toEqual(['DORA AZUL'])
    expect(await namesOf(harness, 'ipe azul')).toEqual([])
  }),
  it('search finds a mobile by its old and its present form, whichever is stored, and no landline by a mobile’s end', async (harness) => {
    await named(harness, 'NOVA', '73987654321')
    await named(harness, 'VELHA', '7391020799')
    await named(harness, 'FIXA', '7341020799')
    await named(harness, 'OUTRA', '73941020799')
    for (const text of ['73987654321', '7387654321', '(73) 8765-4321', '98765-4321'])
      expect(await namesOf(harness, text), text).toEqual(['NOVA'])
    for (const text of ['7391020799', '73991020799', '+55 73 99102-0799'])
      expect(await namesOf(harness, text), text).toEqual(['VELHA'])
    expect(await namesOf(harness, '7341020799')).toEqual(['FIXA'])
    expect(await namesOf(harness, '73941020799')).toEqual(['OUTRA'])
  }),
  it('listVersoes answers every guest with the versao of the link, once each', async (harness) => {
    const { credenciais, painel } = harness.storage
    const ana = await named(harness, 'ANA', '11987650001')
    const bia = await named(harness, 'BIA', '11987650002')
    const old = credencialOf('9', aCadastro({ nome: 'ANTIGA', telefone: '', email: '' }))
    await harness.putCredencial({ ...old })
    await credenciais.renewLink(bia, anAutor())
    const listed = await painel.listVersoes()
    expect(listed.map(({ credencialid, versao }) => [credencialid, versao]).sort()).toEqual(
      [
        [ana, 0],
        [bia, 1],
        ['9', 0],
      ].sort(),
    )
    await credenciais.remove(ana, false, anAutor())
    expect((await painel.listVersoes()).map(({ credencialid }) => credencialid)).not.toContain(ana)
  }),
]
