import { expect } from 'vitest'
import { aClaim, HOLD_MS, NOW, unique } from '../support/factories.ts'
import { expectCounterToAgree, withEmpresa } from './claims.ts'
import { it, type ContractCase } from './harness.ts'

export const cases: ContractCase[] = [
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
