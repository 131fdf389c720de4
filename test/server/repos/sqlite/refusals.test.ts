import { existsSync, promises, readFileSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Database } from '../../../../server/repos/sqlite/database.ts'
import { openSqlite } from '../../../../server/repos/sqlite/index.ts'
import { aRegister } from '../../../support/factories.ts'
import { temporaryDatabasePath } from '../../../support/temporary.ts'

/** Makes a database's directory seem to be on another kind of file system. */
async function onFileSystem(type: number): Promise<void> {
  const real = await promises.statfs('.')
  vi.spyOn(promises, 'statfs').mockResolvedValue(Object.assign(real, { type }))
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
}

test.each([
  ['NFS', 0x6969],
  ['CIFS', 0xff534d42],
  ['SMB2', 0xfe534d42],
  ['SMB', 0x517b],
  ['FUSE', 0x65735546],
  ['9P', 0x01021997],
  ['Ceph', 0x00c36400],
] as const)('a database on %s is refused with a sentence, and no file is made', async (name, type) => {
  await onFileSystem(type)
  const path = temporaryDatabasePath()
  await expect(openSqlite(path)).rejects.toThrow(
    `SQLITE_PATH=${path} lies on ${name}, a network file system, where SQLite loses data: use a local disk`,
  )
  expect(existsSync(path)).toBe(false)
})

const openAndClose = async () => (await openSqlite(temporaryDatabasePath())).close()

test('a database on a local disk is opened', async () => {
  await onFileSystem(0xef53)
  await expect(openAndClose()).resolves.toBeUndefined()
})

test.each([
  ['is no database', 0, 'file is not a database'],
  ['has a schema nobody can read', 100, 'database disk image is malformed'],
  ['has guests nobody can read', 4_096, 'database disk image is malformed'],
] as const)(
  'a file that %s is refused with its path and how a copy is put back, and left as it was',
  async (_, from, said) => {
    const path = temporaryDatabasePath()
    const storage = await openSqlite(path)
    await storage.credenciais.register(aRegister())
    await storage.close()
    const bytes = readFileSync(path).fill('x', from)
    writeFileSync(path, bytes)
    await expect(openSqlite(path)).rejects.toThrow(
      `SQLITE_PATH=${path} is damaged (${said}): stop the server, and put a copy in its place by node build/node/cli/main.js restaurar FILE --danificado`,
    )
    expect(readFileSync(path).equals(bytes)).toBe(true)
  },
)

/** Makes SQLite report another version. */
function withVersion(version: string): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its connection below
  const { prepare } = Database.prototype
  const value = function (this: Database, sql: string) {
    return prepare.call(this, sql.replace('sqlite_version()', `'${version}'`))
  }
  Object.defineProperty(Database.prototype, 'prepare', { value, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(Database.prototype, 'prepare'))
}

test.each(['3.51.2', '3.50.4', '2.99.99'])('SQLite %s is refused with a sentence', async (version) => {
  withVersion(version)
  await expect(openSqlite(temporaryDatabasePath())).rejects.toThrow(
    `SQLite ${version} can corrupt a WAL database: install 3.51.3 or newer`,
  )
})

test.each(['3.51.3', '3.52.0', '4.0.0'])('SQLite %s is taken', async (version) => {
  withVersion(version)
  await expect(openAndClose()).resolves.toBeUndefined()
})
