import { expect } from 'vitest'
import { aClaim, aRegister, HOLD_MS, NOW } from '../support/factories.ts'
import { expectCounterToAgree, withEmpresa } from './claims.ts'
import { undo, withdraw } from './desistencias.ts'
import { it, type ContractCase } from './harness.ts'

export const cases: ContractCase[] = [
  it('one address holds at most ten of a small company, other addresses go on, and null switches the limit off', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 40 })
    for (let i = 0; i < 10; i++) {
      expect((await harness.storage.empresas.claim(aClaim(id, { origem: 'one' }))).kind).toBe('claimed')
    }
    expect((await harness.storage.empresas.claim(aClaim(id, { origem: 'one' }))).kind).toBe('too-many-holds')
    expect((await harness.storage.empresas.claim(aClaim(id, { origem: 'two' }))).kind).toBe('claimed')
    for (let i = 0; i < 11; i++) {
      expect((await harness.storage.empresas.claim(aClaim(id, { origem: null }))).kind).toBe('claimed')
    }
    const later = await harness.storage.empresas.claim(aClaim(id, { origem: 'one', now: NOW + HOLD_MS }))
    expect(later.kind).toBe('claimed')
    await expectCounterToAgree(harness, id, 0)
  }),
  it('one address holds at most half of a small company, and a company of one can still be claimed', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 9 })
    const claim = async (empresaid: string) =>
      (await harness.storage.empresas.claim(aClaim(empresaid, { origem: 'one' }))).kind
    for (let i = 0; i < 5; i++) expect(await claim(id)).toBe('claimed')
    expect(await claim(id)).toBe('too-many-holds')
    expect(await claim(await withEmpresa(harness, { icredencial: 1 }))).toBe('claimed')
    expect((await harness.readEmpresa(id)).licredencial).toBe(5)
  }),
  it('claims and registrations of one address keep one pace, whatever becomes of what they took', async (harness) => {
    const { empresas, credenciais } = harness.storage
    const id = await withEmpresa(harness, { icredencial: 50 })
    const other = await withEmpresa(harness, { icredencial: 50 })
    const one = (fields: Parameters<typeof aClaim>[1] = {}) => aClaim(id, { origem: 'one', ...fields })
    const held = one({ holdMs: 1_000 })
    await empresas.claim(held)
    for (let i = 0; i < 9; i++) {
      const { kind } = await credenciais.register(aRegister({ claim: one({ now: NOW + 1 }), now: NOW + 1 }))
      expect(kind).toBe('registered')
    }
    const late = one({ now: NOW + 1_000 })
    expect(await empresas.releaseEnded(NOW + 1_000)).toBe(1)
    expect(await empresas.claim(late)).toMatchObject({ kind: 'pace-exceeded', empresa: { empresaid: id } })
    const refused = await credenciais.register(aRegister({ claim: late, now: late.now }))
    expect(refused).toMatchObject({ kind: 'pace-exceeded', empresa: { empresaid: id } })
    expect(await harness.readReservas(id)).toHaveLength(10)
    expect(await harness.readCredenciais()).toHaveLength(9)
    await expectCounterToAgree(harness, id, 0)

    expect((await empresas.claim(one({ origem: 'two', now: NOW + 1_000 }))).kind).toBe('claimed')
    expect((await empresas.claim(one({ origem: null, now: NOW + 1_000 }))).kind).toBe('claimed')
    expect((await empresas.claim(aClaim(other, { origem: 'one', now: NOW + 1_000 }))).kind).toBe('claimed')
    // The first claim is a minute old now, the registrations are a millisecond younger.
    expect((await empresas.claim(one({ now: NOW + 60_000 }))).kind).toBe('claimed')
    expect((await empresas.claim(one({ now: NOW + 60_000 }))).kind).toBe('pace-exceeded')
    expect((await empresas.claim(one({ now: NOW + 60_001 }))).kind).toBe('claimed')
  }),
  it('a hold answered again and a hold that pays take nothing newly, so no pace stops them', async (harness) => {
    const { empresas, credenciais } = harness.storage
    const id = await withEmpresa(harness, { icredencial: 50 })
    const claims = Array.from({ length: 10 }, () => aClaim(id, { origem: 'one' }))
    for (const claim of claims) expect((await empresas.claim(claim)).kind).toBe('claimed')
    for (const { sid } of claims) {
      const again = aClaim(id, { origem: 'one', sid })
      expect((await empresas.claim(again)).kind).toBe('claimed')
      expect((await credenciais.register(aRegister({ claim: again }))).kind).toBe('registered')
    }
    expect((await empresas.claim(aClaim(id, { origem: 'one' }))).kind).toBe('pace-exceeded')
  }),
  it('a guest who withdraws gives the invitation back and none of the pace, and stays in sight of who looks for bursts', async (harness) => {
    const { credenciais } = harness.storage
    const id = await withEmpresa(harness, { icredencial: 50 })
    const from = { origem: 'one', now: NOW + 1 }
    const register = () => credenciais.register(aRegister({ ...from, claim: aClaim(id, from) }))
    const ids: string[] = []
    for (let i = 0; i < 10; i++) {
      const registration = await register()
      if (registration.kind !== 'registered') throw new Error(registration.kind)
      ids.push(registration.credencial.credencialid)
    }
    for (const one of ids) expect((await withdraw(harness, one, { now: NOW + 2 })).kind).toBe('withdrawn')
    expect((await register()).kind).toBe('pace-exceeded')
    const procedenciasOf = async () =>
      (await credenciais.listProcedencias(NOW)).map(({ origem, empresaid }) => [origem, empresaid])
    expect(await procedenciasOf()).toEqual(ids.map(() => ['one', null]))
    for (const one of ids) expect((await undo(harness, one, { now: NOW + 3 })).kind).toBe('returned')
    expect((await register()).kind).toBe('pace-exceeded')
    expect(await procedenciasOf()).toEqual(ids.map(() => ['one', id]))
    await expectCounterToAgree(harness, id, 0)
  }),
]
