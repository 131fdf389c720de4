import { newMesa } from '../../server/domain/mesa.ts'
import { expect } from 'vitest'
import { aClaim, anAutor, anEmpresa, anEntrada, aRegister, NOW, unique } from '../support/factories.ts'
import { insideOf } from './convidados.ts'
import { it, type ContractCase, type Harness } from './harness.ts'
import { expectCounterToAgree } from './claims.ts'
import { aRow } from './correct.cases.ts'

async function withEmpresa(harness: Harness): Promise<string> {
  const empresa = anEmpresa()
  await harness.putEmpresa(empresa)
  return empresa.empresaid
}

export const cases: ContractCase[] = [
  // What the import of a sheet of guests reads.
  it('findKnown finds guests by natural key with whether somebody paid, and leaves out the keys nobody has', async (harness) => {
    const { credenciais } = harness.storage
    const empresaid = await withEmpresa(harness)
    const free = aRegister()
    const paid = aRegister({ claim: aClaim(empresaid) })
    await credenciais.register(free)
    await credenciais.register(paid)
    const known = await credenciais.findKnown([paid.chave, unique('ninguém'), free.chave, free.chave])
    expect([...known.keys()].sort()).toEqual([free.chave, paid.chave].sort())
    expect(known.get(free.chave)).toMatchObject({
      key: free.chave,
      isPaid: false,
      credencial: free.cadastro,
      chave: { versao: 0 },
    })
    expect(known.get(paid.chave)).toMatchObject({
      key: paid.chave,
      isPaid: true,
      credencial: paid.cadastro,
    })
    expect(await credenciais.findKnown([])).toEqual(new Map())
  }),
  it('findKnown finds no guest who was removed, and one by no key they had before', async ({
    storage: { credenciais },
  }) => {
    const [removed, corrected] = [aRegister(), aRegister()]
    const ids = []
    for (const request of [removed, corrected]) {
      const registration = await credenciais.register(request)
      if (registration.kind === 'registered') ids.push(registration.credencial.credencialid)
    }
    const [removedid = '', credencialid = ''] = ids
    await credenciais.remove(removedid, false, anAutor())
    const chave = unique('chave')
    await credenciais.correct(
      { credencialid, cadastro: corrected.cadastro, shown: null, chaveOf: () => chave },
      anAutor(),
    )
    const known = await credenciais.findKnown([removed.chave, corrected.chave, chave])
    expect([...known.keys()]).toEqual([chave])
  }),
  it('list has the first admission that counts of each guest inside', async ({
    storage: { credenciais, entradas, painel },
  }) => {
    const ids = []
    for (let n = 0; n < 3; n++) {
      const registration = await credenciais.register(aRegister({ now: NOW + n }))
      if (registration.kind === 'registered') ids.push(registration.credencial.credencialid)
    }
    const [inside = '', annulled = ''] = ids
    const entrada = (credencialid: string, seq: number, anula: string | null = null) =>
      anEntrada(credencialid, { seq, lidaem: NOW + seq, desvio: 5, recebidaem: NOW + seq, anula })
    const second = entrada(annulled, 3)
    await entradas.add([entrada(inside, 2), entrada(inside, 1), second], anAutor())
    await entradas.add([entrada(annulled, 4, second.entradaid)], anAutor())
    expect(await insideOf({ painel })).toEqual(new Map([[inside, NOW + 6]]))
  }),
  it('importRows inserts new companies and updates known ones without touching licredencial', async (harness) => {
    const known = anEmpresa({ icredencial: '10', licredencial: '3', contato: 'Ana' })
    await harness.putEmpresa(known)
    const fresh = aRow({ contato: 'Beto', licredencial: 2 })
    const result = await harness.storage.empresas.importRows(
      [fresh, aRow({ empresaid: known.empresaid, nome: 'Outro Nome', icredencial: 20, licredencial: 9 })],
      false,
      anAutor(),
    )
    expect(result).toEqual({ inserted: 1, updated: 1, refused: [] })
    expect(await harness.readEmpresa(fresh.empresaid)).toMatchObject({
      nome: 'Sindicato Rural',
      contato: 'Beto',
      licredencial: 2,
      cnpj: '',
    })
    const found = await harness.storage.empresas.find(known.empresaid, NOW)
    expect(found?.empresa).toMatchObject({
      nome: 'Outro Nome',
      contato: 'Ana',
      icredencial: 20,
      licredencial: 3,
    })
  }),
  it('importRows refuses to lower icredencial below licredencial, and then writes nothing', async (harness) => {
    const known = anEmpresa({ icredencial: 10, licredencial: 6 })
    await harness.putEmpresa(known)
    const fresh = aRow()
    const rows = [fresh, aRow({ empresaid: known.empresaid, icredencial: 5 })]
    const result = await harness.storage.empresas.importRows(rows, false, anAutor())
    expect(result).toEqual({
      inserted: 0,
      updated: 0,
      refused: [{ empresaid: known.empresaid, licredencial: 6 }],
    })
    expect(await harness.storage.empresas.find(fresh.empresaid, NOW)).toBeNull()
    expect(await harness.readEmpresa(known.empresaid)).toEqual(known)
  }),
  it('importRows with isPartial writes the rows that are not refused', async (harness) => {
    const known = anEmpresa({ icredencial: 10, licredencial: 6 })
    await harness.putEmpresa(known)
    const fresh = aRow()
    const rows = [fresh, aRow({ empresaid: known.empresaid, icredencial: 5 })]
    expect(await harness.storage.empresas.importRows(rows, true, anAutor())).toMatchObject({
      inserted: 1,
      refused: [{ licredencial: 6 }],
    })
    expect((await harness.storage.empresas.find(fresh.empresaid, NOW))?.left).toBe(8)
    expect(await harness.readEmpresa(known.empresaid)).toEqual(known)
  }),
  it('importing the same rows again changes nothing, reservas included', async (harness) => {
    const row = aRow()
    await harness.storage.empresas.importRows([row], false, anAutor())
    await harness.storage.empresas.claim(aClaim(row.empresaid))
    expect(await harness.storage.empresas.importRows([row], false, anAutor())).toEqual({
      inserted: 0,
      updated: 1,
      refused: [],
    })
    await expectCounterToAgree(harness, row.empresaid, 0)
    expect(await harness.readReservas(row.empresaid)).toHaveLength(1)
  }),
  it('imports and claims of one company at the same moment lose no count', async (harness) => {
    const row = aRow({ icredencial: 40 })
    const { empresas } = harness.storage
    await empresas.importRows([row], false, anAutor())
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 4 === 3 ? empresas.importRows([row], false, anAutor()) : empresas.claim(aClaim(row.empresaid)),
      ),
    )
    await expectCounterToAgree(harness, row.empresaid, 0)
    expect((await harness.readEmpresa(row.empresaid)).licredencial).toBe(15)
  }),
  it('importRows notes the holder’s number beside the company; an empty one leaves what is noted', async (harness) => {
    const { empresas, mesas, painel } = harness.storage
    const row = aRow({ telefone: '65998124402' })
    const [known, none] = [aRow(), aRow({ telefone: '' })]
    await harness.putEmpresa(anEmpresa({ empresaid: known.empresaid }))
    await empresas.importRows([row, { ...known, telefone: '65998124403' }, none], false, anAutor())
    await empresas.importRows([aRow({ ...row, telefone: '' }), known], false, anAutor())
    const { empresas: listed } = await painel.listEmpresas(NOW)
    for (const [{ empresaid }, telefone] of [
      ...[[row, '65998124402'] as const, [known, '65998124403'] as const, [none, ''] as const],
    ]) {
      expect(await mesas.find(empresaid)).toEqual({
        ...newMesa(empresaid),
        empresaid,
        versao: 0,
        fechada: false,
        telefone,
        numero: '',
      })
      expect(listed.find(({ empresa }) => empresa.empresaid === empresaid)?.telefone).toBe(telefone)
      expect(await harness.readEmpresa(empresaid)).not.toHaveProperty('telefone')
    }
  }),
  it('changeTotal raises a total, lowers it down to what is used, and answers where nothing changes', async (harness) => {
    const { empresas } = harness.storage
    const { empresaid } = aRow()
    await harness.putEmpresa(anEmpresa({ empresaid, icredencial: '8', licredencial: 5, contato: 'Ana' }))
    expect(await empresas.changeTotal(empresaid, 9, anAutor())).toEqual({ kind: 'changed' })
    expect(await empresas.changeTotal(empresaid, 9, anAutor())).toEqual({ kind: 'unchanged' })
    expect(await empresas.changeTotal(empresaid, 4, anAutor())).toEqual({ kind: 'too-low', least: 5 })
    expect(await empresas.changeTotal('nada', 4, anAutor())).toEqual({ kind: 'empresa-not-found' })
    expect(await empresas.changeTotal(empresaid, 5, anAutor())).toEqual({ kind: 'changed' })
    const found = await empresas.find(empresaid, NOW)
    expect(found?.empresa).toMatchObject({ icredencial: 5, licredencial: 5, contato: 'Ana' })
  }),
]

