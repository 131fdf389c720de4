import { expect } from 'vitest'
import { CASA, DA_CASA } from '../../server/domain/casa.ts'
import { estadoOf } from '../../server/domain/convite-pessoal.ts'
import { GUARDA_MS } from '../../server/domain/desistencia.ts'
import { CONVIDADO } from '../../server/domain/historico.ts'
import { parseEmpresa } from '../../server/domain/empresa.ts'
import type { Pessoa, RegisterRequest } from '../../server/domain/register.ts'
import { desistenciasIn } from '../support/desistencias.ts'
import { aCadastro, aClaim, anAutor, aRegister, NOW, unique } from '../support/factories.ts'
import { atOnce, BEFORE, kindsOf, leftOf, usedOf, withEmpresa } from './convidados.ts'
import { aNovo, register } from './convite.cases.ts'
import { it, type ContractCase, type Harness } from './harness.ts'

/** Somebody who comes along, with a key of their own. */
export const aPessoa = (nome = unique('BIA').toUpperCase()): Pessoa => ({
  cadastro: aCadastro({ nome, telefone: '11987654321', email: '' }),
  chave: unique('chave'),
  chaveAntiga: null,
})

/** A form of one who brings as many others. */
export const together = (others: number, fields: Partial<RegisterRequest> = {}) =>
  aRegister({ acompanhantes: Array.from({ length: others }, () => aPessoa()), ...fields })

/** The event has a LOTAÇÃO: the house has this many places. */
export async function withCasa({ storage }: Harness, icredencial: number): Promise<void> {
  const fields = { nome: 'Da casa', usuarioid: DA_CASA, icredencial, licredencial: 0 }
  await storage.transfer.write([{ kind: 'empresa', empresa: parseEmpresa(CASA, fields) }])
}

async function aConvite(harness: Harness, empresaid: string, lugares = 1) {
  const novo = { ...aNovo(), telefone: '65999112244', lugares }
  expect(await harness.storage.convites.create(empresaid, [novo], NOW, anAutor())).toEqual({
    kind: 'created',
  })
  return novo
}

const answer = ({ storage }: Harness, codigo: string, isRecusa: boolean, now = NOW, isClosed = false) =>
  storage.convites.answer({ codigo, isRecusa, now, isClosed }, anAutor())

const estado = async ({ storage }: Harness, codigo: string) => {
  const found = await storage.convites.find(codigo)
  return found && estadoOf(found)
}

/** How many were given of a company that `withEmpresa` made with some given before. */
const takenOf = async (harness: Harness, empresaid: string) => {
  const stored = await harness.readEmpresa(empresaid)
  return Number(stored.icredencial) - BEFORE - ((await leftOf(harness, empresaid)) ?? 0)
}

