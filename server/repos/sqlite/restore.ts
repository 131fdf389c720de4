import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { LinhaDoHistorico } from '../../domain/historico.ts'
import type { Storage } from '../../domain/storage.ts'
import { erasureIn, erasureNotedIn, type KnownErasure } from './backups.ts'
import { isBusyError, isSqliteError } from './busy.ts'
import { copiesBeside, copyDatabaseNow, formerOf } from './copies.ts'
import { Database } from './database.ts'
import { STEPS } from './schema.ts'
import { versionOf } from './upgrade.ts'

export interface RestoreRequest {
  /** The database. */
  path: string
  /** The copy; it stays as it is. */
  file: string
  /** Where an erasure is noted, too; null for none. */
  backupDirectory: string | null
  /** Of the CREDENCIAL_SECRET the server is run with. */
  fingerprint: string
  /** Puts it in the place of a file SQLite cannot read, of which nobody can tell whether a server has it open. */
  isDamagedReplaced: boolean
  now: number
  newId: () => string
}

/** What became of a restoration; whatever but `restored` changed nothing. */
export type Restoration =
  | { kind: 'not-found' }
  /** It is no database of this product, or not whole; SQLite says why. */
  | { kind: 'not-a-copy'; problem: string }
  | { kind: 'newer'; version: number }
  | { kind: 'other-secret' }
  /** A server or a command has the database open. */
  | { kind: 'in-use' }
  | { kind: 'damaged' }
  | {
      kind: 'restored'
      convidados: number
      /** Where the database that was there lies now; null where there was none. */
      former: string | null
      /** Whether anything tells of erasures made since the copy: without a database and a folder nothing does. */
      isErasureKnown: boolean
      /** When everything was erased since the copy, and with it all of its guests; null where it was not. */
      apagadoem: number | null
      /** How many of its guests were removed since, one by one, and are not in it any more. */
      excluidos: number
      /** Whether the event was another one since, or described otherwise: it is as it was then. */
      isEventoFormer: boolean
    }

/**
 * Puts a copy in the place of the database, in one step: the path names the one or the other at any moment. Erasures made
 * since are repeated in it before, and the door's list gets another id, so that phones send what the copy lacks.
 * @param open opens a file as storage, which brings its schema up to date
 */
