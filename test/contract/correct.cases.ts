import { expect } from 'vitest'
import { anAutor, aRegister } from '../support/factories.ts'
import type { ContractCase } from './harness.ts'
import { aConvidado } from './organiser.ts'

export const correctCases: ContractCase[] = [
  {
    name: 'correct replaces the data, the key and the avip together',
    async run(harness) {
      const { credencialid, request } = await aConvidado(harness)
      const cadastro = { nome: 'NOME CERTO', telefone: '21987654321', email: 'certo@exemplo.com' }
      const correction = await harness.storage.credenciais.correct(
        {
          credencialid,
          cadastro,
          chave: 'chave-certa',
        },
        anAutor(),
      )
      expect(correction).toMatchObject({ kind: 'corrected', credencial: { credencialid, ...cadastro } })
      await harness.storage.avips.mirror(credencialid)
      expect(await harness.readAvip(credencialid)).toMatchObject({ nome: 'NOME CERTO' })
      expect(await harness.countChaves()).toBe(1)
      const byNewKey = await harness.storage.credenciais.register(
        aRegister({ cadastro, chave: 'chave-certa' }),
      )
      expect(byNewKey).toMatchObject({ kind: 'already-registered', credencial: { credencialid } })
      const byOldKey = await harness.storage.credenciais.register({ ...request, claim: null })
      expect(byOldKey.kind).toBe('registered')
    },
  },
  {
    name: 'correct refuses a key that belongs to another guest, and answers when there is none to correct',
    async run(harness) {
      const { credencialid, request } = await aConvidado(harness)
      const other = aRegister()
      const registration = await harness.storage.credenciais.register(other)
      const taken = { credencialid, cadastro: other.cadastro, chave: other.chave }
      expect(await harness.storage.credenciais.correct(taken, anAutor())).toEqual({
        kind: 'already-taken',
        credencialid: 'credencial' in registration ? registration.credencial.credencialid : '',
      })
      expect((await harness.storage.credenciais.findById(credencialid))?.credencial.nome).toBe(
        request.cadastro.nome,
      )
      const nobody = await harness.storage.credenciais.correct(
        {
          ...taken,
          credencialid: '1',
          chave: 'livre',
        },
        anAutor(),
      )
      expect(nobody).toEqual({ kind: 'credencial-not-found' })
    },
  },
  {
    name: 'correct with the key unchanged keeps it',
    async run(harness) {
      const { credencialid, request } = await aConvidado(harness)
      const cadastro = { ...request.cadastro, email: 'novo@exemplo.com' }
      expect(
        (
          await harness.storage.credenciais.correct(
            { credencialid, cadastro, chave: request.chave },
            anAutor(),
          )
        ).kind,
      ).toBe('corrected')
      expect(await harness.countChaves()).toBe(1)
    },
  },
]
