import { execFileSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Database } from '../../server/repos/sqlite/database.ts'
import { nameOf, openJar, telefoneOf } from '../support/journey.ts'
import { lookAt, halfWrittenIn, valueOf } from '../support/sqlite-value.ts'
import { openHouse } from '../support/sqlite-house.ts'

const convidado = (n: number) => ({ nome: nameOf(n), telefone: telefoneOf(n), email: '' })

/** A house whose servers copy its database every second, with this many megabytes in it. */
function aHouse(megabytes = 0) {
  const house = openHouse()
  const folder = join(house.directory, 'copias')
  const env = { BACKUP_DIR: folder, BACKUP_EVERY: '0.02', BACKUP_KEEP: '3' }
  const files = (ending: string) => {
    try {
      return readdirSync(folder).filter((file) => file.endsWith(ending))
    } catch {
      return []
    }
  }
  return {
    ...house,
    folder,
    start: (more: Record<string, string> = {}) => house.start({ ...env, ...more }),
    copies: () => files('.db').map((file) => join(folder, file)),
    halves: () => files('.novo'),
    fill() {
      const db = new Database(house.path)
      const insert = db.prepare(
        `INSERT INTO planilha VALUES (?, ${Date.now() + 1e9}, 'convidados', 'x.csv', randomblob(1000000))`,
      )
      for (let n = 0; n < megabytes; n++) insert.run(`p-${n}`)
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      db.close()
    },
  }
}

/** The processes that run copy-process.mjs for a server. */
function copiers(pid: number | undefined): number[] {
  try {
    const listed = execFileSync('pgrep', ['-P', String(pid), '-f', 'copy-process'], { encoding: 'utf8' })
    return listed.split('\n').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

const convidadosIn = (path: string) =>
  Number(lookAt(path, (db) => valueOf(db, 'SELECT count(*) FROM credencial'), { readOnly: true }))

async function untilThere<Found>(look: () => Found | undefined | false): Promise<Found> {
  for (let tries = 0; tries < 3_000; tries++) {
    const found = look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('it never came')
}

test('a server killed amid a copy leaves none that looks whole, and the next goes on where it was', async () => {
  const house = aHouse(30)
  await (await house.start()).stop()
  house.fill()
  const server = await house.start()
  expect((await openJar(server.url).post('/cadastro', convidado(1))).status).toBe(303)
  const pid = await untilThere(() => house.halves().length > 0 && copiers(server.child.pid)[0])
  // Stopped, so that the server is surely killed during the copy; then it continues, and finds nobody waiting
  // for it.
  process.kill(pid, 'SIGSTOP')
  const before = house.copies().length
  await server.stop('SIGKILL')
  process.kill(pid, 'SIGCONT')
  await untilThere(() => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z')
    } catch {
      return true
    }
  })
  expect(house.copies().length).toBe(before)

  const again = await house.start()
  const made = await untilThere(() => house.copies().find((copy) => convidadosIn(copy) === 1))
  expect(halfWrittenIn(made)).toEqual([])
  expect(statSync(made).mode & 0o777).toBe(0o600)
  await again.stop()
  expect(house.halves()).toEqual([])
})

test('a process that copies and is killed itself fails that copy alone: the server says so, and makes the next', async () => {
  const house = aHouse(30)
  await (await house.start()).stop()
  house.fill()
  const { url, child, printed } = await house.start()
  process.kill(await untilThere(() => copiers(child.pid)[0]), 'SIGKILL')
  await untilThere(() => printed().includes('backup failed'))
  expect((await openJar(url).post('/cadastro', convidado(1))).status).toBe(303)
  await untilThere(() => house.copies().length > 0)
  await expect
    .poll(async () => (await openJar(url).get('/saude')).html)
    .toMatch(/^ok\nlast backup: \d{4}-[^,]+\nconvites .+\n$/)
})

test('without room for a copy guests go on registering, /saude says that it failed, and with room it is made', async () => {
  const house = aHouse(8)
  await (await house.start({ BACKUP_DIR: '' })).stop()
  house.fill()
  const { url, child } = await house.start({ BACKUP_EVERY: '0.05' })
  // The disk is full for a writer of more than this many bytes; the database's log stays below.
  execFileSync('prlimit', ['--pid', String(child.pid), '--fsize=6000000:'])
  await expect
    .poll(async () => (await openJar(url).get('/saude')).html, { timeout: 30_000 })
    .toMatch(/^ok\nlast backup: .*, failed at \d{4}-/)
  expect((await openJar(url).post('/cadastro', convidado(1))).status).toBe(303)
  // One that is tried again has a half until it fails.
  await expect.poll(house.halves).toEqual([])
  execFileSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited:'])
  await untilThere(() => house.copies().find((copy) => convidadosIn(copy) === 1))
  await expect
    .poll(async () => (await openJar(url).get('/saude')).html)
    .toMatch(/^ok\nlast backup: [^,]+\nconvites .+\n$/)
})

test('a file in the place of the folder refuses the start, and says what to set', async () => {
  const house = aHouse()
  writeFileSync(join(house.directory, 'x'), '')
  chmodSync(join(house.directory, 'x'), 0o400)
  await expect(house.start({ BACKUP_DIR: join(house.directory, 'x/copias') })).rejects.toThrow(
    /it ended with 1: BACKUP_DIR=.*\/x\/copias cannot be written to \(ENOTDIR\): create it for this user/,
  )
})
