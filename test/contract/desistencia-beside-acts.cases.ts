import { expect } from 'vitest'
import { estadoOf } from '../../server/domain/convite-pessoal.ts'
import { CONVIDADO } from '../../server/domain/historico.ts'
import { aClaim, aMerge, anAutor, aRegister, NOW, unique } from '../support/factories.ts'
import { aConvidado, empresaOf, usedOf, withEmpresa } from './convidados.ts'
import { LATER, undo, withdraw } from './desistencias.ts'
import { it, type ContractCase } from './harness.ts'

/** What other acts make of a withdrawal, and it of them. */
export const cases: ContractCase[] = [
  it('a guest who registers again with that name and phone is confirmed again', async (harness) => {
    const empresaid = await withEmpresa(harness, 3)
    const request = aRegister({ claim: aClaim(empresaid) })
    const registration = await harness.storage.credenciais.register(request)
    if (registration.kind !== 'registered') throw new Error(registration.kind)
    const { credencialid: id } = registration.credencial
    await withdraw(harness, id, { empresaid })
    const asConvidado = (em: number) => ({ now: em, autor: anAutor({ quem: CONVIDADO, em }) })
    const again = { ...request, ...asConvidado(LATER), claim: aClaim(empresaid, { now: LATER }) }
    expect((await harness.storage.credenciais.register(again)).kind).toBe('already-registered')
    expect(await harness.storage.desistencias.find(id)).toMatchObject({ desfeitaem: LATER })
    expect(await usedOf(harness, [empresaid])).toEqual([1])

    await withdraw(harness, id)
    await harness.storage.credenciais.register({ ...request, ...asConvidado(LATER + 5), claim: null })
    expect(await harness.storage.desistencias.find(id)).toMatchObject({ desfeitaem: LATER + 5 })
    expect(await empresaOf(harness, id)).toBeNull()

    await withdraw(harness, id)
    const later = {
      ...request,
      now: LATER + 6,
      claim: null,
      autor: anAutor({ quem: 'ana', em: LATER + 6 }),
    }
    await harness.storage.credenciais.register(later)
    await harness.storage.credenciais.register({ ...request, ...asConvidado(LATER + 7), claim: null })
    const voltas = await harness.storage.historico.list({ ato: 'voltou', alvo: id, after: null, limit: 9 })
    expect(voltas.map(({ quem, em, detalhe }) => [quem, em, detalhe])).toEqual([
      ['ana', LATER + 6, ''],
      ['convidado', LATER + 5, ''],
      ['convidado', LATER, empresaid],
    ])
  }),
  it('a guest who withdrew and is given a company is confirmed again, and DESFAZER pays no second time', async (harness) => {
    const [empresaid, to] = [await withEmpresa(harness), await withEmpresa(harness)]
    const id = await aConvidado(harness, empresaid)
    await withdraw(harness, id)
    const { credenciais, desistencias } = harness.storage
    const request = { credencialid: id, empresaid: to, reservaid: unique('reserva'), now: LATER + 7 }
    expect(await credenciais.move(request, anAutor())).toEqual({
      kind: 'moved',
      from: null,
      isConfirmed: true,
    })
    expect(await desistencias.find(id)).toMatchObject({ desfeitaem: LATER + 7 })
    expect(await undo(harness, id)).toEqual({ kind: 'not-withdrawn' })
    expect(await usedOf(harness, [empresaid, to])).toEqual([0, 1])
  }),
  it('of two credenciais made one the guest comes when one of both does', async (harness) => {
    const empresaid = await withEmpresa(harness)
    const { credenciais, desistencias } = harness.storage
    for (const [keptIsOut, otherIsOut] of [
      [true, false],
      [true, true],
      [false, true],
    ]) {
      const [kept, other] = [await aConvidado(harness, empresaid), await aConvidado(harness, empresaid)]
      if (keptIsOut) await withdraw(harness, kept)
      if (otherIsOut) await withdraw(harness, other)
      await credenciais.merge(aMerge(kept, other), anAutor())
      const isOut = keptIsOut === true && otherIsOut === true
      expect((await desistencias.list()).has(kept)).toBe(isOut)
      expect(await desistencias.find(other)).toBeNull()
      expect(await empresaOf(harness, kept)).toBe(isOut ? null : empresaid)
      expect(await undo(harness, kept)).toMatchObject({ kind: isOut ? 'returned' : 'not-withdrawn' })
    }
    expect(await usedOf(harness, [empresaid])).toEqual([3])
  }),
  it('a personal invitation is spent by a withdrawal, and DESFAZER points it at the new reserva', async (harness) => {
    const empresaid = await withEmpresa(harness, 3)
    const { convites, credenciais } = harness.storage
    const convite = {
      codigo: 'w'.repeat(20),
      rotulo: 'Tia',
      reservaid: unique('reserva'),
      sid: unique('sid'),
    }
    await convites.create(empresaid, [convite], NOW, anAutor())
    const claim = aClaim(empresaid, { sid: convite.sid })
    const registration = await credenciais.register(aRegister({ claim, isPersonal: true }))
    if (registration.kind !== 'registered') throw new Error(registration.kind)
    const { credencialid: id } = registration.credencial
    await withdraw(harness, id)
    const found = await convites.find(convite.codigo)
    expect(found && estadoOf(found.reserva)).toBe('usado')
    expect(await credenciais.register(aRegister({ claim, isPersonal: true }))).toEqual({
      kind: 'convite-spent',
    })
    expect(await convites.revoke(convite.codigo, anAutor())).toEqual({ kind: 'already-used' })
    await undo(harness, id)
    expect((await convites.find(convite.codigo))?.reserva).toMatchObject({
      estado: 'usada',
      credencialid: id,
    })
  }),
  it('a removed guest leaves no withdrawal, and the erasure leaves none at all', async (harness) => {
    const [first, second] = [await aConvidado(harness), await aConvidado(harness)]
    for (const id of [first, second]) await withdraw(harness, id)
    const { desistencias, credenciais } = harness.storage
    await credenciais.remove(first, true, anAutor())
    expect([...(await desistencias.list()).keys()]).toEqual([second])
    await credenciais.erasePersonalData(anAutor())
    expect((await desistencias.list()).size).toBe(0)
  }),
]
