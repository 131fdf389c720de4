import type { Andamento, Begun, Enviada } from './andamento.ts'

/** A spreadsheet that was uploaded and waits to be recorded. */
export interface PlanilhaEnviada extends Enviada {
  /** What was read of the file: the cells of the columns that lists have, some 10 MB at most. */
  bytes: Uint8Array
  /** The last erasure before it was sent, by its line, where storage tells by it whether another came since. */
  expurgo?: string
}

/** What tells whether everything was erased since an upload. */
export type Upload = Pick<PlanilhaEnviada, 'planilhaid' | 'expurgo'>

/** Uploaded spreadsheets, kept for an hour, and how far each is, for an hour since it was uploaded or recorded. */
export interface PlanilhaRepo {
  put(planilha: PlanilhaEnviada): Promise<void>
  find(planilhaid: string): Promise<PlanilhaEnviada | null>
  findAndamento(planilhaid: string): Promise<Andamento | null>
  /** Begins to read or record an upload. Of two at once one does. */
  begin(andamento: Andamento): Promise<Begun>
  /** Notes how far the run `quem` is. @returns false where it is no longer its upload */
  note(quem: string, andamento: Andamento): Promise<boolean>
  /** Erases an upload with all that is told of it. */
  remove(planilhaid: string): Promise<void>
  /** Erases those uploaded before an instant, and what is told of uploads since before it. @returns of how many */
  forget(before: number): Promise<number>
}

export const PLANILHA_MS = 3_600_000