export async function restore(
  request: RestoreRequest,
  open: (path: string) => Promise<Storage>,
): Promise<Restoration> {
  const { path, file, now } = request
  if (!existsSync(file)) return { kind: 'not-found' }
  const novo = `${path}.restaurando`
  discard(novo)
  try {
    copyFileSync(file, novo)
    chmodSync(novo, 0o600)
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${novo}-wal`)
    const refused = refusalOf(novo, request.fingerprint)
    if (refused) return refused
    const held = hold(path)
    try {
      if (held.kind === 'in-use' || (held.kind === 'damaged' && !request.isDamagedReplaced))
        return { kind: held.kind }
      const current = held.kind === 'held' ? held.db : null
      const was = current ? eventoIn(current) : null
      const repeated = await repeatErasures(novo, current, request, open)
      const isEventoFormer = was !== null && was !== eventoOf(novo)
      const convidados = renewList(novo)
      // One file, checked and on the disk, without a byte of whom was erased from it.
      const whole = `${novo}.db`
      copyDatabaseNow(novo, whole)
      const former = existsSync(path) ? formerOf(path, now) : null
      if (former) {
        linkSync(path, former)
        // Of a file that SQLite could read they are gone: they are part of what it could not.
        for (const beside of ['-wal', '-shm'])
          if (existsSync(path + beside)) renameSync(path + beside, former + beside)
      }
      renameSync(whole, path)
      sync(dirname(resolve(path)))
      return { kind: 'restored', convidados, former, ...repeated, isEventoFormer }
    } finally {
      if (held.kind === 'held') held.db.close()
    }
  } finally {
    discard(novo)
  }
}

const discard = (file: string) => {
  const parts = [file, `${file}-wal`, `${file}-shm`, `${file}-journal`, `${file}.db`]
  for (const part of [...parts, ...copiesBeside(file).map((copy) => copy.path)]) rmSync(part, { force: true })
}

/** Why a file cannot be put back; null where it can. What a log beside it holds is then part of it. */
function refusalOf(novo: string, fingerprint: string): Restoration | null {
  const db = new Database(novo)
  try {
    db.exec('PRAGMA journal_mode = DELETE')
    const [checked] = db.prepare<[], { integrity_check: string }>('PRAGMA integrity_check(1)').all()
    if (checked?.integrity_check !== 'ok')
      return { kind: 'not-a-copy', problem: checked?.integrity_check ?? '' }
    const version = versionOf(db)
    if (version > STEPS.length) return { kind: 'newer', version }
    const [kept] = db.prepare<[], { valor: string }>(`SELECT valor FROM meta WHERE nome = 'marca'`).all()
    return kept !== undefined && kept.valor !== fingerprint ? { kind: 'other-secret' } : null
  } catch (cause) {
    if (!isSqliteError(cause)) throw cause
    return { kind: 'not-a-copy', problem: cause.message }
  } finally {
    db.close()
  }
}

type Held = { kind: 'held'; db: Database } | { kind: 'none' | 'in-use' | 'damaged' }

/**
 * Takes the database for this process alone, and leaves it as one file. A server that starts meanwhile waits, and then
 * finds that it waited at the former one (`openConnection`).
 */
function hold(path: string): Held {
  if (!existsSync(path)) return { kind: 'none' }
  const db = new Database(path, { timeout: 0 })
  try {
    // Whoever has it open in WAL mode keeps this from being done.
    db.exec('PRAGMA journal_mode = DELETE; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return { kind: 'held', db }
  } catch (cause) {
    db.close()
    if (!isSqliteError(cause)) throw cause
    return { kind: isBusyError(cause) ? 'in-use' : 'damaged' }
  }
}

type Repeated = Pick<Extract<Restoration, { kind: 'restored' }>, 'isErasureKnown' | 'apagadoem' | 'excluidos'>

/** Erases from a copy whom the present database, or the folder of backups, says were erased after it was made. */
async function repeatErasures(
  novo: string,
  current: Database | null,
  { backupDirectory, newId }: RestoreRequest,
  open: (path: string) => Promise<Storage>,
): Promise<Repeated> {
  const noted = backupDirectory === null ? null : erasureNotedIn(backupDirectory)
  const hasHistory = current !== null && hasTable(current, 'historico')
  const known = latest([noted, hasHistory ? erasureIn(current) : null])
  const removals = hasHistory ? removalsIn(current) : []
  const copy = contentsOf(novo)
  const isLater = (at: number | null, than: number | null) => at !== null && at > (than ?? -Infinity)
  const apagadoem = isLater(known.apagadoem, copy.erasure.apagadoem) ? known.apagadoem : null
  const areContactsErased = isLater(known.contatosem, copy.erasure.contatosem)
  const since = removals.filter(({ alvo }) => copy.convidados.has(alvo))
  const told = { isErasureKnown: current !== null || noted !== null, apagadoem }
  if (apagadoem === null && since.length === 0) return { ...told, excluidos: 0 }

  const storage = await open(novo)
  const { credenciais } = storage
  try {
    for (const { historicoid, quem, em, alvo, detalhe } of since)
      await credenciais.remove(alvo, detalhe !== '', { historicoid, quem, em })
    if (apagadoem !== null) {
      const autor = { historicoid: newId(), quem: 'cli', em: apagadoem }
      await credenciais.erasePersonalData(autor, undefined, { isEarlyAllowed: true, areContactsErased })
    } else await credenciais.wipeRemoved()
  } finally {
    await storage.close()
  }
  return { ...told, excluidos: apagadoem === null ? since.length : 0 }
}

const latest = (known: (KnownErasure | null)[]): KnownErasure => {
  const last = (field: keyof KnownErasure) => {
    const instants = known.flatMap((each) => each?.[field] ?? [])
    return instants.length === 0 ? null : Math.max(...instants)
  }
  return { apagadoem: last('apagadoem'), contatosem: last('contatosem') }
}

const hasTable = (db: Database, table: string) =>
  db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`).all(table).length > 0

const removalsIn = (db: Database) =>
  db
    .prepare<[], LinhaDoHistorico>(`SELECT * FROM historico WHERE ato = 'excluiu' ORDER BY em, historicoid`)
    .all()

/** Whom a copy has, and what it knows of erasures. */
function contentsOf(novo: string): { convidados: Set<string>; erasure: KnownErasure } {
  const db = new Database(novo)
  try {
    const rows = db.prepare<[], { credencialid: string }>('SELECT credencialid FROM credencial').all()
    return {
      convidados: new Set(rows.map(({ credencialid }) => credencialid)),
      erasure: hasTable(db, 'historico') ? erasureIn(db) : { apagadoem: null, contatosem: null },
    }
  } finally {
    db.close()
  }
}

/** The event as it is stored, without what counts its saves; null where none is. */
function eventoIn(db: Database): string | null {
  if (!hasTable(db, 'evento')) return null
  const [row] = db
    .prepare<[], { evento: string }>(
      `SELECT json_array(json_extract(gravado, '$.evento'), json_extract(gravado, '$.canceladoem')) AS evento FROM evento`,
    )
    .all()
  return row?.evento ?? null
}

function eventoOf(path: string): string | null {
  const db = new Database(path)
  try {
    return eventoIn(db)
  } finally {
    db.close()
  }
}

/** Gives the door's list another id. @returns how many guests there are */
function renewList(novo: string): number {
  const db = new Database(novo)
  try {
    db.exec(`UPDATE meta SET valor = lower(hex(randomblob(8))) WHERE nome = 'alteracoes'`)
    const [counted] = db
      .prepare<[], { convidados: number }>('SELECT count(*) AS convidados FROM credencial')
      .all()
    return counted?.convidados ?? 0
  } finally {
    db.close()
  }
}

function sync(path: string): void {
  const fd = openSync(path, 'r')
  fsyncSync(fd)
  closeSync(fd)
}
