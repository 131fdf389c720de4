import { expect } from 'vitest'
import { InvalidCounterError } from '../../server/domain/errors.ts'
import type { MoveRequest } from '../../server/domain/credencial-repo.ts'
import { aClaim, anAutor, HOLD_MS, NOW, unique } from '../support/factories.ts'
import {
  aConvidado,
  atOnce,
  empresaOf,
  expectForgotten,
  linhasDoHistoricoIn,
  kindsOf,
  usedOf,
  withEmpresa,
} from './convidados.ts'
import { it, type ContractCase, type Harness } from './harness.ts'

const aMove = (credencialid: string, empresaid: string | null): MoveRequest => ({
  credencialid,
  empresaid,
  reservaid: unique('reserva'),
  now: NOW,
})

const move = ({ storage }: Harness, credencialid: string, empresaid: string | null) =>
  storage.credenciais.move(aMove(credencialid, empresaid), anAutor())

const movesOf = (harness: Harness, alvo: string) =>
  linhasDoHistoricoIn(harness, { alvo, ato: 'mudou-de-empresa' })

export const cases: ContractCase[] = [
  it('move gives the former company its invitation back, the new one pays, and nothing tells who claimed', async (harness) => {
    const [from, to] = [await withEmpresa(harness), await withEmpresa(harness)]
    const id = await aConvidado(harness, from)
    const autor = anAutor()
    const moved = await harness.storage.credenciais.move(aMove(id, to), autor)
    expect(moved).toEqual({ kind: 'moved', from, isConfirmed: false })
    expect(await empresaOf(harness, id)).toBe(to)
    expect(await usedOf(harness, [from, to])).toEqual([0, 1])
    for (const empresaid of [from, to]) await expectForgotten(harness, empresaid, [id])
    expect((await harness.readReservas(from)).map(({ estado }) => estado)).toEqual(['liberada'])
    expect(await movesOf(harness, id)).toEqual([
      { ...autor, ato: 'mudou-de-empresa', alvo: id, detalhe: `${from} ${to}` },
    ])
  }),
  it('a guest who withdrew and gets a company comes after all', async (harness) => {
    const { desistencias } = harness.storage
    const [from, to] = [await withEmpresa(harness), await withEmpresa(harness, 1)]
    const id = await aConvidado(harness, from)
    await desistencias.withdraw({ credencialid: id, empresaid: null, now: NOW, isClosed: false }, anAutor())
    expect(kindsOf(await atOnce(2, () => move(harness, id, to)))).toEqual(['already-there', 'moved'])
    expect((await desistencias.find(id))?.desfeitaem).toBe(NOW)
    expect(await empresaOf(harness, id)).toBe(to)
    expect(await usedOf(harness, [from, to])).toEqual([0, 1])
    const asked = { credencialid: id, reservaid: unique('reserva'), now: NOW, isClosed: false }
    expect(await desistencias.undo(asked, anAutor())).toEqual({ kind: 'not-withdrawn' })
    expect(await usedOf(harness, [from, to])).toEqual([0, 1])
  }),
  it('a guest nobody paid for gets a company, and is taken out of every company again', async (harness) => {
    const empresaid = await withEmpresa(harness, 1)
    const id = await aConvidado(harness)
    expect(await move(harness, id, empresaid)).toEqual({ kind: 'moved', from: null, isConfirmed: false })
    expect(await usedOf(harness, [empresaid])).toEqual([1])
    expect(await move(harness, id, null)).toEqual({ kind: 'moved', from: empresaid, isConfirmed: false })
    expect(await empresaOf(harness, id)).toBeNull()
    expect(await usedOf(harness, [empresaid])).toEqual([0])
    await expectForgotten(harness, empresaid, [id])
    expect((await movesOf(harness, id)).map(({ detalhe }) => detalhe)).toEqual([
      `- ${empresaid}`,
      `${empresaid} -`,
    ])
  }),
  it('a move that is refused writes nothing', async (harness) => {
    const [from, full] = [await withEmpresa(harness), await withEmpresa(harness, 1)]
    await aConvidado(harness, full)
    const [id, free] = [await aConvidado(harness, from), await aConvidado(harness)]
    expect(await move(harness, id, full)).toEqual({ kind: 'limit-reached' })
    expect(await move(harness, id, from)).toEqual({ kind: 'already-there' })
    expect(await move(harness, free, null)).toEqual({ kind: 'already-there' })
    expect(await move(harness, id, 'nenhuma')).toEqual({ kind: 'empresa-not-found' })
    expect(await move(harness, '1', from)).toEqual({ kind: 'credencial-not-found' })
    expect(await empresaOf(harness, id)).toBe(from)
    expect(await usedOf(harness, [from, full])).toEqual([1, 1])
    expect(await linhasDoHistoricoIn(harness)).toEqual([])
  }),
  it('a move asked for again is done once, and to where a guest was before it is another move', async (harness) => {
    const [from, to] = [await withEmpresa(harness), await withEmpresa(harness)]
    const id = await aConvidado(harness, from)
    const outcomes = [await move(harness, id, to), await move(harness, id, to), await move(harness, id, from)]
    expect(outcomes.map(({ kind }) => kind)).toEqual(['moved', 'already-there', 'moved'])
    expect(await usedOf(harness, [from, to])).toEqual([1, 0])
    expect(await movesOf(harness, id)).toHaveLength(2)
  }),
  it('an ended hold makes room for a move and is released with it; a live one does not', async (harness) => {
    const { empresas } = harness.storage
    const [ended, live] = [await withEmpresa(harness, 1), await withEmpresa(harness, 1)]
    await empresas.claim(aClaim(ended, { now: NOW - HOLD_MS }))
    await empresas.claim(aClaim(live))
    const id = await aConvidado(harness)
    expect((await move(harness, id, live)).kind).toBe('limit-reached')
    expect((await move(harness, id, ended)).kind).toBe('moved')
    expect(await usedOf(harness, [ended, live])).toEqual([1, 0])
    expect((await empresas.find(ended, NOW))?.left).toBe(0)
  }),
  it('a moved guest who is removed gives the invitation back to the company they are at', async (harness) => {
    const [from, to] = [await withEmpresa(harness), await withEmpresa(harness)]
    const id = await aConvidado(harness, from)
    await move(harness, id, to)
    expect(await harness.storage.credenciais.remove(id, true, anAutor())).toEqual({
      kind: 'removed',
      returned: to,
    })
    expect(await usedOf(harness, [from, to])).toEqual([0, 0])
    for (const empresaid of [from, to]) await expectForgotten(harness, empresaid, [id])
  }),
  it('a move from or to a company nobody can count for is an error, and nothing is written', async (harness) => {
    const [sound, broken] = [await withEmpresa(harness), await withEmpresa(harness)]
    const [at, other] = [await aConvidado(harness, broken), await aConvidado(harness, sound)]
    await harness.breakCounter(broken, 'abc')
    await expect(move(harness, other, broken)).rejects.toThrow(InvalidCounterError)
    await expect(move(harness, at, sound)).rejects.toThrow(InvalidCounterError)
    expect(await usedOf(harness, [sound])).toEqual([1])
    expect(await linhasDoHistoricoIn(harness)).toEqual([])
  }),
]

