import { expect } from 'vitest'
import { CASA, DA_CASA } from '../../server/domain/casa.ts'
import { CONVIDADO } from '../../server/domain/historico.ts'
import { aClaim, anAutor, anEmpresa, aRegister, NOW } from '../support/factories.ts'
import { atOnce, kindsOf, usedOf, withEmpresa } from './convidados.ts'
import { aNovo } from './convite.cases.ts'
import { aRow } from './correct.cases.ts'
import { isOpen } from '../../server/domain/convite-pessoal.ts'
import { it, type ContractCase, type Harness } from './harness.ts'
import { registered } from '../support/registered.ts'

/** What the house has and has given; and all the invitations of the companies beside it. */
const countsOf = async (harness: Harness) => {
  const { casa, empresas } = await harness.storage.empresas.list(NOW)
  const total = empresas.reduce((sum, { empresa }) => sum + empresa.icredencial, 0)
  return [casa?.empresa.icredencial, casa?.empresa.licredencial, total]
}

export const cases: ContractCase[] = [
  it('LOTAÇÃO is what companies have and the house has beside them, and never below what is promised', async (harness) => {
    await harness.putEmpresa(anEmpresa({ empresaid: 'mesa', icredencial: 30, licredencial: 4 }))
    const { casa, empresas } = harness.storage
    expect(await casa.definir(null, anAutor())).toEqual({ kind: 'unchanged' })
    expect(await casa.definir(29, anAutor())).toEqual({ kind: 'too-low', least: 30 })
    expect(await casa.definir(50, anAutor())).toEqual({ kind: 'changed' })
    expect(await casa.definir(50, anAutor())).toEqual({ kind: 'unchanged' })
    expect(await countsOf(harness)).toEqual([20, 0, 30])
    expect((await empresas.list(NOW)).empresas.map(({ empresa }) => empresa.empresaid)).toEqual(['mesa'])
    await harness.storage.credenciais.register(aRegister())
    expect(await casa.definir(30, anAutor())).toEqual({ kind: 'too-low', least: 31 })
    expect(await casa.definir(null, anAutor())).toEqual({ kind: 'too-low', least: 31 })
    expect(await casa.definir(31, anAutor())).toEqual({ kind: 'changed' })
    expect(await harness.storage.credenciais.register(aRegister())).toMatchObject({ kind: 'limit-reached' })
    expect((await empresas.remove(CASA, anAutor())).kind).toBe('in-use')
  }),
  it('a table grows from the house, and gives back to it; beyond it LOTAÇÃO is asked for', async (harness) => {
    await harness.putEmpresa(anEmpresa({ empresaid: 'mesa', icredencial: 30, licredencial: 0 }))
    const { casa, empresas } = harness.storage
    await casa.definir(40, anAutor())
    expect(await empresas.changeTotal('mesa', 38, anAutor())).toEqual({ kind: 'changed' })
    expect(await countsOf(harness)).toEqual([2, 0, 38])
    expect(await empresas.changeTotal('mesa', 45, anAutor())).toEqual({ kind: 'casa-cheia', left: 2 })
    expect(await empresas.changeTotal('mesa', 45, anAutor(), true)).toEqual({ kind: 'changed' })
    expect(await countsOf(harness)).toEqual([0, 0, 45])
    await empresas.changeTotal('mesa', 15, anAutor())
    expect(await countsOf(harness)).toEqual([30, 0, 15])
    await empresas.add(aRow({ empresaid: 'outra', icredencial: 10, licredencial: 0 }), anAutor())
    expect(await countsOf(harness)).toEqual([20, 0, 25])
    await empresas.remove('outra', anAutor())
    expect(await countsOf(harness)).toEqual([30, 0, 15])
  }),
  it('a company of the house’s id that is not ours is named, and pays for nobody', async (harness) => {
    await harness.putEmpresa(
      anEmpresa({ empresaid: CASA, nome: 'Sindicato', icredencial: 1, licredencial: 1, usuarioid: 'x' }),
    )
    const { casa, credenciais, empresas } = harness.storage
    expect(await casa.definir(50, anAutor())).toEqual({ kind: 'taken', nome: 'Sindicato' })
    expect((await credenciais.register(aRegister())).kind).toBe('registered')
    expect((await empresas.list(NOW)).empresas).toHaveLength(1)
  }),
  it('switched on late, the house pays for whom nobody paid for, once, as far as it has places', async (harness) => {
    const empresaid = await withEmpresa(harness, 3)
    const { casa, convites, credenciais, empresas } = harness.storage
    const ids = [
      await registered(credenciais, {}),
      await registered(credenciais, {}),
      await registered(credenciais, { claim: aClaim(empresaid) }),
    ]
    const novo = { ...aNovo('Prefeito'), lugares: 2 }
    await convites.create('', [novo], NOW, anAutor())
    await registered(credenciais, { codigo: novo.codigo })
    await casa.definir(5 + 3, anAutor())
    expect(await casa.acertarConvites([novo.codigo], anAutor())).toEqual({ acertados: 2, alem: 0 })
    for (const acertados of [1, 0])
      expect(await casa.acertarConvidados(ids, anAutor())).toEqual({ acertados, alem: 1 })
    expect((await empresas.list(NOW)).casa).toMatchObject({ left: 0, pessoais: 1 })
    expect((await convites.find(novo.codigo))?.convite.empresaid).toBe(CASA)
    expect((await harness.readEmpresa(CASA)).usuarioid).toBe(DA_CASA)
  }),
  it('who stands on the house and comes along with somebody of a table takes a place there, and frees the house’s', async (harness) => {
    const empresaid = await withEmpresa(harness, 3)
    const { casa, credenciais } = harness.storage
    await casa.definir(8, anAutor())
    const [one, other] = [aRegister(), aRegister()]
    expect((await credenciais.register(other)).kind).toBe('registered')
    const claim = aClaim(empresaid)
    const together = await credenciais.register({ ...one, claim, acompanhantes: [other] })
    expect(together.kind).toBe('registered')
    expect(await countsOf(harness)).toEqual([3, 0, 5])
    expect(await usedOf(harness, [empresaid])).toEqual([2])
  }),
  it('a place kept too long is given back once, though its guest comes along with whoever takes it', async (harness) => {
    const empresaid = await withEmpresa(harness, 3)
    const { credenciais, desistencias } = harness.storage
    const other = aRegister({ claim: aClaim(empresaid) })
    const credencialid = await registered(credenciais, other)
    const request = { credencialid, empresaid: null, now: NOW, isClosed: false, isOfGuardada: false }
    expect((await desistencias.withdraw(request, anAutor({ quem: CONVIDADO }))).kind).toBe('withdrawn')
    const now = NOW + 13 * 3_600_000
    const claim = aClaim(empresaid, { now })
    const together = await credenciais.register(aRegister({ claim, now, acompanhantes: [other] }))
    expect(together.kind).toBe('registered')
    expect(await usedOf(harness, [empresaid])).toEqual([2])
  }),
  ...[null, 60].flatMap((lotacao) =>
    [1, 2, 4].map((lugares) =>
      it(`an invitation of the house for ${lugares} sent twice changes nothing, ${lotacao === null ? 'without' : 'with'} LOTAÇÃO`, async (harness) => {
        await withEmpresa(harness, 3)
        const { casa, convites, credenciais } = harness.storage
        if (lotacao !== null) await casa.definir(lotacao, anAutor())
        const novo = { ...aNovo(), lugares }
        await convites.create('', [novo], NOW, anAutor())
        const payer = (await convites.find(novo.codigo))?.convite.empresaid ?? '?'
        const invited = aRegister({ codigo: novo.codigo, claim: aClaim(payer), conhecidas: [] })
        const first = await credenciais.register(invited)
        expect(first.kind).toBe('registered')
        expect((await credenciais.register(invited)).kind).toBe('already-registered')
        const open = async () => (await convites.find(novo.codigo))?.reservas.filter(isOpen).length
        expect(await open()).toBe(lugares - 1)
        if (lugares === 1) return
        const more = { ...invited, acompanhantes: [aRegister()] }
        expect((await credenciais.register(more)).kind).toBe('already-registered')
        expect(await open()).toBe(lugares - 2)
        if (lotacao !== null) expect((await harness.readEmpresa(CASA)).licredencial).toBe(lugares)
      }),
    ),
  ),
  it('who withdrew and accepts again has their own place, and the other stays for the other', async (harness) => {
    const empresaid = await withEmpresa(harness, 3)
    const { convites, credenciais, desistencias } = harness.storage
    const novo = { ...aNovo(), lugares: 2 }
    await convites.create(empresaid, [novo], NOW, anAutor())
    const invited = aRegister({ codigo: novo.codigo, claim: aClaim(empresaid) })
    const credencialid = await registered(credenciais, invited)
    const request = { credencialid, empresaid: null, now: NOW, isClosed: false, isOfGuardada: false }
    expect((await desistencias.withdraw(request, anAutor({ quem: CONVIDADO }))).kind).toBe('withdrawn')
    expect((await credenciais.register(invited)).kind).toBe('already-registered')
    const found = await convites.find(novo.codigo)
    expect(found?.reservas.filter(isOpen)).toHaveLength(1)
    expect(await usedOf(harness, [empresaid])).toEqual([1])
    const other = aRegister({ codigo: novo.codigo, claim: aClaim(empresaid) })
    expect((await credenciais.register(other)).kind).toBe('registered')
  }),
  it('who withdrew before LOTAÇÃO comes back on a place of the house, or on none', async (harness) => {
    await withEmpresa(harness, 3)
    const { casa, convites, credenciais, desistencias } = harness.storage
    const novo = aNovo()
    await convites.create('', [novo], NOW, anAutor())
    const ids = [
      await registered(credenciais, {}),
      await registered(credenciais, { codigo: novo.codigo, claim: aClaim('') }),
    ]
    for (const credencialid of ids)
      await desistencias.withdraw(
        { credencialid, empresaid: null, now: NOW, isClosed: false },
        anAutor({ quem: CONVIDADO }),
      )
    await casa.definir(6, anAutor())
    await casa.acertarConvites([novo.codigo], anAutor())
    const now = NOW + 13 * 3_600_000
    await harness.storage.empresas.releaseEnded(now)
    const back = async (credencialid = '') =>
      (await desistencias.undo({ credencialid, now, isClosed: false }, anAutor({ quem: CONVIDADO }))).kind
    expect([await back(ids[0]), await back(ids[1])]).toEqual(['returned', 'limit-reached'])
    expect((await harness.readEmpresa(CASA)).licredencial).toBe(1)
  }),
  it('of a couple that withdrew together nobody comes back where only one has a place', async (harness) => {
    const empresaid = await withEmpresa(harness, 3)
    const { credenciais, desistencias } = harness.storage
    const first = await registered(credenciais, { claim: aClaim(empresaid), acompanhantes: [aRegister()] })
    const quem = { quem: CONVIDADO }
    const request = { credencialid: first, empresaid: null, now: NOW, isClosed: false, isTodos: true }
    expect((await desistencias.withdraw(request, anAutor(quem))).kind).toBe('withdrawn')
    const now = NOW + 13 * 3_600_000
    await harness.storage.empresas.releaseEnded(now)
    for (let n = 0; n < 2; n++) await registered(credenciais, { claim: aClaim(empresaid, { now }), now })
    const undo = { credencialid: first, now, isClosed: false, isTodos: true }
    expect((await desistencias.undo(undo, anAutor(quem))).kind).toBe('limit-reached')
    expect(await usedOf(harness, [empresaid])).toEqual([2])
  }),
  it('a couple whose night is over comes back, and both are counted', async (harness) => {
    const empresaid = await withEmpresa(harness, 3)
    const { credenciais, desistencias } = harness.storage
    const first = await registered(credenciais, { claim: aClaim(empresaid), acompanhantes: [aRegister()] })
    const autor = () => anAutor({ quem: CONVIDADO })
    const request = { credencialid: first, now: NOW, isClosed: false, isTodos: true }
    await desistencias.withdraw({ ...request, empresaid: null }, autor())
    const undo = { ...request, now: NOW + 13 * 3_600_000 }
    expect((await desistencias.undo(undo, autor())).kind).toBe('returned')
    expect(await usedOf(harness, [empresaid])).toEqual([2])
  }),
  it('LOTAÇÃO taken away takes the house along, however many invitations it revoked', async (harness) => {
    const { casa, convites, empresas } = harness.storage
    await casa.definir(100, anAutor())
    const novos = Array.from({ length: 40 }, () => aNovo())
    await convites.create('', novos, NOW, anAutor())
    expect(await casa.definir(null, anAutor())).toMatchObject({ kind: 'too-low' })
    for (const { codigo } of novos) await convites.revoke(codigo, anAutor())
    expect(await casa.definir(null, anAutor())).toEqual({ kind: 'changed' })
    expect((await empresas.list(NOW)).casa).toBeNull()
    expect(await convites.list(CASA)).toEqual([])
  }),
  it('a holder asks for more once, and hears how many came', async (harness) => {
    const empresaid = await withEmpresa(harness, 3)
    const { mesas, empresas } = harness.storage
    const asked = { pedido: 5, motivo: 'Vem a família' }
    expect(await mesas.pedir(empresaid, asked, anAutor())).toEqual({ kind: 'asked' })
    expect(await mesas.pedir(empresaid, asked, anAutor())).toEqual({ kind: 'already-asked' })
    expect(await mesas.find(empresaid)).toMatchObject({ ...asked, dado: null })
    expect(await mesas.responder(empresaid, 5, 3, anAutor())).toEqual({ kind: 'answered' })
    expect(await mesas.find(empresaid)).toMatchObject({ pedido: 0, motivo: '', dado: 3 })
    expect((await empresas.find(empresaid, NOW))?.left).toBe(6)
    await mesas.pedir(empresaid, asked, anAutor())
    expect(await mesas.responder(empresaid, 5, 0, anAutor())).toEqual({ kind: 'answered' })
    expect(await mesas.find(empresaid)).toMatchObject({ pedido: 0, dado: 0 })
    await mesas.pedir(empresaid, asked, anAutor())
    await harness.storage.credenciais.erasePersonalData(anAutor())
    expect(await mesas.find(empresaid)).toMatchObject({ pedido: 5, motivo: '' })
  }),
]

