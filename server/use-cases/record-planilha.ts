import type { ConvidadoLine } from '../domain/convidado-row.ts'
import type { Autor } from '../domain/historico.ts'
import { nextTurn } from './next-turn.ts'
import { openPlanilha, type OpenParts } from './open-planilha.ts'
import type { RegisterAsOrganiser } from './register-as-organiser.ts'

/** Guests registered at a time: storage commits them together. */
const AT_ONCE = 100

/** How long one request writes, in milliseconds: a proxy gives up after some twenty seconds. */
const WRITING_MS = 10_000

export interface RecordParts extends OpenParts {
  registerAsOrganiser: RegisterAsOrganiser
  /** The author of an act; another one each time. */
  autor: () => Autor
}

/** What became of a spreadsheet. */
export type Recorded =
  /** All its good rows are written, and the upload is removed. */
  | { kind: 'recorded'; inserted: number; changed: number; bad: number }
  /** Some rows are left, because time ran out or storage refused them by then: open it again. */
  | { kind: 'partly'; written: number }
  /** It would no longer do what was seen; nothing was written. */
  | { kind: 'changed' }
  /** It was recorded before, or uploaded more than an hour ago. */
  | { kind: 'gone' }

/**
 * Writes the good rows of an uploaded spreadsheet, if it still does what was seen. Repeated after a failure or beside
 * another one, it goes on with the rows that are left: every row has a natural key.
 * @param digest of the effect that was seen
 * @throws StorageError
 */
export async function recordPlanilha(
  parts: RecordParts,
  planilhaid: string,
  digest: string,
): Promise<Recorded> {
  const open = await openPlanilha(parts, planilhaid)
  if (!open) return { kind: 'gone' }
  if (open.digest !== digest) return { kind: 'changed' }
  const { inserted, changed, bad } = open.effect
  if (open.tipo === 'empresas') {
    const { refused } = await parts.empresas.importRows(open.rows, false, parts.autor())
    if (refused.length > 0) return { kind: 'changed' }
  } else {
    const written = await registerAll(parts, open.rows)
    if (written < open.rows.length) return { kind: 'partly', written }
  }
  await parts.planilhas.remove(planilhaid)
  return { kind: 'recorded', inserted: inserted.length, changed: changed.length, bad: bad.length }
}

/** @returns how many rows are stored */
async function registerAll(
  { registerAsOrganiser, autor, now }: RecordParts,
  rows: ConvidadoLine[],
): Promise<number> {
  const until = now() + WRITING_MS
  let written = 0
  for (let at = 0; at < rows.length && now() < until; at += AT_ONCE) {
    const registrations = await Promise.allSettled(
      rows
        .slice(at, at + AT_ONCE)
        .map(({ row }) => registerAsOrganiser(row.cadastro, row.empresaid, autor())),
    )
    for (const registration of registrations) {
      if (registration.status === 'rejected') throw registration.reason
      const { kind } = registration.value
      if (kind === 'registered' || kind === 'already-registered') written += 1
    }
    await nextTurn()
  }
  return written
}
