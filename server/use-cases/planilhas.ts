import type { EmpresaRow } from '../domain/empresa-row.ts'
import type { Autor } from '../domain/historico.ts'
import { PLANILHA_MS, type PlanilhaEnviada } from '../domain/planilha-repo.ts'
import type { Storage } from '../domain/storage.ts'
import { followUp } from './change-convidado.ts'
import { digestOf, type Effect } from './effect.ts'
import { nextTurn } from './next-turn.ts'
import {
  previewConvidados,
  type Convidados,
  type ConvidadoWrite,
  type PreviewParts,
} from './preview-convidados.ts'
import { previewEmpresas, type ImportParts, type Planilha } from './import-empresas.ts'
import type { RegisterAsOrganiser } from './register-convidado.ts'

/** What was understood of the first rows: which of them has the names of the columns, and what each is read as. */
interface Columns {
  line: number
  columns: { name: string; field: string | null }[]
}

/** What an uploaded spreadsheet is read and compared with. */
export interface OpenParts extends ImportParts, PreviewParts, Pick<Storage, 'planilhas'> {
  /** The rows of companies or guests in what was stored of an upload; null for what cannot be understood. */
  read: {
    empresas: (bytes: Uint8Array) => Promise<(Planilha & Columns) | null>
    convidados: (bytes: Uint8Array) => Promise<(Convidados & Columns) | null>
  }
}

/** An uploaded spreadsheet, what recording it would do now, and the rows that would be written. */
export type OpenPlanilha = Pick<PlanilhaEnviada, 'arquivo' | 'enviadaem'> & {
  effect: Effect
  /** The digest of the effect. */
  digest: string
} & Columns &
  ({ tipo: 'empresas'; rows: EmpresaRow[] } | { tipo: 'convidados'; rows: ConvidadoWrite[] })

/**
 * Opens an uploaded spreadsheet, and writes nothing.
 * @returns null for one that was recorded, uploaded more than an hour ago, or to a version that stored it otherwise
 * @throws StorageError
 */
export async function openPlanilha(parts: OpenParts, planilhaid: string): Promise<OpenPlanilha | null> {
  const planilha = await parts.planilhas.find(planilhaid)
  if (!planilha || planilha.enviadaem + PLANILHA_MS <= parts.now()) return null
  const { arquivo, enviadaem, tipo, bytes } = planilha
  switch (tipo) {
    case 'empresas': {
      const read = await parts.read.empresas(bytes)
      if (!read) return null
      const { effect, rows } = await previewEmpresas(parts, read)
      const digest = await digestOf(effect)
      return { arquivo, enviadaem, tipo, effect, rows, digest, line: read.line, columns: read.columns }
    }
    case 'convidados': {
      const read = await parts.read.convidados(bytes)
      if (!read) return null
      const { effect, rows } = await previewConvidados(parts, read)
      const digest = await digestOf(effect)
      return { arquivo, enviadaem, tipo, effect, rows, digest, line: read.line, columns: read.columns }
    }
    default:
      return tipo satisfies never
  }
}

/** Guests registered at a time: storage commits them together. */
const AT_ONCE = 100

/** How long one request writes, in milliseconds: a proxy gives up after some twenty seconds. */
const WRITING_MS = 10_000

export interface RecordParts extends OpenParts, Pick<Storage, 'credenciais' | 'avips'> {
  newId: () => string
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
  const { inserted, changed, moved, bad } = open.effect
  if (open.tipo === 'empresas') {
    const { refused } = await parts.empresas.importRows(open.rows, false, parts.autor())
    if (refused.length > 0) return { kind: 'changed' }
  } else {
    const written = await writeAll(parts, open.rows)
    if (written < open.rows.length) return { kind: 'partly', written }
  }
  await parts.planilhas.remove(planilhaid)
  return {
    kind: 'recorded',
    inserted: inserted.length,
    changed: changed.length + moved.length,
    bad: bad.length,
  }
}

/** @returns how many rows are stored */
async function writeAll(parts: RecordParts, rows: ConvidadoWrite[]): Promise<number> {
  const until = parts.now() + WRITING_MS
  const corrected: string[] = []
  let written = 0
  for (let at = 0; at < rows.length && parts.now() < until; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE)
    const results = await Promise.allSettled(some.map((row) => write(parts, row)))
    for (const [index, result] of results.entries()) {
      if (result.status === 'rejected') throw result.reason
      if (!result.value) continue
      written += 1
      const id = some[index]?.correct?.credencialid
      if (id !== undefined) corrected.push(id)
    }
    await nextTurn()
  }
  if (corrected.length > 0)
    await followUp(parts.credenciais, async () => {
      for (const credencialid of corrected) await parts.avips.mirror(credencialid)
      return true
    })
  return written
}

/** Writes a row by its acts. @returns false where one of them finds something else than was seen */
async function write(
  { registerAsOrganiser, credenciais, chaveOf, newId, autor }: RecordParts,
  { cadastro, empresaid, move, correct, isRegistered }: ConvidadoWrite,
): Promise<boolean> {
  if (move) {
    const by = autor()
    const moved = await credenciais.move({ ...move, empresaid, reservaid: newId(), now: by.em }, by)
    if (moved.kind !== 'moved') return false
  } else if (isRegistered) {
    const { kind } = await registerAsOrganiser(cadastro, empresaid, autor())
    if (kind !== 'registered' && kind !== 'already-registered') return false
  }
  if (!correct) return true
  return (await credenciais.correct({ ...correct, chaveOf }, autor())).kind === 'corrected'
}
