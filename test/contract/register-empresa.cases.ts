import { expect } from 'vitest'
import type { RegisterRequest } from '../../server/domain/register.ts'
import { aCadastro, aClaim, anAutor, aRegister, HOLD_MS, NOW } from '../support/factories.ts'
import { expectCounterToAgree, withEmpresa } from './claims.ts'
import { it, type ContractCase, type Harness } from './harness.ts'
import { idOf } from './register.cases.ts'

const NUMBER = '65999001947'

const asked = (
  nome: string,
  empresaid: string | null,
  fields: Partial<RegisterRequest> = {},
): RegisterRequest =>
  aRegister({
    cadastro: aCadastro({ nome, telefone: NUMBER }),
    claim: empresaid === null ? null : aClaim(empresaid),
    isAsked: true,
    ...fields,
  })

const register = ({ storage }: Harness, request: RegisterRequest) => storage.credenciais.register(request)

export const cases: ContractCase[] = [
  it('with a company, this browser’s pendente there becomes usada with the credencialid', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 3 })
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
  }),
  it('with a company and no hold, an invitation is claimed', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 1 })
    const registration = await harness.storage.credenciais.register(aRegister({ claim: aClaim(id) }))
    expect(registration.kind).toBe('registered')
    expect(await harness.readReservas(id)).toMatchObject([
      { estado: 'usada', credencialid: idOf(registration) },
    ])
    await expectCounterToAgree(harness, id, 0)
  }),
  it('with a hold that has ended, an invitation is claimed', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 1 })
    const claim = aClaim(id)
    await harness.storage.empresas.claim(claim)
    const late = aClaim(id, { sid: claim.sid, now: NOW + HOLD_MS })
    expect((await harness.storage.credenciais.register(aRegister({ claim: late, now: late.now }))).kind).toBe(
      'registered',
    )
    expect((await harness.readReservas(id)).map((r) => r.estado).sort()).toEqual(['liberada', 'usada'])
    await expectCounterToAgree(harness, id, 0)
  }),
  it('with a company that has none left, limit-reached and nothing is stored', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 2, licredencial: 2 })
    const registration = await harness.storage.credenciais.register(aRegister({ claim: aClaim(id) }))
    expect(registration).toMatchObject({ kind: 'limit-reached', empresa: { empresaid: id } })
    expect(await harness.readCredenciais()).toEqual([])
    expect(await harness.countChaves()).toBe(0)
    expect(await harness.readReservas(id)).toEqual([])
    expect((await harness.readEmpresa(id)).licredencial).toBe(2)
  }),
  it('with a company that does not exist, empresa-not-found and nothing is stored', async (harness) => {
    const registration = await harness.storage.credenciais.register(aRegister({ claim: aClaim('nobody') }))
    expect(registration).toEqual({ kind: 'empresa-not-found' })
    expect(await harness.readCredenciais()).toEqual([])
  }),
  it('without a company no reserva is touched, though this browser holds one', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 3 })
    const claim = aClaim(id)
    await harness.storage.empresas.claim(claim)
    await harness.storage.credenciais.register(aRegister())
    expect(await harness.readReservas(id)).toMatchObject([{ estado: 'pendente', credencialid: null }])
    await expectCounterToAgree(harness, id, 0)
  }),
  it('a known guest nobody paid for is paid by the company they come with, and shows at its table', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 3 })
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
  }),
  it('a known guest nobody paid for meets limit-reached at a company that has none left, and stays registered', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 1, licredencial: 1 })
    const request = aRegister()
    await harness.storage.credenciais.register(request)
    expect((await harness.storage.credenciais.register({ ...request, claim: aClaim(id) })).kind).toBe(
      'limit-reached',
    )
    expect(await harness.readCredenciais()).toHaveLength(1)
  }),
  it('a known guest who is paid for gives this browser’s pendente back', async (harness) => {
    const paying = await withEmpresa(harness, { icredencial: 3 })
    const other = await withEmpresa(harness, { icredencial: 3 })
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
  }),
  it('a number the company has under another name is asked about, and nothing is stored until it is somebody else', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 5 })
    expect((await register(harness, asked('JOSÉ LIMA', id))).kind).toBe('registered')
    const claim = aClaim(id)
    await harness.storage.empresas.claim(claim)
    const other = asked('JOSÉ DE LIMA', id, { claim })
    expect(await register(harness, other)).toMatchObject({
      kind: 'telefone-known',
      empresa: { empresaid: id },
    })
    expect((await harness.readCredenciais()).map(({ nome }) => nome)).toEqual(['JOSÉ LIMA'])
    await expectCounterToAgree(harness, id, 0)
    expect((await register(harness, { ...other, isAsked: false })).kind).toBe('registered')
    await expectCounterToAgree(harness, id, 0)
  }),
  it('a number in the form it had before the ninth digit is known, too', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 5 })
    const former = aCadastro({ nome: 'JOSÉ LIMA', telefone: '6599001947' })
    await register(harness, asked('', id, { cadastro: former }))
    expect((await register(harness, asked('ANA LIMA', id))).kind).toBe('telefone-known')
  }),
  it('no other company and no public form is asked about a number', async (harness) => {
    const [id, beside] = [
      await withEmpresa(harness, { icredencial: 9 }),
      await withEmpresa(harness, { icredencial: 9 }),
    ]
    await register(harness, asked('JOSÉ LIMA', id))
    await register(harness, asked('JOSÉ PÚBLICO', null))
    for (const request of [asked('ANA', beside), asked('BIA', null)])
      expect((await register(harness, request)).kind).toBe('registered')
  }),
  it('a guest of the same name and number is the same guest, and one who was moved or removed is not asked about', async (harness) => {
    const [id, beside] = [
      await withEmpresa(harness, { icredencial: 5 }),
      await withEmpresa(harness, { icredencial: 5 }),
    ]
    const first = asked('JOSÉ LIMA', id)
    const credencialid = idOf(await register(harness, first))
    expect((await register(harness, { ...first, claim: aClaim(id) })).kind).toBe('already-registered')
    const { now } = first
    const move = { credencialid, empresaid: beside, reservaid: 'mudou', now }
    expect((await harness.storage.credenciais.move(move, anAutor())).kind).toBe('moved')
    expect((await register(harness, asked('ANA LIMA', beside))).kind).toBe('telefone-known')
    await harness.storage.credenciais.remove(credencialid, true, anAutor())
    expect((await register(harness, asked('ANA LIMA', beside))).kind).toBe('registered')
    expect((await register(harness, asked('BIA LIMA', id))).kind).toBe('registered')
  }),
  it('who registered a guest of the number is not asked about it: a secretary gives hers for all', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 5 })
    await register(harness, asked('JOSÉ LIMA', id))
    const credencialid = idOf(await register(harness, asked('ANA LIMA', id, { isAsked: false })))
    const conhecidas = [{ credencialid, versao: 0 }]
    expect((await register(harness, asked('BIA LIMA', id, { conhecidas }))).kind).toBe('registered')
    expect((await register(harness, asked('CIDA LIMA', id))).kind).toBe('telefone-known')
  }),
  it('a full company tells nothing of a number', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 1 })
    await register(harness, asked('JOSÉ LIMA', id))
    expect((await register(harness, asked('ANA LIMA', id))).kind).toBe('limit-reached')
  }),
]

export const races: ContractCase[] = [
  it('of five guests who give a company one number at once four are asked about it', async (harness) => {
    const id = await withEmpresa(harness, { icredencial: 9 })
    const requests = ['ANA', 'BIA', 'CIDA', 'DORA', 'EVA'].map((nome) => asked(nome, id))
    const kinds = (await Promise.all(requests.map((request) => register(harness, request)))).map(
      ({ kind }) => kind,
    )
    expect(kinds.filter((kind) => kind === 'registered')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'telefone-known')).toHaveLength(4)
  }),
]
