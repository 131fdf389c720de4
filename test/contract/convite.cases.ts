import { expect } from 'vitest'
import { estadoOf, newConvite } from '../../server/domain/convite-pessoal.ts'
import { type NovoConvite } from '../../server/domain/convites.ts'
import { novosIn } from '../../server/domain/painel-repo.ts'
import { SEM_FIM } from '../../server/domain/reserva.ts'
import { CONVIDADO } from '../../server/domain/historico.ts'
import type { RegisterRequest } from '../../server/domain/register.ts'
import { aClaim, anAutor, aRegister, NOW, unique } from '../support/factories.ts'
import { atOnce, kindsOf, leftOf, linhasDoHistoricoIn, usedOf, withEmpresa } from './convidados.ts'
import { it, type ContractCase, type Harness } from './harness.ts'
import { registered } from '../support/registered.ts'

const estadosOf = async ({ storage }: Harness, empresaid: string) =>
  (await storage.convites.list(empresaid)).map(estadoOf)

let serial = 0

/** A code of twenty characters that no other case has. */
export const aCodigo = () =>
  String(++serial)
    .replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
    .padStart(20, 'z')

export const aNovo = (rotulo = 'Tia Lúcia'): NovoConvite => ({
  codigo: aCodigo(),
  rotulo,
  reservaid: unique('reserva'),
})

/** What a correction says of a person, only by name. */
export const aNamed = (rotulo: string) => ({ rotulo, telefone: '', nota: '' })

/** Creates personal invitations. @returns the requests they were created with */
export async function withConvites(harness: Harness, empresaid: string, count = 1): Promise<NovoConvite[]> {
  const novos = Array.from({ length: count }, () => aNovo())
  expect(await harness.storage.convites.create(empresaid, novos, NOW, anAutor())).toEqual({ kind: 'created' })
  return novos
}

export const register = (
  { storage }: Harness,
  empresaid: string,
  { codigo }: NovoConvite,
  fields: Partial<RegisterRequest> = {},
) => storage.credenciais.register(aRegister({ claim: aClaim(empresaid), codigo, ...fields }))

