import { newMesa } from '../../server/domain/mesa.ts'
import { expect } from 'vitest'
import {
  aCadastro,
  aClaim,
  anAutor,
  anEntrada,
  aRegister,
  HOLD_MS,
  NOW,
  unique,
} from '../support/factories.ts'
import { aConvidado, atOnce, leftOf, linhasDoHistoricoIn, usedOf, withEmpresa } from './convidados.ts'
import { aPessoa } from './convite-lugares.cases.ts'
import { it, type ContractCase } from './harness.ts'
import { LATER, undo, withdraw } from './desistencia.cases.ts'

const TOTAL = 60
const CONVIDADOS = 20
const CODES = 20

const codigoOf = (prefix: string, n: number) => `${prefix}${'abcdefghijklmnopqrst'.charAt(n)}`.padEnd(20, '2')

/** A holder's request for one invitation. */
const aNovo = (prefix: string, n: number) => ({
  codigo: codigoOf(prefix, n),
  rotulo: 'Tia',
  reservaid: unique('reserva'),
  sid: unique('sid'),
})

const byCredencial = (a: { credencialid: string }, b: { credencialid: string }) =>
  a.credencialid < b.credencialid ? -1 : 1

export const cases: ContractCase[] = [
  it('a closed link takes no claim and no registration newly, what is held is still good, and it opens again', async (harness) => {
    const empresaid = await withEmpresa(harness, 5)
    const { mesas, empresas, credenciais, painel } = harness.storage
    expect(await mesas.find(empresaid)).toEqual({
      ...newMesa(empresaid),
      empresaid,
      versao: 0,
      fechada: false,
      telefone: '',
      numero: '',
    })
    const held = aClaim(empresaid)
    await empresas.claim(held)
    expect(await mesas.setFechada(empresaid, true, anAutor())).toEqual({ kind: 'changed' })
    expect(await mesas.setFechada(empresaid, true, anAutor())).toEqual({ kind: 'unchanged' })
    expect((await empresas.claim(aClaim(empresaid))).kind).toBe('link-closed')
    expect((await credenciais.register(aRegister({ claim: aClaim(empresaid) }))).kind).toBe('link-closed')
    expect((await empresas.claim(held)).kind).toBe('claimed')
    expect((await credenciais.register(aRegister({ claim: held }))).kind).toBe('registered')
    const byOrganiser = aRegister({ claim: aClaim(empresaid), autor: anAutor() })
    expect((await credenciais.register(byOrganiser)).kind).toBe('registered')
    expect(await leftOf(harness, empresaid)).toBe(3)
    expect(await mesas.setFechada(empresaid, false, anAutor())).toEqual({ kind: 'changed' })
    expect((await empresas.claim(aClaim(empresaid))).kind).toBe('claimed')
    expect(await atOnce(3, () => mesas.renewLink(empresaid, anAutor(), 0))).toEqual([1, 1, 1])
    expect(await mesas.find(empresaid)).toEqual({
      ...newMesa(empresaid),
      empresaid,
      versao: 1,
      fechada: false,
      telefone: '',
      numero: '',
    })
    expect(await empresas.find(empresaid, NOW)).toMatchObject({ versao: 1 })
    expect((await empresas.list(NOW)).empresas).toMatchObject([{ versao: 1 }])
    expect((await painel.listEmpresas(NOW)).empresas).toMatchObject([{ versao: 1 }])
    const atos = (await linhasDoHistoricoIn(harness, { alvo: empresaid })).map(({ ato }) => ato)
    expect(atos.sort()).toEqual(['abriu-link', 'fechou-link', 'renovou-mesa'])
  }),
  // What a table reads about its places and its guests.
  it('a table’s live holds and the withdrawals of its own guests are read together, and nobody else’s', async (harness) => {
    const [empresaid, other] = [await withEmpresa(harness, 9), await withEmpresa(harness)]
    const { empresas, mesas, convites } = harness.storage
    const read = (now = NOW) => mesas.readLugares(empresaid, now)
    expect(await read()).toEqual({ reservados: [], guardados: [], desistencias: [] })
    for (const delay of [1000, 0]) await empresas.claim(aClaim(empresaid, { now: NOW + delay }))
    await empresas.claim(aClaim(other))
    const convite = { codigo: 'v'.repeat(20), rotulo: 'Tia', reservaid: unique('r'), sid: unique('sid') }
    await convites.create(empresaid, [convite], NOW, anAutor())
    expect((await read()).reservados).toEqual([NOW + HOLD_MS, NOW + HOLD_MS + 1000])
    expect((await read(NOW + HOLD_MS)).reservados).toEqual([NOW + HOLD_MS + 1000])

    const [first, second] = [await aConvidado(harness, empresaid), await aConvidado(harness, empresaid)]
    for (const id of [await aConvidado(harness, other), await aConvidado(harness)])
      await withdraw(harness, id)
    await withdraw(harness, first)
    await withdraw(harness, second, { empresaid, now: LATER + 1 })
    expect((await read()).desistencias).toMatchObject([
      { credencialid: second, empresaid, por: 'mesa', em: LATER + 1 },
      { credencialid: first, empresaid, por: 'convidado', em: LATER },
    ])
    await undo(harness, first)
    expect((await read()).desistencias.map(({ credencialid }) => credencialid)).toEqual([second])
  }),
  it('the guests a table pays for are read with who brought them and their first admission that counts, and nobody else’s', async (harness) => {
    const [empresaid, other] = [await withEmpresa(harness, 40), await withEmpresa(harness)]
    const { credenciais, entradas, mesas } = harness.storage
    const read = async () => (await mesas.listPagos(empresaid)).sort(byCredencial)
    expect(await read()).toEqual([])
    const ids: string[] = []
    // The last comes along with the first: more than Firestore asks about at once lie between them.
    for (let n = 0; n < 31; n++) {
      const cadastro = aCadastro({ nome: `MARIA ${n}`, telefone: '65987655432', email: '' })
      const acompanhantes = n === 0 ? [aPessoa('MARIA 31')] : []
      ids.push(await aConvidado(harness, empresaid, { cadastro, acompanhantes, claim: aClaim(empresaid) }))
    }
    ids.push((await read()).find(({ nome }) => nome === 'MARIA 31')?.credencialid ?? '')
    const [first = '', second = '', third = '', last = ''] = [...ids.slice(0, 3), ...ids.slice(-1)]
    for (const id of [await aConvidado(harness, other), await aConvidado(harness)])
      await entradas.add([anEntrada(id)], null)
    const annulled = anEntrada(first, { seq: 3 })
    const facts = [annulled, anEntrada(first, { seq: 4, anula: annulled.entradaid })]
    await entradas.add([...facts, anEntrada(last, { seq: 5, lidaem: NOW + 9, desvio: 1 })], null)
    await withdraw(harness, second)
    await credenciais.remove(third, true, anAutor())
    const left = ids.map((credencialid, n) => {
      const isLast = credencialid === last
      const dentroDesde = isLast ? NOW + 10 : null
      return { credencialid, nome: `MARIA ${n}`, grupo: isLast ? first : null, dentroDesde }
    })
    expect(await read()).toEqual(
      left.filter(({ credencialid }) => ![second, third].includes(credencialid)).sort(byCredencial),
    )
  }),
]

