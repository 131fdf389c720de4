import type { ChaveOf } from '../domain/credencial-repo.ts'
import type { Autor } from '../domain/historico.ts'
import type { EmpresaRow } from '../domain/planilha-row.ts'
import type { PlanilhaEnviada } from '../domain/planilha-repo.ts'
import type { Storage } from '../domain/storage.ts'
import type { Run } from './andamento.ts'
import { followUp, mirrored } from './change-convidado.ts'
import { nextTurn } from './event-loop.ts'
import type { ConvidadoWrite } from './preview-convidados.ts'
import { writeConvites, type ConvitesParts, type ConviteWrite } from './preview-convites.ts'
import type { RegisterAsOrganiser } from './registration.ts'

/** Guests registered at a time, and in one turn of the event loop, so that other requests come in between. */
const AT_ONCE = 100
const IN_A_TURN = 10

/** The rows of an upload that would be written, each with its acts. */
export type ToWrite =
  | { tipo: 'empresas'; rows: EmpresaRow[] }
  | {
      tipo: 'convidados'
      rows: ConvidadoWrite[]
      convites: ConviteWrite[]
      /** The companies that are stored first. */
      novas: EmpresaRow[]
    }

export interface WriteParts extends ConvitesParts, Pick<Storage, 'avips' | 'credenciais' | 'empresas'> {
  /** The upload: after an erasure, nobody from it is stored. */
  planilha: PlanilhaEnviada
  chaveOf: ChaveOf
  newId: () => string
  registerAsOrganiser: RegisterAsOrganiser
  autor: () => Autor
}

/** @returns whether all rows are stored; null when none is, because storage refuses one */
export async function writeRows(
  parts: WriteParts,
  open: ToWrite,
  run: Run,
  isOver: () => boolean,
): Promise<boolean | null> {
  const { feitas } = run.andamento()
  if (open.tipo === 'convidados') {
    const tell = (done: number) => run.tell({ feitas: feitas + done })
    if (open.novas.length > 0)
      await parts.empresas.importRows(open.novas, true, parts.autor(), undefined, parts.planilha)
    if (!(await writeAll(parts, open.rows, isOver, tell))) return false
    return writeConvites(parts, open.convites, (done) => {
      tell(open.rows.length + done)
      return done === open.convites.length || !isOver()
    })
  }
  let isStopped = false
  const told = (done: number) => {
    run.tell({ feitas: feitas + done })
    isStopped = done < open.rows.length && isOver()
    return !isStopped
  }
  const { inserted, updated, refused } = await parts.empresas.importRows(
    open.rows,
    false,
    parts.autor(),
    told,
    parts.planilha,
  )
  if (refused.length > 0) return inserted + updated > 0 ? false : null
  return !isStopped
}

/** @returns whether all rows are stored */
async function writeAll(
  parts: WriteParts,
  rows: ConvidadoWrite[],
  isOver: () => boolean,
  onProgress: (done: number) => void,
): Promise<boolean> {
  const corrected: string[] = []
  /** The credencialids of those registered, by line. */
  const registered = new Map<number, string>()
  let written = 0
  const writeOne = async (row: ConvidadoWrite) => {
    if (!(await write(parts, row, registered))) return
    written += 1
    if (row.correct) corrected.push(row.correct.credencialid)
  }
  // Those who bring somebody are stored first.
  const isBrought = ({ grupo }: ConvidadoWrite) => grupo !== null
  for (const wave of [rows.filter((row) => !isBrought(row)), rows.filter(isBrought)]) {
    for (let at = 0; at < wave.length && !isOver();) {
      const writes: Promise<PromiseSettledResult<void>[]>[] = []
      const end = Math.min(wave.length, at + AT_ONCE)
      for (; at < end && !isOver(); at += IN_A_TURN) {
        // Settled at once, because one may fail while the next are being begun.
        writes.push(Promise.allSettled(wave.slice(at, Math.min(end, at + IN_A_TURN)).map(writeOne)))
        await nextTurn()
      }
      for (const result of (await Promise.all(writes)).flat())
        if (result.status === 'rejected') throw result.reason
      onProgress(written)
    }
  }
  if (corrected.length > 0) await followUp(parts.credenciais, mirrored(parts.avips, corrected))
  return written === rows.length
}

/** Writes a row by its acts. @returns false when one of them finds something else than was shown */
async function write(
  { registerAsOrganiser, credenciais, chaveOf, newId, autor, planilha }: WriteParts,
  { line, cadastro, empresaid, codigo, move, correct, isRegistered, grupo }: ConvidadoWrite,
  registered: Map<number, string>,
): Promise<boolean> {
  // First, because it stores a number under which the registration then finds the guest.
  if (correct && (await credenciais.correct({ ...correct, chaveOf }, autor())).kind !== 'corrected')
    return false
  if (move) {
    const by = autor()
    const moved = await credenciais.move({ ...move, empresaid, reservaid: newId(), now: by.em }, by)
    if (moved.kind !== 'moved') return false
  } else if (isRegistered) {
    const first = grupo && (grupo.credencialid ?? registered.get(grupo.line))
    // The guest who brings them was not stored this time.
    if (first === undefined) return false
    const by = { planilha, grupo: first, codigo }
    const registration = await registerAsOrganiser(cadastro, empresaid, autor(), by)
    if (!('credencial' in registration)) return false
    registered.set(line, registration.credencial.credencialid)
  }
  return true
}
