import { expect } from 'vitest'
import { aClaim, anAutor, NOW } from '../support/factories.ts'
import { aRow } from './correct.cases.ts'
import { it, type ContractCase } from './harness.ts'
import { aPlanilha, ficaramDe, imported, TO_EMPRESA, undo } from './importados.ts'

export const cases: ContractCase[] = [
  it('new companies leave unless something hangs on them or happened to them', async (harness) => {
    const { storage } = harness
    const planilha = await aPlanilha(storage)
    const [gone, ...rows] = ['', ...Object.keys(TO_EMPRESA)].map(() =>
      aRow({ telefone: '65999990000', numero: '7' }),
    )
    await storage.empresas.importRows([gone ?? aRow(), ...rows], true, anAutor(), undefined, planilha)
    for (const [n, happen] of Object.values(TO_EMPRESA).entries())
      await happen(storage, rows[n]?.empresaid ?? '')
    await undo(storage, planilha)
    expect((await ficaramDe(harness, planilha)).sort()).toEqual(rows.map(({ empresaid }) => empresaid).sort())
    const { empresas } = await storage.empresas.list(NOW)
    expect(empresas.map(({ empresa }) => empresa.empresaid)).toEqual(
      rows.map(({ empresaid }) => empresaid).sort(),
    )
  }),
  it('a known company has its former fields again where nobody changed them since, and no total below what it gave', async (harness) => {
    const { storage } = harness
    const { empresas, mesas } = storage
    const [one, other] = [aRow({ contato: 'Ana', icredencial: 10 }), aRow({ contato: 'Bia', icredencial: 1 })]
    await empresas.importRows([one, other], true, anAutor())
    const planilha = await aPlanilha(storage)
    const changed = [one, other].map((row) => ({
      ...row,
      contato: 'Célia',
      icredencial: 30,
      telefone: '65999990000',
    }))
    for (let n = 0; n < 2; n++) await empresas.importRows(changed, true, anAutor(), undefined, planilha)
    const mesa = { nome: other.nome, contato: 'Célia', telefone: '65999990000', numero: '' }
    await empresas.correct(
      { empresaid: other.empresaid, dados: { ...mesa, contato: 'Duda' }, shown: mesa },
      anAutor(),
    )
    for (let n = 0; n < 3; n++) await empresas.claim(aClaim(other.empresaid))
    await undo(storage, planilha)
    expect(await harness.readEmpresa(one.empresaid)).toMatchObject({ contato: 'Ana', icredencial: 10 })
    expect(await harness.readEmpresa(other.empresaid)).toMatchObject({ contato: 'Duda', icredencial: 3 })
    for (const { empresaid } of [one, other])
      expect(await mesas.find(empresaid)).toMatchObject({ telefone: '' })
    expect(await ficaramDe(harness, planilha)).toEqual([other.empresaid])
    const before = await harness.readEmpresa(other.empresaid)
    await undo(storage, planilha)
    expect(await harness.readEmpresa(other.empresaid)).toEqual(before)
  }),
  it('with a LOTAÇÃO the house has back what companies got', async (harness) => {
    const { storage } = harness
    const known = aRow({ icredencial: 10 })
    await storage.empresas.importRows([known], true, anAutor())
    await storage.casa.definir(100, anAutor())
    const planilha = await aPlanilha(storage)
    const rows = [{ ...known, icredencial: 30 }, aRow({ icredencial: 5 })]
    const guest = await imported(harness, planilha, null)
    await storage.empresas.importRows(rows, true, anAutor(), undefined, planilha)
    await undo(storage, planilha)
    expect((await storage.empresas.list(NOW)).casa?.empresa).toMatchObject({
      icredencial: 90,
      licredencial: 0,
    })
    expect(await storage.credenciais.findById(guest)).toBeNull()
  }),
]
