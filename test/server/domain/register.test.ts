import { expect, test } from 'vitest'
import { newChave, type Acesso } from '../../../server/domain/acesso.ts'
import { newReserva } from '../../../server/domain/claim.ts'
import { credencialOf } from '../../../server/domain/credencial.ts'
import { decideRegister, type Known, type RegisterRequest } from '../../../server/domain/register.ts'
import type { Allotment } from '../../../server/domain/reserva.ts'
import { aCadastro, aClaim, anAllotment, aRegister, HOLD_MS, NOW } from '../../support/factories.ts'

const ID = '1819000000000'
const KEPT = { ...newChave(ID), origem: 'de-casa', criadaem: NOW - 120_000 }

/** A guest registered two minutes ago in another browser, with the cookie 'dela'. */
const known = (email = '', isPaid = false, acesso: Partial<Acesso> = {}): Known => ({
  credencial: credencialOf(ID, aCadastro({ nome: 'ANA', telefone: '11987654321', email })),
  isPaid,
  desistencia: null,
  key: 'chave',
  chave: { ...KEPT, versao: 0, recibo: 'dela', reciboate: NOW + 13 * 60_000, ...acesso },
})

/** Decides a request of a guest with this name and phone, known or not, when the id 77 is free. */
const decide = (known: Known | null, allotment: Allotment | null, request: RegisterRequest) =>
  decideRegister({ known, guardada: null, allotment, freeId: '77', isErased: false, coming: 'link' }, request)

test('a new guest without a company is created and no reserva is touched', () => {
  const request = aRegister({ recibo: 'meu' })
  expect(decide(null, null, request)).toMatchObject({
    outcome: { kind: 'registered', credencial: { credencialid: '77' }, versao: 0 },
    writes: {
      isAvipDue: true,
      chave: { credencialid: '77', versao: 0, recibo: 'meu', reciboate: NOW + 15 * 60_000 },
      change: null,
    },
  })
})

test('a live hold pays without raising licredencial: the claim raised it', () => {
  const mine = newReserva(aClaim('mesa-1'))
  const request = aRegister({ claim: aClaim('mesa-1', { sid: mine.sid }) })
  const decision = decide(null, anAllotment(5, 5, { mine }), request)
  expect(decision.writes?.change).toEqual({
    empresaid: 'mesa-1',
    licredencial: 5,
    release: [],
    store: [{ ...mine, estado: 'usada', credencialid: '77' }],
  })
})

test('with no hold an invitation is claimed, usada at once', () => {
  const convite = aClaim('mesa-1')
  const decision = decide(null, anAllotment(5, 2), aRegister({ claim: convite }))
  expect(decision.writes?.change).toMatchObject({
    licredencial: 3,
    release: [],
    store: [{ reservaid: convite.reservaid, estado: 'usada', credencialid: '77' }],
  })
})

test('an ended hold of this browser is released, not revived, and a new reserva pays', () => {
  const mine = newReserva(aClaim('mesa-1', { now: NOW - HOLD_MS }))
  const convite = aClaim('mesa-1', { sid: mine.sid })
  const allotment = anAllotment(1, 1, { mine, ended: [mine] })
  const decision = decide(null, allotment, aRegister({ claim: convite }))
  expect(decision.writes?.change).toMatchObject({
    licredencial: 1,
    release: [mine],
    store: [{ reservaid: convite.reservaid, estado: 'usada' }],
  })
})

test('a registration is never held back by how many holds its address has', () => {
  const convite = aClaim('mesa-1', { origem: 'de-casa' })
  const allotment = anAllotment(20, 10, { heldFromOrigem: 10 })
  expect(decide(null, allotment, aRegister({ claim: convite })).outcome.kind).toBe('registered')
})

