import { expect, test } from 'vitest'
import type { Acesso } from '../../server/domain/acesso.ts'
import { newReserva, type Allotment } from '../../server/domain/claim.ts'
import { credencialOf } from '../../server/domain/credencial.ts'
import { parseEmpresa } from '../../server/domain/empresa.ts'
import { decideRegister, type RegisterRequest } from '../../server/domain/register.ts'
import { aClaim, anEmpresa, aRegister, HOLD_MS, NOW } from '../support/factories.ts'

function anAllotment(icredencial: number, licredencial: number, fields: Partial<Allotment> = {}): Allotment {
  const empresa = parseEmpresa('mesa-1', anEmpresa({ icredencial, licredencial }))
  return { empresa, mine: null, ended: [], heldFromOrigem: 0, takenFromOrigem: 0, ...fields }
}

const ID = '1819000000000'
/** A guest registered two minutes ago at another browser, which brought 'dela'. */
const known = (email = '', isPaid = false, acesso: Partial<Acesso> = {}) => ({
  credencial: credencialOf(ID, { nome: 'ANA', telefone: '11987654321', email }),
  isPaid,
  acesso: { versao: 0, recibo: 'dela', reciboate: NOW + 13 * 60_000, ...acesso },
})

test('a new guest without a company is created and no reserva is touched', () => {
  const request = aRegister({ recibo: 'meu' })
  expect(decideRegister({ known: null, allotment: null }, request)).toEqual({
    kind: 'create',
    acesso: { versao: 0, recibo: 'meu', reciboate: NOW + 15 * 60_000 },
    change: null,
  })
})

test('a live hold pays without raising licredencial: the claim raised it', () => {
  const mine = newReserva(aClaim('mesa-1'))
  const request = aRegister({ convite: aClaim('mesa-1', { sid: mine.sid }) })
  const decision = decideRegister({ known: null, allotment: anAllotment(5, 5, { mine }) }, request)
  expect(decision.kind === 'create' && decision.change?.('77')).toEqual({
    empresaid: 'mesa-1',
    licredencial: 5,
    release: [],
    store: { ...mine, estado: 'usada', credencialid: '77' },
  })
})

test('a live hold pays with the id the credencial was stored under in the end', () => {
  const mine = newReserva(aClaim('mesa-1'))
  const request = aRegister({ convite: aClaim('mesa-1', { sid: mine.sid }) })
  const decision = decideRegister({ known: null, allotment: anAllotment(5, 5, { mine }) }, request)
  const change = decision.kind === 'create' ? decision.change : null
  expect(change?.('77').store?.credencialid).toBe('77')
  expect(change?.('78').store?.credencialid).toBe('78')
})

test('with no hold an invitation is claimed, usada at once', () => {
  const convite = aClaim('mesa-1')
  const decision = decideRegister({ known: null, allotment: anAllotment(5, 2) }, aRegister({ convite }))
  expect(decision.kind === 'create' && decision.change?.('77')).toMatchObject({
    licredencial: 3,
    release: [],
    store: { reservaid: convite.reservaid, estado: 'usada', credencialid: '77' },
  })
})

test('an ended hold of this browser is released, not revived, and a new reserva pays', () => {
  const mine = newReserva(aClaim('mesa-1', { now: NOW - HOLD_MS }))
  const convite = aClaim('mesa-1', { sid: mine.sid })
  const allotment = anAllotment(1, 1, { mine, ended: [mine] })
  const decision = decideRegister({ known: null, allotment }, aRegister({ convite }))
  expect(decision.kind === 'create' && decision.change?.('77')).toMatchObject({
    licredencial: 1,
    release: [mine],
    store: { reservaid: convite.reservaid, estado: 'usada' },
  })
})

test('a registration is never held back by how many holds its address has', () => {
  const convite = aClaim('mesa-1', { origem: 'de-casa' })
  const allotment = anAllotment(20, 10, { heldFromOrigem: 10 })
  expect(decideRegister({ known: null, allotment }, aRegister({ convite })).kind).toBe('create')
})

test('a registration that takes an invitation newly keeps the pace of its address, for a known guest too', () => {
  const convite = aClaim('mesa-1', { origem: 'de-casa' })
  const allotment = anAllotment(50, 12, { takenFromOrigem: 10 })
  const refusal = { kind: 'refuse', outcome: { kind: 'pace-exceeded', empresa: allotment.empresa } }
  expect(decideRegister({ known: null, allotment }, aRegister({ convite }))).toEqual(refusal)
  expect(decideRegister({ known: known(), allotment }, aRegister({ convite }))).toEqual(refusal)
  expect(decideRegister({ known: known('', true), allotment }, aRegister({ convite })).kind).toBe('keep')
})

test('a live hold pays whatever the pace of its address: it was counted when it was claimed', () => {
  const mine = newReserva(aClaim('mesa-1', { origem: 'de-casa' }))
  const convite = aClaim('mesa-1', { sid: mine.sid, origem: 'de-casa' })
  const allotment = anAllotment(50, 12, { mine, takenFromOrigem: 10 })
  expect(decideRegister({ known: null, allotment }, aRegister({ convite })).kind).toBe('create')
})

test('nothing left and no hold: refused with the company to show', () => {
  const allotment = anAllotment(2, 2)
  expect(decideRegister({ known: null, allotment }, aRegister({ convite: aClaim('mesa-1') }))).toEqual({
    kind: 'refuse',
    outcome: { kind: 'limit-reached', empresa: allotment.empresa },
  })
})

