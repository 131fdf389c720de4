import { expect, onTestFinished, test } from 'vitest'
import { Database } from '../../../../server/repos/sqlite/database.ts'
import { valueOf } from '../../../support/sqlite-value.ts'
import { openConnection, type Connection } from '../../../../server/repos/sqlite/connection.ts'
import { createSqliteRepositories } from '../../../../server/repos/sqlite/repositories.ts'
import { openSqlite } from '../../../../server/repos/sqlite/index.ts'
import { temporaryDatabasePath } from '../../../support/temporary.ts'
import { aClaim, anAutor, anEmpresa, aRegister, NOW } from '../../../support/factories.ts'

/** A connection as the product opens it, with a company, and both repositories on it. */
async function aConnection(path = temporaryDatabasePath()) {
  const db = await openConnection(path)
  onTestFinished(() => db.close())
  const { empresaid, nome } = anEmpresa({ empresaid: 'mesa-1' })
  db.prepare('INSERT INTO empresa (empresaid, nome, icredencial, licredencial) VALUES (?, ?, 10, 0)').run(
    empresaid,
    nome,
  )
  return { path, db, ...createSqliteRepositories(db) }
}

const countConvidados = (db: Connection) => valueOf(db, 'SELECT count(*) FROM credencial')

test('a connection writes ahead, syncs every commit, checks its foreign keys, overwrites and never sleeps on a lock', async () => {
  const { db } = await aConnection()
  const pragma = (name: string) => valueOf(db, `PRAGMA ${name}`)
  expect(pragma('journal_mode')).toBe('wal')
  expect(pragma('synchronous')).toBe(2)
  expect(pragma('foreign_keys')).toBe(1)
  expect(pragma('busy_timeout')).toBe(0)
  expect(pragma('secure_delete')).toBe(1)
})

test('a new file another process is writing to is waited for', async () => {
  const path = temporaryDatabasePath()
  const other = new Database(path)
  other.exec('BEGIN IMMEDIATE')
  setTimeout(() => {
    other.exec('ROLLBACK')
    other.close()
  }, 60)
  const db = await openConnection(path)
  expect(valueOf(db, 'PRAGMA journal_mode')).toBe('wal')
  db.close()
})

test('opening a database again keeps what it has', async () => {
  const { path, credenciais } = await aConnection()
  await credenciais.register(aRegister())
  const db = await openConnection(path)
  expect(countConvidados(db)).toBe(1)
  db.close()
})

test('a database written by a newer version is refused, saying what to do, and left as it was', async () => {
  const { path, db } = await aConnection()
  db.exec('PRAGMA user_version = 999')
  await expect(openSqlite(path)).rejects.toThrow(
    `${path} was written by a newer version of this product (schema 999): update the product`,
  )
  expect(valueOf(db, 'PRAGMA user_version')).toBe(999)
})

test('a database that cannot be written to: StorageError for every act that writes, reads go on', async () => {
  const { db, empresas, credenciais } = await aConnection()
  db.exec('PRAGMA query_only = 1')
  const readOnly = { name: 'StorageError', message: expect.stringContaining('readonly database') as string }
  await expect(empresas.claim(aClaim('mesa-1'))).rejects.toMatchObject(readOnly)
  await expect(credenciais.register(aRegister())).rejects.toMatchObject(readOnly)
  expect((await empresas.find('mesa-1', NOW))?.left).toBe(10)
  expect(countConvidados(db)).toBe(0)
})

test('a database file opened for reading only: StorageError', async () => {
  const { path } = await aConnection()
  const db = new Database(path, { readOnly: true })
  onTestFinished(() => db.close())
  await expect(createSqliteRepositories(db).credenciais.register(aRegister())).rejects.toMatchObject({
    name: 'StorageError',
  })
})

