import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Database } from '../../../../server/repos/sqlite/database.ts'
import { valueOf, valuesOf } from '../../../support/sqlite-value.ts'
import { openSqlite } from '../../../../server/repos/sqlite/index.ts'
import { STEPS } from '../../../../server/repos/sqlite/schema.ts'
import { aClaim, anAutor, anEmpresa, anInvitation, aRegister, NOW } from '../../../support/factories.ts'
import { openSqliteHarness } from '../../../support/sqlite-harness.ts'
import { halfWrittenIn } from '../../../support/sqlite-half-written.ts'
import { runTogether, startWorker } from '../../../support/sqlite-workers.ts'
import { temporaryDatabasePath } from '../../../support/temporary-database.ts'

const NAMES = ['a', 'b', 'c', 'd']

const count = (lines: string[], kind: string) => lines.filter((line) => line === kind).length

async function aDatabase(icredencial: number) {
  const harness = await openSqliteHarness()
  onTestFinished(() => harness.close())
  await harness.putEmpresa(anEmpresa({ empresaid: 'mesa-1', icredencial }))
  return harness
}

test('4 processes asking 2,000 times for 50 invitations are granted exactly 50', async () => {
  const harness = await aDatabase(50)
  const workers = await Promise.all(NAMES.map((name) => startWorker('claim', harness.path, name, 500, NOW)))
  const answers = await runTogether(workers)
  expect([count(answers, 'claimed'), count(answers, 'limit-reached')]).toEqual([50, 1950])
  expect((await harness.readEmpresa('mesa-1')).licredencial).toBe(50)
  expect(await harness.readReservas('mesa-1')).toHaveLength(50)
})

test('4 processes registering 10,000 guests in one millisecond make 10,000 ids, none overwritten', async () => {
  const harness = await aDatabase(1)
  const workers = await Promise.all(
    NAMES.map((name) => startWorker('register', harness.path, name, 2_500, NOW)),
  )
  const ids = await runTogether(workers)
  expect(ids).toHaveLength(10_000)
  expect(new Set(ids).size).toBe(10_000)
  const stored = await harness.readCredenciais()
  expect(stored.map((c) => c.credencialid).sort()).toEqual(ids.sort())
  expect(new Set(stored.map((c) => c.nome)).size).toBe(10_000)
  expect(await harness.countChaves()).toBe(10_000)
})

test('4 processes starting at once on a file that does not exist make its schema once', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'convites-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  for (let round = 0; round < 5; round++) {
    const path = join(directory, String(round), 'convites.db')
    await runTogether(await Promise.all(NAMES.map((name) => startWorker('open', path, name))))
    const db = new Database(path)
    expect(valueOf(db, 'PRAGMA user_version')).toBe(STEPS.length)
    expect(valueOf(db, 'PRAGMA journal_mode')).toBe('wal')
    expect(valueOf(db, 'SELECT count(*) FROM credencial')).toBe(0)
    db.close()
  }
})

test('a process killed while it registers loses nothing it acknowledged and leaves nothing half-written', async () => {
  const harness = await aDatabase(1_000_000)
  let acknowledged = 0
  for (let round = 0; round < 8; round++) {
    const worker = await startWorker('flood', harness.path, `kill-${round}`, 0, NOW)
    worker.begin()
    // A different moment each round, always after the first answers.
    while (worker.lines.length < 20 + 17 * round) await new Promise((resolve) => setTimeout(resolve, 1))
    worker.process.kill('SIGKILL')
    expect((await worker.ended).signal).toBe('SIGKILL')
    acknowledged += worker.lines.length

    const db = new Database(harness.path)
    const stored = new Set(valuesOf(db, 'SELECT credencialid FROM credencial'))
    expect(worker.lines.filter((id) => !stored.has(id))).toEqual([])
    expect(halfWrittenIn(harness.path, { isTable: true })).toEqual([])
    // Acknowledged ≤ stored ≤ acknowledged + the one under way when each process was killed.
    expect(stored.size).toBeGreaterThanOrEqual(acknowledged)
    expect(stored.size).toBeLessThanOrEqual(acknowledged + round + 1)
    db.close()
  }
})

