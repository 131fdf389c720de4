import { expect } from 'vitest'
import { aClaim, anEmpresa, aRegister, HOLD_MS, NOW, unique } from '../support/factories.ts'
import { expectCounterToAgree, withEmpresa } from './claims.ts'
import { it, type ContractCase } from './harness.ts'
import { undo, withdraw } from './desistencia.cases.ts'

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
    // The first claim is a minute old by now; the registrations are a millisecond younger.
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
  it('claim releases the ended holds of this company first, and only of this company', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 1 })
    const other = await withEmpresa(harness, { icredencial: 1 })
    await harness.storage.empresas.claim(aClaim(id))
    await harness.storage.empresas.claim(aClaim(other))
    const late = await harness.storage.empresas.claim(aClaim(id, { now: NOW + HOLD_MS }))
    expect(late.kind).toBe('claimed')
    expect((await harness.readReservas(id)).map((r) => r.estado).sort()).toEqual(['liberada', 'pendente'])
    expect((await harness.readReservas(other)).map((r) => r.estado)).toEqual(['pendente'])
    await expectCounterToAgree(harness, id, 0)
  }),
  it('a browser whose own hold has ended claims another', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 1 })
    await harness.storage.empresas.claim(aClaim(id, { sid: 'slow' }))
    const claim = await harness.storage.empresas.claim(aClaim(id, { sid: 'slow', now: NOW + HOLD_MS }))
    expect(claim).toMatchObject({ kind: 'claimed', reserva: { criadaem: NOW + HOLD_MS } })
    await expectCounterToAgree(harness, id, 0)
  }),
  it('findHolds answers the live holds of a browser, newest first', async (harness) => {
    const first = await withEmpresa(harness)
    const second = await withEmpresa(harness)
    const sid = unique('sid')
    await harness.storage.empresas.claim(aClaim(first, { sid }))
    await harness.storage.empresas.claim(aClaim(second, { sid, now: NOW + 1 }))
    await harness.storage.empresas.claim(aClaim(second))
    const holds = await harness.storage.empresas.findHolds(sid, NOW + 2)
    expect(holds.map((hold) => hold.empresa.empresaid)).toEqual([second, first])
    expect(holds.map((hold) => hold.reserva.sid)).toEqual([sid, sid])
    expect(await harness.storage.empresas.findHolds(sid, NOW + HOLD_MS + 1)).toEqual([])
  }),
  it('more ended holds of one company than one transaction gives back are all given back, and counted', async (harness) => {
    const { empresas } = harness.storage
    const id = await withEmpresa(harness, { icredencial: 300 })
    await Promise.all(Array.from({ length: 205 }, () => empresas.claim(aClaim(id))))
    expect(await empresas.releaseEnded(NOW + HOLD_MS)).toBe(205)
    expect(await empresas.releaseEnded(NOW + HOLD_MS)).toBe(0)
    await expectCounterToAgree(harness, id, 0)
  }),
  it('releaseEnded gives every ended hold back, once, and leaves live ones', async (harness) => {
    const id = await withEmpresa(harness, { licredencial: 2 })
    const other = await withEmpresa(harness)
    await harness.storage.empresas.claim(aClaim(id))
    await harness.storage.empresas.claim(aClaim(id))
    await harness.storage.empresas.claim(aClaim(other))
    await harness.storage.empresas.claim(aClaim(id, { now: NOW + 1000 }))
    expect(await harness.storage.empresas.releaseEnded(NOW + HOLD_MS)).toBe(3)
    expect(await harness.storage.empresas.releaseEnded(NOW + HOLD_MS)).toBe(0)
    expect((await harness.readEmpresa(id)).licredencial).toBe(3)
    expect((await harness.readEmpresa(other)).licredencial).toBe(0)
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
  it('a hold that has ended is given back once, though ten release it at once', async (harness) => {
    const id = await withEmpresa(harness, { licredencial: 3 })
    await harness.storage.empresas.claim(aClaim(id))
    await harness.storage.empresas.claim(aClaim(id))
    const released = await Promise.all(
      Array.from({ length: 10 }, () => harness.storage.empresas.releaseEnded(NOW + HOLD_MS)),
    )
    expect(released.reduce((sum, count) => sum + count, 0)).toBe(2)
    await expectCounterToAgree(harness, id, 3)
  }),
]
