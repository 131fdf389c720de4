import { expect } from 'vitest'
import { aClaim, anAutor, aRegister, NOW, unique } from '../support/factories.ts'
import { aConvidado, atOnce, usedOf, withEmpresa } from './convidados.ts'
import { it, type ContractCase } from './harness.ts'

const TOTAL = 60
const CONVIDADOS = 20
const CODES = 20

const codigoOf = (prefix: string, n: number) => `${prefix}${'abcdefghijklmnopqrst'.charAt(n)}`.padEnd(20, '2')

/** What a holder's panel makes one invitation of. */
const aNovo = (prefix: string, n: number) => ({
  codigo: codigoOf(prefix, n),
  rotulo: 'Tia',
  reservaid: unique('reserva'),
  sid: unique('sid'),
})

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
        const code = codes[n]
        const claim = aClaim(empresaid, code ? { sid: code.sid } : {})
        return credenciais.register(aRegister({ claim, isPersonal: code !== undefined, now: NOW + 100 + n }))
      }),
      atOnce(CONVIDADOS, withdraw(null)),
      atOnce(CONVIDADOS, withdraw(empresaid)),
      atOnce(CODES, (n) => convites.revoke(codes[n]?.codigo ?? '', anAutor())),
    ])
    const [used = 0] = await usedOf(harness, [empresaid])
    const count = (outcomes: { kind: string }[], kind: string) =>
      outcomes.filter((outcome) => outcome.kind === kind).length
    // What a guest left first and was kept, the table freed.
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
