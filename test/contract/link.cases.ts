import { expect } from 'vitest'
import { aCadastro, aClaim, anAutor, aRegister, unique } from '../support/factories.ts'
import { aConvidado, atOnce, empresaOf, linhasDoHistoricoIn, usedOf, withEmpresa } from './convidados.ts'
import { it, type ContractCase, type Harness } from './harness.ts'

/** A guest another product stored with a ten-digit phone, and the same person's registration today. */
async function beforeTheNinthDigit(harness: Harness) {
  const former = aRegister({ chave: unique('antiga') })
  const id = await aConvidado(harness, null, former)
  const today = aRegister({ cadastro: former.cadastro, chaveAntiga: former.chave })
  return { id, former, today }
}

export const cases: ContractCase[] = [
  it('renewLink raises the versao by one, and no browser that registered sees the credencial any more', async (harness) => {
    const { credenciais } = harness.storage
    const request = aRegister()
    const id = await aConvidado(harness, null, request)
    const autor = anAutor()
    expect(await credenciais.renewLink(id, autor)).toBe(1)
    expect((await credenciais.findById(id))?.versao).toBe(1)
    expect(await harness.readAcesso(request.chave)).toEqual({ versao: 1, recibo: null, reciboate: null })
    expect(await credenciais.register(request)).toMatchObject({ kind: 'already-registered', versao: null })
    expect(await credenciais.renewLink(id, anAutor())).toBe(2)
    expect(await credenciais.renewLink('1', anAutor())).toBeNull()
    const [first, ...rest] = await linhasDoHistoricoIn(harness)
    expect(first).toEqual({ ...autor, ato: 'renovou-link', alvo: id, detalhe: '' })
    expect(rest.map(({ ato }) => ato)).toEqual(['renovou-link'])
  }),
  it('a guest stored under the key of the former phone is known by the present one, and keeps the key', async (harness) => {
    const { id, former, today } = await beforeTheNinthDigit(harness)
    const empresaid = await withEmpresa(harness)
    const again = { ...today, claim: aClaim(empresaid) }
    expect(await harness.storage.credenciais.register(again)).toMatchObject({
      kind: 'already-registered',
      credencial: { credencialid: id },
      versao: 1,
    })
    expect(await harness.readCredenciais()).toHaveLength(1)
    expect(await harness.countChaves()).toBe(1)
    expect(await harness.readAcesso(former.chave)).toMatchObject({ versao: 1, recibo: today.recibo })
    expect(await harness.readAcesso(today.chave)).toBeNull()
    expect(await empresaOf(harness, id)).toBe(empresaid)
    expect(await harness.storage.credenciais.register(again)).toMatchObject({ versao: 1 })
    expect(await usedOf(harness, [empresaid])).toEqual([1])
  }),
  it('where both keys are known, the present one counts', async (harness) => {
    const { former, today } = await beforeTheNinthDigit(harness)
    const own = await aConvidado(harness, null, { chave: today.chave })
    expect(await harness.storage.credenciais.register(today)).toMatchObject({
      kind: 'already-registered',
      credencial: { credencialid: own },
    })
    expect(await harness.readAcesso(former.chave)).toMatchObject({ versao: 0 })
  }),
  it('a new guest is stored under the present key alone, and a former key nobody has means nothing', async (harness) => {
    const request = aRegister({ chaveAntiga: unique('antiga') })
    const id = await aConvidado(harness, null, request)
    expect(await harness.readAcesso(request.chave)).toMatchObject({ versao: 0 })
    expect(await harness.readAcesso(request.chaveAntiga ?? '')).toBeNull()
    await harness.storage.credenciais.remove(id, true, anAutor())
    expect((await harness.storage.credenciais.register(request)).kind).toBe('registered')
  }),
]

export const races: ContractCase[] = [
  it('a link renewed five times at once is renewed five times, each to a versao of its own', async (harness) => {
    const { credenciais } = harness.storage
    const id = await aConvidado(harness)
    const versoes = await atOnce(5, () => credenciais.renewLink(id, anAutor()))
    expect(versoes.sort()).toEqual([1, 2, 3, 4, 5])
    expect((await credenciais.findById(id))?.versao).toBe(5)
    expect(await linhasDoHistoricoIn(harness, { alvo: id })).toHaveLength(5)
  }),
  it('a form that renews a link, sent five times at once, renews it once', async (harness) => {
    const { credenciais } = harness.storage
    const id = await aConvidado(harness)
    expect(await atOnce(5, () => credenciais.renewLink(id, anAutor(), 0))).toEqual([1, 1, 1, 1, 1])
    expect((await credenciais.findById(id))?.versao).toBe(1)
    expect(await linhasDoHistoricoIn(harness, { alvo: id })).toHaveLength(1)
  }),
  it('two guests corrected to one name and phone at once: one is corrected, the other is told whose it is', async (harness) => {
    const { credenciais } = harness.storage
    const ids = [await aConvidado(harness), await aConvidado(harness)]
    const cadastro = aCadastro({ nome: 'ANA', telefone: '11987654321', email: '' })
    const outcomes = await Promise.all(
      ids.map((credencialid) =>
        credenciais.correct({ credencialid, cadastro, shown: null, chaveOf: () => 'uma' }, anAutor()),
      ),
    )
    const winner = ids[outcomes.findIndex(({ kind }) => kind === 'corrected')]
    expect(outcomes).toContainEqual({ kind: 'already-taken', credencialid: winner })
    const named = await harness.readCredenciais()
    expect(named.filter(({ nome }) => nome === 'ANA')).toHaveLength(1)
    expect(await linhasDoHistoricoIn(harness, { ato: 'corrigiu' })).toHaveLength(1)
  }),
  it('a guest the organiser registers five times at once is one, and stands in the history once', async (harness) => {
    const { credenciais } = harness.storage
    const empresaid = await withEmpresa(harness)
    const request = aRegister()
    const outcomes = await atOnce(5, () =>
      credenciais.register({ ...request, claim: aClaim(empresaid), autor: anAutor() }),
    )
    expect(outcomes.filter(({ kind }) => kind === 'registered')).toHaveLength(1)
    expect((await linhasDoHistoricoIn(harness)).map(({ ato, detalhe }) => [ato, detalhe])).toEqual([
      ['cadastrou', empresaid],
    ])
  }),
  it('one person of a former phone who registers five times at once stays one, with one invitation', async (harness) => {
    const { id, today } = await beforeTheNinthDigit(harness)
    const empresaid = await withEmpresa(harness)
    await atOnce(5, () => harness.storage.credenciais.register({ ...today, claim: aClaim(empresaid) }))
    expect(await harness.readCredenciais()).toMatchObject([{ credencialid: id }])
    expect(await usedOf(harness, [empresaid])).toEqual([1])
  }),
]
