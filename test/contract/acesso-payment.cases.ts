import { expect } from 'vitest'
import { aCadastro, aClaim, aRegister, NOW } from '../support/factories.ts'
import { aConvidado, another, MINUTE, register, storedVersao, usedOf, withEmpresa } from './acessos.ts'
import { it, type ContractCase } from './harness.ts'
import { registered } from '../support/registered.ts'

/** Whose link opens once somebody has paid. */
export const cases: ContractCase[] = [
  it('another browser that pays for a guest nobody had paid for gets a new versao, and the former opens nothing', async (harness) => {
    const empresaid = await withEmpresa(harness)
    const { request, owner, credencialid } = await aConvidado(harness)
    const payer = another(request, empresaid)
    expect(await register(harness, payer)).toBe(1)
    expect(await storedVersao(harness, credencialid)).toBe(1)
    expect(await harness.readAcesso(request.chave)).toMatchObject({ versao: 1, recibo: payer.recibo })
    // Its answer was lost, and it asks again.
    expect(await register(harness, { ...payer, now: NOW + MINUTE })).toBe(1)
    for (const former of [request, owner, { ...owner, claim: aClaim(empresaid) }])
      expect(await register(harness, former)).toBeNull()
    const keeper = { ...owner, conhecidas: [{ credencialid, versao: 1 }], now: NOW + 1e9 }
    expect(await register(harness, keeper)).toBe(1)
    expect(await usedOf(harness, [empresaid])).toBe(1)
  }),
  it('where the link is replaced, the payer’s spelling and e-mail stand for the stranger’s, at the door too', async (harness) => {
    const { storage } = harness
    const empresaid = await withEmpresa(harness)
    const stranger = aRegister({
      cadastro: aCadastro({ nome: 'A-N-A', telefone: '11987654321', email: 'outra@exemplo.com' }),
    })
    const credencialid = await registered(storage.credenciais, stranger)
    const payer = another(stranger, empresaid)
    for (const email of ['ana@exemplo.com', '']) {
      const cadastro = aCadastro({ nome: 'ANA', telefone: '11987654321', email })
      const registration = await storage.credenciais.register({ ...payer, cadastro })
      expect(registration).toMatchObject({
        credencial: { nome: 'ANA', email: 'ana@exemplo.com' },
        versao: 1,
      })
    }
    expect((await storage.credenciais.findById(credencialid))?.credencial).toMatchObject({
      nome: 'ANA',
      email: 'ana@exemplo.com',
    })
    await storage.avips.mirrorDue(NOW)
    expect(await harness.readAvip(credencialid)).toMatchObject({ nome: 'ANA' })
  }),
  it('a browser that may see the credencial pays and keeps its versao', async (harness) => {
    const empresaid = await withEmpresa(harness)
    const [byFormCookie, bySession] = [await aConvidado(harness), await aConvidado(harness)]
    expect(await register(harness, { ...byFormCookie.request, claim: aClaim(empresaid) })).toBe(0)
    expect(await register(harness, { ...bySession.owner, claim: aClaim(empresaid) })).toBe(0)
    for (const { credencialid } of [byFormCookie, bySession])
      expect(await storedVersao(harness, credencialid)).toBe(0)
    expect(await usedOf(harness, [empresaid])).toBe(2)
  }),
  it('a guest who came with an invitation first keeps the credencial, though others register them afterwards', async (harness) => {
    const [paying, other] = [await withEmpresa(harness), await withEmpresa(harness)]
    const request = aRegister({ claim: aClaim(paying) })
    expect(await register(harness, request)).toBe(0)
    expect(await register(harness, another(request))).toBeNull()
    const late = another(request, other)
    if (late.claim) await harness.storage.empresas.claim({ ...late.claim, isClosed: false })
    expect(await register(harness, late)).toBeNull()
    expect(await register(harness, request)).toBe(0)
    expect(await usedOf(harness, [paying, other])).toBe(1)
  }),
  it('a refused payment changes nothing of who may see the credencial', async (harness) => {
    const empresaid = await withEmpresa(harness, 0)
    const { request, credencialid } = await aConvidado(harness)
    const refused = await harness.storage.credenciais.register(another(request, empresaid))
    expect(refused.kind).toBe('limit-reached')
    expect(await storedVersao(harness, credencialid)).toBe(0)
    expect(await register(harness, request)).toBe(0)
  }),
]

export const races: ContractCase[] = [
  it('two browsers that pay at once for a guest nobody had paid for: one pays and gets the link, the other is only told', async (harness) => {
    const empresaids = [await withEmpresa(harness), await withEmpresa(harness)]
    const { request, credencialid } = await aConvidado(harness)
    const payers = empresaids.map((empresaid) => another(request, empresaid))
    for (const { claim } of payers)
      if (claim) await harness.storage.empresas.claim({ ...claim, isClosed: false })
    const versoes = await Promise.all(payers.map((payer) => register(harness, payer)))
    expect(versoes.sort()).toEqual([1, null])
    expect(await storedVersao(harness, credencialid)).toBe(1)
    // The loser's hold goes back.
    expect(await usedOf(harness, empresaids)).toBe(1)
    expect(await register(harness, request)).toBeNull()
  }),
  it('payer and owner who pay at once: one invitation is used and only the one that paid has a link that opens', async (harness) => {
    const empresaids = [await withEmpresa(harness), await withEmpresa(harness)]
    const [one = '', other = ''] = empresaids
    for (let round = 0; round < 3; round++) {
      const { request, owner, credencialid } = await aConvidado(harness)
      const payer = another(request, one)
      const own = { ...owner, claim: aClaim(other) }
      const both = round % 2 === 0 ? [payer, own] : [own, payer]
      const versoes = await Promise.all(both.map((each) => register(harness, each)))
      const stored = await storedVersao(harness, credencialid)
      expect(versoes.filter((versao) => versao !== null)).toEqual([stored])
      expect(await usedOf(harness, empresaids)).toBe(round + 1)
    }
  }),
  it('20 identical payments at once for a guest another browser registered make one new link and use one invitation', async (harness) => {
    const empresaid = await withEmpresa(harness)
    const { request, credencialid } = await aConvidado(harness)
    const payer = another(request, empresaid)
    const versoes = await Promise.all(
      Array.from({ length: 20 }, () =>
        register(harness, { ...payer, claim: aClaim(empresaid, { sid: 'one' }) }),
      ),
    )
    expect(versoes).toEqual(Array.from({ length: 20 }, () => 1))
    expect(await storedVersao(harness, credencialid)).toBe(1)
    expect(await usedOf(harness, [empresaid])).toBe(1)
  }),
]
