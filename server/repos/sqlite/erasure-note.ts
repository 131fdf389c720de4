import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isErasure, type LinhaDoHistorico } from '../../domain/historico.ts'
import { sync } from './copies.ts'

/** A line of an erasure. */
export type ErasureNoted = Pick<LinhaDoHistorico, 'historicoid' | 'quem' | 'em' | 'ato' | 'detalhe'>

/** The note of erasures in a folder of backups, for the day the database is lost. */
export type ErasureNote =
  | { kind: 'none' }
  | { kind: 'noted'; linhas: ErasureNoted[] }
  /** The note was cut short, or something else was written into it. */
  | { kind: 'unreadable'; path: string }

const noteIn = (directory: string) => join(directory, 'expurgo.json')

/** Writes a new file beside the note and renames it: on a full disk the former note stays. */
export function writeErasureNote(directory: string, linhas: ErasureNoted[]): void {
  const path = noteIn(directory)
  const fd = openSync(`${path}.novo`, 'w', 0o600)
  try {
    writeSync(fd, `${JSON.stringify({ linhas })}\n`)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  renameSync(`${path}.novo`, path)
  sync(directory)
}

/** @throws what the system throws for a folder that cannot be read */
export function readErasureNote(directory: string): ErasureNote {
  const path = noteIn(directory)
  try {
    const linhas = linhasIn(JSON.parse(readFileSync(path, 'utf8')))
    return linhas ? { kind: 'noted', linhas } : { kind: 'unreadable', path }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return { kind: 'none' }
    return { kind: 'unreadable', path }
  }
}

function linhasIn(stored: unknown): ErasureNoted[] | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { linhas } = stored as Record<string, unknown>
  return Array.isArray(linhas) && linhas.every(isNoted) ? linhas : null
}

function isNoted(one: unknown): one is ErasureNoted {
  if (typeof one !== 'object' || one === null) return false
  const { historicoid, quem, em, ato, detalhe } = one as Record<string, unknown>
  const texts = [historicoid, quem, ato, detalhe]
  return (
    typeof em === 'number' &&
    texts.every((text) => typeof text === 'string') &&
    isErasure({ ato: ato as never })
  )
}

/** Whether a history knows an act. */
export const knows = (history: ErasureNoted[], { historicoid }: ErasureNoted): boolean =>
  history.some((known) => known.historicoid === historicoid)
