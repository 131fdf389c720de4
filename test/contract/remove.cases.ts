import { expect } from 'vitest'
import { aClaim, anAutor, anEmpresa, aRegister, NOW, unique } from '../support/factories.ts'
import { expectCounterToAgree } from './claims.ts'
import type { ContractCase } from './harness.ts'
import { aConvidado } from './organiser.ts'

export const removeCases: ContractCase[] = [
  {
    name: 'remove erases the credencial, its key and its avip, and the invitation stays spent',
    async run(harness) {
      const { credencialid, empresaid } = await aConvidado(harness)
      await harness.storage.avips.mirror(credencialid)
      expect(await harness.storage.credenciais.remove(credencialid, false, anAutor())).toEqual({
        kind: 'removed',
        returned: null,
      })
      expect(await harness.readCredenciais()).toEqual([])
      expect(await harness.countChaves()).toBe(0)
      expect(await harness.readAvip(credencialid)).toBeNull()
      expect((await harness.readEmpresa(empresaid)).licredencial).toBe(1)
      await expectCounterToAgree(harness, empresaid, 0)
    },
  },
  {
    name: 'remove forgets who claimed the invitation, given back or not, and keeps the credencialid it paid for',
    async run(harness) {
      const { empresas, credenciais } = harness.storage
      await harness.putEmpresa(anEmpresa({ empresaid: 'mesa', icredencial: 5 }))
      const ids: string[] = []
      for (const isReturned of [false, true]) {
        const convite = aClaim('mesa', { sid: unique('sid'), origem: 'de-alguem' })
        await empresas.claim(convite)
        const registration = await credenciais.register(aRegister({ claim: convite, now: NOW + ids.length }))
        if (registration.kind !== 'registered') throw new Error(registration.kind)
        ids.push(registration.credencial.credencialid)
        await credenciais.remove(registration.credencial.credencialid, isReturned, anAutor())
      }
      const reservas = await harness.readReservas('mesa')
      expect(new Set(reservas.map((r) => [r.estado, r.credencialid, r.origem, r.sid].join()))).toEqual(
        new Set([`usada,${ids[0]},,`, `liberada,${ids[1]},,`]),
      )
      expect(await credenciais.wipeRemoved()).toBe(true)
      await expectCounterToAgree(harness, 'mesa', 0)
    },
  },
  {
    name: 'remove with isReturned gives the invitation back, once',
    async run(harness) {
      const { credencialid, empresaid } = await aConvidado(harness)
      expect(await harness.storage.credenciais.remove(credencialid, true, anAutor())).toEqual({
        kind: 'removed',
        returned: empresaid,
      })
      expect(await harness.storage.credenciais.remove(credencialid, true, anAutor())).toEqual({
        kind: 'credencial-not-found',
      })
      expect((await harness.readEmpresa(empresaid)).licredencial).toBe(0)
      await expectCounterToAgree(harness, empresaid, 0)
    },
  },
  {
    name: 'a guest removed five times at once gives the invitation back once',
    isRace: true,
    async run(harness) {
      const { credencialid, empresaid } = await aConvidado(harness)
      const removals = await Promise.all(
        Array.from({ length: 5 }, () => harness.storage.credenciais.remove(credencialid, true, anAutor())),
      )
      expect(removals.filter(({ kind }) => kind === 'removed')).toHaveLength(1)
      await expectCounterToAgree(harness, empresaid, 0)
    },
  },
  {
    name: 'a guest who was removed can register again and is paid for again',
    async run(harness) {
      const { credencialid, empresaid, request } = await aConvidado(harness)
      await harness.storage.credenciais.remove(credencialid, true, anAutor())
      const again = await harness.storage.credenciais.register({ ...request, claim: aClaim(empresaid) })
      expect(again.kind).toBe('registered')
      await expectCounterToAgree(harness, empresaid, 0)
    },
  },
]
