import type { Autor } from './historico.ts'
import type { Desfeitos, Importado } from './importacao.ts'

/** A spreadsheet that was uploaded and waits to be recorded. */
export interface PlanilhaEnviada extends Enviada {
  /** What was read of the file: the cells of the columns that lists have, about 10 MB at most. */
  bytes: Uint8Array
  /**
   * The history line of the last erasure before the upload, on storage that uses it to tell whether another
   * came since.
   */
  expurgo?: string
}

/** The fields that tell whether everything was erased since an upload. */
export type Upload = Pick<PlanilhaEnviada, 'planilhaid' | 'expurgo'>

/** Uploaded spreadsheets, kept for an hour; their progress, kept for an hour after upload or recording. */
export interface PlanilhaRepo {
  put(planilha: PlanilhaEnviada): Promise<void>
  find(planilhaid: string): Promise<PlanilhaEnviada | null>
  findAndamento(planilhaid: string): Promise<Andamento | null>
  /** Begins to read or record an upload. If two begin at once, one does it. */
  begin(andamento: Andamento): Promise<Begun>
  /** Notes how far the run `quem` is. @returns false when the upload is no longer this run's */
  note(quem: string, andamento: Andamento): Promise<boolean>
  /** What an import noted, in no order; empty for one before this was noted, and once all was erased. */
  listImportados(planilhaid: string): Promise<Importado[]>
  hasImportados(planilhaid: string): Promise<boolean>
  /**
   * Takes a part of an import back, in one transaction (decision 0057): of companies one at a time. What
   * something has happened to since stays, and what is taken back already counts no more.
   */
  takeBack(importadoids: string[], autor: Autor): Promise<Desfeitos>
  remove(planilhaid: string): Promise<void>
  /** Erases uploads from before an instant, and the progress noted for them. @returns how many */
  forget(before: number): Promise<number>
}

export const PLANILHA_MS = 3_600_000

export interface Enviada {
  planilhaid: string
  enviadaem: number
  tipo: 'empresas' | 'convidados'
  /** The file's name, as the browser gave it. */
  arquivo: string
}

/**
 * How far an upload is: being read, refused, read and to be checked, being recorded, recorded. `mudou`:
 * recording would now do something else than was shown, and nothing more was recorded.
 */
export type Fase = 'lendo' | 'recusada' | 'lida' | 'mudou' | 'gravando' | 'gravada'

/** The progress of an upload while it is read or recorded, and the outcome afterwards. */
export interface Andamento extends Enviada {
  fase: Fase
  /** The id of the run that reads or records it, unique to each run; empty text while none does. */
  quem: string
  vistaem: number
  /** Rows done, and the total; 0 while that is not known. */
  feitas: number
  total: number
  /** Rows when the recording began: new, changed, refused. */
  entram: number
  mudam: number
  recusadas: number
  /** A sentence about what is wrong with the file; empty text if it was accepted. */
  problema: string
}

/** The progress of a run that has just begun. */
export const NOTHING_DONE = { feitas: 0, total: 0, entram: 0, mudam: 0, recusadas: 0, problema: '' }

/** A run that has not been heard from for this long has stopped, in milliseconds. */
export const STOPPED_MS = 15_000

/** Tells whether a run is reading or recording an upload now, in this process or another. */
export function isRunning({ quem, vistaem }: Andamento, now: number): boolean {
  return quem !== '' && now - vistaem < STOPPED_MS
}

export type Begun = { kind: 'begun'; andamento: Andamento } | { kind: 'running' } | { kind: 'recorded' }
