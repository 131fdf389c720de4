import { expect } from 'vitest'
import { aClaim, anEmpresa, HOLD_MS, NOW } from '../support/factories.ts'
import { expectCounterToAgree, withEmpresa } from './claims.ts'
import { it, type ContractCase } from './harness.ts'

export const cases: ContractCase[] = [
  it('claim answers empresa-not-found for a company that does not exist', async ({ storage }) => {
    expect(await storage.empresas.claim(aClaim('nobody'))).toEqual({ kind: 'empresa-not-found' })
  }),
  it('claim raises licredencial by one and stores a pendente of this browser until the hold ends', async (harness) => {
    const id = await withEmpresa(harness, { licredencial: 4 })
    const request = aClaim(id, { origem: 'origem-1' })
    const claim = await harness.storage.empresas.claim(request)
    const reserva = {
      reservaid: request.reservaid,
      empresaid: id,
      sid: request.sid,
      origem: 'origem-1',
      estado: 'pendente',
      criadaem: NOW,
      expiraem: NOW + HOLD_MS,
      credencialid: null,
    }
    expect(claim).toEqual({ kind: 'claimed', reserva })
    expect(await harness.readReservas(id)).toEqual([reserva])
    await expectCounterToAgree(harness, id, 4)
  }),
  it('claim leaves every other field of the company as it was', async (harness) => {
    const document = anEmpresa()
    await harness.putEmpresa(document)
    await harness.storage.empresas.claim(aClaim(document.empresaid))
    expect(await harness.readEmpresa(document.empresaid)).toEqual({ ...document, licredencial: 1 })
  }),
  it('claim returns the pendente this browser holds already and writes nothing', async (harness) => {
    const id = await withEmpresa(harness)
    const first = await harness.storage.empresas.claim(aClaim(id, { sid: 'same-browser' }))
    const again = await harness.storage.empresas.claim(aClaim(id, { sid: 'same-browser', now: NOW + 1000 }))
    expect(again).toEqual(first)
    await expectCounterToAgree(harness, id, 0)
    expect(await harness.readReservas(id)).toHaveLength(1)
  }),
  it('claim returns limit-reached and writes nothing when licredencial equals icredencial', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 5, licredencial: 5 })
    const claim = await harness.storage.empresas.claim(aClaim(id))
    expect(claim).toMatchObject({ kind: 'limit-reached', empresa: { empresaid: id } })
    expect((await harness.readEmpresa(id)).licredencial).toBe(5)
    expect(await harness.readReservas(id)).toEqual([])
  }),
]

export const races: ContractCase[] = [
  it('50 claims at once of one browser use one invitation', async (harness) => {
    const id = await withEmpresa(harness)
    const claims = await Promise.all(
      Array.from({ length: 50 }, () => harness.storage.empresas.claim(aClaim(id, { sid: 'one' }))),
    )
    expect(new Set(claims.map((c) => (c.kind === 'claimed' ? c.reserva.reservaid : c.kind))).size).toBe(1)
    await expectCounterToAgree(harness, id, 0)
    expect((await harness.readEmpresa(id)).licredencial).toBe(1)
  }),
  it('two browsers at the last invitation: one wins, the other reads the limit', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 10, licredencial: 9 })
    const claims = await Promise.all([1, 2].map(() => harness.storage.empresas.claim(aClaim(id))))
    expect(claims.map((c) => c.kind).sort()).toEqual(['claimed', 'limit-reached'])
    await expectCounterToAgree(harness, id, 9)
  }),
  it('60 claims at once on 20 invitations grant exactly 20', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 20 })
    const claims = await Promise.all(
      Array.from({ length: 60 }, () => harness.storage.empresas.claim(aClaim(id))),
    )
    expect(claims.filter((c) => c.kind === 'claimed')).toHaveLength(20)
    expect(claims.filter((c) => c.kind === 'limit-reached')).toHaveLength(40)
    await expectCounterToAgree(harness, id, 0)
  }),
]
