import { expect } from 'vitest'
import type { Procedencia } from '../../server/domain/procedencia.ts'
import type { Registration } from '../../server/domain/register.ts'
import { openMemory } from '../../server/repos/memory/index.ts'
import { aCadastro, aClaim, anAutor, anEmpresa, aRegister, HOLD_MS, NOW } from '../support/factories.ts'
import { it, type ContractCase, type Harness } from './harness.ts'

const idOf = (registration: Registration) =>
  'credencial' in registration ? registration.credencial.credencialid : registration.kind

const sorted = (procedencias: Procedencia[]) =>
  procedencias.sort((a, b) => (a.credencialid < b.credencialid ? -1 : 1))

/**
 * A guest of a company who claimed first, one who did not, and a guest of the public form, all from one
 * address.
 */
async function threeConvidados(harness: Harness) {
  const { storage } = harness
  await harness.putEmpresa(anEmpresa({ empresaid: 'mesa' }))
  const claim = aClaim('mesa', { origem: 'one' })
  await storage.empresas.claim(claim)
  const at = { origem: 'one', now: NOW + 1_000 }
  const convites = [aClaim('mesa', { ...at, sid: claim.sid }), aClaim('mesa', at), null]
  const requests = convites.map((convite) => aRegister({ ...at, claim: convite }))
  const ids: string[] = []
  for (const request of requests) ids.push(idOf(await storage.credenciais.register(request)))
  const [held = '', direct = '', open = ''] = ids
  const procedencias: Procedencia[] = [
    { credencialid: held, origem: 'one', empresaid: 'mesa', criadaem: NOW },
    { credencialid: direct, origem: 'one', empresaid: 'mesa', criadaem: NOW + 1_000 },
    { credencialid: open, origem: 'one', empresaid: null, criadaem: NOW + 1_000 },
  ]
  return { ids, requests, procedencias }
}

export const cases: ContractCase[] = [
  it('listProcedencias tells the address of each registration with the company that paid, and when', async (harness) => {
    const { credenciais, empresas } = harness.storage
    const { procedencias } = await threeConvidados(harness)
    // A hold is not a registration yet, and an unknown address leaves nothing.
    await empresas.claim(aClaim('mesa', { origem: 'one' }))
    await credenciais.register(aRegister({ claim: aClaim('mesa') }))
    expect(sorted(await credenciais.listProcedencias(NOW))).toEqual(procedencias)
    expect(sorted(await credenciais.listProcedencias(NOW + 1_000))).toEqual(procedencias.slice(1))
    expect(await credenciais.listProcedencias(NOW + 1_001)).toEqual([])
  }),
  it('a guest of the public form whom a company pays for later is told once, as that company’s', async (harness) => {
    const { credenciais } = harness.storage
    const { requests, procedencias } = await threeConvidados(harness)
    const convite = aClaim('mesa', { origem: 'two', now: NOW + 9_000 })
    const request = requests[2] ?? aRegister()
    await credenciais.register({ ...request, origem: 'two', now: NOW + 9_000, claim: convite })
    const paid = { ...procedencias[2], origem: 'two', empresaid: 'mesa', criadaem: NOW + 9_000 }
    expect(sorted(await credenciais.listProcedencias(NOW))).toEqual([procedencias[0], procedencias[1], paid])
  }),
  it('a guest who was removed leaves no rastro, the invitation returned or not, and a correction keeps it', async (harness) => {
    const { credenciais } = harness.storage
    const { ids, procedencias } = await threeConvidados(harness)
    const cadastro = aCadastro({ nome: 'NOME CERTO', telefone: '21987654321', email: '' })
    await credenciais.correct(
      { credencialid: ids[2] ?? '', cadastro, shown: null, chaveOf: () => 'chave-certa' },
      anAutor(),
    )
    await credenciais.remove(ids[0] ?? '', true, anAutor())
    await credenciais.remove(ids[1] ?? '', false, anAutor())
    expect(await credenciais.listProcedencias(NOW)).toEqual([procedencias[2]])
  }),
  it('forgetOrigens erases the address beside keys and reservas of any estado made before an instant', async (harness) => {
    const { credenciais, empresas } = harness.storage
    await threeConvidados(harness)
    await empresas.claim(aClaim('mesa', { origem: 'one', holdMs: 1 }))
    await empresas.releaseEnded(NOW + 1)
    await empresas.claim(aClaim('mesa', { origem: 'one', now: NOW + 5_000, holdMs: HOLD_MS }))
    const origens = async () =>
      (await harness.readReservas('mesa')).map(({ estado, origem }) => `${estado} ${origem}`).sort()
    await credenciais.forgetOrigens(NOW)
    expect(await origens()).toEqual(['liberada one', 'pendente one', 'usada one', 'usada one'])
    await credenciais.forgetOrigens(NOW + 1_001)
    expect(await origens()).toEqual(['liberada null', 'pendente one', 'usada null', 'usada null'])
    expect(await credenciais.listProcedencias(0)).toEqual([])
    await credenciais.forgetOrigens(NOW + 1_001)
    // What came afterwards is erased in turn.
    await credenciais.register(aRegister({ origem: 'two', now: NOW + 6_000 }))
    expect(await credenciais.listProcedencias(0)).toHaveLength(1)
    await credenciais.forgetOrigens(NOW + 6_001)
    expect(await credenciais.listProcedencias(0)).toEqual([])
    expect(await origens()).toEqual(['liberada null', 'pendente null', 'usada null', 'usada null'])
    expect(await harness.countChaves()).toBe(4)
  }),
  it('forgetOrigens goes through more than any page holds, and finds what was carried in afterwards', async (harness) => {
    const { credenciais, transfer } = harness.storage
    const source = openMemory()
    const row = { empresaid: 'mesa', nome: 'Mesa', icredencial: 900, licredencial: 0 }
    await source.empresas.importRows([row], false, anAutor())
    for (let n = 0; n < 320; n++) {
      const at = { origem: 'one', now: NOW + (n % 7) }
      const convite = n % 2 === 0 ? aClaim('mesa', { ...at, origem: `${n}` }) : null
      await source.credenciais.register(aRegister({ ...at, claim: convite }))
    }
    await credenciais.forgetOrigens(NOW + 10)
    const registros = []
    for await (const registro of source.transfer.read()) registros.push(registro)
    await transfer.write(registros)
    expect(sorted(await credenciais.listProcedencias(NOW))).toEqual(
      sorted(await source.credenciais.listProcedencias(NOW)),
    )
    await credenciais.forgetOrigens(NOW + 10)
    expect(await credenciais.listProcedencias(0)).toEqual([])
    expect((await harness.readReservas('mesa')).filter(({ origem }) => origem !== null)).toEqual([])
  }),
]
