import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { BackupPlan } from '../../../../server/domain/backups.ts'
import { Database } from '../../../../server/repos/sqlite/database.ts'
import { openSqlite } from '../../../../server/repos/sqlite/index.ts'
import { aCadastro, anAutor, aRegister, NOW } from '../../../support/factories.ts'
import { lookAt, halfWrittenIn, valueOf } from '../../../support/sqlite-value.ts'
import { temporaryDatabasePath } from '../../../support/temporary.ts'

const HOUR = 3_600_000

/** A database with a guest, and the folder of its copies. */
async function aHouse(plan: Partial<BackupPlan> = {}) {
  const path = temporaryDatabasePath()
  const directory = join(dirname(path), 'copias')
  const options = { backups: { directory, everyMs: HOUR, keep: 3, ...plan } }
  const open = async () => {
    const storage = await openSqlite(path, options)
    onTestFinished(() => storage.close())
    const { backups } = storage
    if (!backups) throw new Error('no backups')
    return { ...storage, backups }
  }
  const storage = await open()
  await storage.credenciais.register(aRegister({ cadastro: aCadastro({ nome: 'ZULMIRA' }) }))
  return { path, directory, open, storage, names: () => readdirSync(directory).sort() }
}

const convidadosIn = (path: string) =>
  lookAt(path, (db) => valueOf(db, 'SELECT count(*) FROM credencial'), { readOnly: true })

test('a copy is made when one is due, whole, for its owner alone, and the newest are kept', async () => {
  const { directory, storage, names } = await aHouse()
  expect(storage.backups.status(NOW)).toEqual({ madeAt: null, failedAt: null, isLate: false })
  const first = await storage.backups.turn(NOW)
  expect(first).toEqual({
    kind: 'made',
    path: join(directory, 'convites-20270901T150000000Z.db'),
    ms: expect.any(Number) as number,
  })
  const [name = ''] = names()
  const copy = join(directory, name)
  expect([statSync(directory).mode & 0o777, statSync(copy).mode & 0o777]).toEqual([0o700, 0o600])
  expect([convidadosIn(copy), halfWrittenIn(copy)]).toEqual([1, []])
  expect(names()).toEqual([name])

  expect(await storage.backups.turn(NOW + HOUR - 1)).toEqual({ kind: 'not-due' })
  for (let hour = 1; hour <= 4; hour++)
    expect((await storage.backups.turn(NOW + hour * HOUR)).kind).toBe('made')
  expect(names()).toEqual([2, 3, 4].map((hour) => `convites-20270901T${15 + hour}0000000Z.db`))
  expect(storage.backups.status(NOW + 5 * HOUR)).toMatchObject({ madeAt: NOW + 4 * HOUR, isLate: false })
  expect(storage.backups.status(NOW + 6 * HOUR + 1)).toMatchObject({ isLate: true })
})

test('of several that find it due at once one makes it', async () => {
  const { open, names } = await aHouse()
  const storages = [await open(), await open(), await open()]
  const turns = await Promise.all(storages.map(({ backups }) => backups.turn(NOW)))
  expect(turns.filter(({ kind }) => kind === 'made')).toHaveLength(1)
  expect(names()).toHaveLength(1)
  const told = storages.map(({ backups }) => backups.status(NOW)?.madeAt)
  expect(told).toEqual([NOW, NOW, NOW])
})

test('what a killed process left is removed by the next, and other files of the folder stay', async () => {
  const { directory, storage, names } = await aHouse()
  writeFileSync(join(directory, 'convites-20270901T140000000Z.db.novo'), 'half')
  writeFileSync(join(directory, 'outra-20270901T140000000Z.db'), 'of another database')
  writeFileSync(join(directory, 'leia-me.txt'), '')
  await storage.backups.turn(NOW)
  expect(names()).toEqual(['convites-20270901T150000000Z.db', 'leia-me.txt', 'outra-20270901T140000000Z.db'])
})

test('a copy that fails leaves nothing, is told of until one is made, and takes nobody’s turn', async () => {
  const { directory, storage, names } = await aHouse()
  rmSync(directory, { recursive: true })
  await expect(storage.backups.turn(NOW)).rejects.toMatchObject({ name: 'StorageError' })
  expect(storage.backups.status(NOW)).toEqual({ madeAt: null, failedAt: NOW, isLate: false })
  mkdirSync(directory)
  expect((await storage.backups.turn(NOW + 1)).kind).toBe('made')
  expect(storage.backups.status(NOW + 2)).toEqual({ madeAt: NOW + 1, failedAt: null, isLate: false })
  expect(names()).toHaveLength(1)
})

