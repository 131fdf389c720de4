import type { Respostas } from '../domain/pergunta.ts'
import type { ConvidadoRow, PlanilhaRow } from '../domain/planilha-row.ts'
import { type Andamento, PLANILHA_MS, type PlanilhaEnviada } from '../domain/planilha-repo.ts'
import { linhaDoHistorico } from '../domain/historico.ts'
import type { BadRow, Lidas } from '../domain/name-rows.ts'
import type { Storage } from '../domain/storage.ts'
import { beginRun, whileNoted, type Progress } from './andamento.ts'
import { digestOf, joined, type Effect, type Preview } from './effect.ts'
import { createGivers, EMPRESAS } from './givers.ts'
import { previewConvidados, type ConvidadoWrite } from './preview-convidados.ts'
import { previewConvites, type ConvitesParts } from './preview-convites.ts'
import { previewEmpresas, type ImportParts } from './import-empresas.ts'
import { writeRows, type ToWrite, type WriteParts } from './write-planilha.ts'

/** A sheet as it is read: its rows, the organiser's answers, and how a sentence says where a line stands. */
interface Folha<Row> extends Lidas<Row> {
  respostas: Record<string, Respostas>
  ondeOf: (line: number) => string
  sobra: Sobra
}

/** What of a sheet is not read at all. */
export interface Sobra {
  /** The hidden rows, by their lines. */
  ocultas: number[]
  colunas: { letra: string; nome: string }[]
}

export interface OpenParts extends ImportParts, ConvitesParts, Pick<Storage, 'planilhas'> {
  /** Reads the rows of a stored upload; null if it cannot be understood. */
  read: (
    planilha: PlanilhaEnviada,
  ) => Promise<
    ({ tipo: 'empresas' } & Folha<PlanilhaRow>) | ({ tipo: 'convidados' } & Folha<ConvidadoRow>) | null
  >
}

/** An uploaded spreadsheet, what recording it would do now, and the rows that would be written. */
export type OpenPlanilha = Pick<PlanilhaEnviada, 'arquivo' | 'enviadaem'> &
  Pick<Folha<never>, 'ondeOf' | 'sobra'> & { effect: Effect; digest: string } & ToWrite

/** How many rows recording it would write. */
export const countRows = (open: OpenPlanilha): number =>
  open.rows.length + (open.tipo === 'convidados' ? open.convites.length : 0)

/**
 * Opens an uploaded spreadsheet, and writes nothing.
 * @returns null for one that was recorded, uploaded over an hour ago, or to a version that stored it
 * differently
 */
export async function openPlanilha(parts: OpenParts, planilhaid: string): Promise<OpenPlanilha | null> {
  const planilha = await findEnviada(parts, planilhaid)
  const read = planilha && (await parts.read(planilha))
  if (!read) return null
  const found =
    read.tipo === 'empresas'
      ? {
          tipo: read.tipo,
          ...(await previewEmpresas(parts, read, (line) => read.respostas[line] ?? {})),
        }
      : { tipo: read.tipo, ...(await previewAll(parts, read)) }
  const written = found.tipo === 'empresas' ? found.rows : [...found.novas, ...found.rows, ...found.convites]
  const digest = await digestOf(found.effect, written)
  const { arquivo, enviadaem } = planilha
  const { ondeOf, sobra } = read
  return { arquivo, enviadaem, ondeOf, sobra, digest, ...found }
}

/** An upload; null for one from over an hour ago. */
export async function findEnviada(
  { planilhas, now }: Pick<OpenParts, 'planilhas' | 'now'>,
  planilhaid: string,
): Promise<PlanilhaEnviada | null> {
  const planilha = await planilhas.find(planilhaid)
  return planilha && planilha.enviadaem + PLANILHA_MS > now() ? planilha : null
}

/** What becomes of the guests who are confirmed by the sheet, and of those it invites. */
async function previewAll(
  parts: OpenParts,
  { rows, bad, avisos, limpas, perguntas, respostas }: Folha<ConvidadoRow>,
): Promise<Preview<ConvidadoWrite> & Pick<ToWrite & { tipo: 'convidados' }, 'convites' | 'novas'>> {
  const givers = await createGivers(parts, rows, respostas[EMPRESAS])
  const coming = rows.filter(({ row }) => !row.isConvite)
  const invited = rows.filter(({ row }) => row.isConvite)
  const one = await previewConvidados(parts, coming, givers)
  const other = await previewConvites(parts, invited, givers)
  const read = { bad, avisos, limpas, perguntas: [...perguntas, ...givers.asked()] }
  const novas = givers.novas()
  return { rows: one.rows, convites: other.rows, novas, effect: joined(read, one.effect, other.effect) }
}

