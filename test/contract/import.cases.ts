import { expect } from 'vitest'
import { aClaim, anAutor, anEmpresa, anEntrada, aRegister, NOW, unique } from '../support/factories.ts'
import { insideOf } from './convidados.ts'
import { it, type ContractCase, type Harness } from './harness.ts'

async function withEmpresa(harness: Harness): Promise<string> {
  const empresa = anEmpresa()
  await harness.putEmpresa(empresa)
  return empresa.empresaid
}

/** What spreadsheets of guests read. */
export const cases: ContractCase[] = [
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
]
