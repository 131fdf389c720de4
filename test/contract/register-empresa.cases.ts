import { expect } from 'vitest'
import { aClaim, aRegister, HOLD_MS, NOW } from '../support/factories.ts'
import { expectCounterToAgree } from './claims.ts'
import { it, type ContractCase } from './harness.ts'
import { idOf, withEmpresa } from './registrations.ts'

export const cases: ContractCase[] = [
  it('with a company, this browser’s pendente there becomes usada with the credencialid', async (harness) => {
    const id = await withEmpresa(harness, 3)
    const claim = aClaim(id)
    await harness.storage.empresas.claim(claim)
    await harness.storage.empresas.claim(aClaim(id))
    const convite = aClaim(id, { sid: claim.sid, now: NOW + 5 })
    const registration = await harness.storage.credenciais.register(
      aRegister({ claim: convite, now: NOW + 5 }),
    )
    const usada = (await harness.readReservas(id)).find((r) => r.estado === 'usada')
    expect(usada).toMatchObject({ reservaid: claim.reservaid, credencialid: idOf(registration) })
    await expectCounterToAgree(harness, id, 0)
    expect((await harness.readEmpresa(id)).licredencial).toBe(2)
  }),
  it('with a company and no hold, an invitation is claimed', async (harness) => {
    const id = await withEmpresa(harness, 1)
    const registration = await harness.storage.credenciais.register(aRegister({ claim: aClaim(id) }))
    expect(registration.kind).toBe('registered')
    expect(await harness.readReservas(id)).toMatchObject([
      { estado: 'usada', credencialid: idOf(registration) },
    ])
    await expectCounterToAgree(harness, id, 0)
  }),
  it('with a hold that has ended, an invitation is claimed', async (harness) => {
    const id = await withEmpresa(harness, 1)
    const claim = aClaim(id)
    await harness.storage.empresas.claim(claim)
    const late = aClaim(id, { sid: claim.sid, now: NOW + HOLD_MS })
    expect((await harness.storage.credenciais.register(aRegister({ claim: late, now: late.now }))).kind).toBe(
      'registered',
    )
    expect((await harness.readReservas(id)).map((r) => r.estado).sort()).toEqual(['liberada', 'usada'])
    await expectCounterToAgree(harness, id, 0)
  }),
  it('with a company that has none left, limit-reached and nothing is stored', async (harness) => {
    const id = await withEmpresa(harness, 2, 2)
    const registration = await harness.storage.credenciais.register(aRegister({ claim: aClaim(id) }))
    expect(registration).toMatchObject({ kind: 'limit-reached', empresa: { empresaid: id } })
    expect(await harness.readCredenciais()).toEqual([])
    expect(await harness.countChaves()).toBe(0)
    expect(await harness.readReservas(id)).toEqual([])
    expect((await harness.readEmpresa(id)).licredencial).toBe(2)
  }),
  it('with a company that does not exist, empresa-not-found and nothing is stored', async (harness) => {
    const registration = await harness.storage.credenciais.register(aRegister({ claim: aClaim('nobody') }))
    expect(registration).toEqual({ kind: 'empresa-not-found' })
    expect(await harness.readCredenciais()).toEqual([])
  }),
  it('without a company no reserva is touched, though this browser holds one', async (harness) => {
    const id = await withEmpresa(harness, 3)
    const claim = aClaim(id)
    await harness.storage.empresas.claim(claim)
    await harness.storage.credenciais.register(aRegister())
    expect(await harness.readReservas(id)).toMatchObject([{ estado: 'pendente', credencialid: null }])
    await expectCounterToAgree(harness, id, 0)
  }),
  it('a known guest nobody paid for is paid by the company they come with, and shows at its table', async (harness) => {
    const id = await withEmpresa(harness, 3)
    const request = aRegister()
    const first = await harness.storage.credenciais.register(request)
    const claim = aClaim(id)
    await harness.storage.empresas.claim(claim)
    const again = await harness.storage.credenciais.register({
      ...request,
      claim: aClaim(id, { sid: claim.sid }),
    })
    expect(again).toEqual({ ...first, kind: 'already-registered' })
    expect(await harness.readReservas(id)).toMatchObject([
      { reservaid: claim.reservaid, estado: 'usada', credencialid: idOf(first) },
    ])
    const convidado = await harness.storage.credenciais.findById(idOf(first))
    expect(convidado?.empresa).toEqual({ empresaid: id, nome: 'Fazenda Santa Clara' })
    await expectCounterToAgree(harness, id, 0)
  }),
  it('a known guest nobody paid for meets limit-reached at a company that has none left, and stays registered', async (harness) => {
    const id = await withEmpresa(harness, 1, 1)
    const request = aRegister()
    await harness.storage.credenciais.register(request)
    expect((await harness.storage.credenciais.register({ ...request, claim: aClaim(id) })).kind).toBe(
      'limit-reached',
    )
    expect(await harness.readCredenciais()).toHaveLength(1)
  }),
  it('a known guest who is paid for gives this browser’s pendente back', async (harness) => {
    const paying = await withEmpresa(harness, 3)
    const other = await withEmpresa(harness, 3)
    const request = aRegister({ claim: aClaim(paying) })
    await harness.storage.credenciais.register(request)
    const claim = aClaim(other)
    await harness.storage.empresas.claim(claim)
    const again = await harness.storage.credenciais.register({
      ...request,
      claim: aClaim(other, { sid: claim.sid }),
    })
    expect(again.kind).toBe('already-registered')
    expect((await harness.readReservas(other)).map((r) => r.estado)).toEqual(['liberada'])
    expect((await harness.readReservas(paying)).map((r) => r.estado)).toEqual(['usada'])
    await expectCounterToAgree(harness, other, 0)
    await expectCounterToAgree(harness, paying, 0)
  }),
]
