import { expect } from 'vitest'
import { besideOf, newChave } from '../../server/domain/acesso.ts'
import { aClaim, anAutor, aRegister, NOW } from '../support/factories.ts'
import { it, type ContractCase } from './harness.ts'
import { aConvidado, aRow } from './correct.cases.ts'

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

export const cases: ContractCase[] = [
  it('a guest who registers while credentials are listed is listed with the company that invited, or not at all', async (harness) => {
    const { credenciais, empresas, painel } = harness.storage
    await aConvidado(harness)
    const listed = []
    for await (const convidado of painel.list()) {
      listed.push(convidado)
      if (listed.length > 1) continue
      await empresas.importRows([aRow({ empresaid: 'nova', nome: 'Nova' })], false, anAutor())
      await credenciais.register(aRegister({ claim: aClaim('nova'), now: NOW + 1 }))
    }
    expect(listed.slice(1).map(({ empresa }) => empresa)).toMatchObject(
      listed.slice(1).map(() => ({ empresaid: 'nova', nome: 'Nova' })),
    )
  }),
  it('list of credentials answers all of them in order, with the company that invited', async (harness) => {
    const { empresaid, credencialid } = await aConvidado(harness)
    await harness.storage.credenciais.register(aRegister())
    const all = await collect(harness.storage.painel.list())
    expect(all.map((c) => [c.credencial.credencialid, c.empresa?.empresaid ?? null])).toEqual([
      [credencialid, empresaid],
      [String(NOW + 1), null],
    ])
    expect(all[0]?.empresa?.nome).toBe('Fazenda Santa Clara')
  }),
  it('findById and findByCpf answer what is stored, other products’ credentials included', async (harness) => {
    const older = {
      empresaid: '9',
      usuarioid: '9',
      credencialid: '1600000000000',
      cpf: '52998224725',
      nome: 'ANTIGO',
      telefone: '1133334444',
      email: '',
      qrcode: 'x',
      tipo: 'VIP',
      controle: 'ativo',
    }
    await harness.putCredencial(older)
    expect(await harness.storage.credenciais.findByCpf('52998224725')).toEqual([
      { credencial: older, ...besideOf(newChave('')), empresa: null },
    ])
    expect(await harness.storage.credenciais.findByCpf('11144477735')).toEqual([])
    expect((await harness.storage.credenciais.findById(older.credencialid))?.credencial).toEqual(older)
    expect(await harness.storage.credenciais.findById('1')).toBeNull()
  }),
]
