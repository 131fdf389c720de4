import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isErasure, type LinhaDoHistorico } from '../../domain/historico.ts'
import { contatosemIn } from '../../domain/outro-evento.ts'
import { sync } from './copies.ts'

/** A line of an erasure. An earlier release noted only the instant: then the historicoid is empty. */
export type ErasureNoted = Pick<LinhaDoHistorico, 'historicoid' | 'quem' | 'em' | 'ato' | 'detalhe'>

/** The note of erasures in a folder of backups, for the day the database is lost. */
export type ErasureNote =
  | { kind: 'none' }
  | { kind: 'noted'; linhas: ErasureNoted[] }
  /** The note was cut short, or something else was written into it. */
  | { kind: 'unreadable'; path: string }

const noteIn = (directory: string) => join(directory, 'expurgo.json')

/**
 * Writes a new file beside the note and renames it: on a full disk the former note stays. The two instants
 * are for earlier releases.
 */
export function writeErasureNote(directory: string, linhas: ErasureNoted[]): void {
  const path = noteIn(directory)
  const apagadoem = linhas.at(-1)?.em ?? null
  const contatosem = contatosemIn(linhas).at(-1) ?? null
  const fd = openSync(`${path}.novo`, 'w', 0o600)
  try {
    writeSync(fd, `${JSON.stringify({ apagadoem, contatosem, linhas })}\n`)
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
  const { linhas, apagadoem, contatosem } = stored as Record<string, unknown>
  if (linhas === undefined) return typeof apagadoem === 'number' ? formerly(apagadoem, contatosem) : null
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

/** Converts an earlier release's note: when everything was erased, and when contacts were. */
function formerly(apagadoem: number, contatosem: unknown): ErasureNoted[] {
  const linha = { historicoid: '', quem: 'cli', ato: 'apagou-tudo' } as const
  const all = { ...linha, em: apagadoem, detalhe: contatosem === apagadoem ? '0 0' : '0' }
  if (typeof contatosem !== 'number' || contatosem === apagadoem) return [all]
  return [{ ...linha, em: contatosem, detalhe: '0 0' }, all]
}

/** Whether two lines are of one act, compared by their instants if one of them has no id. */
export const isSameErasure = (a: ErasureNoted, b: ErasureNoted): boolean =>
  a.historicoid === '' || b.historicoid === '' ? a.em === b.em : a.historicoid === b.historicoid

/**
 * Whether a history knows an act. The act of an earlier release's note may also be in the line of a
 * beginning, which replaced its own.
 */
export function knows(history: ErasureNoted[], linha: ErasureNoted): boolean {
  const isOld = linha.historicoid === ''
  return history.some(
    (known) => isSameErasure(known, linha) || (isOld && contatosemIn([known]).includes(linha.em)),
  )
}
