import { chmodSync, copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { ChaveOf } from '../../domain/credencial-repo.ts'
import {
  APAGA,
  ATOS,
  isErasure,
  newestFirst,
  type Ato,
  type LinhaDoHistorico,
} from '../../domain/historico.ts'
import { juncaoOf } from '../../domain/juncao.ts'
import type { Storage } from '../../domain/storage.ts'
import { erasuresIn, eventoIn } from '../../domain/questions.ts'
import { isBusyError, isFullError, isSqliteError } from './busy.ts'
import { copiesBeside, copyDatabaseNow, formerOf, restoringOf, sync, wholeOf } from './copies.ts'
import { Database } from './database.ts'
import { knows, readErasureNote, type ErasureNoted } from './erasure-note.ts'
import { readsIn } from './reads.ts'
import { recordsIn } from './records.ts'
import { repeat } from './repeat.ts'
import { BASE, LATEST, PASS_THROUGH } from './schema.ts'
import { versionOf } from './upgrade.ts'

export interface RestoreRequest {
  /** The database. */
  path: string
  /** The copy; it stays as it is. */
  file: string
  /** A folder where an erasure is noted, too; null for none. */
  backupDirectory: string | null
  /** The fingerprint of the server's CREDENCIAL_SECRET. */
  fingerprint: string
  /** The natural key made with that secret. */
  chaveOf: ChaveOf
  /** Also replaces a file SQLite cannot read, when nobody can tell whether a server has it open. */
  isDamagedReplaced: boolean
  now: number
  newId: () => string
}

/** The outcome of a restoration. All but `restored` changed nothing. */
export type Restoration =
  | { kind: 'not-found' }
  /** A folder, or a file this user may not read; the system says which. */
  | { kind: 'not-a-file'; problem: string }
  /** The note of erasures since the copy cannot be read. */
  | { kind: 'note-unreadable'; path: string }
  /** The disk of the database has no room for it. */
  | { kind: 'no-room' }
  /** It is not a database of this product, or is incomplete; SQLite says why. */
  | { kind: 'not-a-copy'; problem: string }
  | { kind: 'newer'; version: number }
  /** The copy, or the current database; `through` is the release that brings it to a known schema. */
  | { kind: 'older'; path: string; version: number; through: string }
  | { kind: 'other-secret' }
  /** A server or a command has the database open. */
  | { kind: 'in-use' }
  | { kind: 'damaged' }
  | {
      kind: 'restored'
      convidados: number
      /** Where the previous database is now; null if there was none. */
      former: string | null
      /** Whether erasures since the copy are known: by a database or a folder; false without either. */
      isErasureKnown: boolean
      /** When everything was erased since the copy, and all of its guests with it; null if it was not. */
      apagadoem: number | null
      /** How many of its guests were removed since, one by one, and so are no longer in it. */
      excluidos: number
      /** How many were merged into others since, and so are no longer in it either. */
      juntados: number
      /**
       * Whether anything else was repeated: corrections, renewed or closed links, browsers that left the
       * team.
       */
      isCorrected: boolean
      /** Whether another event was begun since: the former event's data has ended in the copy, too. */
      isComeco: boolean
      /** Whether the event differed since, or its description did: it is as at the time of the copy. */
      isEventoFormer: boolean
    }

/**
 * Replaces the database with a copy in one step: at any moment the path names one or the other. Erasures made
 * since are repeated in the copy first, and the door's list gets another id, so that phones send what the
 * copy lacks.
 * @param open opens a file as storage, which brings its schema up to date
 */
export async function restore(
  request: RestoreRequest,
  open: (path: string) => Promise<Storage>,
): Promise<Restoration> {
  try {
    return await restored(request, open)
  } catch (cause) {
    if (isFullError(cause)) return { kind: 'no-room' }
    throw cause
  }
}

async function restored(
  request: RestoreRequest,
  open: (path: string) => Promise<Storage>,
): Promise<Restoration> {
  const { path, file, now, backupDirectory } = request
  if (!existsSync(file)) return { kind: 'not-found' }
  const note = backupDirectory === null ? ({ kind: 'none' } as const) : readErasureNote(backupDirectory)
  if (note.kind === 'unreadable') return { kind: 'note-unreadable', path: note.path }
  const novo = restoringOf(path)
  discard(path)
  try {
    const problem = copyFile(file, novo)
    if (problem !== null) return { kind: 'not-a-file', problem }
    const refused = refusalOf(novo, request)
    if (refused) return refused
    const held = hold(path)
    try {
      if (held.kind === 'in-use' || (held.kind === 'damaged' && !request.isDamagedReplaced))
        return { kind: held.kind }
      const version = held.kind === 'held' ? versionOf(held.db) : 0
      if (version !== 0 && version < BASE) return { kind: 'older', path, version, through: PASS_THROUGH }
      const current = held.kind === 'held' && version !== 0 ? held.db : null
      const was = current ? shownIn(current) : null
      const repeated = await repeatErasures(
        novo,
        current,
        note.kind === 'noted' ? note.linhas : null,
        request,
        open,
      )
      const isEventoFormer = was !== null && was !== Database.use(novo, shownIn)
      const convidados = Database.use(novo, renewList)
      // One file, checked and on the disk, without a byte of any guest erased from it.
      const whole = wholeOf(novo)
      copyDatabaseNow(novo, whole)
      const former = existsSync(path) ? formerOf(path, now) : null
      if (former) {
        linkSync(path, former)
        // Only a file that SQLite could not read still has them, and they are part of it.
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
    discard(path)
  }
}

/** Removes what a restoration leaves beside a database, wherever it ended. */
function discard(path: string): void {
  const novo = restoringOf(resolve(path))
  for (const copy of copiesBeside(path)) if (copy.path.startsWith(novo)) rmSync(copy.path, { force: true })
}

/** Copies a file with its log, for its owner only. @returns why it cannot be read; null when it was copied */
function copyFile(file: string, novo: string): string | null {
  try {
    copyFileSync(file, novo)
    chmodSync(novo, 0o600)
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${novo}-wal`)
    return null
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    if (!['EISDIR', 'EACCES', 'EPERM', 'ENOTSUP'].includes(code)) throw cause
    return code
  }
}

/** Why a file cannot be restored; null if it can. The contents of a log beside it become part of it. */
function refusalOf(novo: string, { file, fingerprint }: RestoreRequest): Restoration | null {
  try {
    return Database.use(novo, (db): Restoration | null => {
      db.exec('PRAGMA journal_mode = DELETE')
      const [checked] = db.prepare<[], { integrity_check: string }>('PRAGMA integrity_check(1)').all()
      if (checked?.integrity_check !== 'ok')
        return { kind: 'not-a-copy', problem: checked?.integrity_check ?? '' }
      const version = versionOf(db)
      if (version > LATEST) return { kind: 'newer', version }
      const [kept] = db.prepare<[], { valor: string }>(`SELECT valor FROM meta WHERE nome = 'marca'`).all()
      // After the query above, because a file of another kind has no version either.
      if (version < BASE) return { kind: 'older', path: file, version, through: PASS_THROUGH }
      return kept !== undefined && kept.valor !== fingerprint ? { kind: 'other-secret' } : null
    })
  } catch (cause) {
    if (!isSqliteError(cause)) throw cause
    return { kind: 'not-a-copy', problem: cause.message }
  }
}

type Held = { kind: 'held'; db: Database } | { kind: 'none' | 'in-use' | 'damaged' }

/**
 * Takes the database for this process alone, and leaves it as one file. A server that starts meanwhile waits,
 * and then finds that it waited for the former file (`openConnection`).
 */
function hold(path: string): Held {
  if (!existsSync(path)) return { kind: 'none' }
  const db = new Database(path, { timeout: 0 })
  try {
    // Fails while another process has it open in WAL mode.
    db.exec('PRAGMA journal_mode = DELETE; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return { kind: 'held', db }
  } catch (cause) {
    db.close()
    if (!isSqliteError(cause) || isFullError(cause)) throw cause
    return { kind: isBusyError(cause) ? 'in-use' : 'damaged' }
  }
}

type Repeated = Pick<
  Extract<Restoration, { kind: 'restored' }>,
  'isErasureKnown' | 'apagadoem' | 'excluidos' | 'juntados' | 'isCorrected' | 'isComeco'
>

/**
 * Repeats in a copy the erasures and endings since it was made, according to the current database or the
 * folder of backups.
 */
async function repeatErasures(
  novo: string,
  current: Database | null,
  note: ErasureNoted[] | null,
  { newId, chaveOf }: RestoreRequest,
  open: (path: string) => Promise<Storage>,
): Promise<Repeated> {
  const copy = Database.use(novo, contentsOf)
  const acts = current ? repeatedIn(current) : []
  const noted = notedSince(note ?? [], copy.linhas).filter((linha) => !knows(acts, linha))
  const since = [...noted.map((linha) => ({ ...linha, alvo: '' })), ...acts].filter(
    (linha) => !knows(copy.linhas, linha),
  )
  const of = (ato: Ato) => since.filter((linha) => linha.ato === ato)
  const countIn = (ids: string[]) => ids.filter((id) => copy.convidados.has(id)).length
  const erasures = since.filter(isErasure)
  const repeated = {
    isErasureKnown: current !== null || note !== null,
    apagadoem: erasures.at(-1)?.em ?? null,
    // Guests erased with everyone else are not counted again.
    excluidos: erasures.length > 0 ? 0 : countIn(of('excluiu').map(({ alvo }) => alvo)),
    juntados: erasures.length > 0 ? 0 : countIn(of('juntou').map((linha) => juncaoOf(linha).gone)),
    isCorrected: since.length > erasures.length + of('excluiu').length + of('juntou').length,
    isComeco: of('comecou-evento').length > 0,
  }
  if (since.length === 0) return repeated
  const storage = await open(novo)
  const beside = new Database(novo)
  try {
    await repeat(
      { storage, beside: recordsIn(beside), current: current && readsIn(current), chaveOf, newId },
      since,
    )
  } finally {
    beside.close()
    await storage.close()
  }
  return repeated
}

/** A note without a beginning the copy has is older than the copy, and says nothing about the time since. */
const notedSince = (note: ErasureNoted[], copy: LinhaDoHistorico[]) =>
  copy.every((linha) => linha.ato !== 'comecou-evento' || knows(note, linha)) ? note : []

/** The lines of acts that are repeated, erasures last. */
function repeatedIn(db: Database): LinhaDoHistorico[] {
  const reads = readsIn(db)
  const atos = ATOS.filter((ato) => APAGA[ato] !== null && !isErasure({ ato }))
  const linhas = atos.flatMap((ato) => reads.find('historico', { ato }))
  return [...linhas.sort(newestFirst).reverse(), ...erasuresIn(reads)]
}

/** The guests of a copy, and the repeated acts it already has. */
const contentsOf = (db: Database) => ({
  convidados: new Set(readsIn(db).ids('credenciais', {})),
  linhas: repeatedIn(db),
})

/** The stored event without the count of its saves; null if there is none. */
function shownIn(db: Database): string | null {
  const stored = eventoIn(readsIn(db))
  return stored && JSON.stringify(stored.evento ? [stored.evento, stored.canceladoem] : [])
}

/** Gives the door's list another id. @returns how many guests there are */
function renewList(db: Database): number {
  db.exec(`UPDATE meta SET valor = lower(hex(randomblob(8))) WHERE nome = 'alteracoes'`)
  return readsIn(db).count('credenciais', {})
}
