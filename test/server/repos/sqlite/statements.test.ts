import { expect, onTestFinished, test, vi } from 'vitest'
import { EVERYBODY, queriesOf } from '../../../../server/domain/convidado-search.ts'
import { prepareAllotment } from '../../../../server/repos/sqlite/allotment-statements.ts'
import { openConnection, type Connection } from '../../../../server/repos/sqlite/connection.ts'
import { createPainelRepo } from '../../../../server/repos/sqlite/painel-repo.ts'
import { createProcedencias } from '../../../../server/repos/sqlite/credencial-repo.ts'
import { temporaryDatabasePath } from '../../../support/temporary.ts'

/** How SQLite would run what a part of the adapter prepares. */
function plansOf(db: Connection, prepareAll: (db: Connection) => unknown, verb: RegExp): string[] {
  const prepare = vi.spyOn(db, 'prepare')
  prepareAll(db)
  const texts = prepare.mock.calls.map(([sql]) => sql).filter((sql) => verb.test(sql))
  return texts.map((sql) => {
    const plan = `EXPLAIN QUERY PLAN ${sql.replaceAll('?', 'NULL')}`
    const steps = db.prepare<[], { detail: string }>(plan).all()
    return steps.map(({ detail }) => detail).join(', ')
  })
}

test('a claim reads by an index what its own address holds, and never the whole of what others do', async () => {
  const db = await openConnection(temporaryDatabasePath())
  onTestFinished(() => db.close())
  const plans = plansOf(db, prepareAllotment, /^SELECT/)
  expect(plans.filter((plan) => plan.includes('SCAN'))).toEqual([])
  expect(plans).toContainEqual(
    expect.stringContaining('reserva_origem (empresaid=? AND origem=? AND expiraem>?)'),
  )
  // Of the holds of others, those that have ended: personal invitations nobody has used never do.
  expect(plans).toContainEqual(expect.stringContaining('reserva_prazo (empresaid=? AND expiraem<?)'))
  expect(plans).toContainEqual(expect.stringContaining('reserva_pendente (sid=? AND empresaid=?)'))
  expect(plans).toContainEqual(
    expect.stringContaining('reserva_ritmo (empresaid=? AND origem=? AND criadaem>?)'),
  )
})

test('addresses are found by their time, to be told of and to be erased, and no pass reads a whole table', async () => {
  const db = await openConnection(temporaryDatabasePath())
  onTestFinished(() => db.close())
  const plans = plansOf(db, createProcedencias, /^(SELECT|UPDATE)/)
  expect(plans).toHaveLength(4)
  expect(plans.filter((plan) => plan.includes('SCAN'))).toEqual([])
  for (const plan of plans) expect(plan).toMatch(/(reserva|chave)_rastro \(criadaem[<>]\?\)/)
})

test('a search reads nothing but indexes that have all it compares, guests in the order of its answer', async () => {
  const db = await openConnection(temporaryDatabasePath())
  onTestFinished(() => db.close())
  const painel = createPainelRepo(db, { list: async () => ({ empresas: [], broken: [] }) })
  const prepare = vi.spyOn(db, 'prepare')
  const queries = queriesOf('ana souza') ?? []
  await painel.search(
    [...queries, { ...EVERYBODY, telefone: '6598' }, { ...EVERYBODY, cpf: '52998224725' }],
    ...([0, 9] as const),
  )
  const [found = '', ...others] = prepare.mock.calls.map(([sql]) => sql)
  expect(others).toEqual([])
  const plan = db
    .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${found.replaceAll('?', "''")}`)
    .all()
    .map(({ detail }) => detail)
  const ofCompanies =
    /^(LIST SUBQUERY|SEARCH r USING COVERING INDEX reserva_mesa|SCAN json_each|CREATE BLOOM FILTER)/
  // A stretch of the order in each turn of the event loop, and no sorting.
  expect(
    plan.filter((step) => !ofCompanies.test(step) && !/^(CO-ROUTINE|SCAN) \(subquery/.test(step)),
  ).toEqual([expect.stringMatching(/^SEARCH b USING COVERING INDEX busca_ordem \(\(ordem,credencialid\)>/)])
})
