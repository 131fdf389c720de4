import { expect, onTestFinished, test } from 'vitest'
import { EVERYBODY } from '../../../../server/domain/convidado-search.ts'
import { openSqlite } from '../../../../server/repos/sqlite/index.ts'
import { BASE, BASE_SCHEMA, LATEST } from '../../../../server/repos/sqlite/schema.ts'
import { temporaryDatabasePath } from '../../../support/temporary.ts'
import { aClaim, anEntrada, aRegister, NOW } from '../../../support/factories.ts'
import { openOldServer } from '../../../support/old-server.ts'
import { openHouse } from '../../../support/sqlite-house.ts'
import { lookAt, halfWrittenIn, valueOf } from '../../../support/sqlite-value.ts'

const versionOf = (path: string) => lookAt(path, (db) => valueOf(db, 'PRAGMA user_version'))
const schemaOf = (path: string) =>
  lookAt(path, (db) => db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all())

/** A database file as a server with the oldest known schema created it, with a company. */
function anOldDatabase(): string {
  const path = temporaryDatabasePath()
  lookAt(path, (db) => {
    db.exec('PRAGMA journal_mode = WAL')
    db.exec(BASE_SCHEMA)
    db.exec(
      `INSERT INTO empresa (empresaid, nome, icredencial, licredencial) VALUES ('mesa-1', 'Mesa', 10, 3)`,
    )
    db.exec(`PRAGMA user_version = ${BASE}`)
  })
  return path
}

test('a server of an earlier schema works on beside a newer command, and what it writes back undoes nothing', async () => {
  const path = anOldDatabase()
  const old = openOldServer(path)
  onTestFinished(old.close)
  old.check()
  const command = await openSqlite(path)
  old.check()
  old.claim()
  expect(await command.empresas.claim(aClaim('mesa-1'))).toMatchObject({ kind: 'claimed' })
  old.register('1600000000000')
  expect(await command.credenciais.findById('1600000000000')).toMatchObject({
    credencial: { nome: 'ANTIGO' },
    empresa: { empresaid: 'mesa-1' },
  })
  await command.credenciais.register(aRegister())
  old.check()
  await command.close()
  expect(versionOf(path)).toBe(BASE)

  const storage = await openSqlite(path)
  onTestFinished(() => storage.close())
  expect(versionOf(path)).toBe(LATEST)
  expect(await storage.empresas.find('mesa-1', NOW)).toMatchObject({ left: 5, held: 1 })
  expect(await storage.credenciais.findById('1600000000000')).not.toBeNull()
})

test('guests whom a server of an earlier version stores or changes are found once they are filled in', async () => {
  const path = anOldDatabase()
  const old = openOldServer(path)
  onTestFinished(old.close)
  old.claim()
  old.register('1600000000000')
  const storage = await openSqlite(path)
  onTestFinished(() => storage.close())
  const found = async (...words: string[]) => {
    const { convidados } = await storage.painel.search([{ ...EVERYBODY, words }], 0, 10)
    return convidados.map(({ credencial }) => credencial.nome)
  }
  expect(await found()).toEqual(['ANTIGO'])
  await storage.entradas.add([anEntrada('1600000000000')], null)

  old.correct('1600000000000', 'ZULMIRA DE TAL')
  expect(await found('ANTIGO')).toEqual([])
  expect(await storage.credenciais.fillSearch()).toBe(1)
  expect(await found('TAL', 'ZULMIRA')).toEqual(['ZULMIRA DE TAL'])
  expect((await storage.painel.count(NOW)).dentro).toBe(1)
  expect(await storage.credenciais.fillSearch()).toBe(0)
})

test('a thousand guests of an earlier version are filled in as the database is opened, and by two processes at once', async () => {
  const path = anOldDatabase()
  lookAt(path, (db) => {
    const insert = db.prepare(
      `INSERT INTO credencial VALUES (?, '', '', '', ?, '65987654321', '', '', '', '')`,
    )
    db.immediately(() => {
      for (let n = 0; n < 1_200; n++) insert.run(String(NOW + n), n % 2 === 0 ? 'JOÃO DA SILVA' : `ANA ${n}`)
    })
  })
  const storages = await Promise.all([openSqlite(path), openSqlite(path)])
  onTestFinished(() => Promise.all(storages.map((storage) => storage.close())).then(() => {}))
  for (const { painel } of storages) {
    expect((await painel.search([{ ...EVERYBODY, words: ['ANA'] }], 0, 1)).total).toBe(600)
    expect((await painel.findRepetidos()).map((group) => group.length)).toEqual([600])
  }
})

for (const version of [1, BASE - 1]) {
  test(`a file of schema ${version}, before the oldest that is known, is refused with the release to pass through`, async () => {
    const path = anOldDatabase()
    lookAt(path, (db) => db.exec(`PRAGMA user_version = ${version}`))
    const schema = schemaOf(path)
    await expect(openSqlite(path)).rejects.toThrow(
      `${path} was written by an earlier version of this product (schema ${version}): start version 1.2.0 on it once`,
    )
    expect([versionOf(path), schemaOf(path)]).toEqual([version, schema])
  })
}

test('every step of the schema can be run again, and the schema is the same', async () => {
  const path = temporaryDatabasePath()
  await (await openSqlite(path)).close()
  const schema = schemaOf(path)
  expect(schema.length).toBeGreaterThan(10)
  for (let version = BASE; version < LATEST; version++) {
    lookAt(path, (db) => db.exec(`PRAGMA user_version = ${version}`))
    await (await openSqlite(path)).close()
    expect(schemaOf(path)).toEqual(schema)
    expect(versionOf(path)).toBe(LATEST)
  }
})

test('/saude of a running server leaves the number of the schema as a newer command wrote it', async () => {
  const house = openHouse()
  const { url } = await house.start()
  lookAt(house.path, (db) => db.exec('PRAGMA user_version = 999'))
  expect((await fetch(`${url}/saude`)).status).toBe(200)
  expect(versionOf(house.path)).toBe(999)
  expect(halfWrittenIn(house.path)).toEqual([])
})
