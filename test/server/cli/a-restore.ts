import { spawnSync } from 'node:child_process'
import { copyFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprintOf } from '../../../server/domain/chave.ts'
import type { Database } from '../../../server/repos/sqlite/database.ts'
import { openSqlite } from '../../../server/repos/sqlite/index.ts'
import { aSecret, EVENTO } from '../../support/environment.ts'
import { aCadastro, aClaim, anEmpresa, aRegister, NOW } from '../../support/factories.ts'
import { lookAt, valueOf, valuesOf } from '../../support/sqlite-value.ts'
import { aDirectory } from '../../support/temporary.ts'

const SECRET = aSecret('credencial')

/** A production house with a guest, a copy of it, and the built command. */
export async function aHouse() {
  const directory = aDirectory()
  const path = join(directory, 'convites.db')
  const folder = join(directory, 'copias')
  const options = { backups: { directory: folder, everyMs: 1, keep: 5 } }
  const open = () => openSqlite(path, options)
  const storage = await open()
  await storage.transfer.keepFingerprint(fingerprintOf(SECRET))
  const put = (db: Database) =>
    db
      .prepare(
        'INSERT INTO empresa (empresaid, nome, contato, icredencial, licredencial) VALUES (?, ?, ?, 10, 0)',
      )
      .run(
        ...['empresaid', 'nome', 'contato'].map((field) => String(anEmpresa({ empresaid: 'mesa' })[field])),
      )
  lookAt(path, put)
  const register = async (nome: string, n: number) => {
    const chave = `chave-${n}`
    await storage.credenciais.register(
      aRegister({ cadastro: aCadastro({ nome }), chave, now: NOW + n, claim: aClaim('mesa') }),
    )
  }
  /** Creates a copy at that instant. @returns its path */
  const copied = async (now: number) => {
    const turn = await storage.backups?.turn(now)
    if (turn?.kind !== 'made') throw new Error('no copy')
    return turn.path
  }
  await register('ANTES', 1)
  const copy = await copied(NOW)
  /** Moves a copy away, since an erasure erases those in the folder. @returns its new path */
  const carry = (from = copy) => {
    const carried = `${path}.levada`
    copyFileSync(from, carried)
    return carried
  }
  /** Loses the disk of the database. */
  const lose = () => {
    for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true })
  }
  /**
   * The package closes a file only when its statements are collected, so this leaves a file that nobody has
   * open.
   */
  const close = async () => {
    await storage.close()
    copyFileSync(path, `${path}.outro`)
    renameSync(`${path}.outro`, path)
    for (const beside of ['-wal', '-shm']) rmSync(path + beside, { force: true })
  }
  const run = (...args: string[]) => {
    const env = {
      NODE_ENV: 'production' as const,
      PATH: process.env.PATH,
      STORAGE: 'sqlite',
      SQLITE_PATH: path,
      SESSION_SECRET: aSecret('session'),
      CREDENCIAL_SECRET: SECRET,
      PUBLIC_ORIGIN: 'https://convite.test',
      TRUST_PROXY_HOPS: '1',
      EVENTO,
      BACKUP_DIR: folder,
    }
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['build/node/cli/main.js', 'restaurar', ...args],
      { env, encoding: 'utf8' },
    )
    return { exit: status, out: stdout, err: stderr }
  }
  const names = (file = path) =>
    lookAt(file, (db) => valuesOf(db, 'SELECT nome FROM credencial ORDER BY nome'))
  const formers = () => readdirSync(directory).filter((file) => file.includes('.anterior-'))
  const contacts = () => lookAt(path, (db) => valueOf(db, 'SELECT contato FROM empresa'))
  return {
    directory,
    path,
    folder,
    copy,
    storage,
    register,
    open,
    close,
    run,
    names,
    contacts,
    formers,
    copied,
    carry,
    lose,
  }
}
