import { expect } from 'vitest'
import { GUARDA_MS } from '../../server/domain/desistencia.ts'
import { CONVIDADO } from '../../server/domain/historico.ts'
import { maxHoldsPerOrigem } from '../../server/domain/convites-per-address.ts'
import { aClaim, aMerge, anAutor, aRegister, NOW, unique } from '../support/factories.ts'
import {
  aConvidado,
  atOnce,
  empresaOf,
  kindsOf,
  linhasDoHistoricoIn,
  usedOf,
  withEmpresa,
} from './convidados.ts'
import { LATER, undo, withdraw } from './desistencia.cases.ts'
import { it, type ContractCase, type Harness } from './harness.ts'
import { registered } from '../support/registered.ts'

/** The instant from which the place of a guest who left at LATER is free. */
const FREE = LATER + GUARDA_MS

const estadosOf = async (harness: Harness, empresaid: string) =>
  (await harness.readReservas(empresaid)).map(({ estado }) => estado).sort()

const leftAt = async ({ storage }: Harness, empresaid: string, now: number) =>
  (await storage.empresas.find(empresaid, now))?.left

/** The place of a guest who withdrew is kept for some hours (decision 0023). */
export const cases: ContractCase[] = [
  it('who withdraws a guest by a credencial seen somewhere does not get the place: it is kept for Desfazer', async (harness) => {
    const { empresas, credenciais } = harness.storage
    const empresaid = await withEmpresa(harness, 1)
    const id = await aConvidado(harness, empresaid)
    expect(await withdraw(harness, id)).toEqual({ kind: 'withdrawn', empresaid })
    const [kept] = await harness.readReservas(empresaid)
    expect(kept).toMatchObject({
      estado: 'pendente',
      credencialid: id,
      expiraem: FREE,
      origem: 'de-alguem',
    })
    for (const now of [LATER + 1, FREE - 1]) {
      const claim = aClaim(empresaid, { now })
      expect((await empresas.claim(claim)).kind).toBe('limit-reached')
      expect((await credenciais.register(aRegister({ claim, now }))).kind).toBe('limit-reached')
      // Nor can a browser get the place by naming its reserva as its own.
      const forged = { ...claim, sid: kept?.sid ?? '' }
      expect((await empresas.claim(forged)).kind).toBe('limit-reached')
    }
    expect(await empresas.find(empresaid, FREE - 1)).toMatchObject({ left: 0, held: 1, pessoais: 0 })
    expect(await usedOf(harness, [empresaid])).toEqual([0])
    expect(await undo(harness, id, { now: FREE - 1 })).toEqual({ kind: 'returned', empresaid })
    expect(await usedOf(harness, [empresaid])).toEqual([1])
    expect(await empresaOf(harness, id)).toBe(empresaid)
    expect(await estadosOf(harness, empresaid)).toEqual(['usada'])
  }),
  it('a place that was kept is free at its end like any hold, by a claim or by whoever releases them', async (harness) => {
    const { empresas } = harness.storage
    const empresaid = await withEmpresa(harness, 2)
    const ids = [await aConvidado(harness, empresaid), await aConvidado(harness, empresaid)]
    for (const id of ids) await withdraw(harness, id)
    expect(await leftAt(harness, empresaid, FREE - 1)).toBe(0)
    expect(await leftAt(harness, empresaid, FREE)).toBe(2)
    expect((await empresas.claim(aClaim(empresaid, { now: FREE }))).kind).toBe('claimed')
    expect(await empresas.releaseEnded(FREE)).toBe(0)
    // One place is left, and the first guest to come back takes it.
    expect((await undo(harness, ids[0] ?? '', { now: FREE })).kind).toBe('returned')
    expect((await undo(harness, ids[1] ?? '', { now: FREE })).kind).toBe('limit-reached')
    expect(await usedOf(harness, [empresaid])).toEqual([1])

    const other = await withEmpresa(harness, 1)
    await withdraw(harness, await aConvidado(harness, other))
    expect(await empresas.releaseEnded(FREE - 1)).toBe(0)
    expect(await empresas.releaseEnded(FREE)).toBe(1)
    expect(await leftAt(harness, other, FREE)).toBe(1)
    await usedOf(harness, [other])
  }),
  it('the holder frees a place that is kept at once and once, and nobody else’s; so a closing date keeps none', async (harness) => {
    const [empresaid, other] = [await withEmpresa(harness, 1), await withEmpresa(harness)]
    const id = await aConvidado(harness, empresaid)
    await withdraw(harness, id)
    expect(await withdraw(harness, id, { empresaid: other })).toEqual({ kind: 'already-withdrawn' })
    expect(await withdraw(harness, id, { empresaid, isClosed: true })).toEqual({ kind: 'closed' })
    expect(await withdraw(harness, id, { empresaid })).toEqual({ kind: 'withdrawn', empresaid })
    expect(await withdraw(harness, id, { empresaid })).toEqual({ kind: 'already-withdrawn' })
    expect(await leftAt(harness, empresaid, LATER)).toBe(1)
    expect(await usedOf(harness, [empresaid, other])).toEqual([0, 0])
    expect((await linhasDoHistoricoIn(harness, { alvo: id })).map(({ ato }) => ato)).toEqual([
      'desistiu',
      'liberou',
    ])
    // The guest withdrew on their own, and may come back while there is a place.
    expect((await undo(harness, id)).kind).toBe('returned')

    expect(await withdraw(harness, id, { isClosed: true })).toEqual({ kind: 'withdrawn', empresaid })
    expect(await leftAt(harness, empresaid, LATER)).toBe(1)
    expect(await estadosOf(harness, empresaid)).not.toContain('pendente')
  }),
  it('places kept for guests are no holds of the address that registered them', async (harness) => {
    const { empresas } = harness.storage
    const empresaid = await withEmpresa(harness, 40)
    const now = LATER + 120_000
    for (let n = 0; n < maxHoldsPerOrigem(42); n++)
      await withdraw(harness, await aConvidado(harness, empresaid), { now })
    const claim = aClaim(empresaid, { origem: 'de-alguem', now })
    expect((await empresas.claim(claim)).kind).toBe('claimed')
  }),
  it('a guest who registers again gets the place that was kept; at another company it goes back', async (harness) => {
    const [empresaid, other] = [await withEmpresa(harness, 1), await withEmpresa(harness, 1)]
    const { credenciais, empresas } = harness.storage
    const request = aRegister({ claim: aClaim(empresaid) })
    const id = await registered(credenciais, request)
    await withdraw(harness, id)
    const again = (at: string | null) =>
      credenciais.register({
        ...request,
        now: LATER,
        autor: anAutor({ quem: CONVIDADO }),
        claim: at === null ? null : aClaim(at, { now: LATER }),
      })
    expect((await again(empresaid)).kind).toBe('already-registered')
    expect(await empresaOf(harness, id)).toBe(empresaid)
    expect(await estadosOf(harness, empresaid)).toEqual(['liberada', 'usada'])

    await withdraw(harness, id)
    const mine = aClaim(other, { now: LATER })
    await empresas.claim(mine)
    await credenciais.register({ ...request, autor: anAutor({ quem: CONVIDADO }), claim: mine, now: LATER })
    expect(await empresaOf(harness, id)).toBe(other)
    expect(await usedOf(harness, [empresaid, other])).toEqual([0, 1])
    expect(await leftAt(harness, empresaid, LATER)).toBe(1)

    await withdraw(harness, id)
    await again(null)
    expect(await empresaOf(harness, id)).toBeNull()
    expect(await usedOf(harness, [empresaid, other])).toEqual([0, 0])
    expect(await leftAt(harness, other, LATER)).toBe(1)
  }),
  it('a live hold of the browser pays for a guest who comes back, and the place that was kept goes back', async (harness) => {
    const empresaid = await withEmpresa(harness, 2)
    const { credenciais, empresas } = harness.storage
    const request = aRegister({ claim: aClaim(empresaid) })
    const credencialid = await registered(credenciais, request)
    await withdraw(harness, credencialid)
    const mine = aClaim(empresaid, { now: LATER })
    await empresas.claim(mine)
    await credenciais.register({ ...request, autor: anAutor({ quem: CONVIDADO }), claim: mine, now: LATER })
    expect(await usedOf(harness, [empresaid])).toEqual([1])
    expect(await leftAt(harness, empresaid, LATER)).toBe(1)
  }),
  it('a guest who withdrew and is moved, removed or merged leaves no place kept behind', async (harness) => {
    const { credenciais } = harness.storage
    const [empresaid, other] = [await withEmpresa(harness, 1), await withEmpresa(harness, 1)]
    const moved = (credencialid: string, at: string) =>
      credenciais.move({ credencialid, empresaid: at, reservaid: unique('reserva'), now: LATER }, anAutor())
    const id = await aConvidado(harness, empresaid)
    await withdraw(harness, id)
    // Back to the same table, though it is full: the place belongs to the guest.
    expect(await moved(id, empresaid)).toEqual({ kind: 'moved', from: null, isConfirmed: true })
    expect(await usedOf(harness, [empresaid])).toEqual([1])
    await withdraw(harness, id)
    expect(await moved(id, other)).toEqual({ kind: 'moved', from: null, isConfirmed: true })
    expect(await usedOf(harness, [empresaid, other])).toEqual([0, 1])
    expect(await leftAt(harness, empresaid, LATER)).toBe(1)

    await withdraw(harness, id)
    expect(await credenciais.remove(id, false, anAutor())).toEqual({ kind: 'removed', returned: other })
    expect(await usedOf(harness, [empresaid, other])).toEqual([0, 0])
    expect(await leftAt(harness, other, LATER)).toBe(1)

    for (const [keptIsOut, otherIsOut] of [
      [true, false],
      [false, true],
      [true, true],
    ]) {
      const mesa = await withEmpresa(harness, 2)
      const [kept, gone] = [await aConvidado(harness, mesa), await aConvidado(harness, mesa)]
      if (keptIsOut) await withdraw(harness, kept)
      if (otherIsOut) await withdraw(harness, gone)
      await credenciais.merge(aMerge(kept, gone), anAutor())
      const isOut = keptIsOut === true && otherIsOut === true
      expect(await usedOf(harness, [mesa])).toEqual([isOut ? 0 : 1])
      expect(await leftAt(harness, mesa, LATER)).toBe(1)
      expect((await estadosOf(harness, mesa)).includes('pendente')).toBe(isOut)
    }
  }),
  it('a table reads which places it keeps, for whom and until when, and no browser holds them', async (harness) => {
    const { empresas, mesas } = harness.storage
    const empresaid = await withEmpresa(harness, 3)
    const [first, second] = [await aConvidado(harness, empresaid), await aConvidado(harness, empresaid)]
    await withdraw(harness, first, { now: LATER + 5 })
    await withdraw(harness, second)
    const [, kept] = await harness.readReservas(empresaid)
    const read = (now: number) => mesas.readLugares(empresaid, now)
    expect(await read(LATER)).toMatchObject({
      reservados: [],
      guardados: [
        { credencialid: second, ate: FREE },
        { credencialid: first, ate: FREE + 5 },
      ],
    })
    expect((await read(FREE)).guardados).toEqual([{ credencialid: first, ate: FREE + 5 }])
    expect(await empresas.findHolds(kept?.sid ?? '', LATER)).toHaveLength(1)
    expect((await harness.storage.painel.count(LATER)).reservados).toBe(2)
  }),
]