export const races: ContractCase[] = [
  it('200 panels and guests at once on one company give no invitation twice and lose none', async (harness) => {
    const { convites, credenciais, desistencias, empresas } = harness.storage
    const empresaid = await withEmpresa(harness, TOTAL)
    const codes = Array.from({ length: CODES }, (_, n) => aNovo('m', n))
    await convites.create(empresaid, codes, NOW, anAutor())
    const ids: string[] = []
    for (let n = 0; n < CONVIDADOS; n++)
      ids.push(await aConvidado(harness, empresaid, { now: NOW + n, claim: aClaim(empresaid) }))

    const withdraw = (of: string | null) => (n: number) =>
      desistencias.withdraw(
        { credencialid: ids[n] ?? '', empresaid: of, now: NOW, isClosed: false },
        anAutor(),
      )
    const [claims, creations, comers, convidados, tables, revocations] = await Promise.all([
      atOnce(60, () => empresas.claim(aClaim(empresaid))),
      atOnce(20, (n) => convites.create(empresaid, [aNovo('n', n)], NOW, anAutor())),
      atOnce(60, (n) => {
        const codigo = codes[n]?.codigo ?? null
        return credenciais.register(aRegister({ claim: aClaim(empresaid), codigo, now: NOW + 100 + n }))
      }),
      atOnce(CONVIDADOS, withdraw(null)),
      atOnce(CONVIDADOS, withdraw(empresaid)),
      atOnce(CODES, (n) => convites.revoke(codes[n]?.codigo ?? '', anAutor())),
    ])
    const [used = 0] = await usedOf(harness, [empresaid])
    const count = (outcomes: { kind: string }[], kind: string) =>
      outcomes.filter((outcome) => outcome.kind === kind).length
    // A guest withdrew first and the place was kept; then the table freed it.
    for (let n = 0; n < CONVIDADOS; n++)
      expect([
        ['already-withdrawn', 'withdrawn'],
        ['withdrawn', 'withdrawn'],
      ]).toContainEqual([convidados[n]?.kind, tables[n]?.kind])
    for (let n = 0; n < CODES; n++)
      expect([
        ['registered', 'already-used'],
        ['convite-spent', 'revoked'],
      ]).toContainEqual([comers[n]?.kind, revocations[n]?.kind])
    expect(used).toBe(count(comers, 'registered'))
    const made = count(creations, 'created')
    const left = TOTAL - used - made - count(claims, 'claimed')
    expect(left).toBeGreaterThanOrEqual(0)
    const held = count(claims, 'claimed')
    expect(await empresas.find(empresaid, NOW)).toMatchObject({ left, held, pessoais: made })
  }),
  it('a link closed while claims come at once takes none once it is closed, and what was given is counted', async (harness) => {
    const { empresas, mesas } = harness.storage
    const empresaid = await withEmpresa(harness, TOTAL)
    const [claims] = await Promise.all([
      atOnce(20, () => empresas.claim(aClaim(empresaid))),
      mesas.setFechada(empresaid, true, anAutor()),
    ])
    const given = claims.filter(({ kind }) => kind === 'claimed').length
    expect(claims.filter(({ kind }) => kind === 'link-closed')).toHaveLength(20 - given)
    expect((await empresas.claim(aClaim(empresaid))).kind).toBe('link-closed')
    await usedOf(harness, [empresaid])
    expect(await empresas.find(empresaid, NOW)).toMatchObject({ left: TOTAL - given, held: given })
  }),
]
