import { expect } from 'vitest'
import { eraseAt } from '../../server/domain/quando.ts'
import { aClaim, aGravar, anAutor, anEvento, aRegister, NOW } from '../support/factories.ts'
import { aConvidado, linhasDoHistoricoIn, withEmpresa } from './convidados.ts'
import { it, type ContractCase, type Harness } from './harness.ts'

const { fim } = anEvento()
const END = Date.parse(fim)

/** Stores an event whose registrations end with it, or have been closed since `NOW`. */
async function withEvento({ storage: { eventos } }: Harness, fields: { inscricoesAte?: string } = {}) {
  await eventos.gravar(aGravar({ evento: anEvento(fields) }), anAutor())
}

const CLOSED = { inscricoesAte: new Date(NOW).toISOString() }

/**
 * Expects a claim and registrations to be refused, although their process does not know that registrations
 * are closed.
 */
async function expectClosed(harness: Harness, now: number): Promise<void> {
  const { credenciais, empresas } = harness.storage
  const empresaid = await withEmpresa(harness)
  const claim = aClaim(empresaid, { now })
  expect(await empresas.claim(claim)).toEqual({ kind: 'closed' })
  expect(await credenciais.register(aRegister({ now }))).toEqual({ kind: 'closed' })
  expect(await credenciais.register(aRegister({ now, claim }))).toEqual({ kind: 'closed' })
  expect([await harness.readReservas(empresaid), await harness.readCredenciais()]).toEqual([[], []])
}

/** Acts decide by the event as stored, whatever the requesting process knows of it. */
export const cases: ContractCase[] = [
  it('the event as it is stored has ended, or closed: guests neither claim nor register, though the request says open', async (harness) => {
    await withEvento(harness)
    const open = await harness.storage.credenciais.register(aRegister({ now: END - 1 }))
    expect(open.kind).toBe('registered')
    if (open.kind === 'registered')
      await harness.storage.credenciais.remove(open.credencial.credencialid, false, anAutor())
    await expectClosed(harness, END)
    const { eventos } = harness.storage
    await eventos.gravar(aGravar({ versao: 1, evento: anEvento(CLOSED) }), anAutor())
    await expectClosed(harness, NOW)
  }),
  it('an event that is cancelled is closed, and open again once that is taken back', async (harness) => {
    const { credenciais, eventos } = harness.storage
    await withEvento(harness)
    await eventos.gravar(aGravar({ versao: 1, cancelado: true }), anAutor())
    await expectClosed(harness, NOW)
    await eventos.gravar(aGravar({ versao: 2 }), anAutor())
    expect((await credenciais.register(aRegister())).kind).toBe('registered')
  }),
  it('closed by the event as it is stored: an organiser registers, and a request that says closed stays closed', async (harness) => {
    const { credenciais, empresas, eventos } = harness.storage
    await withEvento(harness, CLOSED)
    const empresaid = await withEmpresa(harness)
    for (const claim of [null, aClaim(empresaid)]) {
      const request = aRegister({ claim, autor: anAutor({ quem: 'cida' }) })
      expect((await credenciais.register(request)).kind).toBe('registered')
    }
    await eventos.gravar(aGravar({ versao: 1 }), anAutor())
    expect(await empresas.claim(aClaim(empresaid, { isClosed: true }))).toEqual({ kind: 'closed' })
    expect(await credenciais.register(aRegister({ isClosed: true }))).toEqual({ kind: 'closed' })
  }),
  it('closed by the event as it is stored: a live hold is claimed again, and registers its guest', async (harness) => {
    const { credenciais, empresas, eventos } = harness.storage
    await withEvento(harness)
    const empresaid = await withEmpresa(harness)
    const claim = aClaim(empresaid)
    const held = await empresas.claim(claim)
    expect(held.kind).toBe('claimed')
    await eventos.gravar(aGravar({ versao: 1, evento: anEvento(CLOSED) }), anAutor())
    expect(await empresas.claim(claim)).toEqual(held)
    expect((await credenciais.register(aRegister({ claim }))).kind).toBe('registered')
    expect(await credenciais.register(aRegister({ claim }))).toEqual({ kind: 'closed' })
  }),
  it('cancelled since an invitation was claimed: the hold pays for nobody, until that is taken back', async (harness) => {
    const { credenciais, empresas, eventos } = harness.storage
    await withEvento(harness)
    const empresaid = await withEmpresa(harness)
    const claim = aClaim(empresaid)
    const held = await empresas.claim(claim)
    await eventos.gravar(aGravar({ versao: 1, cancelado: true }), anAutor())
    expect(await empresas.claim(claim)).toEqual({ kind: 'closed' })
    expect(await credenciais.register(aRegister({ claim }))).toEqual({ kind: 'closed' })
    await eventos.gravar(aGravar({ versao: 2 }), anAutor())
    expect(await empresas.claim(claim)).toEqual(held)
    expect((await credenciais.register(aRegister({ claim }))).kind).toBe('registered')
  }),
  it('before the day the stored event says nothing is erased, unless that is asked for; on it everything is', async (harness) => {
    const { credenciais, eventos } = harness.storage
    await withEvento(harness)
    await aConvidado(harness)
    const due = eraseAt(anEvento())
    const asked = { isEarlyAllowed: false, areContactsErased: true }
    const told: number[] = []
    const erase = (em: number, how = asked) =>
      credenciais.erasePersonalData(anAutor({ em }), (done) => void told.push(done), how)
    const before = [await harness.readCredenciais(), await eventos.find()]
    expect(await erase(due - 1)).toBeNull()
    expect([await harness.readCredenciais(), await eventos.find()]).toEqual(before)
    expect([told, await linhasDoHistoricoIn(harness, { ato: 'apagou-tudo' })]).toEqual([[], []])
    // Another process moved the event: the day this process knows is no longer the day.
    await eventos.gravar(
      aGravar({ versao: 1, evento: anEvento({ fim: '2027-09-17T22:00:00-03:00' }) }),
      anAutor(),
    )
    expect(await erase(due)).toBeNull()
    expect(await erase(due + 86_400_000)).toBe(1)
    expect(await harness.readCredenciais()).toEqual([])
    await aConvidado(harness, null, { now: NOW + 1 })
    expect(await erase(NOW, { ...asked, isEarlyAllowed: true })).toBe(1)
  }),
  it('where no event is stored the erasure is never too early', async (harness) => {
    await aConvidado(harness)
    const asked = { isEarlyAllowed: false, areContactsErased: false }
    expect(await harness.storage.credenciais.erasePersonalData(anAutor(), undefined, asked)).toBe(1)
  }),
  it('the erasure leaves the event; with the contacts of companies goes its own and who signs, as a version of its own, once', async ({
    storage: { credenciais, eventos },
  }) => {
    const assinaturas = [{ nome: 'Helena Vilela', cargo: 'presidente' }]
    await eventos.gravar(aGravar({ evento: anEvento({ assinaturas }) }), anAutor())
    const gravado = await eventos.find()
    await credenciais.erasePersonalData(anAutor())
    expect(await eventos.find()).toEqual(gravado)
    for (let n = 0; n < 2; n++) {
      const asked = { isEarlyAllowed: true, areContactsErased: true }
      await credenciais.erasePersonalData(anAutor({ em: NOW + n }), undefined, asked)
      expect(await eventos.find()).toEqual({ ...gravado, versao: 2, evento: anEvento({ contato: '' }) })
    }
  }),
]
