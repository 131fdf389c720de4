import { expect, test } from 'vitest'
import { findEmpresa } from '../../../server/use-cases/empresas.ts'
import { aPainel } from '../../support/a-painel.ts'

const NAMES = {
  a1: 'Posto Azul',
  a2: 'Posto Azul Norte',
  b: 'Sementes do Ipê-Roxo',
  c1: 'Haras',
  c2: 'HARAS',
}

for (const [typed, found] of [
  ['b', 'b'],
  ['posto azul', 'a1'],
  ['AZUL norte', 'a2'],
  ['ipe roxo', 'b'],
  ['sementes ipê', 'b'],
  ['azul', ['a1', 'a2']],
  ['haras', ['c1', 'c2']],
  ['nenhuma', []],
  ['??', []],
] as const) {
  test(`"${typed}" means ${typeof found === 'string' ? found : `none, of ${found.length} choices`}`, async () => {
    const painel = aPainel()
    for (const [empresaid, nome] of Object.entries(NAMES)) painel.putEmpresa({ empresaid, nome })
    const result = await findEmpresa(painel, ` ${typed} `)
    const ids =
      result.kind === 'found' ? result.empresa.empresaid : result.choices.map((one) => one.empresaid)
    expect(ids).toEqual(found)
  })
}
