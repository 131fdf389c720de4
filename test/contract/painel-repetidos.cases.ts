import { expect } from 'vitest'
import { aMerge, anAutor, aRegister, unique } from '../support/factories.ts'
import { named } from './convidados.ts'
import type { ContractCase } from './harness.ts'

export const painelRepetidosCases: ContractCase[] = [
  {
    name: 'repeated guests are those of one phone in old and new form and one name but for accents, particles and order',
    async run(harness) {
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
    },
  },
  {
    name: 'a guest told apart at the registration is so in the same transaction, once however often it is sent',
    async run(harness) {
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
    },
  },
]
