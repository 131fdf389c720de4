import { expect } from 'vitest'
import { InvalidCounterError } from '../../server/domain/errors.ts'
import { aClaim, anEmpresa, HOLD_MS, NOW } from '../support/factories.ts'
import { it, type ContractCase } from './harness.ts'

export const cases: ContractCase[] = [
  it('list answers every company with what is left and held', async (harness) => {
    await harness.putEmpresa(anEmpresa({ empresaid: 'b', icredencial: 4 }))
    await harness.putEmpresa(anEmpresa({ empresaid: 'a', icredencial: 2 }))
    await harness.storage.empresas.claim(aClaim('b'))
    await harness.storage.empresas.claim(aClaim('b', { now: NOW + 1000 }))
    const list = await harness.storage.empresas.list(NOW + HOLD_MS)
    expect(list.empresas.map(({ empresa, left, held }) => [empresa.empresaid, left, held])).toEqual([
      ['a', 2, 0],
      ['b', 3, 1],
    ])
  }),
  it('a company with a broken counter is told of apart, and keeps no other from being listed or released', async (harness) => {
    await harness.putEmpresa(anEmpresa({ empresaid: 'quebrada' }))
    await harness.putEmpresa(anEmpresa({ empresaid: 'sadia' }))
    await harness.storage.empresas.claim(aClaim('quebrada'))
    await harness.storage.empresas.claim(aClaim('sadia'))
    await harness.breakCounter('quebrada', 'abc')
    const { empresas, broken } = await harness.storage.empresas.list(NOW)
    expect(empresas.map(({ empresa }) => empresa.empresaid)).toEqual(['sadia'])
    expect(broken.map(({ name, empresaid }) => [name, empresaid])).toEqual([
      ['InvalidCounterError', 'quebrada'],
    ])
    await expect(harness.storage.empresas.releaseEnded(NOW + HOLD_MS)).rejects.toThrow(InvalidCounterError)
    expect((await harness.readEmpresa('sadia')).licredencial).toBe(0)
    expect((await harness.readEmpresa('quebrada')).licredencial).toBe('abc')
  }),
  it('a counter set to zero behind our back never falls below it when holds are released', async (harness) => {
    await harness.putEmpresa(anEmpresa({ empresaid: 'zerada' }))
    await harness.storage.empresas.claim(aClaim('zerada'))
    await harness.breakCounter('zerada', 0)
    expect(await harness.storage.empresas.releaseEnded(NOW + HOLD_MS)).toBe(1)
    expect((await harness.readEmpresa('zerada')).licredencial).toBe(0)
  }),
]