export const cases: ContractCase[] = [
  it('a form in which two names are of one guest registers them once, with one place', async (harness) => {
    const { credenciais, desistencias } = harness.storage
    const [one, other] = [await withEmpresa(harness), await withEmpresa(harness)]
    const [ana, bia] = [aPessoa(), aPessoa()]
    const form = (empresaid: string) =>
      aRegister({ ...ana, acompanhantes: [bia, ana], claim: aClaim(empresaid) })
    const registration = await credenciais.register(form(one))
    expect(registration).toMatchObject({ kind: 'registered', acompanhantes: [{ versao: 0 }] })
    expect(await usedOf(harness, [one])).toEqual([2])
    const id = 'credencial' in registration ? registration.credencial.credencialid : ''
    const withdrawal = { credencialid: id, empresaid: null, isClosed: false, now: NOW }
    await desistencias.withdraw({ ...withdrawal, isOfGuardada: false }, anAutor())
    // Who withdrew comes after all, at another table; the other one is paid for already.
    expect(await credenciais.register(form(other))).toMatchObject({ kind: 'already-registered' })
    expect(await usedOf(harness, [one, other])).toEqual([1, 1])
    expect(await harness.readCredenciais()).toHaveLength(2)
  }),
  it('an invitation for three holds three places, and stays new until the last is taken', async (harness) => {
    const empresaid = await withEmpresa(harness, 4)
    const novo = await aConvite(harness, empresaid, 3)
    expect(await leftOf(harness, empresaid)).toBe(1)
    expect((await register(harness, empresaid, novo)).kind).toBe('registered')
    expect(await estado(harness, novo.codigo)).toBe('novo')
    const two = together(1, { claim: aClaim(empresaid), codigo: novo.codigo })
    expect(await harness.storage.credenciais.register(two)).toMatchObject({
      kind: 'registered',
      acompanhantes: [{ versao: 0 }],
    })
    expect(await estado(harness, novo.codigo)).toBe('usado')
    expect([await leftOf(harness, empresaid), await usedOf(harness, [empresaid])]).toEqual([1, [3]])
    expect(await register(harness, empresaid, novo)).toEqual({ kind: 'convite-spent' })
  }),
  it('three on an invitation for two register nobody, and it says how many could', async (harness) => {
    const empresaid = await withEmpresa(harness, 9)
    const novo = await aConvite(harness, empresaid, 2)
    const three = together(2, { claim: aClaim(empresaid), codigo: novo.codigo })
    expect(await harness.storage.credenciais.register(three)).toEqual({ kind: 'convite-spent', left: 2 })
    expect(await harness.readCredenciais()).toEqual([])
    expect(await estado(harness, novo.codigo)).toBe('novo')
  }),
  it('who declines keeps the places for twelve hours, takes it back, and declines for good', async (harness) => {
    const empresaid = await withEmpresa(harness, 2)
    const { convites, empresas } = harness.storage
    const { codigo } = await aConvite(harness, empresaid, 2)
    expect(await answer(harness, codigo, true)).toEqual({ kind: 'answered' })
    expect(await answer(harness, codigo, true)).toEqual({ kind: 'unchanged' })
    expect([await estado(harness, codigo), await leftOf(harness, empresaid)]).toEqual(['recusado', 0])
    expect(await answer(harness, codigo, false)).toEqual({ kind: 'answered' })
    expect(await empresas.find(empresaid, NOW + 2 * GUARDA_MS)).toMatchObject({ left: 0, pessoais: 2 })
    await answer(harness, codigo, true)
    expect(await empresas.releaseEnded(NOW + GUARDA_MS - 1)).toBe(0)
    expect((await convites.find(codigo))?.convite.telefone).toBe('65999112244')
    expect(await empresas.releaseEnded(NOW + GUARDA_MS)).toBe(2)
    expect((await convites.find(codigo))?.convite).toMatchObject({ telefone: '', recusadoem: NOW })
    expect([await estado(harness, codigo), await leftOf(harness, empresaid)]).toEqual(['recusado', 2])
    expect(await answer(harness, codigo, false, NOW, true)).toEqual({ kind: 'closed' })
  }),
  it('who declined and comes after all is confirmed while places are left', async (harness) => {
    const empresaid = await withEmpresa(harness, 2)
    const { credenciais, empresas, mesas } = harness.storage
    const [late, kept] = [await aConvite(harness, empresaid), await aConvite(harness, empresaid)]
    for (const { codigo } of [late, kept]) await answer(harness, codigo, true)
    expect((await register(harness, empresaid, kept)).kind).toBe('registered')
    expect(await estado(harness, kept.codigo)).toBe('usado')
    await mesas.setFechada(empresaid, true, anAutor())
    const after = NOW + GUARDA_MS
    await empresas.releaseEnded(after)
    const asked = aRegister({ claim: aClaim(empresaid), codigo: late.codigo, now: after })
    expect((await credenciais.register(asked)).kind).toBe('registered')
    expect(await usedOf(harness, [empresaid])).toEqual([2])
    expect(await takenOf(harness, empresaid)).toBe(2)
  }),
  it('a declined place that somebody took is gone: neither Desfazer nor the form finds one', async (harness) => {
    const empresaid = await withEmpresa(harness, 1)
    const { credenciais } = harness.storage
    const novo = await aConvite(harness, empresaid)
    await answer(harness, novo.codigo, true)
    const now = NOW + GUARDA_MS
    expect((await credenciais.register(aRegister({ claim: aClaim(empresaid, { now }), now }))).kind).toBe(
      'registered',
    )
    expect(await answer(harness, novo.codigo, false, now)).toEqual({ kind: 'limit-reached' })
    expect((await register(harness, empresaid, novo, { now })).kind).toBe('limit-reached')
    expect(await takenOf(harness, empresaid)).toBe(1)
  }),
  it('who declined for three and comes alone is confirmed, and the other places are held again', async (harness) => {
    const empresaid = await withEmpresa(harness, 5)
    const novo = await aConvite(harness, empresaid, 3)
    await answer(harness, novo.codigo, true)
    expect((await register(harness, empresaid, novo)).kind).toBe('registered')
    expect(await estado(harness, novo.codigo)).toBe('novo')
    const { empresas, convites } = harness.storage
    expect(await empresas.find(empresaid, NOW + 2 * GUARDA_MS)).toMatchObject({ left: 2, pessoais: 2 })
    await convites.revoke(novo.codigo, anAutor())
    expect([await estado(harness, novo.codigo), await leftOf(harness, empresaid)]).toEqual(['usado', 4])
  }),
  it('an invitation that was declined and then revoked registers nobody, free or not', async (harness) => {
    const empresaid = await withEmpresa(harness, 5)
    const novo = await aConvite(harness, empresaid)
    await answer(harness, novo.codigo, true, NOW, true)
    expect(await harness.storage.convites.revoke(novo.codigo, anAutor())).toEqual({ kind: 'revoked' })
    expect(await estado(harness, novo.codigo)).toBe('revogado')
    expect(await register(harness, empresaid, novo)).toEqual({ kind: 'convite-spent' })
  }),
  it('who registered declines on the credencial, and a revoked invitation takes no answer', async (harness) => {
    const empresaid = await withEmpresa(harness, 5)
    const [used, revoked] = [await aConvite(harness, empresaid), await aConvite(harness, empresaid)]
    await register(harness, empresaid, used)
    await harness.storage.convites.revoke(revoked.codigo, anAutor())
    expect((await harness.storage.convites.find(revoked.codigo))?.convite.telefone).toBe('')
    expect(await answer(harness, used.codigo, true)).toEqual({ kind: 'already-used' })
    expect(await answer(harness, revoked.codigo, true)).toEqual({ kind: 'already-revoked' })
    expect(await answer(harness, 'x'.repeat(20), true)).toEqual({ kind: 'convite-not-found' })
  }),
  it('a couple sent twice is one couple, and its companion names who brought them', async (harness) => {
    const empresaid = await withEmpresa(harness, 4)
    const { credenciais, painel } = harness.storage
    const couple = together(1, { claim: aClaim(empresaid) })
    const first = await credenciais.register(couple)
    if (first.kind !== 'registered') throw new Error(first.kind)
    const again = await credenciais.register({ ...couple, now: NOW + 60_000 })
    expect(again).toEqual({ ...first, kind: 'already-registered' })
    expect(await takenOf(harness, empresaid)).toBe(2)
    await painel.renew()
    const ids = [first, ...first.acompanhantes].map(({ credencial }) => credencial.credencialid)
    expect((await painel.find(ids)).map(({ grupo }) => grupo)).toEqual([null, ids[0]])
    const along = await Promise.all(ids.map((id) => credenciais.findAcompanhantes(id)))
    expect(along.map((found) => found.map((one) => one.credencialid))).toEqual([[ids[1]], []])
  }),
  it('the house pays for the public form, and closes it when it is full', async (harness) => {
    await withCasa(harness, 3)
    const { credenciais } = harness.storage
    const couple = together(1)
    expect((await credenciais.register(couple)).kind).toBe('registered')
    expect(await credenciais.register(together(1))).toMatchObject({ kind: 'limit-reached', left: 1 })
    expect((await credenciais.register(aRegister())).kind).toBe('registered')
    expect((await credenciais.register(aRegister())).kind).toBe('limit-reached')
    expect((await credenciais.register(couple)).kind).toBe('already-registered')
    expect((await harness.readEmpresa(CASA)).licredencial).toBe(3)
  }),
  it('the house takes over from nobody, and its place yields to a company', async (harness) => {
    const empresaid = await withEmpresa(harness, 2)
    await withCasa(harness, 2)
    const { credenciais, convites } = harness.storage
    const ofHouse = aNovo('Prefeito')
    await convites.create('', [ofHouse], NOW, anAutor())
    expect((await harness.readEmpresa(CASA)).licredencial).toBe(1)
    const request = aRegister()
    const registered = await credenciais.register(request)
    if (registered.kind !== 'registered') throw new Error(registered.kind)
    const stranger = { ...request, recibo: unique('recibo') }
    expect(await credenciais.register({ ...stranger, codigo: ofHouse.codigo })).toMatchObject({
      kind: 'already-registered',
      versao: null,
    })
    expect((await harness.readEmpresa(CASA)).licredencial).toBe(1)
    expect(await estado(harness, ofHouse.codigo)).toBe('usado')
    expect((await credenciais.register({ ...request, claim: aClaim(empresaid) })).kind).toBe(
      'already-registered',
    )
    expect((await harness.readEmpresa(CASA)).licredencial).toBe(0)
    expect(await usedOf(harness, [empresaid])).toEqual([1])
  }),
  it('an invitation of the house without LOTAÇÃO counts nowhere, and knows who came with it', async (harness) => {
    const { convites, credenciais } = harness.storage
    const novo = { ...aNovo('Prefeito'), lugares: 2 }
    expect(await convites.create('', [novo], NOW, anAutor())).toEqual({ kind: 'created' })
    const registered = await credenciais.register(aRegister({ codigo: novo.codigo }))
    expect(registered.kind).toBe('registered')
    expect((await convites.find(novo.codigo))?.reservas.map((one) => one.estado)).toEqual([
      'usada',
      'pendente',
    ])
    expect(await answer(harness, novo.codigo, true)).toEqual({ kind: 'already-used' })
    if (!('credencial' in registered)) return
    const { credencialid } = registered.credencial
    expect((await credenciais.findById(credencialid))?.empresa).toBeNull()
  }),
]

