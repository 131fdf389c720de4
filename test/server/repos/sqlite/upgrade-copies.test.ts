import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { EVERYBODY } from '../../../../server/domain/convidado-search.ts'
import { openSqlite, type Upgrade } from '../../../../server/repos/sqlite/index.ts'
import { BASE, LATEST } from '../../../../server/repos/sqlite/schema.ts'
import { aClaim, aRegister } from '../../../support/factories.ts'
import { lookAt, halfWrittenIn, valueOf } from '../../../support/sqlite-value.ts'
import { temporaryDatabasePath } from '../../../support/temporary.ts'

const FIXTURES = 'test/fixtures/sqlite'

/** Each schema since the oldest known one, created by the release that had it. */
const FORMER = readdirSync(FIXTURES)
  .map((file) => Number(/^v(\d+)\.sql$/.exec(file)?.[1]))
  .sort((a, b) => a - b)

const versionOf = (path: string) => lookAt(path, (db) => valueOf(db, 'PRAGMA user_version'))
const columnsOf = (path: string) =>
  lookAt(path, (db) =>
    db
      .prepare(
        `SELECT s.type, s.name, c.name AS coluna, c.type AS tipo FROM sqlite_schema s
         LEFT JOIN pragma_table_info(s.name) c WHERE s.name NOT LIKE 'sqlite_%' ORDER BY 1, 2, 3`,
      )
      .all(),
  )

/** A database as a former version left it: two companies, three guests, a hold, and anything else it had. */
function aFormerDatabase(version: number): string {
  const path = temporaryDatabasePath()
  lookAt(path, (db) => db.exec(readFileSync(`${FIXTURES}/v${version}.sql`, 'utf8')))
  return path
}

async function opened(path: string) {
  const upgrades: Upgrade[] = []
  const storage = await openSqlite(path, { onUpgrade: (done) => void upgrades.push(done) })
  onTestFinished(() => storage.close())
  return { storage, upgrades }
}

const besides = (path: string) =>
  readdirSync(dirname(path)).filter((file) => !/^convites\.db(-wal|-shm)?$/.test(file))

test('there is a fixture of each schema that is brought up to date', () => {
  expect(FORMER).toEqual(Array.from({ length: LATEST - BASE }, (_, n) => BASE + n))
})

for (const version of FORMER) {
  test(`a database of schema ${version} is copied as it was, brought up to date, and goes on`, async () => {
    const path = aFormerDatabase(version)
    const { storage, upgrades } = await opened(path)
    expect(upgrades).toEqual([
      { from: version, to: LATEST, copy: `${path}.v${version}`, ms: expect.any(Number) as number },
    ])
    const fresh = temporaryDatabasePath()
    await (await openSqlite(fresh)).close()
    expect([versionOf(path), columnsOf(path)]).toEqual([LATEST, columnsOf(fresh)])
    expect(halfWrittenIn(path)).toEqual([])
    expect((await storage.credenciais.findById('1790000000000'))?.credencial.nome).toBe('ANA DE EXEMPLO')
    expect((await storage.painel.search([EVERYBODY], 0, 10)).total).toBe(3)
    // Before the event that schemas from 25 on describe.
    const now = Date.UTC(2026, 8, 1)
    const request = aRegister({ now, claim: aClaim('mesa-1', { now }) })
    expect((await storage.credenciais.register(request)).kind).toBe('registered')

    const copy = `${path}.v${version}`
    expect([statSync(copy).mode & 0o777, versionOf(copy)]).toEqual([0o600, version])
    expect(lookAt(copy, (db) => valueOf(db, 'SELECT count(*) FROM credencial'))).toBe(3)
    expect(besides(path)).toEqual([basename(copy)])
  })
}

test('a new database and one that is up to date are not copied', async () => {
  const path = temporaryDatabasePath()
  expect((await opened(path)).upgrades).toEqual([])
  expect((await opened(path)).upgrades).toEqual([])
  expect(besides(path)).toEqual([])
})

test('the copy of a start that was killed half way is made again, and the newest two are kept', async () => {
  const path = aFormerDatabase(27)
  writeFileSync(`${path}.v27.novo`, 'half')
  writeFileSync(`${path}.v26`, 'of an earlier release')
  utimesSync(`${path}.v26`, 1_700_000_000, 1_700_000_000)
  for (const version of [27, 28]) {
    lookAt(path, (db) => db.exec(`PRAGMA user_version = ${version}`))
    await (await openSqlite(path)).close()
  }
  expect(besides(path).sort()).toEqual(['convites.db.v27', 'convites.db.v28'])
})

test('without room for the copy the start is refused with a sentence and the path, and the file is as it was', async () => {
  const path = aFormerDatabase(27)
  const before = readFileSync(path)
  // A folder with that name cannot be overwritten, just as a full disk cannot be written to.
  mkdirSync(`${path}.v27`)
  await expect(openSqlite(path)).rejects.toThrow(
    new RegExp(
      `^${path} has schema 27 and is to get ${LATEST}, but ${path}.v27, .*make room .* start again$`,
    ),
  )
  expect([versionOf(path), existsSync(`${path}.v27.novo`)]).toEqual([27, false])
  expect(lookAt(path, (db) => valueOf(db, 'SELECT count(*) FROM credencial'))).toBe(3)
  expect(before.length).toBeGreaterThan(0)
})

test('a disk that fills up while the copy is written refuses the start, too', async () => {
  const path = aFormerDatabase(27)
  const open = `import { openSqlite } from './build/node/repos/sqlite/index.js'; await openSqlite(${JSON.stringify(path)})`
  const child = spawn('prlimit', ['--fsize=49152', process.execPath, '--input-type=module', '-e', open])
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'exit')) as [number | null]
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/convites\.db\.v27, the copy that is made first, could not/),
  ])
  expect([versionOf(path), besides(path)]).toEqual([27, []])
})

test('five processes that start together make one copy, and the number never goes back', async () => {
  const path = aFormerDatabase(27)
  const children = Array.from({ length: 5 }, () =>
    spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `import { once } from 'node:events'
       import { openSqlite } from './build/node/repos/sqlite/index.js'
       process.stdout.write('ready')
       await once(process.stdin, 'data')
       const storage = await openSqlite(${JSON.stringify(path)}, { onUpgrade: (done) => process.stdout.write(JSON.stringify(done)) })
       await storage.close()
       process.exit(0)`,
    ]),
  )
  const said = children.map(() => '')
  children.forEach((child, n) =>
    child.stdout.on('data', (chunk: Buffer) => (said[n] = `${said[n] ?? ''}${chunk.toString()}`)),
  )
  await Promise.all(children.map((child) => once(child.stdout, 'data')))
  children.forEach((child) => child.stdin.end('go\n'))
  expect(await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0] as unknown))).toEqual(
    [0, 0, 0, 0, 0],
  )
  expect(said.filter((each) => each.includes('"from":27'))).toHaveLength(1)
  expect([versionOf(path), besides(path)]).toEqual([LATEST, ['convites.db.v27']])
})

test('an older version refuses a newer file and leaves its number, whichever of both comes first', async () => {
  const path = temporaryDatabasePath()
  await (await openSqlite(path)).close()
  lookAt(path, (db) => db.exec(`PRAGMA user_version = ${LATEST + 1}`))
  await expect(openSqlite(path)).rejects.toThrow('was written by a newer version of this product')
  expect(versionOf(path)).toBe(LATEST + 1)
  expect(lookAt(path, (db) => valueOf(db, 'PRAGMA integrity_check'))).toBe('ok')
})
