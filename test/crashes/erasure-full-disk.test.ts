import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Database } from '../../server/repos/sqlite/database.ts'
import { openSqlite } from '../../server/repos/sqlite/index.ts'
import { eraseConvidados } from '../../server/use-cases/erase-convidados.ts'
import { anAutor, aRegister, NOW } from '../support/factories.ts'
import { readText } from '../support/html.ts'
import { nameOf, openJar } from '../support/journey.ts'
import { pairOrganiser } from '../support/organiser.ts'
import { openHouse } from '../support/sqlite-house.ts'
import { aDirectory } from '../support/temporary.ts'

const ASKED = { isEarlyAllowed: true, areContactsErased: false }
const DUE = { gravado: null, eraseAt: 0, now: () => NOW }

/** A disk of this size; null where this user may not mount one. */
function aDisk(kilobytes: number): string | null {
  const disk = join(aDirectory(), 'disco')
  mkdirSync(disk)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', disk]).status !== 0) return null
  onTestFinished(() => void execFileSync('umount', ['--lazy', disk]))
  return disk
}

/** Fills a disk to the last byte. @returns a function that frees the space */
function fill(disk: string): () => void {
  const file = join(disk, 'cheio')
  spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=4k'])
  return () => rmSync(file)
}

test('where the disk of the copies is full the note stays as it was, what is left is said, and a turn makes it good', async ({
  skip,
}) => {
  const disk = aDisk(1_024)
  if (disk === null) return skip()
  const path = join(aDirectory(), 'convites.db')
  const storage = await openSqlite(path, { backups: { directory: disk, everyMs: 1, keep: 3 } })
  onTestFinished(() => storage.close())
  const note = join(disk, 'expurgo.json')
  const erase = (em: number) => eraseConvidados({ ...storage, ...DUE }, ASKED, anAutor({ em }))
  expect(await erase(NOW)).toMatchObject({ left: [] })
  const before = readFileSync(note, 'utf8')

  await storage.credenciais.register(aRegister())
  const empty = fill(disk)
  expect(await erase(NOW + 1)).toMatchObject({ kind: 'erased', erased: 1, left: ['note'] })
  expect([readFileSync(note, 'utf8'), storage.backups?.left()]).toEqual([before, ['note']])
  empty()
  await storage.backups?.turn(NOW + 2)
  expect(storage.backups?.left()).toEqual([])
  expect(JSON.parse(readFileSync(note, 'utf8'))).toMatchObject({ linhas: [{ em: NOW }, { em: NOW + 1 }] })
})

test('where the disk of the database is full nothing is erased, and asked again with room it is', async ({
  skip,
}) => {
  const disk = aDisk(16_384)
  if (disk === null) return skip()
  const storage = await openSqlite(join(disk, 'convites.db'))
  for (let n = 0; n < 200; n++) await storage.credenciais.register(aRegister({ now: NOW + n }))
  await storage.close()
  const again = await openSqlite(join(disk, 'convites.db'))
  onTestFinished(() => again.close())
  const erase = () => eraseConvidados({ ...again, ...DUE }, ASKED, anAutor())
  const empty = fill(disk)
  await expect(erase()).rejects.toMatchObject({ name: 'StorageError' })
  expect([(await again.credenciais.countPersonalData()).convidados, again.backups?.left()]).toEqual([200, []])
  empty()
  expect(await erase()).toMatchObject({ erased: 200, left: [] })
})

test('a reader who keeps the bytes in the files is told of, and maintenance overwrites them', async () => {
  const path = join(aDirectory(), 'convites.db')
  const storage = await openSqlite(path)
  onTestFinished(() => storage.close())
  await storage.credenciais.register(aRegister())
  const reader = new Database(path)
  onTestFinished(() => reader.close())
  reader.exec('BEGIN')
  reader.prepare('SELECT * FROM credencial').all()
  const erasure = await eraseConvidados({ ...storage, ...DUE }, ASKED, anAutor())
  expect(erasure).toMatchObject({ kind: 'erased', erased: 1, left: ['bytes'] })
  reader.exec('COMMIT')
  await storage.credenciais.wipeRemoved()
  expect(storage.backups?.left()).toEqual([])
})

test('on a full disk the page says that nothing was erased, /saude that storage does not answer, and it recovers', async () => {
  const house = openHouse()
  const server = await house.start()
  const organiser = await pairOrganiser(server)
  for (let n = 0; n < 3; n++)
    await openJar(server.url).post('/cadastro', { nome: nameOf(n), telefone: '11987654321', email: '' })
  const form = () => new URLSearchParams({ palavra: 'APAGAR', antes: 'sim' })
  const limit = (bytes: number | 'unlimited') =>
    execFileSync('prlimit', ['--pid', String(server.child.pid), `--fsize=${bytes}:`])

  limit(statSync(`${house.path}-wal`).size)
  const refused = await organiser.send('/painel/expurgo', form())
  const page = readText(await refused.response.text())
  expect([refused.status, page.includes('O banco de dados não respondeu.')]).toEqual([503, true])
  expect(page).toContain('3 convidados, com nome, WhatsApp, e-mail e credencial')
  await expect.poll(async () => (await openJar(server.url).get('/saude')).status).toBe(503)
  expect(house.count('credencial')).toBe(3)

  limit('unlimited')
  await expect.poll(async () => (await openJar(server.url).get('/saude')).status).toBe(200)
  expect((await organiser.send('/painel/expurgo', form())).location).toBe('/painel/expurgo?feito=apagado')
  expect(house.count('credencial')).toBe(0)
})

test('restaurar without room on the disk ends in a sentence, and leaves nothing', async () => {
  const directory = aDirectory()
  const path = join(directory, 'convites.db')
  const storage = await openSqlite(path)
  await storage.credenciais.register(aRegister())
  await storage.close()
  const copy = join(directory, 'copia.db')
  copyFileSync(path, copy)
  for (const bytes of [4_096, statSync(copy).size]) {
    const ran = spawnSync(
      'prlimit',
      [`--fsize=${bytes}`, process.execPath, 'build/node/cli/main.js', 'restaurar', copy],
      {
        env: {
          NODE_ENV: 'production',
          PATH: process.env.PATH,
          STORAGE: 'sqlite',
          SQLITE_PATH: `${path}.novo`,
        },
        encoding: 'utf8',
      },
    )
    if (bytes !== 4_096) expect(ran.status).toBe(0)
    else
      expect([ran.status, ran.stderr]).toEqual([
        1,
        'Não há espaço no disco do banco de dados: a restauração precisa de duas vezes o tamanho da cópia.\nNada mudou.\n',
      ])
    expect(existsSync(`${path}.novo.restaurando`)).toBe(false)
  }
})