test('a process killed while it stores admissions stores each batch whole or not at all, and loses none it acknowledged', async () => {
  const path = temporaryDatabasePath()
  const storage = await openSqlite(path)
  onTestFinished(() => storage.close())
  for (let round = 0; round < 5; round++) {
    const { marca } = await storage.porta.since(null)
    const worker = await startWorker('admit', path, `kill-${round}`, 0, NOW)
    worker.begin()
    while (worker.lines.length < 3 + 4 * round) await new Promise((resolve) => setTimeout(resolve, 1))
    worker.process.kill('SIGKILL')
    await worker.ended

    const ofThisRound = ({ aparelhoid }: { aparelhoid: string }) => aparelhoid === `kill-${round}`
    const noted = (await storage.entradas.listAnotadas()).filter(ofThisRound)
    const known = (await storage.entradas.listOf(String(NOW))).filter(ofThisRound)
    expect([noted.length % 50, known.length]).toEqual([0, noted.length])
    expect(noted.every(({ anotado, seq }) => anotado === `Tia ${seq}`)).toBe(true)
    expect(noted.length / 50).toBeGreaterThanOrEqual(worker.lines.length)
    expect(noted.length / 50).toBeLessThanOrEqual(worker.lines.length + 1)
    expect((await storage.porta.since(marca)).removidos).toEqual([String(NOW)])
  }
})

test('a process killed amid making personal invitations, a withdrawal or DESFAZER does each whole or not at all', async () => {
  const harness = await aDatabase(1_000_000)
  for (let round = 0; round < 8; round++) {
    const worker = await startWorker('holder', harness.path, `kill-${round}`, 0, NOW + round * 1_000_000)
    worker.begin()
    while (worker.lines.length < 15 + 7 * round) await new Promise((resolve) => setTimeout(resolve, 1))
    worker.process.kill('SIGKILL')
    expect((await worker.ended).signal).toBe('SIGKILL')

    expect(halfWrittenIn(harness.path)).toEqual([])
    const db = new Database(harness.path)
    const atos = (ato: string, alvo: string) =>
      Number(valueOf(db, `SELECT count(*) FROM historico WHERE ato = '${ato}' AND alvo = '${alvo}'`))
    for (const [did = '', what = ''] of worker.lines.map((line) => line.split(' '))) {
      if (did === 'withdrawn') expect(atos('desistiu', what)).toBe(1)
      if (did === 'returned') expect(atos('voltou', what)).toBe(1)
      if (did === 'created')
        expect(valueOf(db, `SELECT count(*) FROM convitepessoal WHERE codigo = '${what}'`)).toBe(1)
    }
    // Three at a time or none, and a line in the history for each time.
    expect(valueOf(db, 'SELECT count(*) FROM convitepessoal')).toBe(3 * atos('criou-convites', 'mesa-1'))
    const withdrawals = Number(valueOf(db, `SELECT count(*) FROM historico WHERE ato = 'desistiu'`))
    const undone = Number(valueOf(db, `SELECT count(*) FROM historico WHERE ato = 'voltou'`))
    expect(valueOf(db, 'SELECT count(*) FROM desistencia')).toBe(withdrawals)
    expect(valueOf(db, 'SELECT count(*) FROM desistencia WHERE desfeitaem IS NOT NULL')).toBe(undone)
    db.close()
  }
})

test('4 processes that bring 30 codes each pair every one of them once', async () => {
  const harness = await aDatabase(1)
  const { equipe, historico } = harness.storage
  for (let n = 0; n < 30; n++) await equipe.invite(anInvitation({ codigo: `codigo-${n}` }), anAutor())
  const workers = await Promise.all(NAMES.map((name) => startWorker('pair', harness.path, name, 30, NOW)))
  const answers = await runTogether(workers)
  expect([count(answers, 'paired'), count(answers, 'used')]).toEqual([30, 90])
  expect(await historico.list({ ato: 'pareou', after: null, limit: 99 })).toHaveLength(30)
})

test('4 processes that move 200 guests to a company move as many as it has invitations', async () => {
  const harness = await aDatabase(50)
  const { credenciais, historico } = harness.storage
  await harness.putEmpresa(anEmpresa({ empresaid: 'de', icredencial: 200 }))
  for (let n = 0; n < 200; n++) await credenciais.register(aRegister({ now: NOW + n, claim: aClaim('de') }))
  const workers = await Promise.all(
    NAMES.map((name, n) => startWorker('move', harness.path, name, 50, NOW + 50 * n)),
  )
  const answers = await runTogether(workers)
  expect([count(answers, 'moved'), count(answers, 'limit-reached')]).toEqual([50, 150])
  expect((await harness.readEmpresa('mesa-1')).licredencial).toBe(50)
  expect((await harness.readEmpresa('de')).licredencial).toBe(150)
  expect(await historico.list({ ato: 'mudou-de-empresa', after: null, limit: 99 })).toHaveLength(50)
})