export interface RecordParts extends OpenParts, Omit<WriteParts, 'planilha'>, Pick<Storage, 'historico'> {
  /** Makes the file of refused rows that is kept. */
  keep: (refused: BadRow[]) => Uint8Array
}

export type Recorded =
  /** All its good rows are written, now or by another run; only the refused rows are left of the upload. */
  | { kind: 'recorded' }
  /** Some rows are left: it stopped, or storage refused them this time. The progress says how many. */
  | { kind: 'stopped' }
  | { kind: 'running' }
  /** It would no longer do what was shown; nothing was written. */
  | { kind: 'changed' }
  /** It was uploaded over an hour ago, or never. */
  | { kind: 'gone' }

/**
 * Writes the good rows of an uploaded spreadsheet, if it still does what was shown. If several try at once,
 * one does it. After a failure another can continue with the remaining rows, because every row has a natural
 * key.
 * @param digest of the effect that was shown
 * @param signal stops it at the next rows
 */
export async function recordPlanilha(
  parts: RecordParts,
  planilhaid: string,
  digest: string,
  signal?: AbortSignal,
): Promise<Recorded> {
  const { planilhas } = parts
  const uploaded = await findEnviada(parts, planilhaid)
  if (!uploaded)
    return (await planilhas.findAndamento(planilhaid))?.fase === 'gravada' ? RECORDED : { kind: 'gone' }
  const begun = await beginRun(parts, uploaded, 'gravando')
  if (begun.kind !== 'begun') return begun
  let bad: BadRow[] = []
  const recorded = await whileNoted<Recorded>(parts, begun.andamento, async (run) => {
    const open = await openPlanilha(parts, planilhaid)
    if (!open) return { result: { kind: 'gone' }, told: {} }
    const changed = {
      result: { kind: 'changed' } as const,
      told: { ...begun.andamento, fase: 'mudou' as const },
    }
    if (open.digest !== digest) return changed
    bad = open.effect.bad.map((row) => ({ ...row, onde: open.ondeOf(Math.floor(row.line)) }))
    await run.tellNow(planOf(begun.andamento, open))
    // Before the first row, so that it can be taken back even if no row follows; once, however often it resumes.
    const autor = { ...parts.autor(), historicoid: `${planilhaid}.gravada` }
    const rows = countRows(open)
    if (rows > 0)
      await parts.historico.add(linhaDoHistorico(autor, 'gravou-planilha', planilhaid, String(rows)))
    const isOver = () => run.isLost() || signal?.aborted === true
    const isWhole = await writeRows({ ...parts, planilha: uploaded }, open, run, isOver)
    if (isWhole === null) return changed
    if (!isWhole) return { result: { kind: 'stopped' }, told: {} }
    return { result: RECORDED, told: { fase: 'gravada', feitas: run.andamento().total } }
  })
  // Personal data is erased as soon as it is not needed.
  if (recorded.kind === 'recorded') await putUnlessErased(planilhas, { ...uploaded, bytes: parts.keep(bad) })
  return recorded
}

/** Stores an upload again, and removes it if an erasure has taken its progress, so that nothing is left. */
export async function putUnlessErased(
  planilhas: Storage['planilhas'],
  planilha: PlanilhaEnviada,
): Promise<void> {
  await planilhas.put(planilha)
  const { planilhaid } = planilha
  if (!(await planilhas.findAndamento(planilhaid))) await planilhas.remove(planilhaid)
}

const RECORDED = { kind: 'recorded' } as const

/** The progress when a recording begins. A resumed one adds what was done before, and refused since. */
function planOf({ total, entram, mudam, recusadas }: Andamento, open: OpenPlanilha): Progress {
  const { effect } = open
  const count = countRows(open)
  const { inserted, changed, moved, bad } = effect
  const refused = bad.length
  const isFirst = total === 0
  if (isFirst)
    return {
      total: count,
      feitas: 0,
      recusadas: refused,
      entram: inserted.length,
      mudam: changed.length + moved.length,
    }
  const fewer = Math.max(0, refused - recusadas)
  const whole = Math.max(count, total - fewer)
  return {
    total: whole,
    feitas: whole - count,
    recusadas: refused,
    entram: Math.max(0, entram - fewer),
    mudam: mudam - Math.max(0, fewer - entram),
  }
}
