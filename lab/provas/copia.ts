import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { halfWrittenIn } from '../../test/support/sqlite-value.ts'
import { MESA, newConvidados } from './convidados.ts'
import { crowd } from './load.ts'
import { databaseIn, lookAt, newDatabase, runCommand, startServer } from './product.ts'
import { sleep, type Prova } from './prova.ts'

/** Rows of 1 MB that make a copy take a while. Some are deleted before the disk is full. */
const BALLAST = { rows: 34, takenOut: 8 }
/** A file that grows past this finds the disk full. A copy does; the database's log and new rows do not. */
const FULL_BYTES = 20_000_000

/** Kills the server during copies under load, and fills its disk. Then a copy is restored. */
export const copia: Prova = {
  goal:
    '20 kill -9 amid copies under load and a full disk: every copy whole, none half-made, no acknowledged registration ' +
    'lost; restored, none acknowledged before the copy is missing',
  limitSeconds: { full: 600, short: 120 },
  async run(isShort) {
    const rounds = isShort ? 4 : 20
    const directory = newDatabase({ [MESA]: 1_000_000 })
    const folder = join(directory, 'copias')
    const env = { BACKUP_DIR: folder, BACKUP_EVERY: '0.005', BACKUP_KEEP: '3' }
    const convidados = newConvidados()
    const listed = (ending: string) =>
      existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(ending)) : []
    /** Runs a server under the crowd until `act` is done. */
    const underLoad = async (
      act: (server: Awaited<ReturnType<typeof startServer>>) => Promise<unknown>,
      browsers = 16,
    ) => {
      const server = await startServer(directory, env)
      let isOver = false
      const crowded = crowd([server.port], browsers, convidados.register, () => isOver)
      await act(server)
      isOver = true
      await crowded
    }
    await (await startServer(directory)).stop()
    lookAt(directory, (db) => {
      const insert = db.prepare(
        `INSERT INTO planilha VALUES (?, ${Date.now() + 1e9}, 'convidados', 'x.csv', randomblob(1000000))`,
      )
      for (let n = 0; n < BALLAST.rows; n++) insert.run(`p-${n}`)
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    })

    let halves = 0
    for (let round = 0; round < rounds; round++) {
      await underLoad(async (server) => {
        // Every other kill comes while there is half a copy, the others at any time.
        await sleep(200 + Math.random() * 800)
        for (let tries = 0; round % 2 === 0 && tries < 2_000 && listed('.novo').length === 0; tries++)
          await sleep(2)
        await server.stop('SIGKILL')
        halves += listed('.novo').length
      })
    }
    const killed = convidados.compareWith(directory)

    // Frees room for registrations, so that the database itself does not meet the full disk.
    lookAt(directory, (db) => {
      db.exec(`DELETE FROM planilha WHERE rowid <= ${BALLAST.takenOut}`)
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    })
    let told = ''
    await underLoad(async (server) => {
      execFileSync('prlimit', ['--pid', String(server.child.pid), `--fsize=${FULL_BYTES}:`])
      for (let tries = 0; !told.includes('failed at') && tries < 300; tries++) {
        await sleep(100)
        told = await (await fetch(`${server.url}/saude`)).text()
      }
      execFileSync('prlimit', ['--pid', String(server.child.pid), '--fsize=unlimited:'])
      await sleep(1_500)
      await server.stop()
    }, 2)
    const isFailureTold = told.startsWith('ok') && told.includes('failed at')
    const filled = convidados.compareWith(directory)
    const copies = listed('.db').sort()
    const faults = copies.flatMap((copy) => halfWrittenIn(join(folder, copy)))

    const newest = copies.at(-1) ?? ''
    const [, y, mo, d, h, mi, s, ms] = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z/.exec(newest) ?? []
    const madeAt = Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}.${ms}Z`)
    // A database opened here counts as open until it is collected, so the command gets a new file in its
    // place.
    const path = databaseIn(directory)
    copyFileSync(path, `${path}.outro`)
    renameSync(`${path}.outro`, path)
    for (const beside of ['-wal', '-shm']) rmSync(path + beside, { force: true })
    const begun = performance.now()
    const { status, stderr } = runCommand(directory, 'restaurar', join(folder, newest))
    const took = performance.now() - begun
    if (status !== 0) return { figure: `the copy was not restored: ${stderr}`, isReached: false }
    const missing = convidados.missingIn(path, madeAt)
    await (await startServer(directory)).stop()
    const whole = halfWrittenIn(path)
    return {
      figure:
        `${rounds} kills, ${halves} amid a copy: ${killed.figure}; full disk ${isFailureTold ? 'told' : 'NOT told'}: ` +
        `${filled.figure}; ${copies.length} copies, ${faults.slice(0, 3).join(', ') || 'all whole'}; restored in ` +
        `${took.toFixed(0)} ms, ${missing} missing of those before it, ${whole.slice(0, 3).join(', ') || 'whole'}`,
      isReached:
        killed.isRight &&
        filled.isRight &&
        isFailureTold &&
        halves > 0 &&
        copies.length === 3 &&
        faults.length + missing + whole.length + listed('.novo').length === 0,
    }
  },
}
