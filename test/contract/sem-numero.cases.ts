import { expect } from 'vitest'
import { chaveOf } from '../../server/domain/chave.ts'
import type { Cadastro } from '../../server/domain/credencial.ts'
import type { MergeRequest } from '../../server/domain/credencial-repo.ts'
import { createRegisterAsOrganiser } from '../../server/use-cases/registration.ts'
import { aMerge, anAutor, NOW, unique } from '../support/factories.ts'
import { atOnce, empresaOf, kindsOf, usedOf, withEmpresa } from './convidados.ts'
import { it, type ContractCase, type Harness } from './harness.ts'

const SECRET = 'a secret of more than thirty-two characters'
const JOSE: Cadastro = { nome: 'JOSÉ DA SILVA', telefone: '', email: '' }
const WITH_NUMBER = { ...JOSE, telefone: '34999112244' }

const keyOf = (cadastro: Cadastro, empresaid: string | null = null) => chaveOf(SECRET, cadastro, empresaid)

/** Registers by the organiser's act, JOSÉ without a number unless told otherwise. */
const register = ({ storage }: Harness, empresaid: string | null = null, cadastro = JOSE) => {
  const quiet = { info() {}, error() {} }
  const parts = { ...storage, secret: SECRET, newId: () => unique('id'), log: quiet, onDue() {} }
  return createRegisterAsOrganiser(parts)(cadastro, empresaid, anAutor())
}

async function registered(...asked: Parameters<typeof register>): Promise<string> {
  const registration = await register(...asked)
  if (registration.kind !== 'registered') throw new Error(registration.kind)
  return registration.credencial.credencialid
}

const move = ({ storage }: Harness, credencialid: string, empresaid: string | null) =>
  storage.credenciais.move({ credencialid, empresaid, reservaid: unique('r'), now: NOW }, anAutor())

const correct = ({ storage }: Harness, credencialid: string, cadastro: Cadastro) =>
  storage.credenciais.correct({ credencialid, cadastro, shown: null, chaveOf: keyOf }, anAutor())

const merge = ({ storage }: Harness, kept: string, gone: string, fields: Partial<MergeRequest> = {}) =>
  storage.credenciais.merge(aMerge(kept, gone, { chaveOf: keyOf, ...fields }), anAutor())

/** Who is stored under the key of JOSÉ without a number, of each of these companies. */
async function joseOf({ storage }: Harness, empresaids: (string | null)[]): Promise<(string | null)[]> {
  const keys = empresaids.map((empresaid) => keyOf(JOSE, empresaid))
  const known = await storage.credenciais.findKnown(keys)
  return keys.map((key) => known.get(key)?.credencial.credencialid ?? null)
}

