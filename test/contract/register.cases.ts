import { expect } from 'vitest'
import type { Registration } from '../../server/domain/register.ts'
import { aCadastro, aClaim, aRegister, NOW, unique } from '../support/factories.ts'
import { it, type ContractCase } from './harness.ts'
import { expectCounterToAgree, withEmpresa } from './claims.ts'

/** The credencialid of a registration, or the kind of the answer when there is none. */
export const idOf = (registration: Registration) =>
  'credencial' in registration ? registration.credencial.credencialid : registration.kind

export const cases: ContractCase[] = [
  it('register stores the credencial with its ten fields and fixed values, its key, and the avip with its six', async (harness) => {
    const cadastro = aCadastro({ nome: 'JOÃO D’ÁVILA', telefone: '11987654321', email: 'joao@exemplo.com' })
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
    expect(registration).toEqual({ kind: 'registered', credencial, versao: 0, acompanhantes: [] })
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
  }),
  it('a known key gets the same credencial and stores nothing new', async (harness) => {
    const request = aRegister({
      cadastro: aCadastro({ nome: 'ANA', telefone: '11987654321', email: 'ana@exemplo.com' }),
    })
    const first = await harness.storage.credenciais.register(request)
    const again = await harness.storage.credenciais.register({
      ...request,
      cadastro: { ...request.cadastro, email: 'outra@exemplo.com' },
      now: NOW + 60_000,
    })
    expect(again).toEqual({ ...first, kind: 'already-registered' })
    expect(await harness.readCredenciais()).toHaveLength(1)
  }),
  it('a known key with a blank e-mail gets it filled', async (harness) => {
    const request = aRegister()
    await harness.storage.credenciais.register(request)
    const cadastro = { ...request.cadastro, email: 'ana@exemplo.com' }
    const again = await harness.storage.credenciais.register({ ...request, cadastro })
    expect(again).toMatchObject({ kind: 'already-registered', credencial: { email: 'ana@exemplo.com' } })
    expect(await harness.readCredenciais()).toMatchObject([{ email: 'ana@exemplo.com' }])
  }),
  it('a millisecond taken by someone else is followed by the next one, and nothing is overwritten', async (harness) => {
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
  }),
  it('ids of other products that begin like ours neither give theirs nor stop ours', async (harness) => {
    const blank = { empresaid: '', usuarioid: '', cpf: '', nome: 'ANTES', telefone: '', email: '' }
    for (const credencialid of [String(NOW), `${NOW + 5}-b`, `${NOW + 6}a`])
      await harness.putCredencial({ ...blank, qrcode: '', tipo: '', controle: '', credencialid })
    const ids = []
    for (let n = 0; n < 3; n++) ids.push(idOf(await harness.storage.credenciais.register(aRegister())))
    expect(ids).toEqual([1, 2, 3].map((n) => String(NOW + n)))
  }),
  it('longer numbers of other products in the range of our ids are never taken for ours, however many there are', async (harness) => {
    const blank = { empresaid: '', usuarioid: '', cpf: '', nome: 'ANTES', telefone: '', email: '' }
    const foreign = Array.from({ length: 45 }, (_, n) => `${NOW + 6 + n}0000`)
    for (const credencialid of [String(NOW), ...foreign])
      await harness.putCredencial({ ...blank, qrcode: '', tipo: '', controle: '', credencialid })
    const ids = []
    for (let n = 0; n < 3; n++) ids.push(idOf(await harness.storage.credenciais.register(aRegister())))
    expect(ids).toEqual([1, 2, 3].map((n) => String(NOW + n)))
    expect(await harness.readCredenciais()).toHaveLength(foreign.length + 4)
  }),
  it('a clock that goes back makes new ids all the same', async (harness) => {
    const ids = []
    for (const now of [NOW, NOW - 1, NOW - 1, NOW])
      ids.push(idOf(await harness.storage.credenciais.register(aRegister({ now }))))
    expect(new Set(ids).size).toBe(4)
  }),
  it('a registration repeated 100 times with one hold uses it once', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 5 })
    const claim = aClaim(id)
    await harness.storage.empresas.claim(claim)
    const request = aRegister({ claim: aClaim(id, { sid: claim.sid }) })
    for (let i = 0; i < 100; i++) await harness.storage.credenciais.register(request)
    expect(await harness.readCredenciais()).toHaveLength(1)
    expect((await harness.readEmpresa(id)).licredencial).toBe(1)
  }),
]

export const races: ContractCase[] = [
  it('40 guests at once in one millisecond get 40 ids', async (harness) => {
    const registrations = await Promise.all(
      Array.from({ length: 40 }, () => harness.storage.credenciais.register(aRegister())),
    )
    expect(new Set(registrations.map(idOf)).size).toBe(40)
    expect(await harness.readCredenciais()).toHaveLength(40)
  }),
  it('50 identical registrations at once are one', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 5 })
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
  }),
  it('40 guests at once on the last 15 invitations: 15 are registered, 25 read the limit, nobody in between', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 15 })
    const registrations = await Promise.all(
      Array.from({ length: 40 }, () =>
        harness.storage.credenciais.register(aRegister({ claim: aClaim(id, { sid: unique('sid') }) })),
      ),
    )
    expect(registrations.filter((r) => r.kind === 'registered')).toHaveLength(15)
    expect(registrations.filter((r) => r.kind === 'limit-reached')).toHaveLength(25)
    expect(await harness.readCredenciais()).toHaveLength(15)
    await expectCounterToAgree(harness, id, 0)
  }),
  it('40 invented guests at once from one address at a company of 50: exactly ten are registered', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 50 })
    const registrations = await Promise.all(
      Array.from({ length: 40 }, () =>
        harness.storage.credenciais.register(aRegister({ claim: aClaim(id, { origem: 'one' }) })),
      ),
    )
    expect(registrations.filter((r) => r.kind === 'registered')).toHaveLength(10)
    expect(registrations.filter((r) => r.kind === 'pace-exceeded')).toHaveLength(30)
    expect(await harness.readCredenciais()).toHaveLength(10)
    await expectCounterToAgree(harness, id, 0)
  }),
  it('ten guests at once with one browser’s hold: it pays for one, nine read the limit', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 10, licredencial: 9 })
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
  }),
]