export const races: ContractCase[] = [
  it('a total changed while a spreadsheet renames the company at once: the name stays as the spreadsheet has it', async (harness) => {
    const { empresas } = harness.storage
    for (let round = 0; round < 5; round++) {
      const { empresaid } = aRow()
      await harness.putEmpresa(anEmpresa({ empresaid, icredencial: 8 }))
      const rename = () => empresas.importRows([aRow({ empresaid, nome: 'Nome Novo' })], false, anAutor())
      const change = () => empresas.changeTotal(empresaid, 12 + round, anAutor())
      const [, changed] = await Promise.all([rename(), change()])
      expect(changed).toEqual({ kind: 'changed' })
      expect(await harness.readEmpresa(empresaid)).toMatchObject({ nome: 'Nome Novo' })
    }
  }),
  it('a spreadsheet notes a number while the panel’s link is renewed and the other is closed at once: all stands', async (harness) => {
    const { empresas, mesas } = harness.storage
    for (let round = 0; round < 5; round++) {
      const row = aRow({ telefone: '65998124402' })
      await harness.putEmpresa(anEmpresa({ empresaid: row.empresaid }))
      const note = () => empresas.importRows([row], false, anAutor())
      const renew = () => mesas.renewLink(row.empresaid, anAutor())
      const close = () => mesas.setFechada(row.empresaid, true, anAutor())
      await Promise.all([note(), renew(), close()])
      expect(await mesas.find(row.empresaid)).toMatchObject({
        versao: 1,
        fechada: true,
        telefone: '65998124402',
      })
    }
  }),
]
