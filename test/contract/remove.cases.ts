import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { aClaim, anAutor, anEmpresa, NOW, unique } from '../support/factories.ts'
import { expectCounterToAgree } from './claims.ts'
import { it, type ContractCase } from './harness.ts'
import { aConvidado } from './correct.cases.ts'
import { registered } from '../support/registered.ts'

export const cases: ContractCase[] = [
  it('remove erases the credencial, its key and its avip, and the invitation stays spent', async (harness) => {
    const { credencialid, empresaid } = await aConvidado(harness)
    await harness.storage.avips.mirror(credencialid)
    expect(await harness.storage.credenciais.remove(credencialid, false, anAutor())).toEqual({
      kind: 'removed',
      returned: null,
    })
    expect(await harness.readCredenciais()).toEqual([])
    expect(await harness.countChaves()).toBe(0)
    expect(await harness.readAvip(credencialid)).toBeNull()
    expect((await harness.readEmpresa(empresaid)).licredencial).toBe(1)
    await expectCounterToAgree(harness, empresaid, 0)
  }),
  it('remove forgets who claimed the invitation, given back or not, and keeps the credencialid it paid for', async (harness) => {
    const { empresas, credenciais } = harness.storage
    await harness.putEmpresa(anEmpresa({ empresaid: 'mesa', icredencial: 5 }))
    const ids: string[] = []
    for (const isReturned of [false, true]) {
      const convite = aClaim('mesa', { sid: unique('sid'), origem: 'de-alguem' })
      await empresas.claim(convite)
      const credencialid = await registered(credenciais, { claim: convite, now: NOW + ids.length })
      ids.push(credencialid)
      await credenciais.remove(credencialid, isReturned, anAutor())
    }
    const reservas = await harness.readReservas('mesa')
    expect(new Set(reservas.map((r) => [r.estado, r.credencialid, r.origem, r.sid].join()))).toEqual(
      new Set([`usada,${ids[0]},,`, `liberada,${ids[1]},,`]),
    )
    expect(await credenciais.wipeRemoved()).toBe(true)
    await expectCounterToAgree(harness, 'mesa', 0)
  }),
  it('remove with isReturned gives the invitation back, once', async (harness) => {
    const { credencialid, empresaid } = await aConvidado(harness)
    expect(await harness.storage.credenciais.remove(credencialid, true, anAutor())).toEqual({
      kind: 'removed',
      returned: empresaid,
    })
    expect(await harness.storage.credenciais.remove(credencialid, true, anAutor())).toEqual({
      kind: 'credencial-not-found',
    })
    expect((await harness.readEmpresa(empresaid)).licredencial).toBe(0)
    await expectCounterToAgree(harness, empresaid, 0)
  }),
  it('a guest who was removed can register again and is paid for again', async (harness) => {
    const { credencialid, empresaid, request } = await aConvidado(harness)
    await harness.storage.credenciais.remove(credencialid, true, anAutor())
    const again = await harness.storage.credenciais.register({ ...request, claim: aClaim(empresaid) })
    expect(again.kind).toBe('registered')
    await expectCounterToAgree(harness, empresaid, 0)
  }),
  it('removeOutside removes who is outside as remove does, and leaves who is inside as they are', async (harness) => {
    const { credenciais, entradas, historico } = harness.storage
    const [dentro, fora] = [await aConvidado(harness), await aConvidado(harness)]
    const entradaid = randomUUID()
    await entradas.admit({ credencialid: dentro.credencialid, entradaid, isAgain: false }, anAutor())
    const before = await credenciais.findById(dentro.credencialid)
    expect(await credenciais.removeOutside(dentro.credencialid, true, anAutor())).toEqual({
      kind: 'inside',
    })
    expect(await credenciais.removeOutside(fora.credencialid, true, anAutor())).toEqual({
      kind: 'removed',
      returned: fora.empresaid,
    })
    expect(await credenciais.removeOutside(fora.credencialid, true, anAutor())).toEqual({
      kind: 'credencial-not-found',
    })
    expect(await credenciais.findById(dentro.credencialid)).toEqual(before)
    expect(await credenciais.findById(fora.credencialid)).toBeNull()
    expect((await harness.readEmpresa(dentro.empresaid)).licredencial).toBe(1)
    await expectCounterToAgree(harness, fora.empresaid, 0)
    const linhas = await historico.list({ ato: 'excluiu', after: null, limit: 9 })
    expect(linhas.map(({ alvo }) => alvo)).toEqual([fora.credencialid])
    await entradas.annul(
      { credencialid: dentro.credencialid, entradaid: randomUUID(), anula: entradaid },
      anAutor(),
    )
    expect(await credenciais.removeOutside(dentro.credencialid, false, anAutor())).toMatchObject({
      kind: 'removed',
    })
  }),
]

export const races: ContractCase[] = [
  it('a guest removed five times at once gives the invitation back once', async (harness) => {
    const { credencialid, empresaid } = await aConvidado(harness)
    const removals = await Promise.all(
      Array.from({ length: 5 }, () => harness.storage.credenciais.remove(credencialid, true, anAutor())),
    )
    expect(removals.filter(({ kind }) => kind === 'removed')).toHaveLength(1)
    await expectCounterToAgree(harness, empresaid, 0)
  }),
  it('a guest admitted while removeOutside removes them, both at once, is inside, or gone, or inside and on no list', async (harness) => {
    const { credenciais, entradas } = harness.storage
    const { credencialid } = await aConvidado(harness)
    const request = { credencialid, entradaid: randomUUID(), isAgain: false }
    const [removal, entrada] = await Promise.all([
      credenciais.removeOutside(credencialid, true, anAutor()),
      entradas.admit(request, anAutor()),
    ])
    const onNoList = (await entradas.listAnotadas(0, 9)).total
    expect([
      ['removed', 'credencial-not-found', 0],
      ['inside', 'admitted', 0],
      // On Firestore an admission waits for nobody: the door hears that the guest was removed meanwhile.
      ['removed', 'admitted', 1],
    ]).toContainEqual([removal.kind, entrada.kind, onNoList])
  }),
]
