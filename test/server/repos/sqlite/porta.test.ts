import { copyFileSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { Database } from '../../../../server/repos/sqlite/database.ts'
import { openSqlite } from '../../../../server/repos/sqlite/index.ts'
import type { Storage } from '../../../../server/domain/storage.ts'
import type { Registro } from '../../../../server/domain/transfer.ts'
import { aClaim, anAutor, anEmpresa, anEntrada, aRegister, NOW } from '../../../support/factories.ts'
import { openOldServer } from '../../../support/old-server.ts'
import { openSqliteHarness } from '../../../support/sqlite-harness.ts'
import { temporaryDatabasePath } from '../../../support/temporary.ts'

async function aStorage(path = temporaryDatabasePath()): Promise<Storage> {
  const storage = await openSqlite(path)
  onTestFinished(() => storage.close())
  return storage
}

async function cursorOf({ porta }: Storage): Promise<string> {
  return (await porta.since(null)).marca
}

/** The guests a phone hears of after a mark, on the same database. */
async function toldAfter({ porta }: Storage, marca: string): Promise<string[]> {
  const { isInteira, convidados, removidos } = await porta.since(marca)
  expect(isInteira).toBe(false)
  return [...convidados.map(({ credencialid }) => credencialid), ...removidos].sort()
}

test('guests whom a server of an earlier version stores or corrects are told to the door', async () => {
  const path = temporaryDatabasePath()
  const storage = await aStorage(path)
  await storage.empresas.importRows(
    [{ empresaid: 'mesa-1', nome: 'Mesa', contato: 'Ana', icredencial: 10, licredencial: 0 }],
    false,
    anAutor(),
  )
  const before = await cursorOf(storage)
  const old = openOldServer(path)
  onTestFinished(old.close)
  old.claim()
  expect(await toldAfter(storage, before)).toEqual([])
  old.register('1600000000000')
  expect(await toldAfter(storage, before)).toEqual(['1600000000000'])
  const after = await cursorOf(storage)
  old.correct('1600000000000', 'ZULMIRA DE TAL')
  expect(await toldAfter(storage, after)).toEqual(['1600000000000'])
})

test('a change that ignores or replaces what is in its way is told of too', async () => {
  const path = temporaryDatabasePath()
  const storage = await aStorage(path)
  const db = new Database(path)
  onTestFinished(() => db.close())
  const id = String(NOW)
  const row = `INTO credencial VALUES ('${id}', '', '', '', 'ANA', '65987655432', '', '', '', '')`
  let marca = await cursorOf(storage)
  for (const sql of [
    `INSERT OR IGNORE ${row}`,
    `UPDATE OR IGNORE credencial SET nome = 'ANA LIMA'`,
    `INSERT OR REPLACE ${row}`,
    `UPDATE OR REPLACE credencial SET telefone = '65987655433'`,
  ]) {
    db.exec(sql)
    expect([sql, await toldAfter(storage, marca)]).toEqual([sql, [id]])
    marca = await cursorOf(storage)
  }
})

test('what is stored again as it was, or changes nothing the door has, is not told of', async () => {
  const { storage, ...harness } = await openSqliteHarness()
  onTestFinished(() => harness.close())
  await harness.putEmpresa(anEmpresa({ empresaid: 'mesa' }))
  const request = aRegister({ claim: aClaim('mesa', { origem: 'alguém' }), origem: 'alguém' })
  await storage.credenciais.register(request)
  await storage.entradas.add([anEntrada(String(NOW))], null)
  const registros: Registro[] = []
  for await (const registro of storage.transfer.read()) registros.push(registro)
  const marca = await cursorOf(storage)
  await storage.transfer.write(registros)
  await storage.credenciais.register({ ...request, claim: null })
  await storage.credenciais.forgetOrigens(NOW + 1)
  await storage.empresas.claim(aClaim('mesa'))
  await storage.empresas.releaseEnded(NOW * 2)
  expect(await toldAfter(storage, marca)).toEqual([])
  await storage.transfer.erase([String(NOW)])
  expect(await toldAfter(storage, marca)).toEqual([String(NOW)])
})

test('every process has the same marks; another database, and one that was restored, have others', async () => {
  const [path, restored] = [temporaryDatabasePath(), temporaryDatabasePath()]
  const [one, other] = [await aStorage(path), await aStorage(path)]
  const first = await cursorOf(one)
  await one.credenciais.register(aRegister())
  await other.check()
  const db = new Database(path)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
  copyFileSync(path, restored)
  expect(await toldAfter(other, first)).toEqual([String(NOW)])
  await other.credenciais.register(aRegister({ now: NOW + 1 }))
  const last = await cursorOf(other)
  expect(await toldAfter(one, last)).toEqual([])
  for (const storage of [await aStorage(restored), await aStorage()])
    expect((await storage.porta.since(last)).isInteira).toBe(true)
})

test('erasePersonalData empties the list of changes under another id, and leaves no byte of who was noted', async () => {
  const { storage, ...harness } = await openSqliteHarness()
  onTestFinished(() => harness.close())
  for (let n = 0; n < 30; n++) await storage.credenciais.register(aRegister({ now: NOW + n }))
  const noted = Array.from({ length: 50 }, (_, seq) => anEntrada('', { seq, anotado: `Tia Zezé nº ${seq}` }))
  await storage.entradas.add(noted, null)
  const marca = await cursorOf(storage)
  await storage.credenciais.erasePersonalData(anAutor())
  expect(await storage.porta.since(marca)).toMatchObject({ isInteira: true, convidados: [], removidos: [] })
  const db = new Database(harness.path, { readOnly: true })
  expect(db.prepare('SELECT count(*) AS n FROM alteracao').get()).toEqual({ n: 0 })
  db.close()
  for (const file of [harness.path, `${harness.path}-wal`])
    expect(readFileSync(file).includes('Tia Zez')).toBe(false)
})

test('more guests than a page are listed each once; more changes than are told at once follow', async () => {
  const storage = await aStorage()
  let marca = await cursorOf(storage)
  const requests = Array.from({ length: 2_250 }, (_, n) => aRegister({ now: NOW + n }))
  await Promise.all(requests.map((request) => storage.credenciais.register(request)))
  const all = requests.map(({ now }) => String(now))
  const told: string[][] = []
  for (let hasMore = true; hasMore;) {
    const part = await storage.porta.since(marca)
    told.push(part.convidados.map(({ credencialid }) => credencialid))
    ;({ marca, hasMore } = part)
  }
  expect(told.map(({ length }) => length)).toEqual([1_000, 1_000, 250])
  expect(told.flat()).toEqual(all)
  const { convidados } = await storage.porta.since(null)
  expect(convidados.map(({ credencialid }) => credencialid)).toEqual(all)
})
