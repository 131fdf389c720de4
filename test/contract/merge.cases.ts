import { expect } from 'vitest'
import { entradasIn } from '../../server/domain/entrada.ts'
import { desistenciasIn } from '../support/desistencias.ts'
import { aMerge, anAutor, anEntrada, NOW } from '../support/factories.ts'
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

const merge = ({ storage }: Harness, keptId: string, otherId: string) =>
  storage.credenciais.merge(aMerge(keptId, otherId), anAutor())

export const cases: ContractCase[] = [
  it('merge keeps one invitation, gives the other back, and erases the other credencial with key and avip', async (harness) => {
    const { credenciais, avips } = harness.storage
    const [one, other] = [await withEmpresa(harness), await withEmpresa(harness)]
    const [kept, gone] = [await aConvidado(harness, one), await aConvidado(harness, other)]
    for (const id of [kept, gone]) await avips.mirror(id)
    const autor = anAutor()
    expect(await credenciais.merge(aMerge(kept, gone), autor)).toEqual({ kind: 'merged', returned: other })
    await avips.mirrorDue(NOW)
    expect(await credenciais.findById(gone)).toBeNull()
    expect(await empresaOf(harness, kept)).toBe(one)
    expect(await usedOf(harness, [one, other])).toEqual([1, 0])
    expect(await harness.countChaves()).toBe(1)
    expect([await harness.readAvip(kept), await harness.readAvip(gone)]).toEqual([expect.anything(), null])
    await expectForgotten(harness, other, [gone])
    expect(await linhasDoHistoricoIn(harness)).toEqual([
      { ...autor, ato: 'juntou', alvo: kept, detalhe: `${gone} ${other}` },
    ])
  }),
  it('of two guests one of whom withdrew the one who stays is confirmed; both withdrawn, so is the one who stays', async (harness) => {
    const { desistencias } = harness.storage
    const empresaid = await withEmpresa(harness)
    const withdrawn = async () => {
      const id = await aConvidado(harness, empresaid)
      await desistencias.withdraw({ credencialid: id, empresaid: null, now: NOW, isClosed: false }, anAutor())
      return id
    }
    const [kept, gone] = [await withdrawn(), await aConvidado(harness, empresaid)]
    expect(await merge(harness, kept, gone)).toEqual({ kind: 'merged', returned: empresaid })
    expect((await desistencias.find(kept))?.desfeitaem).toBe(NOW)
    expect(await empresaOf(harness, kept)).toBe(empresaid)
    expect(await usedOf(harness, [empresaid])).toEqual([1])

    expect(await merge(harness, kept, await withdrawn())).toEqual({ kind: 'merged', returned: empresaid })
    expect(await empresaOf(harness, kept)).toBe(empresaid)

    const [one, other] = [await withdrawn(), await withdrawn()]
    expect(await merge(harness, one, other)).toEqual({ kind: 'merged', returned: empresaid })
    expect([...(await desistenciasIn(harness.storage)).keys()]).toEqual([one])
    expect(await usedOf(harness, [empresaid])).toEqual([1])
  }),
  it('a kept guest nobody paid for takes the other’s invitation over, and nothing tells who claimed it', async (harness) => {
    const empresaid = await withEmpresa(harness)
    const [kept, gone] = [await aConvidado(harness), await aConvidado(harness, empresaid)]
    expect(await merge(harness, kept, gone)).toEqual({ kind: 'merged', returned: null })
    expect(await empresaOf(harness, kept)).toBe(empresaid)
    expect(await usedOf(harness, [empresaid])).toEqual([1])
    await expectForgotten(harness, empresaid, [kept, gone])
    expect(await linhasDoHistoricoIn(harness)).toMatchObject([{ alvo: kept, detalhe: `${gone} -` }])
    // The invitation belongs to the kept guest in every way.
    const removal = await harness.storage.credenciais.remove(kept, true, anAutor())
    expect(removal).toEqual({ kind: 'removed', returned: empresaid })
    expect(await usedOf(harness, [empresaid])).toEqual([0])
  }),
  it('two guests of one company, and two nobody paid for', async (harness) => {
    const empresaid = await withEmpresa(harness)
    const [kept, gone] = [await aConvidado(harness, empresaid), await aConvidado(harness, empresaid)]
    expect(await merge(harness, kept, gone)).toEqual({ kind: 'merged', returned: empresaid })
    expect(await usedOf(harness, [empresaid])).toEqual([1])
    const [free, open] = [await aConvidado(harness), await aConvidado(harness)]
    expect(await merge(harness, free, open)).toEqual({ kind: 'merged', returned: null })
    expect(await empresaOf(harness, free)).toBeNull()
  }),
  it('merge refuses a guest who does not exist, and the same one twice, and writes nothing', async (harness) => {
    const empresaid = await withEmpresa(harness)
    const id = await aConvidado(harness, empresaid)
    for (const [kept = '', other = ''] of [
      [id, id],
      [id, '1'],
      ['1', id],
    ])
      expect(await merge(harness, kept, other)).toEqual({ kind: 'credencial-not-found' })
    expect(await usedOf(harness, [empresaid])).toEqual([1])
    expect(await linhasDoHistoricoIn(harness)).toEqual([])
  }),
  it('the other’s admissions and annulments are the kept guest’s too, under ids of their own', async (harness) => {
    const { entradas, painel } = harness.storage
    const [kept, gone] = [await aConvidado(harness), await aConvidado(harness)]
    const first = anEntrada(gone, { lidaem: NOW - 9_000 })
    const annulment = anEntrada(gone, { anula: first.entradaid, seq: 2 })
    const second = anEntrada(gone, { lidaem: NOW - 5_000, seq: 3 })
    const own = anEntrada(kept, { lidaem: NOW })
    await entradas.add([first, annulment, second, own], null)
    await merge(harness, kept, gone)
    const all = await entradas.listOf(kept)
    expect(all.map(({ entradaid }) => entradaid).sort()).toEqual(
      [own.entradaid, ...[first, annulment, second].map(({ entradaid }) => `${entradaid}~${kept}`)].sort(),
    )
    expect(entradasIn(all).map(({ lidaem }) => lidaem)).toEqual([NOW - 5_000, NOW])
    expect(await entradas.listOf(gone)).toHaveLength(3)
    expect((await painel.count(NOW)).dentro).toBe(1)
    expect(await painel.countArrivals(NOW - 10_000, NOW + 1, 1_000)).toEqual([
      { from: NOW - 5_000, count: 1 },
    ])
  }),
]

