import { expect } from 'vitest'
import { credencialOf } from '../../server/domain/credencial.ts'
import { queriesOf } from '../../server/domain/convidado-search.ts'
import { aCadastro, aClaim, anAutor, anEmpresa } from '../support/factories.ts'
import { it, type ContractCase, type Harness } from './harness.ts'
import { registered } from '../support/registered.ts'

async function aConvidado({ storage }: Harness, nome: string, telefone: string, empresaid?: string) {
  const claim = empresaid === undefined ? null : aClaim(empresaid)
  const cadastro = aCadastro({ nome, telefone, email: '' })
  return registered(storage.credenciais, { cadastro, claim })
}

async function namesOf({ storage }: Harness, text: string, empresaid?: string | null): Promise<string[]> {
  const queries = (queriesOf(text) ?? []).map((query) => ({ ...query, empresaid }))
  const { convidados, total } = await storage.painel.search(queries, 0, 50)
  expect(total).toBe(convidados.length)
  return convidados.map(({ credencial }) => credencial.nome)
}

export const cases: ContractCase[] = [
  it('search finds the guests of every company whose name has all the words, and of those alone', async (harness) => {
    const nomes = { serra: 'Laticínios Serra Azul', ipe: 'Sementes do Ipê', azul: 'Posto Azul' }
    for (const [empresaid, nome] of Object.entries(nomes))
      await harness.putEmpresa(anEmpresa({ empresaid, nome }))
    await aConvidado(harness, 'ANA', '11987650001', 'serra')
    await aConvidado(harness, 'BIA', '11987650002', 'ipe')
    await aConvidado(harness, 'CAIO', '11987650003', 'azul')
    await aConvidado(harness, 'DORA AZUL', '11987650004')
    expect(await namesOf(harness, 'azul')).toEqual(['ANA', 'CAIO', 'DORA AZUL'])
    expect(await namesOf(harness, 'AZUL de laticinios')).toEqual(['ANA'])
    expect(await namesOf(harness, 'sementes ipe')).toEqual(['BIA'])
    expect(await namesOf(harness, 'azul', 'azul')).toEqual(['CAIO'])
    expect(await namesOf(harness, 'azul', null)).toEqual(['DORA AZUL'])
    expect(await namesOf(harness, 'ipe azul')).toEqual([])
  }),
  it('search finds a mobile by its old and its present form, whichever is stored, and no landline by a mobile’s end', async (harness) => {
    await aConvidado(harness, 'NOVA', '73987654321')
    await aConvidado(harness, 'VELHA', '7391020799')
    await aConvidado(harness, 'FIXA', '7341020799')
    await aConvidado(harness, 'OUTRA', '73941020799')
    for (const text of ['73987654321', '7387654321', '(73) 8765-4321', '98765-4321'])
      expect(await namesOf(harness, text), text).toEqual(['NOVA'])
    for (const text of ['7391020799', '73991020799', '+55 73 99102-0799'])
      expect(await namesOf(harness, text), text).toEqual(['VELHA'])
    expect(await namesOf(harness, '7341020799')).toEqual(['FIXA'])
    expect(await namesOf(harness, '73941020799')).toEqual(['OUTRA'])
  }),
  it('listVersoes answers every guest with the versao of the link, once each', async (harness) => {
    const { credenciais, painel } = harness.storage
    const ana = await aConvidado(harness, 'ANA', '11987650001')
    const bia = await aConvidado(harness, 'BIA', '11987650002')
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
