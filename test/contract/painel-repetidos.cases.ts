import { expect } from 'vitest'
import { listRepetidos } from '../../server/use-cases/repetidos.ts'
import { aCadastro, aMerge, anAutor, aRegister, unique } from '../support/factories.ts'
import { atOnce, kindsOf, named } from './convidados.ts'
import { it, type ContractCase } from './harness.ts'

export const cases: ContractCase[] = [
  it('repeated guests are those of one phone in old and new form and one name but for accents, particles and order', async (harness) => {
    const group = [
      await named(harness, 'JOÃO DA SILVA', '65987654321'),
      await named(harness, 'SILVA JOAO', '6587654321'),
    ]
    const other = [await named(harness, 'ANA', '6536421234'), await named(harness, 'Ana', '6536421234')]
    await named(harness, 'JOÃO DA SILVA', '65987654322')
    await named(harness, 'JOÃO SILVA NETO', '65987654321')
    // The landline has the last eight digits of a mobile: two people.
    await named(harness, 'ANA', '65936421234')
    const groups = await harness.storage.painel.findRepetidos()
    expect(groups).toHaveLength(2)
    expect(groups).toEqual(expect.arrayContaining([group, other]))
    await harness.storage.credenciais.merge(aMerge(group[0] ?? '', group[1] ?? ''), anAutor())
    expect(await harness.storage.painel.findRepetidos()).toEqual([other])
  }),
  it('a guest told apart at the registration is so in the same transaction, once however often it is sent', async (harness) => {
    const first = await named(harness, 'ANA LIMA', '65987654321')
    const autor = anAutor({ quem: 'ana' })
    const separado = { credencialid: first, historicoid: unique('historico') }
    const request = aRegister({ autor, separado })
    const { credenciais, historico } = harness.storage
    const told = await Promise.all([1, 2, 3].map(() => credenciais.register(request)))
    const [id] = told.flatMap((one) => (one.kind === 'registered' ? [one.credencial.credencialid] : []))
    const lines = await historico.list({ ato: 'separou', after: null, limit: 9 })
    expect(lines).toEqual([
      { ...autor, historicoid: separado.historicoid, ato: 'separou', alvo: id, detalhe: first },
    ])
    // Nothing is told apart by a registration that is none.
    const other = { credencialid: first, historicoid: unique('historico') }
    await credenciais.register({ ...request, separado: other, autor: anAutor({ quem: 'ana' }) })
    expect(await historico.list({ ato: 'separou', after: null, limit: 9 })).toEqual(lines)
  }),
]

export const races: ContractCase[] = [
  it('two organisers who tell one newcomer apart at once: one registers her, and nobody asks about her again', async (harness) => {
    const { credenciais, historico } = harness.storage
    for (let round = 0; round < 3; round++) {
      const telefone = `6598765432${round}`
      const first = await named(harness, 'ANA LIMA', telefone)
      const { cadastro, chave } = aRegister({ cadastro: aCadastro({ nome: 'ANA DE LIMA', telefone }) })
      const registrations = await atOnce(2, (n) => {
        const separado = { credencialid: first, historicoid: unique('historico') }
        return credenciais.register(
          aRegister({ cadastro, chave, autor: anAutor({ quem: `equipe-${n}` }), separado }),
        )
      })
      expect(kindsOf(registrations)).toEqual(['already-registered', 'registered'])
      const by = registrations.findIndex(({ kind }) => kind === 'registered')
      const lines = await historico.list({ ato: 'separou', after: null, limit: 9 })
      const told = lines.filter(({ detalhe }) => detalhe === first)
      expect(told.map(({ quem }) => quem)).toEqual([`equipe-${by}`])
    }
    expect(await harness.storage.painel.findRepetidos()).toHaveLength(3)
    expect(await listRepetidos(harness.storage)).toEqual([])
  }),
]
