import { expect } from 'vitest'
import { aCadastro, aRegister, NOW } from '../support/factories.ts'
import { it, type ContractCase } from './harness.ts'

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
]