export const races: ContractCase[] = [
  it('two organisers who give at once give once, and the house pays for it', async (harness) => {
    const empresaid = await withEmpresa(harness, 3)
    const { casa, mesas, empresas } = harness.storage
    await casa.definir(25, anAutor())
    const before = await countsOf(harness)
    await mesas.pedir(empresaid, { pedido: 5, motivo: '' }, anAutor())
    const answers = await atOnce(4, () => mesas.responder(empresaid, 5, 5, anAutor()))
    expect(kindsOf(answers)).toEqual([
      'answered',
      'changed-meanwhile',
      'changed-meanwhile',
      'changed-meanwhile',
    ])
    expect((await empresas.find(empresaid, NOW))?.left).toBe(8)
    expect(await countsOf(harness)).toEqual([Number(before[0]) - 5, 0, Number(before[2]) + 5])
  }),
  it('the house’s last places go to whoever comes first, beside tables that grow and a LOTAÇÃO that falls', async (harness) => {
    const empresaid = await withEmpresa(harness, 10)
    const { casa, credenciais, empresas } = harness.storage
    const [total = 0] = [(await empresas.find(empresaid, NOW))?.empresa.icredencial]
    await casa.definir(total + 6, anAutor())
    const [comers] = await Promise.all([
      atOnce(8, () => credenciais.register(aRegister())),
      atOnce(2, (n) => empresas.changeTotal(empresaid, total + 1 + n, anAutor())),
      atOnce(2, (n) => casa.definir(total + 5 - n, anAutor())),
      atOnce(4, () => credenciais.register(aRegister({ claim: aClaim(empresaid) }))),
    ])
    const came = comers.filter(({ kind }) => kind === 'registered').length
    const [has = 0, given = 0, companies = 0] = await countsOf(harness)
    expect(given).toBe(came)
    expect(has).toBeGreaterThanOrEqual(given)
    expect([total + 4, total + 5, total + 6]).toContain(has + companies)
    expect(await usedOf(harness, [empresaid])).toEqual([4])
  }),
]