test('where none was ever made it is late two turns after the first, in a process that did not fail itself, too', async () => {
  const { path, directory, open, storage } = await aHouse()
  const other = await open()
  // A process that makes a copy locks this file; this one never finishes.
  const maker = new Database(`${path}.lock`)
  onTestFinished(() => maker.close())
  maker.exec('BEGIN EXCLUSIVE')
  expect(await other.backups.turn(NOW)).toEqual({ kind: 'taken' })
  await other.backups.turn(NOW + HOUR)
  expect(other.backups.status(NOW + 2 * HOUR)).toMatchObject({ isLate: false })
  expect(other.backups.status(NOW + 2 * HOUR + 1)).toEqual({ madeAt: null, failedAt: null, isLate: true })

  maker.exec('ROLLBACK')
  await storage.backups.turn(NOW + 3 * HOUR)
  await other.backups.turn(NOW + 3 * HOUR)
  expect(other.backups.status(NOW + 3 * HOUR)).toMatchObject({ isLate: false })
  // Once all copies were erased, the next one is waited for as long.
  readdirSync(directory).forEach((name) => rmSync(join(directory, name)))
  expect(other.backups.status(NOW + 4 * HOUR)).toMatchObject({ madeAt: null, isLate: false })
})

test('a copy has no byte of a guest who was removed before it', async () => {
  const { directory, storage } = await aHouse()
  for (let n = 0; n < 200; n++)
    await storage.credenciais.register(
      aRegister({ cadastro: aCadastro({ nome: `GENOVEVA ${n}` }), now: NOW + 10 + n, chave: `g-${n}` }),
    )
  for (let n = 0; n < 200; n++) await storage.credenciais.remove(String(NOW + 10 + n), false, anAutor())
  const made = await storage.backups.turn(NOW)
  const copy = made.kind === 'made' ? readFileSync(made.path) : Buffer.alloc(0)
  expect([copy.includes('GENOVEVA'), copy.includes('ZULMIRA')]).toEqual([false, true])
  expect(readdirSync(directory)).toHaveLength(1)
})

test('the erasure deletes every copy, those of upgrades and the former database too, and notes when', async () => {
  const { path, directory, storage, names } = await aHouse()
  await storage.backups.turn(NOW)
  await storage.backups.turn(NOW + HOUR)
  const beside = [`${path}.v18`, `${path}.v20`, `${path}.anterior-20270901T120000000Z`]
  beside.forEach((file) => writeFileSync(file, 'ZULMIRA'))
  writeFileSync(join(directory, 'convites-20270901T140000000Z.db.novo'), 'ZULMIRA')
  await storage.credenciais.erasePersonalData(anAutor({ em: NOW + 2 * HOUR }), undefined, {
    isEarlyAllowed: true,
    areContactsErased: true,
  })
  expect(await storage.backups.erase()).toBe(6)
  expect([names(), beside.filter((file) => existsSync(file))]).toEqual([['expurgo.json'], []])
  expect(JSON.parse(readFileSync(join(directory, 'expurgo.json'), 'utf8'))).toMatchObject({
    linhas: [{ ato: 'apagou-tudo', em: NOW + 2 * HOUR, detalhe: '1 0' }],
  })
  expect(await storage.backups.erase()).toBe(0)
})

test('copies the erasure could not delete are deleted by a later turn, and those made since stay', async () => {
  const { path, storage, names } = await aHouse()
  await storage.backups.turn(NOW)
  await storage.credenciais.erasePersonalData(anAutor({ em: NOW + HOUR }))
  writeFileSync(`${path}.v20`, 'ZULMIRA')
  utimesSync(`${path}.v20`, new Date(NOW), new Date(NOW))
  await storage.backups.turn(NOW + HOUR + 1)
  expect([names(), existsSync(`${path}.v20`)]).toEqual([
    ['convites-20270901T160000001Z.db', 'expurgo.json'],
    false,
  ])
  await storage.backups.turn(NOW + 2 * HOUR + 1)
  expect(names()).toHaveLength(3)
})

test('after an erasure with the clock a day ahead the copies made since stay, and the next erasure deletes them', async () => {
  const { storage, directory, names } = await aHouse()
  await storage.backups.turn(NOW)
  await storage.credenciais.erasePersonalData(anAutor({ em: NOW + 24 * HOUR }))
  expect(storage.backups.left()).toEqual(['copies', 'note'])
  expect((await storage.backups.turn(NOW + HOUR)).kind).toBe('made')
  expect(storage.backups.left()).toEqual([])
  expect((await storage.backups.turn(NOW + HOUR + 1)).kind).toBe('not-due')
  expect(names()).toEqual(['convites-20270901T160000000Z.db', 'expurgo.json'])

  await storage.credenciais.register(aRegister({ now: NOW + 2 * HOUR }))
  await storage.backups.turn(NOW + 2 * HOUR)
  await storage.credenciais.erasePersonalData(anAutor({ em: NOW + 3 * HOUR }))
  expect((await storage.credenciais.countPersonalData()).apagadoem).toBe(NOW + 3 * HOUR)
  await storage.backups.turn(NOW + 3 * HOUR)
  expect(names()).toEqual(['convites-20270901T180000000Z.db', 'expurgo.json'])
  const note = readFileSync(join(directory, 'expurgo.json'), 'utf8')
  expect(JSON.parse(note)).toMatchObject({ linhas: [{ em: NOW + 24 * HOUR }, { em: NOW + 3 * HOUR }] })
})