test('a registration that takes an invitation newly keeps the pace of its address, for a known guest too', () => {
  const convite = aClaim('mesa-1', { origem: 'de-casa' })
  const allotment = anAllotment(50, 12, { takenFromOrigem: 10 })
  const refusal = { outcome: { kind: 'pace-exceeded', empresa: allotment.empresa }, writes: null }
  expect(decide(null, allotment, aRegister({ claim: convite }))).toEqual(refusal)
  expect(decide(known(), allotment, aRegister({ claim: convite }))).toEqual(refusal)
  expect(decide(known('', true), allotment, aRegister({ claim: convite })).outcome.kind).toBe(
    'already-registered',
  )
})

test('a live hold pays whatever the pace of its address: it was counted when it was claimed', () => {
  const mine = newReserva(aClaim('mesa-1', { origem: 'de-casa' }))
  const convite = aClaim('mesa-1', { sid: mine.sid, origem: 'de-casa' })
  const allotment = anAllotment(50, 12, { mine, takenFromOrigem: 10 })
  expect(decide(null, allotment, aRegister({ claim: convite })).outcome.kind).toBe('registered')
})

test('nothing left and no hold: refused with the company to show', () => {
  const allotment = anAllotment(2, 2)
  expect(decide(null, allotment, aRegister({ claim: aClaim('mesa-1') }))).toEqual({
    outcome: { kind: 'limit-reached', empresa: allotment.empresa, left: 0 },
    writes: null,
  })
})

test('a new guest of a company that does not exist is refused', () => {
  const request = aRegister({ claim: aClaim('nobody') })
  expect(decide(null, null, request)).toEqual({ outcome: { kind: 'empresa-not-found' }, writes: null })
})

test('a known guest who comes with a company that has gone meanwhile hears of it, and stays registered', () => {
  const request = aRegister({ claim: aClaim('gone') })
  expect(decide(known(), null, request)).toEqual({ outcome: { kind: 'empresa-not-found' }, writes: null })
})

test('a blank stored e-mail is filled, a stored one is never replaced, and a blank one erases nothing', () => {
  const keep = (stored: string, given: string) => {
    const cadastro = aCadastro({ nome: 'ANA', telefone: '11987654321', email: given })
    const request = aRegister({ cadastro, recibo: 'dela' })
    const decision = decide(known(stored), null, request)
    expect(decision.writes?.isAvipDue).toBe(false)
    return decision.writes?.credencial?.email
  }
  expect(keep('', 'ana@exemplo.com')).toBe('ana@exemplo.com')
  expect(keep('ana@exemplo.com', 'outra@exemplo.com')).toBeUndefined()
  expect(keep('ana@exemplo.com', '')).toBeUndefined()
  expect(keep('', '')).toBeUndefined()
})

test('a blank e-mail is filled by nobody who may not see the credencial, but by the payer', () => {
  const cadastro = aCadastro({ nome: 'ANA', telefone: '11987654321', email: 'outra@exemplo.com' })
  const stranger = aRegister({ cadastro, recibo: 'outro' })
  const payer = { ...stranger, claim: aClaim('mesa-1') }
  for (const [request, isPaid, email] of [
    [stranger, false, ''],
    [payer, true, ''],
    [payer, false, 'outra@exemplo.com'],
  ] as const) {
    const decision = decide(known('', isPaid), anAllotment(5, 2), request)
    expect(decision.outcome).toMatchObject({ kind: 'already-registered', credencial: { email } })
    expect(decision.writes).toMatchObject({
      credencial: email === '' ? null : { email },
      isAvipDue: email !== '',
    })
  }
})