export const cases: ContractCase[] = [
  it('two of one name without a number, of two companies and of none, are three guests', async (harness) => {
    const [one, other] = [await withEmpresa(harness), await withEmpresa(harness)]
    const ids = [await registered(harness, one), await registered(harness, other), await registered(harness)]
    expect(new Set(ids).size).toBe(3)
    expect(await joseOf(harness, [one, other, null])).toEqual(ids)
    expect(await harness.storage.painel.findRepetidos()).toEqual([])
    const [stored] = await harness.readCredenciais()
    expect(stored).toMatchObject({ telefone: '' })
  }),
  it('the same name and company without a number is known already, and spends nothing', async (harness) => {
    const empresaid = await withEmpresa(harness)
    const id = await registered(harness, empresaid)
    const again = await register(harness, empresaid, { ...JOSE, nome: 'Jose  da silva' })
    expect(again).toMatchObject({ kind: 'already-registered', credencial: { credencialid: id } })
    expect(await usedOf(harness, [empresaid])).toEqual([1])
    const withNumber = await registered(harness, empresaid, WITH_NUMBER)
    expect(withNumber).not.toBe(id)
  }),
  it('a guest without a number who withdrew comes back when their company registers them again', async (harness) => {
    const empresaid = await withEmpresa(harness)
    const id = await registered(harness, empresaid)
    const { desistencias } = harness.storage
    await desistencias.withdraw({ credencialid: id, empresaid: null, now: NOW, isClosed: true }, anAutor())
    expect(await usedOf(harness, [empresaid])).toEqual([0])
    const email = await correct(harness, id, { ...JOSE, email: 'jose@exemplo.com' })
    expect(email.kind).toBe('corrected')
    expect(await joseOf(harness, [empresaid, null])).toEqual([id, null])
    expect(await register(harness, empresaid)).toMatchObject({ credencial: { credencialid: id } })
    expect((await desistencias.find(id))?.desfeitaem).not.toBeNull()
    expect(await usedOf(harness, [empresaid])).toEqual([1])
  }),
  it('a move gives a guest without a number the key of the new company, with the same link', async (harness) => {
    const [from, to] = [await withEmpresa(harness), await withEmpresa(harness)]
    const id = await registered(harness, from)
    await harness.storage.credenciais.renewLink(id, anAutor())
    expect((await move(harness, id, to)).kind).toBe('moved')
    expect(await joseOf(harness, [from, to])).toEqual([null, id])
    expect(await harness.readAcesso(keyOf(JOSE, to))).toMatchObject({ versao: 1 })
    expect(await harness.countChaves()).toBe(1)
    expect((await move(harness, id, null)).kind).toBe('moved')
    expect(await joseOf(harness, [to, null])).toEqual([null, id])
    expect(await registered(harness, from)).not.toBe(id)
  }),
  it('a move to a company that has one of that name, also without a number, is refused and writes nothing', async (harness) => {
    const [from, to] = [await withEmpresa(harness), await withEmpresa(harness)]
    const [id, other] = [await registered(harness, from), await registered(harness, to)]
    expect(await move(harness, id, to)).toEqual({ kind: 'already-taken', credencialid: other })
    expect(await empresaOf(harness, id)).toBe(from)
    expect(await usedOf(harness, [from, to])).toEqual([1, 1])
    expect(await joseOf(harness, [from, to])).toEqual([id, other])
  }),
  it('a number that is added, and taken away again, changes the key, and finds who has it', async (harness) => {
    const empresaid = await withEmpresa(harness)
    const id = await registered(harness, empresaid)
    const withNumber = await registered(harness, null, WITH_NUMBER)
    expect(await correct(harness, id, WITH_NUMBER)).toEqual({
      kind: 'already-taken',
      credencialid: withNumber,
    })
    const another = { ...JOSE, telefone: '34999113355' }
    expect((await correct(harness, id, another)).kind).toBe('corrected')
    expect(await register(harness, empresaid, another)).toMatchObject({ credencial: { credencialid: id } })
    const second = await registered(harness, empresaid)
    expect(await correct(harness, id, JOSE)).toEqual({ kind: 'already-taken', credencialid: second })
    await move(harness, second, null)
    expect((await correct(harness, id, JOSE)).kind).toBe('corrected')
    expect(await joseOf(harness, [empresaid, null])).toEqual([id, second])
  }),
  it('a merge stores who stays under the company that pays from now on, or under the number that is kept', async (harness) => {
    const empresaid = await withEmpresa(harness)
    const [house, withNumber] = [await registered(harness), await registered(harness, empresaid, WITH_NUMBER)]
    expect((await merge(harness, house, withNumber)).kind).toBe('merged')
    expect(await empresaOf(harness, house)).toBe(empresaid)
    expect(await joseOf(harness, [empresaid, null])).toEqual([house, null])
    const other = await registered(harness, null, WITH_NUMBER)
    expect((await merge(harness, house, other, { telefoneOf: other })).kind).toBe('merged')
    expect(await register(harness, empresaid, WITH_NUMBER)).toMatchObject({
      kind: 'already-registered',
      credencial: { credencialid: house },
    })
    expect(await harness.countChaves()).toBe(1)
  }),
]

export const races: ContractCase[] = [
  it('one guest without a number, registered five times at once, is one, and spends one invitation', async (harness) => {
    const empresaid = await withEmpresa(harness)
    const outcomes = await atOnce(5, () => register(harness, empresaid))
    expect(kindsOf(outcomes)).toEqual([...Array<string>(4).fill('already-registered'), 'registered'])
    expect(await usedOf(harness, [empresaid])).toEqual([1])
    expect(await harness.readCredenciais()).toHaveLength(1)
  }),
  it('two of one name without a number, moved to one company at once: one moves, the other is told', async (harness) => {
    const [to, ...from] = [await withEmpresa(harness), await withEmpresa(harness), await withEmpresa(harness)]
    const ids = [await registered(harness, from[0]), await registered(harness, from[1])]
    const outcomes = await Promise.all(ids.map((id) => move(harness, id, to)))
    expect(kindsOf(outcomes)).toEqual(['already-taken', 'moved'])
    expect(await usedOf(harness, [to])).toEqual([1])
    expect(await harness.countChaves()).toBe(2)
  }),
]