test('a database another process keeps locked past the timeout: StorageError, nothing written, then it recovers', async () => {
  const { path, db, credenciais } = await aConnection()
  const other = new Database(path)
  other.exec('BEGIN IMMEDIATE')
  const request = aRegister()
  let turns = 0
  const ticking = setInterval(() => turns++, 20)
  await expect(credenciais.register(request)).rejects.toMatchObject({
    name: 'StorageError',
    message: expect.stringContaining('database is locked') as string,
  })
  clearInterval(ticking)
  // The event loop ran the whole time.
  expect(turns).toBeGreaterThan(100)
  expect(countConvidados(db)).toBe(0)
  other.exec('ROLLBACK')
  other.close()
  expect((await credenciais.register(request)).kind).toBe('registered')
})

test('a crowd that meets a locked database waits together, not one after the other', async () => {
  const { path, credenciais } = await aConnection()
  const other = new Database(path)
  other.exec('BEGIN IMMEDIATE')
  setTimeout(() => {
    other.exec('ROLLBACK')
    other.close()
  }, 300)
  const startedAt = performance.now()
  const crowd = await Promise.all(Array.from({ length: 60 }, () => credenciais.register(aRegister())))
  expect(new Set(crowd.map(({ kind }) => kind))).toEqual(new Set(['registered']))
  // One after the other they would wait eighteen seconds.
  expect(performance.now() - startedAt).toBeLessThan(12_000)
})

test('counters are stored as whole numbers', async () => {
  const { db, empresas } = await aConnection()
  await empresas.importRows(
    [{ empresaid: 'nova', nome: 'Nova', icredencial: 3, licredencial: 0 }],
    false,
    anAutor(),
  )
  await empresas.claim(aClaim('nova'))
  const types = db.prepare(
    "SELECT typeof(icredencial) AS total, typeof(licredencial) AS used FROM empresa WHERE empresaid = 'nova'",
  )
  expect(types.get()).toEqual({ total: 'integer', used: 'integer' })
})

test('a full disk: StorageError, the guest is stored whole or not at all, and it recovers when there is room', async () => {
  const { db, credenciais } = await aConnection()
  const pages = Number(valueOf(db, 'PRAGMA page_count'))
  db.exec(`PRAGMA max_page_count = ${pages + 2}`)
  let acknowledged = 0
  const fill = async () => {
    for (;;) {
      await credenciais.register(aRegister())
      acknowledged++
    }
  }
  await expect(fill()).rejects.toMatchObject({
    name: 'StorageError',
    message: expect.stringContaining('disk is full') as string,
  })
  expect(acknowledged).toBeGreaterThan(0)
  for (const table of ['credencial', 'chave', 'avip'])
    expect(valueOf(db, `SELECT count(*) FROM ${table}`)).toBe(acknowledged)
  db.exec('PRAGMA max_page_count = 1000000')
  expect((await credenciais.register(aRegister())).kind).toBe('registered')
})

test('check rejects with StorageError while another process keeps the database locked, after five seconds', async () => {
  const path = temporaryDatabasePath()
  const storage = await openSqlite(path)
  onTestFinished(() => storage.close())
  const other = new Database(path)
  onTestFinished(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  const start = performance.now()
  await expect(storage.check()).rejects.toMatchObject({ name: 'StorageError' })
  expect(performance.now() - start).toBeGreaterThan(4900)
  other.exec('ROLLBACK')
  await expect(storage.check()).resolves.toBeUndefined()
})

test('reads of a database that is gone are StorageErrors too', async () => {
  const { db, empresas, credenciais } = await aConnection()
  await empresas.claim(aClaim('mesa-1', { sid: 'browser-1' }))
  db.exec('DROP TABLE avip; DROP TABLE chave')
  db.exec('ALTER TABLE empresa RENAME TO elsewhere; ALTER TABLE credencial RENAME TO nowhere')
  const failed = { name: 'StorageError' }
  await expect(empresas.find('mesa-1', NOW)).rejects.toMatchObject(failed)
  await expect(empresas.findHolds('browser-1', NOW)).rejects.toMatchObject(failed)
  await expect(empresas.list(NOW)).rejects.toMatchObject(failed)
  await expect(credenciais.findById('1')).rejects.toMatchObject(failed)
  await expect(credenciais.findByCpf('1')).rejects.toMatchObject(failed)
})