export const races: ContractCase[] = [
  it('a withdrawal and Desfazer sent at once keep one place or use it', async (harness) => {
    const empresaid = await withEmpresa(harness, 1)
    const id = await aConvidado(harness, empresaid)
    for (let round = 0; round < 3; round++) {
      await Promise.all([atOnce(3, () => withdraw(harness, id)), atOnce(3, () => undo(harness, id))])
      await withdraw(harness, id)
      const outcomes = await atOnce(4, () => undo(harness, id))
      expect(kindsOf(outcomes)).toEqual([...Array<string>(3).fill('not-withdrawn'), 'returned'])
      expect(await usedOf(harness, [empresaid])).toEqual([1])
      expect(await leftAt(harness, empresaid, NOW)).toBe(0)
    }
  }),
  it('Desfazer, claims and the release at the instant a place is free: one gets it', async (harness) => {
    const { empresas } = harness.storage
    for (let round = 0; round < 3; round++) {
      const empresaid = await withEmpresa(harness, 1)
      const id = await aConvidado(harness, empresaid)
      await withdraw(harness, id)
      const [back, , ...claims] = await Promise.all([
        undo(harness, id, { now: FREE }),
        empresas.releaseEnded(FREE),
        ...Array.from({ length: 4 }, () => empresas.claim(aClaim(empresaid, { now: FREE }))),
      ])
      const got = [back, ...claims].filter(({ kind }) => kind === 'returned' || kind === 'claimed')
      expect(got).toHaveLength(1)
      await usedOf(harness, [empresaid])
      expect(await leftAt(harness, empresaid, FREE)).toBe(0)
    }
  }),
]
