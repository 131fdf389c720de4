import { expect } from 'vitest'
import { CONVIDADO } from '../../server/domain/historico.ts'
import { aClaim, anAutor, aRegister, NOW, unique } from '../support/factories.ts'
import { usedOf, withEmpresa } from './convidados.ts'
import { aCodigo, register, withConvites } from './convites.ts'
import { it, type ContractCase } from './harness.ts'
import { registered } from '../support/registered.ts'

export const cases: ContractCase[] = [
  it('a new personal invitation gets another label, and no other does', async (harness) => {
    const empresaid = await withEmpresa(harness)
    const [convite] = await withConvites(harness, empresaid)
    if (!convite) throw new Error('not made')
    const { convites } = harness.storage
    expect(await convites.rename(convite.codigo, 'Tio Ivo', anAutor())).toEqual({ kind: 'renamed' })
    expect((await convites.find(convite.codigo))?.convite.rotulo).toBe('Tio Ivo')
    await register(harness, empresaid, convite)
    expect(await convites.rename(convite.codigo, 'Outro', anAutor())).toEqual({ kind: 'not-new' })
    expect(await convites.rename(aCodigo(), 'Outro', anAutor())).toEqual({ kind: 'convite-not-found' })
    expect((await convites.find(convite.codigo))?.convite.rotulo).toBe('Tio Ivo')
  }),
  it('a removed guest leaves no label, and the erasure leaves none at all', async (harness) => {
    const empresaid = await withEmpresa(harness)
    const novos = await withConvites(harness, empresaid, 2)
    const [used] = novos
    if (!used) throw new Error('not made')
    const registration = await register(harness, empresaid, used)
    if (registration.kind !== 'registered') throw new Error(registration.kind)
    const { credenciais, convites } = harness.storage
    await credenciais.remove(registration.credencial.credencialid, true, anAutor())
    const rotulos = async () => (await convites.list(empresaid)).map(({ convite }) => convite.rotulo).sort()
    expect(await rotulos()).toEqual(['', 'Tia Lúcia'])
    await credenciais.erasePersonalData(anAutor())
    expect(await rotulos()).toEqual(['', ''])
  }),
  it('a removed guest whom others paid for since leaves no label either', async (harness) => {
    const [empresaid, other] = [await withEmpresa(harness), await withEmpresa(harness)]
    const novos = await withConvites(harness, empresaid, 2)
    const { credenciais, convites, desistencias } = harness.storage
    for (const [n, novo] of novos.entries()) {
      const request = aRegister({ claim: aClaim(empresaid, { sid: novo.sid }), isPersonal: true })
      const credencialid = await registered(credenciais, request)
      const moved = { credencialid, empresaid: other, reservaid: unique('reserva'), now: NOW }
      if (n === 0) await credenciais.move(moved, anAutor())
      for (let again = 0; n === 1 && again < 2; again++) {
        const away = { credencialid, empresaid: null, now: NOW, isClosed: false }
        await desistencias.withdraw(away, anAutor())
        const autor = anAutor({ quem: CONVIDADO })
        await credenciais.register({ ...request, isPersonal: false, claim: aClaim(empresaid), autor })
      }
      await credenciais.remove(credencialid, true, anAutor())
    }
    expect((await convites.list(empresaid)).map(({ convite }) => convite.rotulo)).toEqual(['', ''])
    expect(await usedOf(harness, [empresaid, other])).toEqual([0, 0])
  }),
]
