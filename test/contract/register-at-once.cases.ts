import { expect } from 'vitest'
import { aClaim, aRegister, unique } from '../support/factories.ts'
import { expectCounterToAgree } from './claims.ts'
import { it, type ContractCase } from './harness.ts'
import { idOf, withEmpresa } from './registrations.ts'

export const cases: ContractCase[] = [
  it('a registration repeated 100 times with one hold uses it once', async (harness) => {
    const id = await withEmpresa(harness, 5)
    const claim = aClaim(id)
    await harness.storage.empresas.claim(claim)
    const request = aRegister({ claim: aClaim(id, { sid: claim.sid }) })
    for (let i = 0; i < 100; i++) await harness.storage.credenciais.register(request)
    expect(await harness.readCredenciais()).toHaveLength(1)
    expect((await harness.readEmpresa(id)).licredencial).toBe(1)
  }),
]

export const races: ContractCase[] = [
  it('50 identical registrations at once are one', async (harness) => {
    const id = await withEmpresa(harness, 5)
    const request = aRegister()
    const registrations = await Promise.all(
      Array.from({ length: 50 }, () =>
        harness.storage.credenciais.register({ ...request, claim: aClaim(id, { sid: 'one' }) }),
      ),
    )
    expect(new Set(registrations.map(idOf)).size).toBe(1)
    expect(await harness.readCredenciais()).toHaveLength(1)
    expect((await harness.readEmpresa(id)).licredencial).toBe(1)
    await expectCounterToAgree(harness, id, 0)
  }),
  it('40 guests at once on the last 15 invitations: 15 are registered, 25 read the limit, nobody in between', async (harness) => {
    const id = await withEmpresa(harness, 15)
    const registrations = await Promise.all(
      Array.from({ length: 40 }, () =>
        harness.storage.credenciais.register(aRegister({ claim: aClaim(id, { sid: unique('sid') }) })),
      ),
    )
    expect(registrations.filter((r) => r.kind === 'registered')).toHaveLength(15)
    expect(registrations.filter((r) => r.kind === 'limit-reached')).toHaveLength(25)
    expect(await harness.readCredenciais()).toHaveLength(15)
    await expectCounterToAgree(harness, id, 0)
  }),
  it('40 invented guests at once from one address at a company of 50: exactly ten are registered', async (harness) => {
    const id = await withEmpresa(harness, 50)
    const registrations = await Promise.all(
      Array.from({ length: 40 }, () =>
        harness.storage.credenciais.register(aRegister({ claim: aClaim(id, { origem: 'one' }) })),
      ),
    )
    expect(registrations.filter((r) => r.kind === 'registered')).toHaveLength(10)
    expect(registrations.filter((r) => r.kind === 'pace-exceeded')).toHaveLength(30)
    expect(await harness.readCredenciais()).toHaveLength(10)
    await expectCounterToAgree(harness, id, 0)
  }),
  it('ten guests at once with one browser’s hold: it pays for one, nine read the limit', async (harness) => {
    const id = await withEmpresa(harness, 10, 9)
    const { sid } = aClaim(id)
    await harness.storage.empresas.claim(aClaim(id, { sid }))
    const registrations = await Promise.all(
      Array.from({ length: 10 }, () =>
        harness.storage.credenciais.register(aRegister({ claim: aClaim(id, { sid }) })),
      ),
    )
    expect(registrations.filter((r) => r.kind === 'registered')).toHaveLength(1)
    expect(registrations.filter((r) => r.kind === 'limit-reached')).toHaveLength(9)
    await expectCounterToAgree(harness, id, 9)
  }),
]