test('a new guest of a company that does not exist is refused', () => {
  const request = aRegister({ convite: aClaim('nobody') })
  expect(decideRegister({ known: null, allotment: null }, request)).toEqual({
    kind: 'refuse',
    outcome: { kind: 'empresa-not-found' },
  })
})

test('a known guest who comes with a company that has gone meanwhile hears of it, and stays registered', () => {
  const request = aRegister({ convite: aClaim('gone') })
  expect(decideRegister({ known: known(), allotment: null }, request)).toEqual({
    kind: 'refuse',
    outcome: { kind: 'empresa-not-found' },
  })
})

test('a blank stored e-mail is filled, a stored one is never replaced, and a blank one erases nothing', () => {
  const keep = (stored: string, given: string) => {
    const cadastro = { nome: 'ANA', telefone: '11987654321', email: given }
    const request = aRegister({ cadastro, recibo: 'dela' })
    const decision = decideRegister({ known: known(stored), allotment: null }, request)
    return decision.kind === 'keep' && [decision.credencial.email, decision.text]
  }
  expect(keep('', 'ana@exemplo.com')).toEqual(['ana@exemplo.com', 'filled'])
  expect(keep('ana@exemplo.com', 'outra@exemplo.com')).toEqual(['ana@exemplo.com', 'same'])
  expect(keep('ana@exemplo.com', '')).toEqual(['ana@exemplo.com', 'same'])
  expect(keep('', '')).toEqual(['', 'same'])
})

test('a blank e-mail is filled by nobody who may not see the credencial, but by whoever pays for it', () => {
  const cadastro = { nome: 'ANA', telefone: '11987654321', email: 'outra@exemplo.com' }
  const stranger = aRegister({ cadastro, recibo: 'outro' })
  const payer = { ...stranger, convite: aClaim('mesa-1') }
  for (const [request, isPaid, email] of [
    [stranger, false, ''],
    [payer, true, ''],
    [payer, false, 'outra@exemplo.com'],
  ] as const) {
    const decision = decideRegister({ known: known('', isPaid), allotment: anAllotment(5, 2) }, request)
    expect(decision).toMatchObject({
      kind: 'keep',
      text: email === '' ? 'same' : 'replaced',
      credencial: { email },
    })
  }
})

test('a repeat is shown the credencial by the recibo while it counts, or by a passe of the versao it has now', () => {
  const versaoFor = (shown: Partial<RegisterRequest>, acesso: Partial<Acesso> = {}) => {
    const decision = decideRegister({ known: known('', false, acesso), allotment: null }, aRegister(shown))
    if (decision.kind !== 'keep' || decision.outcome.kind !== 'already-registered')
      throw new Error('not kept')
    expect(decision).toMatchObject({ acesso: null, change: null })
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

test('whoever pays for a guest another browser registered gets the credencial under a new versao', () => {
  const request = aRegister({ convite: aClaim('mesa-1'), recibo: 'outro' })
  const decide = (acesso: Partial<Acesso>, shown: Partial<RegisterRequest> = {}) =>
    decideRegister(
      { known: known('', false, acesso), allotment: anAllotment(5, 2) },
      { ...request, ...shown },
    )
  const until = NOW + 15 * 60_000
  expect(decide({})).toMatchObject({
    acesso: { versao: 1, recibo: 'outro', reciboate: until },
    outcome: { kind: 'already-registered', versao: 1 },
  })
  expect(decide({ versao: 3 }, { recibo: null })).toMatchObject({
    acesso: { versao: 4, recibo: null, reciboate: null },
    outcome: { versao: 4 },
  })
  // Its own browser pays: the link it has stays, and the answer to this may be lost, too.
  expect(decide({}, { recibo: 'dela' })).toMatchObject({
    acesso: { versao: 0, recibo: 'dela', reciboate: until },
    outcome: { versao: 0 },
  })
  expect(decide({}, { conhecidas: [{ credencialid: ID, versao: 0 }] })).toMatchObject({
    acesso: { versao: 0, recibo: 'outro', reciboate: until },
    outcome: { versao: 0 },
  })
})

test('the name a known guest was stored with stays, however it is typed now', () => {
  const request = aRegister({ cadastro: { nome: 'ÁNA', telefone: '11987654321', email: '' } })
  expect(decideRegister({ known: known(), allotment: null }, request)).toMatchObject({
    credencial: { nome: 'ANA', credencialid: '1819000000000' },
  })
})

test('a known guest nobody paid for is paid by this company under the id they have', () => {
  const convite = aClaim('mesa-1')
  expect(
    decideRegister({ known: known(), allotment: anAllotment(5, 2) }, aRegister({ convite })),
  ).toMatchObject({
    kind: 'keep',
    change: { licredencial: 3, store: { estado: 'usada', credencialid: '1819000000000' } },
  })
})

test('a known guest who is paid for takes nothing from a company, and gives this browser’s hold back', () => {
  const mine = newReserva(aClaim('mesa-1'))
  const request = aRegister({ convite: aClaim('mesa-1', { sid: mine.sid }) })
  const paid = known('', true)
  expect(decideRegister({ known: paid, allotment: anAllotment(5, 2) }, request)).toMatchObject({
    change: null,
  })
  expect(decideRegister({ known: paid, allotment: anAllotment(5, 2, { mine }) }, request)).toMatchObject({
    kind: 'keep',
    change: { empresaid: 'mesa-1', licredencial: 1, release: [mine], store: null },
  })
})

test('a known guest who is paid for is kept by a company that has none left', () => {
  const request = aRegister({ convite: aClaim('mesa-1') })
  expect(decideRegister({ known: known('', true), allotment: anAllotment(1, 1) }, request).kind).toBe('keep')
})
