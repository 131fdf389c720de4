import { expect } from 'vitest'
import { aClaim, anAutor, aRegister, NOW } from '../support/factories.ts'
import { atOnce, linhasDoHistoricoIn, leftOf, withEmpresa } from './convidados.ts'
import { it, type ContractCase } from './harness.ts'

export const cases: ContractCase[] = [
  it('a closed link takes no claim and no registration newly, what is held is still good, and it opens again', async (harness) => {
    const empresaid = await withEmpresa(harness, 5)
    const { mesas, empresas, credenciais, painel } = harness.storage
    expect(await mesas.find(empresaid)).toEqual({
      empresaid,
      versao: 0,
      fechada: false,
      telefone: '',
      numero: '',
    })
    const held = aClaim(empresaid)
    await empresas.claim(held)
    expect(await mesas.setFechada(empresaid, true, anAutor())).toEqual({ kind: 'changed' })
    expect(await mesas.setFechada(empresaid, true, anAutor())).toEqual({ kind: 'unchanged' })
    expect((await empresas.claim(aClaim(empresaid))).kind).toBe('link-closed')
    expect((await credenciais.register(aRegister({ claim: aClaim(empresaid) }))).kind).toBe('link-closed')
    expect((await empresas.claim(held)).kind).toBe('claimed')
    expect((await credenciais.register(aRegister({ claim: held }))).kind).toBe('registered')
    const byOrganiser = aRegister({ claim: aClaim(empresaid), autor: anAutor() })
    expect((await credenciais.register(byOrganiser)).kind).toBe('registered')
    expect(await leftOf(harness, empresaid)).toBe(3)
    expect(await mesas.setFechada(empresaid, false, anAutor())).toEqual({ kind: 'changed' })
    expect((await empresas.claim(aClaim(empresaid))).kind).toBe('claimed')
    expect(await atOnce(3, () => mesas.renewLink(empresaid, anAutor(), 0))).toEqual([1, 1, 1])
    expect(await mesas.find(empresaid)).toEqual({
      empresaid,
      versao: 1,
      fechada: false,
      telefone: '',
      numero: '',
    })
    expect(await empresas.find(empresaid, NOW)).toMatchObject({ versao: 1 })
    expect((await empresas.list(NOW)).empresas).toMatchObject([{ versao: 1 }])
    expect((await painel.listEmpresas(NOW)).empresas).toMatchObject([{ versao: 1 }])
    const atos = (await linhasDoHistoricoIn(harness, { alvo: empresaid })).map(({ ato }) => ato)
    expect(atos.sort()).toEqual(['abriu-link', 'fechou-link', 'renovou-mesa'])
  }),
]