export const races: ContractCase[] = [
  it('a couple withdraws together and comes back together, while others take what is free', async (harness) => {
    const empresaid = await withEmpresa(harness, 5)
    const { credenciais, desistencias, empresas } = harness.storage
    const couple = await credenciais.register(together(1, { claim: aClaim(empresaid) }))
    if (couple.kind !== 'registered') throw new Error(couple.kind)
    const { credencialid } = couple.credencial
    const asked = { credencialid, isTodos: true, now: NOW, isClosed: false }
    const quem = { quem: CONVIDADO }
    await Promise.all([
      atOnce(2, () => desistencias.withdraw({ ...asked, empresaid: null }, anAutor(quem))),
      atOnce(5, () => credenciais.register(aRegister({ claim: aClaim(empresaid) }))),
    ])
    expect(await takenOf(harness, empresaid)).toBe(5)
    expect(await usedOf(harness, [empresaid])).toEqual([3])
    expect([...(await desistenciasIn(harness.storage)).keys()].sort()).toEqual(
      [couple, ...couple.acompanhantes].map((one) => one.credencial.credencialid).sort(),
    )
    await atOnce(2, () => desistencias.undo(asked, anAutor(quem)))
    expect((await desistenciasIn(harness.storage)).size).toBe(0)
    expect(await usedOf(harness, [empresaid])).toEqual([5])
    expect((await empresas.find(empresaid, NOW))?.left).toBe(0)
  }),
  it('who declines while somebody registers with it is one or the other, and the count is exact', async (harness) => {
    const empresaid = await withEmpresa(harness, 12)
    const novos = await Promise.all(Array.from({ length: 6 }, () => aConvite(harness, empresaid, 2)))
    const asked = novos.map(({ codigo }) => together(1, { claim: aClaim(empresaid), codigo }))
    const [comers, answers] = await Promise.all([
      atOnce(6, (n) => harness.storage.credenciais.register(asked[n] ?? aRegister())),
      atOnce(6, (n) => answer(harness, novos[n]?.codigo ?? '', true)),
    ])
    expect(kindsOf(comers)).toEqual(Array(6).fill('registered'))
    expect(answers.every(({ kind }) => kind === 'answered' || kind === 'already-used')).toBe(true)
    expect(await usedOf(harness, [empresaid])).toEqual([12])
    expect(await takenOf(harness, empresaid)).toBe(12)
    for (const { codigo } of novos) expect(await estado(harness, codigo)).toBe('usado')
  }),
  it('three names on two places are all or none, however many try', async (harness) => {
    const empresaid = await withEmpresa(harness, 8)
    const results = await atOnce(6, () =>
      harness.storage.credenciais.register(together(2, { claim: aClaim(empresaid) })),
    )
    const [full, came] = ['limit-reached', 'registered']
    expect(kindsOf(results)).toEqual([full, full, full, full, came, came])
    expect(await harness.readCredenciais()).toHaveLength(6)
    expect(await takenOf(harness, empresaid)).toBe(6)
  }),
]
