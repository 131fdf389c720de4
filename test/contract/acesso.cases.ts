import { expect } from 'vitest'
import type { RegisterRequest, Registration } from '../../server/domain/register.ts'
import { aCadastro, aClaim, anAutor, aRegister, NOW, unique } from '../support/factories.ts'
import { it, type ContractCase, type Harness } from './harness.ts'
import { registered } from '../support/registered.ts'
import { expectCounterToAgree, withEmpresa } from './claims.ts'

export const MINUTE = 60_000

/** The same guest from another browser, with a company's invitation when one is named. */
export const another = (request: RegisterRequest, empresaid: string | null = null): RegisterRequest => ({
  ...request,
  recibo: unique('recibo'),
  conhecidas: [],
  claim: empresaid === null ? null : aClaim(empresaid),
})

/** The versao of the link given to a browser; null when the browser learned only of the registration. */
function versaoOf(registration: Registration): number | null {
  if (!('credencial' in registration)) throw new Error(`expected a registration, not ${registration.kind}`)
  return registration.versao
}

export async function register({ storage }: Harness, request: RegisterRequest): Promise<number | null> {
  return versaoOf(await storage.credenciais.register(request))
}

/** A guest nobody paid for, registered in a browser of their own. */
export async function aConvidado(harness: Harness) {
  const request = aRegister()
  const credencialid = await registered(harness.storage.credenciais, request)
  /** The browser that registered the guest, described by its session. */
  const owner = { ...request, recibo: null, conhecidas: [{ credencialid, versao: 0 }] }
  return { request, owner, credencialid }
}

export async function storedVersao({ storage }: Harness, credencialid: string): Promise<number | undefined> {
  return (await storage.credenciais.findById(credencialid))?.versao
}

/** How many invitations of the companies are used, after checking each counter against its reservas. */
export async function usedOf(harness: Harness, empresaids: string[]): Promise<number> {
  let used = 0
  for (const empresaid of empresaids) {
    await expectCounterToAgree(harness, empresaid, 0)
    used += (await harness.readReservas(empresaid)).filter(({ estado }) => estado === 'usada').length
  }
  return used
}

export const cases: ContractCase[] = [
  it('a repeat with the recibo within 15 minutes sees the credencial, any other browser does not', async (harness) => {
    const { request } = await aConvidado(harness)
    expect(await register(harness, { ...request, now: NOW + 15 * MINUTE - 1 })).toBe(0)
    expect(await register(harness, another(request))).toBeNull()
    expect(await register(harness, { ...request, recibo: null })).toBeNull()
    expect(await register(harness, { ...request, now: NOW + 15 * MINUTE })).toBeNull()
    expect(await harness.readAcesso(request.chave)).toEqual({
      versao: 0,
      recibo: request.recibo,
      reciboate: NOW + 15 * MINUTE,
    })
  }),
  it('a browser whose session keeps the credencial sees it whenever it repeats', async (harness) => {
    const { owner } = await aConvidado(harness)
    expect(await register(harness, { ...owner, now: NOW + 1e9 })).toBe(0)
    const other = owner.conhecidas.map((passe) => ({ ...passe, versao: 1 }))
    expect(await register(harness, { ...owner, conhecidas: other })).toBeNull()
  }),
  it('a blank e-mail is filled by nobody who may not see the credencial', async (harness) => {
    const { request, owner } = await aConvidado(harness)
    const withEmail = (email: string) => ({ cadastro: { ...request.cadastro, email } })
    await register(harness, { ...another(request), ...withEmail('estranho@exemplo.com') })
    expect(await harness.readCredenciais()).toMatchObject([{ email: '' }])
    await register(harness, { ...owner, ...withEmail('ana@exemplo.com') })
    expect(await harness.readCredenciais()).toMatchObject([{ email: 'ana@exemplo.com' }])
  }),
  it('correct keeps the versao and the recibo under the new key, and lists tell the versao', async (harness) => {
    const { credenciais } = harness.storage
    const empresaid = await withEmpresa(harness)
    const { request, credencialid } = await aConvidado(harness)
    const payer = another(request, empresaid)
    await register(harness, payer)
    const cadastro = aCadastro({ nome: 'NOME CERTO', telefone: '21987654321', email: '' })
    await credenciais.correct(
      { credencialid, cadastro, shown: null, chaveOf: () => 'chave-certa' },
      anAutor(),
    )
    expect(await harness.readAcesso(request.chave)).toBeNull()
    expect(await storedVersao(harness, credencialid)).toBe(1)
    expect(await register(harness, { ...payer, cadastro, chave: 'chave-certa' })).toBe(1)
    for await (const { versao } of harness.storage.painel.list()) expect(versao).toBe(1)
    expect(await credenciais.findByCpf('00000000000')).toMatchObject([{ versao: 1 }])
  }),
  it('forgetFormCookies erases those that count no more, and nothing else', async (harness) => {
    const { credenciais } = harness.storage
    const [old, recent] = [aRegister(), aRegister({ now: NOW + MINUTE })]
    for (const request of [old, recent]) await register(harness, request)
    expect(await credenciais.forgetFormCookies(NOW + 15 * MINUTE - 1)).toBe(0)
    expect(await credenciais.forgetFormCookies(NOW + 15 * MINUTE)).toBe(1)
    expect(await credenciais.forgetFormCookies(NOW + 15 * MINUTE)).toBe(0)
    const none = { versao: 0, recibo: null, reciboate: null }
    expect(await harness.readAcesso(old.chave)).toEqual(none)
    expect(await harness.readAcesso(recent.chave)).toMatchObject({ recibo: recent.recibo })
    expect(await harness.readCredenciais()).toHaveLength(2)
  }),
  // The link opens once somebody has paid for the guest.
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
    const empresaid = await withEmpresa(harness, { icredencial: 0 })
    const { request, credencialid } = await aConvidado(harness)
    const refused = await harness.storage.credenciais.register(another(request, empresaid))
    expect(refused.kind).toBe('limit-reached')
    expect(await storedVersao(harness, credencialid)).toBe(0)
    expect(await register(harness, request)).toBe(0)
  }),
]

export const races: ContractCase[] = [
  it('two browsers that register one new guest at once: one gets the link, the other is only told', async (harness) => {
    const request = aRegister()
    const versoes = await Promise.all([request, another(request)].map((each) => register(harness, each)))
    expect(versoes.sort()).toEqual([0, null])
    expect(await harness.readCredenciais()).toHaveLength(1)
  }),
  it('two browsers that pay at once for a guest nobody had paid for: one pays and gets the link, the other is only told', async (harness) => {
    const empresaids = [await withEmpresa(harness), await withEmpresa(harness)]
    const { request, credencialid } = await aConvidado(harness)
    const payers = empresaids.map((empresaid) => another(request, empresaid))
    for (const { claim } of payers)
      if (claim) await harness.storage.empresas.claim({ ...claim, isClosed: false })
    const versoes = await Promise.all(payers.map((payer) => register(harness, payer)))
    expect(versoes.sort()).toEqual([1, null])
    expect(await storedVersao(harness, credencialid)).toBe(1)
    // The loser's hold is released.
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
