import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { commitTogether } from '../../server/repos/sqlite/group-commit.ts'

function openCounted() {
  const statements: string[] = []
  const db = new Database(':memory:', { verbose: (sql) => statements.push(String(sql)) })
  db.pragma('foreign_keys = ON')
  db.exec(
    `CREATE TABLE guest (id INTEGER PRIMARY KEY, host INTEGER REFERENCES guest DEFERRABLE INITIALLY DEFERRED)`,
  )
  const insert = db.prepare<[number, number | null]>('INSERT INTO guest VALUES (?, ?)')
  const count = db.prepare<[], number>('SELECT count(*) FROM guest').pluck()
  return {
    store: (id: number, host: number | null = null) =>
      commitTogether(
        db,
        (...row: [number, number | null]) => {
          insert.run(...row)
          return count.get()
        },
        [id, host],
      ),
    storeAndFail: (id: number) =>
      commitTogether(db, () => {
        insert.run(id, null)
        throw new Error('bug')
      }, []),
    count: () => count.get(),
    commits: () => statements.filter((sql) => sql === 'COMMIT').length,
  }
}

const range = (length: number) => Array.from({ length }, (_, n) => n)

test('acts that arrive together are committed once, each seeing what those before it wrote', async () => {
  const { store, commits } = openCounted()
  expect(await Promise.all(range(20).map((id) => store(id)))).toEqual(range(20).map((n) => n + 1))
  expect(commits()).toBe(1)
  await store(20)
  expect(commits()).toBe(2)
})

test('an act that fails among others takes back its own writes only', async () => {
  const { store, storeAndFail, count } = openCounted()
  const outcomes = await Promise.allSettled([store(1), storeAndFail(3), store(2)])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(count()).toBe(2)
})

test('nobody is told of success when the commit fails, and the next commit stands for itself', async () => {
  const { store, count } = openCounted()
  const outcomes = await Promise.allSettled([store(1), store(2, 99), store(3)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(count()).toBe(0)
  expect(await store(4)).toBe(1)
})