export const cases: ContractCase[] = [
  it('personal invitations count from the moment they are made, and one pays for the guest who comes with it', async (harness) => {
    const empresaid = await withEmpresa(harness, 3)
    const [first, second] = await withConvites(harness, empresaid, 2)
    if (!first || !second) throw new Error('not made')
    const { empresas, painel, mesas } = harness.storage
    expect(await empresas.find(empresaid, NOW)).toMatchObject({ left: 1, held: 0, pessoais: 2 })
    await mesas.setFechada(empresaid, true, anAutor())
    const [listed] = (await empresas.list(NOW)).empresas
    expect(listed).toMatchObject({ left: 1, held: 0, pessoais: 2, isFechada: true })
    await mesas.setFechada(empresaid, false, anAutor())
    expect(await painel.count(NOW)).toMatchObject({ reservados: 0, pessoais: 2, livres: 1 })
    const found = await harness.storage.convites.find(first.codigo)
    expect(found?.convite).toEqual({
      ...newConvite(first.codigo, empresaid),
      rotulo: 'Tia Lúcia',
      reservaid: first.reservaid,
      criadoem: NOW,
    })
    expect(found?.reservas).toMatchObject([{ origem: null, expiraem: SEM_FIM, estado: 'pendente' }])
    expect((await register(harness, empresaid, first)).kind).toBe('registered')
    expect(await estadosOf(harness, empresaid)).toEqual(['usado', 'novo'])
    expect(await leftOf(harness, empresaid)).toBe(1)
    expect(await usedOf(harness, [empresaid])).toEqual([1])
    expect(
      (await linhasDoHistoricoIn(harness, { alvo: empresaid, ato: 'criou-convites' })).map(
        ({ ato, detalhe }) => [ato, detalhe],
      ),
    ).toEqual([['criou-convites', '2']])
    expect(await harness.storage.convites.find(aCodigo())).toBeNull()
  }),
  it('invitations nobody has used are listed for all companies: a table at a time, as they were typed', async (harness) => {
    const { convites, desistencias, painel } = harness.storage
    const readNovos = async () => novosIn(await painel.listConvites())
    const [a = '', b = ''] = [await withEmpresa(harness, 9), await withEmpresa(harness, 9)].sort()
    const ofB = [aNovo('Zé'), aNovo('Ana')]
    await convites.create(b, ofB, NOW - 5, anAutor())
    const ofA = ['Rui', 'Eva', 'Leo', 'Lia'].map(aNovo)
    await convites.create(a, ofA, NOW, anAutor())
    const [used, revoked] = ofA
    if (!used || !revoked) throw new Error('not made')
    const registered = await register(harness, a, used)
    await convites.revoke(revoked.codigo, anAutor())
    await convites.correct(ofA[3]?.codigo ?? '', aNamed('Tia Lia'), anAutor())
    const listed = (await readNovos()).map(({ empresaid, rotulo }) => [empresaid, rotulo])
    expect(listed).toEqual([
      [a, 'Leo'],
      [a, 'Tia Lia'],
      [b, 'Zé'],
      [b, 'Ana'],
    ])
    expect((await readNovos())[2]).toMatchObject({
      codigo: ofB[0]?.codigo,
      empresaid: b,
      rotulo: 'Zé',
      telefone: '',
      lugares: 1,
      criadoem: NOW - 5,
      abertos: 1,
    })
    // A place kept for a guest who withdrew is not a personal invitation.
    if (registered.kind !== 'registered') throw new Error(registered.kind)
    const { credencialid } = registered.credencial
    await desistencias.withdraw({ credencialid, empresaid: null, now: NOW, isClosed: false }, anAutor())
    expect(await readNovos()).toHaveLength(4)
  }),
  it('more personal invitations than are left are none, and the same ids again are no more', async (harness) => {
    const empresaid = await withEmpresa(harness, 2)
    const { convites } = harness.storage
    const three = [aNovo(), aNovo(), aNovo()]
    expect(await convites.create(empresaid, three, NOW, anAutor())).toEqual({
      kind: 'limit-reached',
      left: 2,
    })
    expect(await convites.list(empresaid)).toEqual([])
    const two = three.slice(1)
    for (let n = 0; n < 2; n++)
      expect(await convites.create(empresaid, two, NOW, anAutor())).toEqual({ kind: 'created' })
    expect(await leftOf(harness, empresaid)).toBe(0)
    expect(await convites.create('nenhuma', [aNovo()], NOW, anAutor())).toEqual({
      kind: 'empresa-not-found',
    })
    expect(await usedOf(harness, [empresaid])).toEqual([0])
  }),
  it('a personal invitation that was used or revoked takes none in its place', async (harness) => {
    const empresaid = await withEmpresa(harness, 5)
    const [used, revoked] = await withConvites(harness, empresaid, 2)
    if (!used || !revoked) throw new Error('not made')
    await register(harness, empresaid, used)
    const { convites } = harness.storage
    expect(await convites.revoke(revoked.codigo, anAutor())).toEqual({ kind: 'revoked' })
    expect(await convites.revoke(revoked.codigo, anAutor())).toEqual({ kind: 'already-revoked' })
    expect(await convites.revoke(used.codigo, anAutor())).toEqual({ kind: 'already-used' })
    expect(await convites.revoke(aCodigo(), anAutor())).toEqual({ kind: 'convite-not-found' })
    for (const convite of [used, revoked])
      expect(await register(harness, empresaid, convite)).toEqual({ kind: 'convite-spent' })
    expect(await leftOf(harness, empresaid)).toBe(4)
    expect(await usedOf(harness, [empresaid])).toEqual([1])
    expect(await estadosOf(harness, empresaid)).toEqual(expect.arrayContaining(['usado', 'revogado']))
  }),
  it('a guest somebody paid for already leaves a personal invitation new', async (harness) => {
    const empresaid = await withEmpresa(harness, 5)
    const [convite] = await withConvites(harness, empresaid)
    if (!convite) throw new Error('not made')
    const known = aRegister({ claim: aClaim(empresaid) })
    await harness.storage.credenciais.register(known)
    const again = { ...known, codigo: convite.codigo }
    expect((await harness.storage.credenciais.register(again)).kind).toBe('already-registered')
    expect(await estadosOf(harness, empresaid)).toEqual(['novo'])
  }),
  it('after the closing date a personal invitation registers nobody', async (harness) => {
    const empresaid = await withEmpresa(harness)
    const [convite] = await withConvites(harness, empresaid)
    if (!convite) throw new Error('not made')
    expect(await register(harness, empresaid, convite, { isClosed: true })).toEqual({ kind: 'closed' })
  }),
  it('a new personal invitation gets another label, and no other does', async (harness) => {
    const empresaid = await withEmpresa(harness)
    const [convite] = await withConvites(harness, empresaid)
    if (!convite) throw new Error('not made')
    const { convites } = harness.storage
    expect(await convites.correct(convite.codigo, aNamed('Tio Ivo'), anAutor())).toEqual({
      kind: 'corrected',
    })
    expect((await convites.find(convite.codigo))?.convite.rotulo).toBe('Tio Ivo')
    await register(harness, empresaid, convite)
    expect(await convites.correct(convite.codigo, aNamed('Outro'), anAutor())).toEqual({ kind: 'not-new' })
    expect(await convites.correct(aCodigo(), aNamed('Outro'), anAutor())).toEqual({
      kind: 'convite-not-found',
    })
    expect((await convites.find(convite.codigo))?.convite.rotulo).toBe('Tio Ivo')
  }),
  it('a removed guest leaves no label, and the erasure leaves none at all', async (harness) => {
    const empresaid = await withEmpresa(harness)
    const novos = await withConvites(harness, empresaid, 2)
    const [used] = novos
    if (!used) throw new Error('not made')
    const registration = await register(harness, empresaid, used)
    if (registration.kind !== 'registered') throw new Error(registration.kind)
    const { credenciais, convites } = harness.storage
    await credenciais.remove(registration.credencial.credencialid, true, anAutor())
    const rotulos = async () => (await convites.list(empresaid)).map(({ convite }) => convite.rotulo).sort()
    expect(await rotulos()).toEqual(['', 'Tia Lúcia'])
    await credenciais.erasePersonalData(anAutor())
    expect(await rotulos()).toEqual(['', ''])
  }),
  it('a removed guest whom others paid for since leaves no label either', async (harness) => {
    const [empresaid, other] = [await withEmpresa(harness), await withEmpresa(harness)]
    const novos = await withConvites(harness, empresaid, 2)
    const { credenciais, convites, desistencias } = harness.storage
    for (const [n, novo] of novos.entries()) {
      const request = aRegister({ claim: aClaim(empresaid), codigo: novo.codigo })
      const credencialid = await registered(credenciais, request)
      const moved = { credencialid, empresaid: other, reservaid: unique('reserva'), now: NOW }
      if (n === 0) await credenciais.move(moved, anAutor())
      for (let again = 0; n === 1 && again < 2; again++) {
        const away = { credencialid, empresaid: null, now: NOW, isClosed: false }
        await desistencias.withdraw(away, anAutor())
        const autor = anAutor({ quem: CONVIDADO })
        await credenciais.register({ ...request, codigo: null, claim: aClaim(empresaid), autor })
      }
      await credenciais.remove(credencialid, true, anAutor())
    }
    expect((await convites.list(empresaid)).map(({ convite }) => convite.rotulo)).toEqual(['', ''])
    expect(await usedOf(harness, [empresaid, other])).toEqual([0, 0])
  }),
]

