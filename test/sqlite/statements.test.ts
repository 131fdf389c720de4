import { expect, onTestFinished, test, vi } from 'vitest'
import { Database } from '../../server/repos/sqlite/database.ts'
import { valueOf } from '../support/sqlite-value.ts'
import { prepareAllotment } from '../../server/repos/sqlite/allotment.ts'
import { openConnection } from '../../server/repos/sqlite/connection.ts'
import { openSqlite } from '../../server/repos/sqlite/index.ts'
import { STEPS } from '../../server/repos/sqlite/schema.ts'
import { aPath } from '../support/a-path.ts'
import { aClaim, NOW } from '../support/factories.ts'
import { OLD_SCHEMA } from '../support/old-server.ts'

test('a database of the first version keeps what it has, and is brought up to date', async () => {
  const path = aPath()
  const old = new Database(path)
  old.exec(OLD_SCHEMA[0])
  old.exec(
    `INSERT INTO empresa (empresaid, nome, icredencial, licredencial) VALUES ('mesa-1', 'Mesa', 10, 3)`,
  )
  old.exec('PRAGMA user_version = 1')
  old.close()

  const storage = await openSqlite(path)
  onTestFinished(() => storage.close())
  expect(await storage.empresas.claim(aClaim('mesa-1'))).toMatchObject({ kind: 'claimed' })
  expect(await storage.empresas.find('mesa-1', NOW)).toMatchObject({ left: 6, held: 1 })
  const db = new Database(path)
  expect(valueOf(db, 'PRAGMA user_version')).toBe(STEPS.length)
  db.close()
})

test('a claim reads by an index what its own address holds, and never the whole of what others do', async () => {
  const db = await openConnection(aPath())
  onTestFinished(() => db.close())
  const prepare = vi.spyOn(db, 'prepare')
  prepareAllotment(db)
  const plans = prepare.mock.calls
    .map(([sql]) => sql)
    .filter((sql) => sql.startsWith('SELECT'))
    .map((sql) => {
      const steps = db
        .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll('?', 'NULL')}`)
        .all()
      return steps.map(({ detail }) => detail).join(', ')
    })
  expect(plans.filter((plan) => plan.includes('SCAN'))).toEqual([])
  expect(plans).toContainEqual(
    expect.stringContaining('reserva_origem (empresaid=? AND origem=? AND expiraem>?)'),
  )
  expect(plans).toContainEqual(
    expect.stringContaining('reserva_ritmo (empresaid=? AND origem=? AND criadaem>?)'),
  )
})