test('a repeat is shown the credencial by the recibo while it counts, or by a passe of the versao it has now', () => {
  const versaoFor = (shown: Partial<RegisterRequest>, acesso: Partial<Acesso> = {}) => {
    const decision = decide(known('', false, acesso), null, aRegister(shown))
    if (decision.outcome.kind !== 'already-registered') throw new Error('not kept')
    expect(decision.writes).toMatchObject({ chave: null, change: null })
    return decision.outcome.versao
  }
  const until = NOW + 13 * 60_000
  expect(versaoFor({ recibo: 'dela', now: until - 1 })).toBe(0)
  expect(versaoFor({ recibo: 'dela', now: until })).toBeNull()
  expect(versaoFor({ recibo: 'outro' })).toBeNull()
  expect(versaoFor({ recibo: null })).toBeNull()
  expect(versaoFor({ recibo: null }, { recibo: null, reciboate: null })).toBeNull()
  expect(versaoFor({ recibo: null }, { recibo: null })).toBeNull()
  const passe = (credencialid: string, versao: number) => ({ conhecidas: [{ credencialid, versao }] })
  expect(versaoFor({ ...passe(ID, 0), now: until + 1 })).toBe(0)
  expect(versaoFor(passe(ID, 2), { versao: 2 })).toBe(2)
  expect(versaoFor(passe(ID, 0), { versao: 1 })).toBeNull()
  expect(versaoFor(passe(ID, 1))).toBeNull()
  expect(versaoFor(passe('1819000000001', 0))).toBeNull()
})

test('the payer for a guest another browser registered gets the credencial under a new versao', () => {
  const request = aRegister({ claim: aClaim('mesa-1'), recibo: 'outro' })
  const pay = (acesso: Partial<Acesso>, shown: Partial<RegisterRequest> = {}) =>
    decide(known('', false, acesso), anAllotment(5, 2), { ...request, ...shown })
  const until = NOW + 15 * 60_000
  expect(pay({})).toMatchObject({
    writes: { chave: { ...KEPT, versao: 1, recibo: 'outro', reciboate: until } },
    outcome: { kind: 'already-registered', versao: 1 },
  })
  expect(pay({ versao: 3 }, { recibo: null })).toMatchObject({
    writes: { chave: { ...KEPT, versao: 4, recibo: null, reciboate: null } },
    outcome: { versao: 4 },
  })
  // The guest's own browser pays: its link stays, and this answer may be lost, too.
  expect(pay({}, { recibo: 'dela' })).toMatchObject({
    writes: { chave: { ...KEPT, versao: 0, recibo: 'dela', reciboate: until } },
    outcome: { versao: 0 },
  })
  expect(pay({}, { conhecidas: [{ credencialid: ID, versao: 0 }] })).toMatchObject({
    writes: { chave: { ...KEPT, versao: 0, recibo: 'outro', reciboate: until } },
    outcome: { versao: 0 },
  })
})

test('the name a known guest was stored with stays, however it is typed now', () => {
  const request = aRegister({ cadastro: aCadastro({ nome: 'ÁNA', telefone: '11987654321', email: '' }) })
  expect(decide(known(), null, request)).toMatchObject({
    outcome: { credencial: { nome: 'ANA', credencialid: ID } },
    writes: { credencial: null },
  })
})

test('a known guest nobody paid for is paid by this company under the id they have', () => {
  const convite = aClaim('mesa-1')
  expect(decide(known(), anAllotment(5, 2), aRegister({ claim: convite }))).toMatchObject({
    outcome: { kind: 'already-registered' },
    writes: { change: { licredencial: 3, store: [{ estado: 'usada', credencialid: ID }] } },
  })
})

test('a known guest who is paid for takes nothing from a company, and gives this browser’s hold back', () => {
  const mine = newReserva(aClaim('mesa-1'))
  const request = aRegister({ claim: aClaim('mesa-1', { sid: mine.sid }) })
  const paid = known('', true)
  expect(decide(paid, anAllotment(5, 2), request)).toMatchObject({
    outcome: { kind: 'already-registered' },
    writes: { change: null },
  })
  expect(decide(paid, anAllotment(5, 2, { mine }), request)).toMatchObject({
    outcome: { kind: 'already-registered' },
    writes: { change: { empresaid: 'mesa-1', licredencial: 1, release: [mine], store: [] } },
  })
})

test('a known guest who is paid for is kept by a company that has none left', () => {
  const request = aRegister({ claim: aClaim('mesa-1') })
  expect(decide(known('', true), anAllotment(1, 1), request).outcome.kind).toBe('already-registered')
})
