import { expect } from 'vitest'
import { anAutor } from '../support/factories.ts'
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
      await harness.storage.credenciais.merge(group[0] ?? '', group[1] ?? '', anAutor())
      expect(await harness.storage.painel.findRepetidos()).toEqual([other])
    },
  },
]