export const races: ContractCase[] = [
  it('ten who register with one personal invitation at once: one is registered', async (harness) => {
    const empresaid = await withEmpresa(harness, 20)
    const [convite] = await withConvites(harness, empresaid)
    if (!convite) throw new Error('not made')
    const outcomes = await atOnce(10, () => register(harness, empresaid, convite))
    expect(kindsOf(outcomes)).toEqual([...Array<string>(9).fill('convite-spent'), 'registered'])
    expect(await usedOf(harness, [empresaid])).toEqual([1])
    expect(await leftOf(harness, empresaid)).toBe(19)
  }),
  it('a personal invitation revoked and registered with at once is one of both', async (harness) => {
    const empresaid = await withEmpresa(harness, 20)
    const novos = await withConvites(harness, empresaid, 10)
    const outcomes = await Promise.all(
      novos.flatMap((convite) => [
        harness.storage.convites.revoke(convite.codigo, anAutor()).then(({ kind }) => kind),
        register(harness, empresaid, convite).then(({ kind }) => kind),
      ]),
    )
    const count = (kind: string) => outcomes.filter((one) => one === kind).length
    expect(count('revoked') + count('registered')).toBe(10)
    expect(count('already-used')).toBe(count('registered'))
    expect(count('convite-spent')).toBe(count('revoked'))
    expect(await usedOf(harness, [empresaid])).toEqual([count('registered')])
  }),
  it('two who make the last personal invitations at once: one does', async (harness) => {
    const empresaid = await withEmpresa(harness, 3)
    const outcomes = await atOnce(4, () =>
      harness.storage.convites.create(empresaid, [aNovo(), aNovo()], NOW, anAutor()),
    )
    expect(kindsOf(outcomes)).toEqual(['created', 'limit-reached', 'limit-reached', 'limit-reached'])
    expect(await leftOf(harness, empresaid)).toBe(1)
    expect(await usedOf(harness, [empresaid])).toEqual([0])
  }),
]