export const races: ContractCase[] = [
  it('two guests merged five times at once are merged once', async (harness) => {
    const empresaid = await withEmpresa(harness)
    const [kept, gone] = [await aConvidado(harness, empresaid), await aConvidado(harness, empresaid)]
    const outcomes = await atOnce(5, () => merge(harness, kept, gone))
    expect(outcomes.filter(({ kind }) => kind === 'merged')).toHaveLength(1)
    expect(await usedOf(harness, [empresaid])).toEqual([1])
    expect(await linhasDoHistoricoIn(harness, { ato: 'juntou' })).toHaveLength(1)
  }),
  it('two organisers who merge each into the other at once: one guest is left, with one invitation', async (harness) => {
    const [one, other] = [await withEmpresa(harness), await withEmpresa(harness)]
    const [ana, maria] = [await aConvidado(harness, one), await aConvidado(harness, other)]
    const outcomes = await Promise.all([merge(harness, ana, maria), merge(harness, maria, ana)])
    expect(kindsOf(outcomes)).toEqual(['credencial-not-found', 'merged'])
    expect(await harness.readCredenciais()).toHaveLength(1)
    const used = await usedOf(harness, [one, other])
    expect(used.sort()).toEqual([0, 1])
  }),
  it('merge beside a removal at once: no invitation is lost or used twice', async (harness) => {
    const { credenciais } = harness.storage
    const empresaid = await withEmpresa(harness, 20)
    for (let round = 0; round < 4; round++) {
      const [kept, gone] = [await aConvidado(harness), await aConvidado(harness, empresaid)]
      const removed = round < 2 ? gone : kept
      const acts = [() => merge(harness, kept, gone), () => credenciais.remove(removed, true, anAutor())]
      if (round % 2 === 1) acts.reverse()
      const kinds = (await Promise.all(acts.map((act) => act()))).map(({ kind }) => kind)
      const isKeptThere = (await credenciais.findById(kept)) !== null
      const isGoneThere = (await credenciais.findById(gone)) !== null
      // The kept guest may have taken the invitation over before the removal; otherwise nobody was left to
      // take it.
      const paid = []
      for (const id of [...(isKeptThere ? [kept] : []), ...(isGoneThere ? [gone] : [])])
        if (await empresaOf(harness, id)) paid.push(id)
      expect(await usedOf(harness, [empresaid])).toEqual([paid.length])
      expect(kinds.filter((kind) => kind !== 'credencial-not-found').length).toBeGreaterThan(0)
      for (const id of paid) await credenciais.remove(id, true, anAutor())
    }
    expect(await usedOf(harness, [empresaid])).toEqual([0])
  }),
  it('merge beside a move of the other at once: every invitation that is used pays for somebody', async (harness) => {
    const [from, to] = [await withEmpresa(harness, 9), await withEmpresa(harness, 9)]
    for (let round = 0; round < 4; round++) {
      const [kept, gone] = [await aConvidado(harness), await aConvidado(harness, from)]
      const request = { credencialid: gone, empresaid: to, reservaid: `moved-${round}`, now: NOW }
      const acts = [
        () => merge(harness, kept, gone),
        () => harness.storage.credenciais.move(request, anAutor()),
      ]
      if (round % 2 === 1) acts.reverse()
      const kinds = (await Promise.all(acts.map((act) => act()))).map(({ kind }) => kind)
      expect(kinds).toContain('merged')
      const at = await empresaOf(harness, kept)
      expect(await usedOf(harness, [from, to])).toEqual([at === from ? 1 : 0, at === to ? 1 : 0])
      await harness.storage.credenciais.remove(kept, true, anAutor())
    }
  }),
]
