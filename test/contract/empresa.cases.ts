import { expect } from 'vitest'
import { InvalidCounterError } from '../../server/domain/errors.ts'
import { aClaim, anEmpresa, HOLD_MS, NOW } from '../support/factories.ts'
import { withEmpresa } from './claims.ts'
import { it, type ContractCase } from './harness.ts'

export const cases: ContractCase[] = [
  it('find answers null for a company that does not exist', async ({ storage }) => {
    expect(await storage.empresas.find('nobody', NOW)).toBeNull()
  }),
  it('find reads every field and how many invitations are left, and writes nothing', async (harness) => {
    const document = anEmpresa({ icredencial: 10, licredencial: 3 })
    await harness.putEmpresa(document)
    const found = await harness.storage.empresas.find(document.empresaid, NOW)
    expect(found).toEqual({
      empresa: document,
      left: 7,
      held: 0,
      pessoais: 0,
      isFechada: false,
      telefone: '',
      numero: '',
      versao: 0,
      pedido: 0,
    })
    expect((await harness.readEmpresa(document.empresaid)).licredencial).toBe(3)
  }),
  it('find never shows fewer than zero invitations', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 3, licredencial: 8 })
    expect((await harness.storage.empresas.find(id, NOW))?.left).toBe(0)
  }),
  it('find counts holds that have ended as free before they are released', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 2 })
    await harness.storage.empresas.claim(aClaim(id))
    expect(await harness.storage.empresas.find(id, NOW)).toMatchObject({ left: 1, held: 1 })
    expect(await harness.storage.empresas.find(id, NOW + HOLD_MS)).toMatchObject({ left: 2, held: 0 })
    expect((await harness.readEmpresa(id)).licredencial).toBe(1)
  }),
  it('counters stored as text are read as numbers and written back as numbers', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: '10', licredencial: '9' })
    expect((await harness.storage.empresas.find(id, NOW))?.left).toBe(1)
    expect((await harness.storage.empresas.claim(aClaim(id))).kind).toBe('claimed')
    expect((await harness.readEmpresa(id)).licredencial).toBe(10)
    expect((await harness.storage.empresas.claim(aClaim(id))).kind).toBe('limit-reached')
  }),
  it('a counter that is no number is an error for find and claim, and nothing is written', async (harness) => {
    for (const fields of [
      { licredencial: 'muitos' },
      { icredencial: '' },
      { icredencial: '1e3' },
      { licredencial: -1 },
    ]) {
      const id = await withEmpresa(harness, fields)
      await expect(harness.storage.empresas.find(id, NOW)).rejects.toThrow(InvalidCounterError)
      await expect(harness.storage.empresas.claim(aClaim(id))).rejects.toThrow(InvalidCounterError)
      expect(await harness.readReservas(id)).toEqual([])
    }
  }),
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
