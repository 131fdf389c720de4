import { expect } from 'vitest'
import type { Registration } from '../../server/domain/register.ts'
import { aClaim, anEmpresa, aRegister, HOLD_MS, NOW, unique } from '../support/factories.ts'
import { expectCounterToAgree } from './claims.ts'
import type { ContractCase, Harness } from './harness.ts'

const idOf = (registration: Registration) =>
  'credencial' in registration ? registration.credencial.credencialid : registration.kind

async function withEmpresa(harness: Harness, icredencial: number, licredencial = 0): Promise<string> {
  const empresa = anEmpresa({ icredencial, licredencial })
  await harness.putEmpresa(empresa)
  return empresa.empresaid
}

export const registerCases: ContractCase[] = [
  {
    name: 'register stores the credencial with its ten fields and fixed values, its key, and the avip with its six',
    async run(harness) {
      const cadastro = { nome: 'JOÃO D’ÁVILA', telefone: '11987654321', email: 'joao@exemplo.com' }
      const registration = await harness.storage.credenciais.register(aRegister({ cadastro }))
      const credencial = {
        empresaid: '0000000000001',
        usuarioid: '0000000000001',
        credencialid: String(NOW),
        cpf: '00000000000',
        nome: 'JOÃO D’ÁVILA',
        telefone: '11987654321',
        email: 'joao@exemplo.com',
        qrcode: '',
        tipo: 'CONVIDADO',
        controle: 'ativo',
      }
      expect(registration).toEqual({ kind: 'registered', credencial, versao: 0 })
      expect(await harness.readCredenciais()).toEqual([credencial])
      expect(await harness.countChaves()).toBe(1)
      await harness.storage.avips.mirror(credencial.credencialid)
      expect(await harness.readAvip(credencial.credencialid)).toEqual({
        vipid: String(NOW),
        cpf: '00000000000',
        nome: 'JOÃO D’ÁVILA',
        tipo: 'CONVIDADO',
        controle: 'ativo',
        usuarioid: '0000000000001',
      })
      expect(await harness.storage.avips.mirrorDue(NOW)).toMatchObject({ due: 0 })
    },
  },
  {
    name: 'a millisecond taken by someone else is followed by the next one, and nothing is overwritten',
    async run(harness) {
      const before = {
        empresaid: 'x',
        usuarioid: 'x',
        cpf: 'x',
        nome: 'ANTES',
        telefone: '',
        email: '',
        qrcode: '',
        tipo: '',
        controle: '',
      }
      await harness.putCredencial({ ...before, credencialid: String(NOW) })
      const registrations = [
        await harness.storage.credenciais.register(aRegister()),
        await harness.storage.credenciais.register(aRegister()),
      ]
      expect(registrations.map(idOf)).toEqual([String(NOW + 1), String(NOW + 2)])
      expect((await harness.readCredenciais()).find((c) => c.credencialid === String(NOW))).toMatchObject(
        before,
      )
    },
  },
  {
    name: 'ids of other products that begin like ours neither give theirs nor stop ours',
    async run(harness) {
      const blank = { empresaid: '', usuarioid: '', cpf: '', nome: 'ANTES', telefone: '', email: '' }
      for (const credencialid of [String(NOW), `${NOW + 5}-b`, `${NOW + 6}a`])
        await harness.putCredencial({ ...blank, qrcode: '', tipo: '', controle: '', credencialid })
      const ids = []
      for (let n = 0; n < 3; n++) ids.push(idOf(await harness.storage.credenciais.register(aRegister())))
      expect(ids).toEqual([1, 2, 3].map((n) => String(NOW + n)))
    },
  },
  {
    name: 'longer numbers of other products in the range of our ids are never taken for ours, however many there are',
    async run(harness) {
      const blank = { empresaid: '', usuarioid: '', cpf: '', nome: 'ANTES', telefone: '', email: '' }
      const foreign = Array.from({ length: 45 }, (_, n) => `${NOW + 6 + n}0000`)
      for (const credencialid of [String(NOW), ...foreign])
        await harness.putCredencial({ ...blank, qrcode: '', tipo: '', controle: '', credencialid })
      const ids = []
      for (let n = 0; n < 3; n++) ids.push(idOf(await harness.storage.credenciais.register(aRegister())))
      expect(ids).toEqual([1, 2, 3].map((n) => String(NOW + n)))
      expect(await harness.readCredenciais()).toHaveLength(foreign.length + 4)
    },
  },
  {
    name: 'a clock that goes back makes new ids all the same',
    async run(harness) {
      const ids = []
      for (const now of [NOW, NOW - 1, NOW - 1, NOW])
        ids.push(idOf(await harness.storage.credenciais.register(aRegister({ now }))))
      expect(new Set(ids).size).toBe(4)
    },
  },
  {
    name: 'a known key gets the same credencial and stores nothing new',
    async run(harness) {
      const request = aRegister({
        cadastro: { nome: 'ANA', telefone: '11987654321', email: 'ana@exemplo.com' },
      })
      const first = await harness.storage.credenciais.register(request)
      const again = await harness.storage.credenciais.register({
        ...request,
        cadastro: { ...request.cadastro, email: 'outra@exemplo.com' },
        now: NOW + 60_000,
      })
      expect(again).toEqual({ ...first, kind: 'already-registered' })
      expect(await harness.readCredenciais()).toHaveLength(1)
    },
  },
  {
    name: 'a known key with a blank e-mail gets it filled',
    async run(harness) {
      const request = aRegister()
      await harness.storage.credenciais.register(request)
      const cadastro = { ...request.cadastro, email: 'ana@exemplo.com' }
      const again = await harness.storage.credenciais.register({ ...request, cadastro })
      expect(again).toMatchObject({ kind: 'already-registered', credencial: { email: 'ana@exemplo.com' } })
      expect(await harness.readCredenciais()).toMatchObject([{ email: 'ana@exemplo.com' }])
    },
  },
  {
    name: 'with a company, this browser’s pendente there becomes usada with the credencialid',
    async run(harness) {
      const id = await withEmpresa(harness, 3)
      const claim = aClaim(id)
      await harness.storage.empresas.claim(claim)
      await harness.storage.empresas.claim(aClaim(id))
      const convite = aClaim(id, { sid: claim.sid, now: NOW + 5 })
      const registration = await harness.storage.credenciais.register(
        aRegister({ claim: convite, now: NOW + 5 }),
      )
      const usada = (await harness.readReservas(id)).find((r) => r.estado === 'usada')
      expect(usada).toMatchObject({ reservaid: claim.reservaid, credencialid: idOf(registration) })
      await expectCounterToAgree(harness, id, 0)
      expect((await harness.readEmpresa(id)).licredencial).toBe(2)
    },
  },
  {
    name: 'with a company and no hold, an invitation is claimed',
    async run(harness) {
      const id = await withEmpresa(harness, 1)
      const registration = await harness.storage.credenciais.register(aRegister({ claim: aClaim(id) }))
      expect(registration.kind).toBe('registered')
      expect(await harness.readReservas(id)).toMatchObject([
        { estado: 'usada', credencialid: idOf(registration) },
      ])
      await expectCounterToAgree(harness, id, 0)
    },
  },
  {
    name: 'with a hold that has ended, an invitation is claimed',
    async run(harness) {
      const id = await withEmpresa(harness, 1)
      const claim = aClaim(id)
      await harness.storage.empresas.claim(claim)
      const late = aClaim(id, { sid: claim.sid, now: NOW + HOLD_MS })
      expect(
        (await harness.storage.credenciais.register(aRegister({ claim: late, now: late.now }))).kind,
      ).toBe('registered')
      expect((await harness.readReservas(id)).map((r) => r.estado).sort()).toEqual(['liberada', 'usada'])
      await expectCounterToAgree(harness, id, 0)
    },
  },
  {
    name: 'with a company that has none left, limit-reached and nothing is stored',
    async run(harness) {
      const id = await withEmpresa(harness, 2, 2)
      const registration = await harness.storage.credenciais.register(aRegister({ claim: aClaim(id) }))
      expect(registration).toMatchObject({ kind: 'limit-reached', empresa: { empresaid: id } })
      expect(await harness.readCredenciais()).toEqual([])
      expect(await harness.countChaves()).toBe(0)
      expect(await harness.readReservas(id)).toEqual([])
      expect((await harness.readEmpresa(id)).licredencial).toBe(2)
    },
  },
  {
    name: 'with a company that does not exist, empresa-not-found and nothing is stored',
    async run(harness) {
      const registration = await harness.storage.credenciais.register(aRegister({ claim: aClaim('nobody') }))
      expect(registration).toEqual({ kind: 'empresa-not-found' })
      expect(await harness.readCredenciais()).toEqual([])
    },
  },
  {
    name: 'without a company no reserva is touched, though this browser holds one',
    async run(harness) {
      const id = await withEmpresa(harness, 3)
      const claim = aClaim(id)
      await harness.storage.empresas.claim(claim)
      await harness.storage.credenciais.register(aRegister())
      expect(await harness.readReservas(id)).toMatchObject([{ estado: 'pendente', credencialid: null }])
      await expectCounterToAgree(harness, id, 0)
    },
  },
  {
    name: 'a known guest nobody paid for is paid by the company they come with, and shows at its table',
    async run(harness) {
      const id = await withEmpresa(harness, 3)
      const request = aRegister()
      const first = await harness.storage.credenciais.register(request)
      const claim = aClaim(id)
      await harness.storage.empresas.claim(claim)
      const again = await harness.storage.credenciais.register({
        ...request,
        claim: aClaim(id, { sid: claim.sid }),
      })
      expect(again).toEqual({ ...first, kind: 'already-registered' })
      expect(await harness.readReservas(id)).toMatchObject([
        { reservaid: claim.reservaid, estado: 'usada', credencialid: idOf(first) },
      ])
      const convidado = await harness.storage.credenciais.findById(idOf(first))
      expect(convidado?.empresa).toEqual({ empresaid: id, nome: 'Fazenda Santa Clara' })
      await expectCounterToAgree(harness, id, 0)
    },
  },
  {
    name: 'a known guest nobody paid for meets limit-reached at a company that has none left, and stays registered',
    async run(harness) {
      const id = await withEmpresa(harness, 1, 1)
      const request = aRegister()
      await harness.storage.credenciais.register(request)
      expect((await harness.storage.credenciais.register({ ...request, claim: aClaim(id) })).kind).toBe(
        'limit-reached',
      )
      expect(await harness.readCredenciais()).toHaveLength(1)
    },
  },
  {
    name: 'a known guest who is paid for gives this browser’s pendente back',
    async run(harness) {
      const paying = await withEmpresa(harness, 3)
      const other = await withEmpresa(harness, 3)
      const request = aRegister({ claim: aClaim(paying) })
      await harness.storage.credenciais.register(request)
      const claim = aClaim(other)
      await harness.storage.empresas.claim(claim)
      const again = await harness.storage.credenciais.register({
        ...request,
        claim: aClaim(other, { sid: claim.sid }),
      })
      expect(again.kind).toBe('already-registered')
      expect((await harness.readReservas(other)).map((r) => r.estado)).toEqual(['liberada'])
      expect((await harness.readReservas(paying)).map((r) => r.estado)).toEqual(['usada'])
      await expectCounterToAgree(harness, other, 0)
      await expectCounterToAgree(harness, paying, 0)
    },
  },
  {
    name: 'a registration repeated 100 times with one hold uses it once',
    async run(harness) {
      const id = await withEmpresa(harness, 5)
      const claim = aClaim(id)
      await harness.storage.empresas.claim(claim)
      const request = aRegister({ claim: aClaim(id, { sid: claim.sid }) })
      for (let i = 0; i < 100; i++) await harness.storage.credenciais.register(request)
      expect(await harness.readCredenciais()).toHaveLength(1)
      expect((await harness.readEmpresa(id)).licredencial).toBe(1)
    },
  },
  {
    name: '50 identical registrations at once are one',
    isRace: true,
    async run(harness) {
      const id = await withEmpresa(harness, 5)
      const request = aRegister()
      const registrations = await Promise.all(
        Array.from({ length: 50 }, () =>
          harness.storage.credenciais.register({ ...request, claim: aClaim(id, { sid: 'one' }) }),
        ),
      )
      expect(new Set(registrations.map(idOf)).size).toBe(1)
      expect(await harness.readCredenciais()).toHaveLength(1)
      expect((await harness.readEmpresa(id)).licredencial).toBe(1)
      await expectCounterToAgree(harness, id, 0)
    },
  },
  {
    name: '40 guests at once in one millisecond get 40 ids',
    isRace: true,
    async run(harness) {
      const registrations = await Promise.all(
        Array.from({ length: 40 }, () => harness.storage.credenciais.register(aRegister())),
      )
      expect(new Set(registrations.map(idOf)).size).toBe(40)
      expect(await harness.readCredenciais()).toHaveLength(40)
    },
  },
  {
    name: '40 guests at once on the last 15 invitations: 15 are registered, 25 read the limit, nobody in between',
    isRace: true,
    async run(harness) {
      const id = await withEmpresa(harness, 15)
      const registrations = await Promise.all(
        Array.from({ length: 40 }, () =>
          harness.storage.credenciais.register(aRegister({ claim: aClaim(id, { sid: unique('sid') }) })),
        ),
      )
      expect(registrations.filter((r) => r.kind === 'registered')).toHaveLength(15)
      expect(registrations.filter((r) => r.kind === 'limit-reached')).toHaveLength(25)
      expect(await harness.readCredenciais()).toHaveLength(15)
      await expectCounterToAgree(harness, id, 0)
    },
  },
  {
    name: '40 invented guests at once from one address at a company of 50: exactly ten are registered',
    isRace: true,
    async run(harness) {
      const id = await withEmpresa(harness, 50)
      const registrations = await Promise.all(
        Array.from({ length: 40 }, () =>
          harness.storage.credenciais.register(aRegister({ claim: aClaim(id, { origem: 'one' }) })),
        ),
      )
      expect(registrations.filter((r) => r.kind === 'registered')).toHaveLength(10)
      expect(registrations.filter((r) => r.kind === 'pace-exceeded')).toHaveLength(30)
      expect(await harness.readCredenciais()).toHaveLength(10)
      await expectCounterToAgree(harness, id, 0)
    },
  },
  {
    name: 'ten guests at once with one browser’s hold: it pays for one, nine read the limit',
    isRace: true,
    async run(harness) {
      const id = await withEmpresa(harness, 10, 9)
      const { sid } = aClaim(id)
      await harness.storage.empresas.claim(aClaim(id, { sid }))
      const registrations = await Promise.all(
        Array.from({ length: 10 }, () =>
          harness.storage.credenciais.register(aRegister({ claim: aClaim(id, { sid }) })),
        ),
      )
      expect(registrations.filter((r) => r.kind === 'registered')).toHaveLength(1)
      expect(registrations.filter((r) => r.kind === 'limit-reached')).toHaveLength(9)
      await expectCounterToAgree(harness, id, 9)
    },
  },
]