test('a note that is missing, cut short, or of an earlier erasure is told of, and a turn writes it from the history', async () => {
  const { storage, directory } = await aHouse()
  const note = join(directory, 'expurgo.json')
  await storage.credenciais.erasePersonalData(anAutor({ em: NOW }))
  await storage.backups.erase()
  const whole = readFileSync(note, 'utf8')
  for (const [n, spoil] of [
    () => rmSync(note),
    () => writeFileSync(note, ''),
    () => writeFileSync(note, '{"linhas":7}'),
    () => writeFileSync(note, `{"apagadoem":${NOW - HOUR},"contatosem":null}`),
  ].entries()) {
    spoil()
    expect(storage.backups.left(), String(n)).toEqual(['note'])
    await storage.backups.turn(NOW + n)
    expect([readFileSync(note, 'utf8'), storage.backups.left()]).toEqual([whole, []])
  }
})

test('a note nobody can read is told of where no history writes it again', async () => {
  const { storage, directory } = await aHouse()
  expect(storage.backups.left()).toEqual([])
  writeFileSync(join(directory, 'expurgo.json'), '')
  expect(storage.backups.left()).toEqual(['note'])
})

test('a note that cannot be written leaves the one before, and the copies are deleted all the same', async () => {
  const { storage, directory, names } = await aHouse()
  await storage.credenciais.erasePersonalData(anAutor({ em: NOW }))
  await storage.backups.erase()
  const before = readFileSync(join(directory, 'expurgo.json'), 'utf8')
  await storage.backups.turn(NOW + 1)
  await storage.credenciais.erasePersonalData(anAutor({ em: NOW + 2 }))
  // Nothing can be written at the path of the new note.
  mkdirSync(join(directory, 'expurgo.json.novo'))
  await expect(storage.backups.erase()).rejects.toMatchObject({ name: 'StorageError' })
  expect([names(), storage.backups.left()]).toEqual([['expurgo.json', 'expurgo.json.novo'], ['note']])
  expect(readFileSync(join(directory, 'expurgo.json'), 'utf8')).toBe(before)
})

test('whatever a restoration that was killed left beside the database goes with the erasure', async () => {
  const { path, storage } = await aHouse()
  const left = ['', '-wal', '.v18', '.v18.novo', '.v18.novo-journal', '.db', '.db.novo', '.db.v27-shm']
  const files = left.map((added) => `${path}.restaurando${added}`)
  files.forEach((file) => writeFileSync(file, 'ZULMIRA'))
  await storage.credenciais.erasePersonalData(anAutor({ em: NOW }))
  expect(await storage.backups.erase()).toBe(files.length)
  expect(files.filter((file) => existsSync(file))).toEqual([])
})

test('the erasure waits for the copy under way, and that one goes, too', async () => {
  const { storage, names } = await aHouse()
  const turn = storage.backups.turn(NOW)
  await storage.credenciais.erasePersonalData(anAutor({ em: NOW + 1 }))
  await storage.backups.erase()
  await turn.catch(() => {})
  expect(names()).toEqual(['expurgo.json'])
})

test('copies made before upgrades live as long as others do, or a week', async () => {
  const { path, storage } = await aHouse({ everyMs: 24 * HOUR, keep: 2 })
  expect(storage.backups.days).toBe(2)
  const at = (file: string, when: number) => {
    writeFileSync(file, '')
    utimesSync(file, new Date(when), new Date(when))
  }
  at(`${path}.v19`, NOW - 48 * HOUR - 1)
  at(`${path}.v20`, NOW - 48 * HOUR + 1_000)
  await storage.backups.turn(NOW)
  expect([existsSync(`${path}.v19`), existsSync(`${path}.v20`)]).toEqual([false, true])

  const alone = await openSqlite(temporaryDatabasePath())
  onTestFinished(() => alone.close())
  expect([alone.backups?.days, alone.backups?.status(NOW)]).toEqual([7, null])
  expect(await alone.backups?.turn(NOW)).toEqual({ kind: 'not-due' })
})

test('a folder that cannot be written to refuses the start with a sentence and the path', async () => {
  const path = temporaryDatabasePath()
  const file = join(dirname(path), 'arquivo')
  writeFileSync(file, '')
  chmodSync(file, 0o600)
  const backups = { directory: join(file, 'copias'), everyMs: HOUR, keep: 1 }
  await expect(openSqlite(path, { backups })).rejects.toThrow(
    `BACKUP_DIR=${backups.directory} cannot be written to (ENOTDIR): create it for this user, let the unit write to it (ReadWritePaths=), or set another folder`,
  )
  expect(existsSync(path)).toBe(false)
})