export const races: ContractCase[] = [
  it('a guest who withdrew is confirmed without a company, once, and the place that was kept is free', async (harness) => {
    const { desistencias } = harness.storage
    const empresaid = await withEmpresa(harness)
    const id = await aConvidado(harness, empresaid)
    await desistencias.withdraw({ credencialid: id, empresaid: null, now: NOW, isClosed: false }, anAutor())
    const outcomes = await atOnce(3, () => move(harness, id, null))
    expect(kindsOf(outcomes)).toEqual(['already-there', 'already-there', 'confirmed'])
    expect((await desistencias.find(id))?.desfeitaem).toBe(NOW)
    expect(await empresaOf(harness, id)).toBeNull()
    expect((await harness.readReservas(empresaid)).map(({ estado }) => estado)).toEqual(['liberada'])
    expect(await usedOf(harness, [empresaid])).toEqual([0])
    expect(await movesOf(harness, id)).toEqual([])
    expect(await linhasDoHistoricoIn(harness, { alvo: id, ato: 'voltou' })).toMatchObject([{ detalhe: '' }])
  }),
  it('of two who move a guest from the company they saw, one is told that it changed', async (harness) => {
    const [from, one, other] = [
      await withEmpresa(harness),
      await withEmpresa(harness),
      await withEmpresa(harness),
    ]
    const id = await aConvidado(harness, from)
    const targets = [one, other]
    const outcomes = await atOnce(2, () =>
      harness.storage.credenciais.move({ ...aMove(id, targets.pop() ?? null), from }, anAutor()),
    )
    expect(kindsOf(outcomes)).toEqual(['changed-meanwhile', 'moved'])
    expect(await usedOf(harness, [from])).toEqual([0])
    expect(await movesOf(harness, id)).toHaveLength(1)
  }),
  it('two organisers who move two guests to the last invitation at once: one is moved, one is refused', async (harness) => {
    const [from, to] = [await withEmpresa(harness), await withEmpresa(harness, 1)]
    const ids = [await aConvidado(harness, from), await aConvidado(harness)]
    const outcomes = await Promise.all(ids.map((id) => move(harness, id, to)))
    expect(kindsOf(outcomes)).toEqual(['limit-reached', 'moved'])
    const [atFrom, atTo] = await usedOf(harness, [from, to])
    expect(atTo).toBe(1)
    expect(atFrom).toBe(outcomes[0]?.kind === 'moved' ? 0 : 1)
    expect(await linhasDoHistoricoIn(harness, { ato: 'mudou-de-empresa' })).toHaveLength(1)
  }),
  it('one guest moved to two companies by two organisers at once is paid for once', async (harness) => {
    const [from, one, other] = [
      await withEmpresa(harness),
      await withEmpresa(harness),
      await withEmpresa(harness),
    ]
    const id = await aConvidado(harness, from)
    const targets = [one, other, one, other]
    await Promise.all(targets.map((empresaid) => move(harness, id, empresaid)))
    const used = await usedOf(harness, [from, one, other])
    expect(used.reduce((sum, n) => sum + n, 0)).toBe(1)
    expect(used[[from, one, other].indexOf((await empresaOf(harness, id)) ?? '')]).toBe(1)
  }),
  it('a guest moved and removed at once leaves no invitation used, whichever comes first', async (harness) => {
    const { credenciais } = harness.storage
    const [from, to] = [await withEmpresa(harness, 9), await withEmpresa(harness, 9)]
    for (let round = 0; round < 4; round++) {
      const id = await aConvidado(harness, from)
      const acts = [() => move(harness, id, to), () => credenciais.remove(id, true, anAutor())]
      if (round % 2 === 1) acts.reverse()
      await Promise.all(acts.map((act) => act()))
      expect(await credenciais.findById(id)).toBeNull()
      expect(await usedOf(harness, [from, to])).toEqual([0, 0])
    }
  }),
  it('a move beside claims at once never gives away more than there is', async (harness) => {
    const { empresas } = harness.storage
    const to = await withEmpresa(harness, 2)
    const ids = [await aConvidado(harness), await aConvidado(harness)]
    const claims = await Promise.all([
      ...ids.map((id) => move(harness, id, to)),
      ...(await atOnce(3, async () => aClaim(to))).map((claim) => empresas.claim(claim)),
    ])
    expect(claims.filter(({ kind }) => kind === 'moved' || kind === 'claimed')).toHaveLength(2)
    await usedOf(harness, [to])
    expect((await empresas.find(to, NOW))?.left).toBe(0)
  }),
]
