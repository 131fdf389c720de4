import { expect } from 'vitest'
import { aClaim, aRegister, HOLD_MS, NOW, unique } from '../support/factories.ts'
import { expectCounterToAgree, withEmpresa } from './claims.ts'
import { it, type ContractCase, type Harness } from './harness.ts'

/** A guest with that browser's invitation who comes once registrations are closed. */
const aLateConvidado = (empresaid: string, sid: string, now = NOW) =>
  aRegister({ claim: aClaim(empresaid, { sid, now }), now, isClosed: true })

/** Everything that must stay as it is when registrations are closed. */
const everythingOf = async (harness: Harness, empresaid: string) => ({
  empresa: await harness.readEmpresa(empresaid),
  reservas: await harness.readReservas(empresaid),
  credenciais: await harness.readCredenciais(),
  chaves: await harness.countChaves(),
})

/** Once registrations are closed, only a live hold of the browser's own is still good. */
export const cases: ContractCase[] = [
  it('closed: a claim is refused and writes nothing, not even the release of holds that have ended', async (harness) => {
    const { empresas } = harness.storage
    const id = await withEmpresa(harness)
    const sid = unique('sid')
    await empresas.claim(aClaim(id, { sid, now: NOW - HOLD_MS }))
    const before = await everythingOf(harness, id)
    for (const browser of [sid, unique('sid')]) {
      expect(await empresas.claim(aClaim(id, { sid: browser, isClosed: true }))).toEqual({ kind: 'closed' })
    }
    expect(await everythingOf(harness, id)).toEqual(before)
  }),
  it('closed: a claim of a company that does not exist is empresa-not-found', async ({ storage }) => {
    expect(await storage.empresas.claim(aClaim('nobody', { isClosed: true }))).toEqual({
      kind: 'empresa-not-found',
    })
  }),
  it('closed: a registration without a live hold is refused and writes nothing, known guest or new', async (harness) => {
    const { empresas, credenciais } = harness.storage
    const id = await withEmpresa(harness)
    const known = aRegister()
    await credenciais.register(known)
    const ended = aClaim(id, { now: NOW - HOLD_MS })
    await empresas.claim(ended)
    const before = await everythingOf(harness, id)
    for (const request of [
      aRegister({ isClosed: true }),
      aLateConvidado(id, unique('sid')),
      aLateConvidado(id, ended.sid),
      aLateConvidado('nobody', unique('sid')),
      { ...known, recibo: null, isClosed: true },
      { ...aLateConvidado(id, unique('sid')), chave: known.chave },
    ]) {
      expect(await credenciais.register(request)).toEqual({ kind: 'closed' })
    }
    expect(await everythingOf(harness, id)).toEqual(before)
  }),
  it('closed: a known guest’s own browser is confirmed again, and nothing is written', async (harness) => {
    const { credenciais } = harness.storage
    const id = await withEmpresa(harness)
    const known = aRegister()
    const { credencialid } = await credenciais
      .register(known)
      .then((first) => ('credencial' in first ? first.credencial : { credencialid: '' }))
    const before = await everythingOf(harness, id)
    const cadastro = { ...known.cadastro, email: 'a@exemplo.com' }
    const late = { ...known, cadastro, now: NOW + HOLD_MS, isClosed: true }
    const conhecidas = [{ credencialid, versao: 0 }]
    for (const request of [
      { ...known, cadastro, isClosed: true },
      { ...late, conhecidas },
      { ...late, conhecidas, claim: aClaim(id) },
    ]) {
      expect(await credenciais.register(request)).toMatchObject({ kind: 'already-registered', versao: 0 })
    }
    expect(await credenciais.register(late)).toEqual({ kind: 'closed' })
    expect(await everythingOf(harness, id)).toEqual(before)
  }),
  it('closed: a live hold is claimed again as the same reserva, and registers its guest', async (harness) => {
    const { empresas, credenciais } = harness.storage
    const id = await withEmpresa(harness)
    const claim = aClaim(id)
    const held = await empresas.claim(claim)
    const later = NOW + HOLD_MS - 1
    expect(await empresas.claim({ ...aClaim(id), sid: claim.sid, now: later, isClosed: true })).toEqual(held)
    expect(await credenciais.register(aLateConvidado(id, claim.sid, later))).toMatchObject({
      kind: 'registered',
    })
    expect(await harness.readReservas(id)).toMatchObject([{ estado: 'usada' }])
    await expectCounterToAgree(harness, id, 0)
    // The hold is used up: the next occupant comes too late.
    expect(await credenciais.register(aLateConvidado(id, claim.sid, later))).toEqual({ kind: 'closed' })
  }),
  it('closed: a live hold pays for a guest nobody had paid for', async (harness) => {
    const { empresas, credenciais } = harness.storage
    const id = await withEmpresa(harness)
    const known = aRegister()
    await credenciais.register(known)
    const claim = aClaim(id)
    await empresas.claim(claim)
    const request = { ...aLateConvidado(id, claim.sid), chave: known.chave, cadastro: known.cadastro }
    expect(await credenciais.register(request)).toMatchObject({ kind: 'already-registered' })
    expect(await harness.readReservas(id)).toMatchObject([{ estado: 'usada' }])
  }),
]

export const races: ContractCase[] = [
  it('claims at once while registrations close: those from before are granted, those after write nothing', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 30 })
    const claims = Array.from({ length: 40 }, (_, n) => aClaim(id, { isClosed: n % 2 === 1 }))
    const outcomes = await Promise.all(claims.map((claim) => harness.storage.empresas.claim(claim)))
    for (const [n, { kind }] of outcomes.entries()) expect(kind).toBe(n % 2 === 1 ? 'closed' : 'claimed')
    expect(await harness.readReservas(id)).toHaveLength(20)
    expect((await harness.readEmpresa(id)).licredencial).toBe(20)
  }),
  it('closed: ten guests at once with one browser’s hold: it pays for one, nine are too late', async (harness) => {
    const id = await withEmpresa(harness)
    const claim = aClaim(id)
    await harness.storage.empresas.claim(claim)
    const kinds = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { kind } = await harness.storage.credenciais.register(aLateConvidado(id, claim.sid))
        return kind
      }),
    )
    expect(kinds.filter((kind) => kind === 'registered')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'closed')).toHaveLength(9)
    expect(await harness.readCredenciais()).toHaveLength(1)
    await expectCounterToAgree(harness, id, 0)
  }),
]
