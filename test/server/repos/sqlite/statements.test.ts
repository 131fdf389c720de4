import { expect, onTestFinished, test, vi } from 'vitest'
import { EVERYBODY, queriesOf } from '../../../../server/domain/convidado-search.ts'
import { erasuresIn } from '../../../../server/domain/questions.ts'
import { wordsOf } from '../../../../server/domain/words.ts'
import { openConnection, type Connection } from '../../../../server/repos/sqlite/connection.ts'
import { createPainelRepo } from '../../../../server/repos/sqlite/painel-repo.ts'
import { recordsIn, type SqliteRecords } from '../../../../server/repos/sqlite/records.ts'
import { createProcedencias } from '../../../../server/repos/sqlite/repositories.ts'
import { Database } from '../../../../server/repos/sqlite/database.ts'
import { temporaryDatabasePath } from '../../../support/temporary.ts'
import { aClaim, anEmpresa, aRegister } from '../../../support/factories.ts'
import { openSqliteHarness } from '../../../support/sqlite-harness.ts'
import { valueOf } from '../../../support/sqlite-value.ts'

/** SQLite's plans for the statements of `ask`. */
function plansOf(db: Connection, ask: (db: Connection) => unknown): { sql: string; plan: string }[] {
  const prepare = vi.spyOn(db, 'prepare')
  ask(db)
  const texts = new Set(prepare.mock.calls.map(([sql]) => sql))
  prepare.mockRestore()
  return [...texts]
    .filter((sql) => sql.startsWith('SELECT'))
    .map((sql) => {
      const steps = db
        .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll('?', 'NULL')}`)
        .all()
      return { sql, plan: steps.map(({ detail }) => detail).join(', ') }
    })
}

async function aConnection(): Promise<Connection> {
  const db = await openConnection(temporaryDatabasePath())
  onTestFinished(() => db.close())
  db.exec(`INSERT INTO empresa (empresaid, nome, icredencial, licredencial) VALUES ('e', 'E', 9, 0)`)
  return db
}

test('a claim reads by an index what its own address holds, and never the whole of what others do', async () => {
  const db = await aConnection()
  const words = wordsOf(recordsIn(db))
  const plans = plansOf(db, () => words.allotment({ empresaid: 'e', sid: 's', origem: 'o', now: 5 }))
  expect(plans.filter(({ plan }) => plan.includes('SCAN'))).toEqual([])
  const indexes = [
    'reserva_origem (empresaid=? AND origem=? AND expiraem>?)',
    // Only the ended holds of others: personal invitations nobody has used never end.
    'reserva_prazo (empresaid=? AND expiraem<?)',
    'reserva_pendente (sid=? AND empresaid=?)',
    'reserva_ritmo (empresaid=? AND origem=? AND criadaem>?)',
  ]
  for (const index of indexes)
    expect(plans.map(({ plan }) => plan)).toContainEqual(expect.stringContaining(index))
})

/** The questions of acts and queries, with the index that answers each. */
const QUESTIONS: [string, (records: SqliteRecords) => unknown, RegExp][] = [
  ['who has a natural key', (tx) => wordsOf(tx).known('k'), /chave USING PRIMARY KEY/],
  ['the key of a guest', (tx) => wordsOf(tx).chaveOf('c'), /chave_2 \(credencialid=\?\)/],
  ['who pays for a guest', (tx) => wordsOf(tx).payerOf('c'), /reserva_usada \(credencialid=\?\)/],
  ['who has a number', (tx) => wordsOf(tx).pagosCom('e', ['1']), /credencial_telefone \(telefone=\?\)/],
  ['who would come back', (tx) => wordsOf(tx).isAwaited('e'), /desistencia_mesa \(empresaid=\?\)/],
  ['the facts of a guest', (tx) => wordsOf(tx).entradasOf('c'), /entrada_convidado \(credencialid=\?\)/],
  ['into whom a guest was merged', (tx) => wordsOf(tx).keptFor('c'), /historico_ato \(ato=\?\)/],
  ['a code of the team', (tx) => wordsOf(tx).aparelhoBy('codigo', 'x'), /aparelho_codigo \(codigo=\?\)/],
  ['a secret of the team', (tx) => wordsOf(tx).aparelhoBy('segredo', 'x'), /aparelho_segredo \(segredo=\?\)/],
  ['erasures', (tx) => erasuresIn(tx), /historico_ato \(ato=\?\)/],
  [
    'the invitation of a reserva',
    (tx) => tx.find('convites', { reservaid: 'r' }),
    /convitepessoal_reserva \(reservaid=\?\)/,
  ],
  [
    'invitations of a company',
    (tx) => tx.find('convites', { empresaid: 'e' }),
    /convitepessoal_empresa \(empresaid=\?\)/,
  ],
  [
    'guests of a company',
    (tx) => tx.find('reservas', { empresaid: 'e', estado: 'usada' }),
    /reserva_mesa \(empresaid=\?\)/,
  ],
  [
    'holds of a company',
    (tx) => tx.find('reservas', { empresaid: 'e', estado: 'pendente' }),
    /reserva_(prazo|origem) \(empresaid=\?\)/,
  ],
  [
    'holds of a browser',
    (tx) => tx.find('reservas', { sid: 's', estado: 'pendente' }),
    /reserva_pendente \(sid=\?\)/,
  ],
  [
    'addresses of reservas',
    (tx) => tx.find('reservas', { origem: { not: null }, criadaem: { below: 3 } }),
    /reserva_rastro \(criadaem<\?\)/,
  ],
  [
    'addresses of keys',
    (tx) => tx.find('chaves', { criadaem: { below: 3 } }),
    /chave_rastro \(criadaem<\?\)/,
  ],
  ['recibos', (tx) => tx.find('chaves', { reciboate: { atMost: 3 } }), /chave_recibo \(reciboate<\?\)/],
  ['a CPF', (tx) => tx.find('credenciais', { cpf: '1' }), /credencial_cpf \(cpf=\?\)/],
]

test.each(QUESTIONS)('%s: read by an index', async (_, ask, index) => {
  const db = await aConnection()
  const records = recordsIn(db)
  const plans = plansOf(db, () => ask(records)).map(({ plan }) => plan)
  expect(plans).toContainEqual(expect.stringMatching(index))
  expect(plans.filter((plan) => /SCAN (reserva|credencial|chave|entrada|historico)\b/.test(plan))).toEqual([])
})

test('addresses are found by their time, to be told of, and no list of them reads a whole table', async () => {
  const db = await aConnection()
  const plans = plansOf(db, createProcedencias)
  expect(plans).toHaveLength(1)
  for (const { plan } of plans) {
    expect(plan).not.toContain('SCAN')
    expect(plan).toMatch(/reserva_rastro \(criadaem>\?\).*chave_rastro \(criadaem>\?\)/)
  }
})

test('a search reads nothing but indexes that have all it compares, guests in the order of its answer', async () => {
  const db = await openConnection(temporaryDatabasePath())
  onTestFinished(() => db.close())
  const painel = createPainelRepo(db, { list: async () => ({ empresas: [], casa: null, broken: [] }) })
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
  // One stretch of the order in each turn of the event loop, and no sorting.
  expect(
    plan.filter((step) => !ofCompanies.test(step) && !/^(CO-ROUTINE|SCAN) \(subquery/.test(step)),
  ).toEqual([expect.stringMatching(/^SEARCH b USING COVERING INDEX busca_ordem \(\(ordem,credencialid\)>/)])
})

test('a key whose guest was deleted by hand is the next guest’s, who takes one invitation however often the form comes', async () => {
  const harness = await openSqliteHarness()
  onTestFinished(() => harness.close())
  await harness.putEmpresa(anEmpresa({ empresaid: 'mesa', icredencial: 5 }))
  const { credenciais } = harness.storage
  const request = aRegister()
  await credenciais.register(request)
  const shell = new Database(harness.path)
  onTestFinished(() => shell.close())
  shell.exec('PRAGMA foreign_keys = OFF; DELETE FROM credencial')

  const answers = [1, 2, 3].map((n) =>
    credenciais.register({ ...request, now: request.now + n, claim: aClaim('mesa') }),
  )
  expect((await Promise.all(answers)).map(({ kind }) => kind)).toEqual([
    'registered',
    'already-registered',
    'already-registered',
  ])
  expect(valueOf(shell, "SELECT count(*) FROM reserva WHERE estado = 'usada'")).toBe(1)
  expect(valueOf(shell, 'SELECT count(*) FROM credencial')).toBe(1)
})
