import { expect } from 'vitest'
import { credencialOf } from '../../server/domain/credencial.ts'
import { EVERYBODY } from '../../server/domain/guest-search.ts'
import {
  aClaim,
  anAutor,
  anEmpresa,
  anEntrada,
  anInvitation,
  aRegister,
  NOW,
  unique,
} from '../support/factories.ts'
import { expectCounterToAgree } from './claims.ts'
import type { ContractCase, Harness } from './harness.ts'

/** Guests of a company, each mirrored. @returns their ids */
async function guestsOf({ storage: { credenciais, avips } }: Harness, empresaid: string, count: number) {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const convite = aClaim(empresaid, { origem: unique('origem') })
    const registration = await credenciais.register(aRegister({ claim: convite }))
    if (registration.kind !== 'registered') throw new Error(registration.kind)
    ids.push(registration.credencial.credencialid)
    await avips.mirror(registration.credencial.credencialid)
  }
  return ids
}

async function expectNobodyLeft(harness: Harness, ids: string[]) {
  const { avips, transfer } = harness.storage
  expect(await harness.readCredenciais()).toEqual([])
  expect(await harness.countChaves()).toBe(0)
  expect(await avips.mirrorDue(NOW)).toMatchObject({ due: 0 })
  for (const id of ids) expect(await harness.readAvip(id)).toBeNull()
  expect(await transfer.count()).toMatchObject({ credenciais: 0, chaves: 0, avips: 0 })
}

export const erasureCases: ContractCase[] = [
  {
    name: 'erasePersonalData erases every guest with key and avip, and keeps companies, reservas and counts',
    async run(harness) {
      const { credenciais, empresas } = harness.storage
      await harness.putEmpresa(anEmpresa({ empresaid: 'mesa', icredencial: 10 }))
      const ids = await guestsOf(harness, 'mesa', 3)
      await credenciais.register(aRegister())
      await empresas.claim(aClaim('mesa', { origem: 'de-alguem' }))
      const progress: number[] = []
      expect(await credenciais.erasePersonalData(anAutor(), (done) => progress.push(done))).toBe(4)
      expect(progress.at(-1)).toBe(4)
      await expectNobodyLeft(harness, ids)

      expect(await harness.readEmpresa('mesa')).toMatchObject({
        licredencial: 4,
        nome: 'Fazenda Santa Clara',
      })
      await expectCounterToAgree(harness, 'mesa', 0)
      const reservas = await harness.readReservas('mesa')
      expect(reservas.map(({ estado }) => estado).sort()).toEqual(['pendente', 'usada', 'usada', 'usada'])
      expect(reservas.map(({ origem }) => origem)).toEqual([null, null, null, null])
      expect(reservas.filter(({ sid }) => sid !== '').map(({ estado }) => estado)).toEqual(['pendente'])
      expect(await empresas.find('mesa', NOW)).toMatchObject({ left: 6, held: 1 })
    },
  },
  {
    name: 'erasePersonalData erases more guests than any page holds',
    async run(harness) {
      for (let n = 0; n < 65; n++) await harness.storage.credenciais.register(aRegister({ now: NOW + n }))
      const progress: number[] = []
      expect(
        await harness.storage.credenciais.erasePersonalData(anAutor(), (done) => progress.push(done)),
      ).toBe(65)
      expect(progress).toEqual([...progress].sort((a, b) => a - b))
      await expectNobodyLeft(harness, [String(NOW), String(NOW + 64)])
    },
  },
  {
    name: 'erasePersonalData erases other products’ guests too, and again finds nobody',
    async run(harness) {
      const cadastro = { nome: 'ANTIGO', telefone: '1133334444', email: '' }
      await harness.putCredencial({ ...credencialOf('1600000000000', cadastro) })
      expect(await harness.storage.credenciais.erasePersonalData(anAutor())).toBe(1)
      expect(await harness.storage.credenciais.erasePersonalData(anAutor())).toBe(0)
      await expectNobodyLeft(harness, ['1600000000000'])
    },
  },
  {
    name: 'a guest who was erased and registers again is a new one',
    async run(harness) {
      const request = aRegister()
      await harness.storage.credenciais.register(request)
      await harness.storage.credenciais.erasePersonalData(anAutor())
      const again = await harness.storage.credenciais.register({ ...request, now: NOW + 1 })
      expect(again).toMatchObject({ kind: 'registered', credencial: { credencialid: String(NOW + 1) } })
      expect(await harness.countChaves()).toBe(1)
    },
  },
  {
    name: 'erasePersonalData erases what was noted of somebody at the door; the admission itself stays',
    async run(harness) {
      const { credenciais, entradas, transfer } = harness.storage
      const noted = [1, 2].map((seq) => anEntrada('', { seq, anotado: 'Tia Zezé' }))
      const known = anEntrada(unique('convidado'), { seq: 3, anotado: 'Tia Zezé' })
      await entradas.add([...noted, known], null)
      await credenciais.erasePersonalData(anAutor())
      expect(await entradas.listAnotadas()).toEqual(noted.map((entrada) => ({ ...entrada, anotado: null })))
      expect(await entradas.listOf(known.credencialid)).toEqual([{ ...known, anotado: null }])
      for await (const registro of transfer.read()) expect(JSON.stringify(registro)).not.toMatch(/Zezé/)
    },
  },
  {
    name: 'a revoked browser is recognised no more once everything is erased, nor is its name kept',
    async run(harness) {
      const { credenciais, equipe } = harness.storage
      const invitation = anInvitation()
      await equipe.invite(invitation, anAutor())
      await equipe.pair(invitation.codigo, 'segredo', anAutor())
      await equipe.revoke(invitation.aparelhoid, anAutor())
      await credenciais.erasePersonalData(anAutor())
      expect(await equipe.list()).toMatchObject([{ nome: '', segredorevogado: null }])
      expect(await equipe.findRevogado('segredo')).toBeNull()
    },
  },
  {
    name: 'an erasure stands in the history with how many, and leaves nobody to be found; facts and acts stay',
    async run(harness) {
      const { credenciais, entradas, painel, historico } = harness.storage
      const ids = [0, 1].map((n) => String(NOW + n))
      for (let n = 0; n < 2; n++) await credenciais.register(aRegister({ autor: anAutor() }))
      await entradas.add([anEntrada(ids[0] ?? '')], null)
      const autor = anAutor({ em: NOW + 1 })
      await credenciais.erasePersonalData(autor)
      expect(await painel.search([EVERYBODY], 0, 9)).toEqual({ convidados: [], total: 0 })
      expect(await painel.findRepetidos()).toEqual([])
      expect(await painel.count(NOW)).toMatchObject({ confirmados: 0, dentro: 0 })
      expect(await entradas.listOf(ids[0] ?? '')).toHaveLength(1)
      const [last, ...rest] = await historico.list({ after: null, limit: 9 })
      expect(last).toEqual({ ...autor, ato: 'apagou-tudo', alvo: '', detalhe: '2' })
      expect(rest.map(({ ato }) => ato)).toEqual(['cadastrou', 'cadastrou'])
    },
  },
]
