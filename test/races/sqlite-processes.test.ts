import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Database } from '../../server/repos/sqlite/database.ts'
import { valueOf } from '../support/sqlite-value.ts'
import { LATEST } from '../../server/repos/sqlite/schema.ts'
import { PEGO_MS } from '../../server/domain/envio.ts'
import { aClaim, anAutor, anEmpresa, anInvitation, aRegister, NOW } from '../support/factories.ts'
import { openSqliteHarness } from '../support/sqlite-harness.ts'
import { startOnSqlite } from '../support/storage-workers.ts'
import { firstTo, runTogether } from '../support/workers.ts'

const NAMES = ['a', 'b', 'c', 'd']

const count = (lines: string[], kind: string) => lines.filter((line) => line === kind).length

async function aDatabase(icredencial: number) {
  const harness = await openSqliteHarness()
  onTestFinished(() => harness.close())
  await harness.putEmpresa(anEmpresa({ empresaid: 'mesa-1', icredencial }))
  return harness
}

async function storeGuests({ path }: { path: string }, count: number) {
  const db = new Database(path)
  db.exec(`INSERT INTO credencial WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})
    SELECT CAST(${NOW} + i AS TEXT), '', '', '', 'GUEST', '', '', '', '', '' FROM n`)
  db.close()
}

test('4 processes asking 2,000 times for 50 invitations are granted exactly 50', async () => {
  const harness = await aDatabase(50)
  const workers = await Promise.all(NAMES.map((name) => startOnSqlite('claim', harness.path, name, 500, NOW)))
  const answers = await runTogether(workers)
  expect([count(answers, 'claimed'), count(answers, 'limit-reached')]).toEqual([50, 1950])
  expect((await harness.readEmpresa('mesa-1')).licredencial).toBe(50)
  expect(await harness.readReservas('mesa-1')).toHaveLength(50)
})

test('4 processes starting at once on a file that does not exist make its schema once', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'convites-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  for (let round = 0; round < 5; round++) {
    const path = join(directory, String(round), 'convites.db')
    await runTogether(await Promise.all(NAMES.map((name) => startOnSqlite('open', path, name))))
    const db = new Database(path)
    expect(valueOf(db, 'PRAGMA user_version')).toBe(LATEST)
    expect(valueOf(db, 'PRAGMA journal_mode')).toBe('wal')
    expect(valueOf(db, 'SELECT count(*) FROM credencial')).toBe(0)
    db.close()
  }
})

test('4 processes that bring 30 codes each pair every one of them once', async () => {
  const harness = await aDatabase(1)
  const { equipe, historico } = harness.storage
  for (let n = 0; n < 30; n++) await equipe.invite(anInvitation({ codigo: `codigo-${n}` }), anAutor())
  const workers = await Promise.all(NAMES.map((name) => startOnSqlite('pair', harness.path, name, 30, NOW)))
  const answers = await runTogether(workers)
  expect([count(answers, 'paired'), count(answers, 'used')]).toEqual([30, 90])
  expect(await historico.list({ ato: 'pareou', after: null, limit: 99 })).toHaveLength(30)
})

test('4 processes at one queue of 500 reminders offer each row once and skip none, and the row of one that is killed comes back', async () => {
  const harness = await aDatabase(1)
  const { envios } = harness.storage
  await storeGuests(harness, 500)
  const workers = await Promise.all(NAMES.map((name) => startOnSqlite('send', harness.path, name, 500, NOW)))
  for (const worker of workers) worker.begin()
  const killed = await firstTo(20, workers)
  killed.process.kill('SIGKILL')
  for (const worker of workers) expect((await worker.ended).code).toBe(worker === killed ? null : 0)

  const offered = workers.flatMap(({ lines }) => lines)
  expect(new Set(offered).size).toBe(offered.length)
  const stored = await envios.list('lembrete')
  const left = stored.filter(({ estado }) => estado === 'pego' || estado === 'aberto')
  // The one in progress, in any of its three steps.
  expect(left.length).toBeLessThanOrEqual(1)
  expect(left.every(({ quem }) => quem === NAMES[workers.indexOf(killed)])).toBe(true)
  expect(stored).toHaveLength(500)
  const taken = left.filter(({ estado }) => estado === 'pego')
  const due = taken.map(({ para, versao, numero }) => ({ tipo: 'lembrete' as const, para, versao, numero }))
  const later = anAutor({ quem: 'another', em: NOW + PEGO_MS })
  expect(await envios.take(due, later)).toEqual(due[0] ?? null)
})

test('4 processes that move 200 guests to a company move as many as it has invitations', async () => {
  const harness = await aDatabase(50)
  const { credenciais, historico } = harness.storage
  await harness.putEmpresa(anEmpresa({ empresaid: 'de', icredencial: 200 }))
  for (let n = 0; n < 200; n++) await credenciais.register(aRegister({ now: NOW + n, claim: aClaim('de') }))
  const workers = await Promise.all(
    NAMES.map((name, n) => startOnSqlite('move', harness.path, name, 50, NOW + 50 * n)),
  )
  const answers = await runTogether(workers)
  expect([count(answers, 'moved'), count(answers, 'limit-reached')]).toEqual([50, 150])
  expect((await harness.readEmpresa('mesa-1')).licredencial).toBe(50)
  expect((await harness.readEmpresa('de')).licredencial).toBe(150)
  expect(await historico.list({ ato: 'mudou-de-empresa', after: null, limit: 99 })).toHaveLength(50)
})
