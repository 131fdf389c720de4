import { expect } from 'vitest'
import type { RegisterRequest } from '../../server/domain/register.ts'
import { aCadastro, aClaim, anAutor, aRegister } from '../support/factories.ts'
import { expectCounterToAgree } from './claims.ts'
import { it, type ContractCase, type Harness } from './harness.ts'
import { idOf, withEmpresa } from './registrations.ts'

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
  it('a number the company has under another name is asked about, and nothing is stored until it is somebody else', async (harness) => {
    const id = await withEmpresa(harness, 5)
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
    const id = await withEmpresa(harness, 5)
    const former = aCadastro({ nome: 'JOSÉ LIMA', telefone: '6599001947' })
    await register(harness, asked('', id, { cadastro: former }))
    expect((await register(harness, asked('ANA LIMA', id))).kind).toBe('telefone-known')
  }),
  it('no other company and no public form is asked about a number', async (harness) => {
    const [id, beside] = [await withEmpresa(harness, 9), await withEmpresa(harness, 9)]
    await register(harness, asked('JOSÉ LIMA', id))
    await register(harness, asked('JOSÉ PÚBLICO', null))
    for (const request of [asked('ANA', beside), asked('BIA', null)])
      expect((await register(harness, request)).kind).toBe('registered')
  }),
  it('a guest of the same name and number is the same guest, and one who was moved or removed is not asked about', async (harness) => {
    const [id, beside] = [await withEmpresa(harness, 5), await withEmpresa(harness, 5)]
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
    const id = await withEmpresa(harness, 5)
    await register(harness, asked('JOSÉ LIMA', id))
    const credencialid = idOf(await register(harness, asked('ANA LIMA', id, { isAsked: false })))
    const conhecidas = [{ credencialid, versao: 0 }]
    expect((await register(harness, asked('BIA LIMA', id, { conhecidas }))).kind).toBe('registered')
    expect((await register(harness, asked('CIDA LIMA', id))).kind).toBe('telefone-known')
  }),
  it('a full company tells nothing of a number', async (harness) => {
    const id = await withEmpresa(harness, 1)
    await register(harness, asked('JOSÉ LIMA', id))
    expect((await register(harness, asked('ANA LIMA', id))).kind).toBe('limit-reached')
  }),
]

export const races: ContractCase[] = [
  it('of five guests who give a company one number at once four are asked about it', async (harness) => {
    const id = await withEmpresa(harness, 9)
    const requests = ['ANA', 'BIA', 'CIDA', 'DORA', 'EVA'].map((nome) => asked(nome, id))
    const kinds = (await Promise.all(requests.map((request) => register(harness, request)))).map(
      ({ kind }) => kind,
    )
    expect(kinds.filter((kind) => kind === 'registered')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'telefone-known')).toHaveLength(4)
  }),
]
