import { expect } from 'vitest'
import { aCadastro, anAutor, aRegister, NOW } from '../support/factories.ts'
import { aConvidado, another, MINUTE, register, storedVersao, withEmpresa } from './acessos.ts'
import { it, type ContractCase } from './harness.ts'

export const cases: ContractCase[] = [
  it('a repeat with the recibo within 15 minutes sees the credencial, any other browser does not', async (harness) => {
    const { request } = await aConvidado(harness)
    expect(await register(harness, { ...request, now: NOW + 15 * MINUTE - 1 })).toBe(0)
    expect(await register(harness, another(request))).toBeNull()
    expect(await register(harness, { ...request, recibo: null })).toBeNull()
    expect(await register(harness, { ...request, now: NOW + 15 * MINUTE })).toBeNull()
    expect(await harness.readAcesso(request.chave)).toEqual({
      versao: 0,
      recibo: request.recibo,
      reciboate: NOW + 15 * MINUTE,
    })
  }),
  it('a browser whose session keeps the credencial sees it whenever it repeats', async (harness) => {
    const { owner } = await aConvidado(harness)
    expect(await register(harness, { ...owner, now: NOW + 1e9 })).toBe(0)
    const other = owner.conhecidas.map((passe) => ({ ...passe, versao: 1 }))
    expect(await register(harness, { ...owner, conhecidas: other })).toBeNull()
  }),
  it('a blank e-mail is filled by nobody who may not see the credencial', async (harness) => {
    const { request, owner } = await aConvidado(harness)
    const withEmail = (email: string) => ({ cadastro: { ...request.cadastro, email } })
    await register(harness, { ...another(request), ...withEmail('estranho@exemplo.com') })
    expect(await harness.readCredenciais()).toMatchObject([{ email: '' }])
    await register(harness, { ...owner, ...withEmail('ana@exemplo.com') })
    expect(await harness.readCredenciais()).toMatchObject([{ email: 'ana@exemplo.com' }])
  }),
  it('correct keeps the versao and the recibo under the new key, and lists tell the versao', async (harness) => {
    const { credenciais } = harness.storage
    const empresaid = await withEmpresa(harness)
    const { request, credencialid } = await aConvidado(harness)
    const payer = another(request, empresaid)
    await register(harness, payer)
    const cadastro = aCadastro({ nome: 'NOME CERTO', telefone: '21987654321', email: '' })
    await credenciais.correct(
      { credencialid, cadastro, shown: null, chaveOf: () => 'chave-certa' },
      anAutor(),
    )
    expect(await harness.readAcesso(request.chave)).toBeNull()
    expect(await storedVersao(harness, credencialid)).toBe(1)
    expect(await register(harness, { ...payer, cadastro, chave: 'chave-certa' })).toBe(1)
    for await (const { versao } of credenciais.list()) expect(versao).toBe(1)
    expect(await credenciais.findByCpf('00000000000')).toMatchObject([{ versao: 1 }])
  }),
  it('forgetFormCookies erases those that count no more, and nothing else', async (harness) => {
    const { credenciais } = harness.storage
    const [old, recent] = [aRegister(), aRegister({ now: NOW + MINUTE })]
    for (const request of [old, recent]) await register(harness, request)
    expect(await credenciais.forgetFormCookies(NOW + 15 * MINUTE - 1)).toBe(0)
    expect(await credenciais.forgetFormCookies(NOW + 15 * MINUTE)).toBe(1)
    expect(await credenciais.forgetFormCookies(NOW + 15 * MINUTE)).toBe(0)
    const none = { versao: 0, recibo: null, reciboate: null }
    expect(await harness.readAcesso(old.chave)).toEqual(none)
    expect(await harness.readAcesso(recent.chave)).toMatchObject({ recibo: recent.recibo })
    expect(await harness.readCredenciais()).toHaveLength(2)
  }),
]

export const races: ContractCase[] = [
  it('two browsers that register one new guest at once: one gets the link, the other is only told', async (harness) => {
    const request = aRegister()
    const versoes = await Promise.all([request, another(request)].map((each) => register(harness, each)))
    expect(versoes.sort()).toEqual([0, null])
    expect(await harness.readCredenciais()).toHaveLength(1)
  }),
]
