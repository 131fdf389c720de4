import { expect } from 'vitest'
import { aClaim, anAutor, aRegister, unique } from '../support/factories.ts'
import { aConvidado, atOnce, empresaOf, usedOf, withEmpresa } from './convidados.ts'
import { it, type ContractCase, type Harness } from './harness.ts'

/** A guest another product stored with a phone of ten digits, and the registration by the same person today. */
async function beforeTheNinthDigit(harness: Harness) {
  const former = aRegister({ chave: unique('antiga') })
  const id = await aConvidado(harness, null, former)
  const today = aRegister({ cadastro: former.cadastro, chaveAntiga: former.chave })
  return { id, former, today }
}

export const cases: ContractCase[] = [
  it('a guest stored under the key of the former phone is known by the present one, and keeps the key', async (harness) => {
    const { id, former, today } = await beforeTheNinthDigit(harness)
    const empresaid = await withEmpresa(harness)
    const again = { ...today, claim: aClaim(empresaid) }
    expect(await harness.storage.credenciais.register(again)).toMatchObject({
      kind: 'already-registered',
      credencial: { credencialid: id },
      versao: 1,
    })
    expect(await harness.readCredenciais()).toHaveLength(1)
    expect(await harness.countChaves()).toBe(1)
    expect(await harness.readAcesso(former.chave)).toMatchObject({ versao: 1, recibo: today.recibo })
    expect(await harness.readAcesso(today.chave)).toBeNull()
    expect(await empresaOf(harness, id)).toBe(empresaid)
    expect(await harness.storage.credenciais.register(again)).toMatchObject({ versao: 1 })
    expect(await usedOf(harness, [empresaid])).toEqual([1])
  }),
  it('where both keys are known, the present one counts', async (harness) => {
    const { former, today } = await beforeTheNinthDigit(harness)
    const own = await aConvidado(harness, null, { chave: today.chave })
    expect(await harness.storage.credenciais.register(today)).toMatchObject({
      kind: 'already-registered',
      credencial: { credencialid: own },
    })
    expect(await harness.readAcesso(former.chave)).toMatchObject({ versao: 0 })
  }),
  it('a new guest is stored under the present key alone, and a former key nobody has means nothing', async (harness) => {
    const request = aRegister({ chaveAntiga: unique('antiga') })
    const id = await aConvidado(harness, null, request)
    expect(await harness.readAcesso(request.chave)).toMatchObject({ versao: 0 })
    expect(await harness.readAcesso(request.chaveAntiga ?? '')).toBeNull()
    await harness.storage.credenciais.remove(id, true, anAutor())
    expect((await harness.storage.credenciais.register(request)).kind).toBe('registered')
  }),
]

export const races: ContractCase[] = [
  it('one person of a former phone who registers five times at once stays one, with one invitation', async (harness) => {
    const { id, today } = await beforeTheNinthDigit(harness)
    const empresaid = await withEmpresa(harness)
    await atOnce(5, () => harness.storage.credenciais.register({ ...today, claim: aClaim(empresaid) }))
    expect(await harness.readCredenciais()).toMatchObject([{ credencialid: id }])
    expect(await usedOf(harness, [empresaid])).toEqual([1])
  }),
]
