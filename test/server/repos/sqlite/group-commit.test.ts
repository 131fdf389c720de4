import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { Database } from '../../../../server/repos/sqlite/database.ts'
import { valueOf } from '../../../support/sqlite-value.ts'
import { committedTogether } from '../../../../server/repos/sqlite/group-commit.ts'
import { newDirectory, removeDirectory } from '../../../support/process.ts'

function openCounted() {
  const db = new Database(':memory:')
  const exec = vi.spyOn(db, 'exec')
  db.exec(
    `CREATE TABLE guest (id INTEGER PRIMARY KEY, host INTEGER REFERENCES guest DEFERRABLE INITIALLY DEFERRED)`,
  )
  const insert = db.prepare<[number, number | null]>('INSERT INTO guest VALUES (?, ?)')
  const count = () => valueOf(db, 'SELECT count(*) FROM guest')
  return {
    store: committedTogether(db, (id: number, host: number | null = null) => {
      insert.run(id, host)
      return count()
    }),
    storeAndFail: committedTogether(db, (id: number) => {
      insert.run(id, null)
      throw new Error('bug')
    }),
    count,
    commits: () => exec.mock.calls.filter(([sql]) => sql === 'COMMIT').length,
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

test('a commit that finds the file being read is tried again with everybody in it', async () => {
  const directory = newDirectory()
  const path = join(directory, 'x.db')
  // Without WAL a reader delays the commit, not the beginning.
  const [writer, reader] = [new Database(path, { timeout: 0 }), new Database(path, { timeout: 0 })]
  writer.exec('CREATE TABLE guest (id INTEGER PRIMARY KEY)')
  const insert = writer.prepare<[number]>('INSERT INTO guest VALUES (?)')
  const store = committedTogether(writer, (id: number) => insert.run(id).changes)
  reader.exec('BEGIN; SELECT count(*) FROM guest')
  setTimeout(() => reader.exec('COMMIT'), 60)
  expect(await Promise.all([store(1), store(2)])).toEqual([1, 1])
  expect(valueOf(reader, 'SELECT count(*) FROM guest')).toBe(2)
  for (const db of [writer, reader]) db.close()
  removeDirectory(directory)
})
