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
  remove(planilhaid: string): Promise<void>
  /** Erases those uploaded before an instant, and what is told of uploads since before it. @returns of how many */
  forget(before: number): Promise<number>
}

export const PLANILHA_MS = 3_600_000

export interface Enviada {
  planilhaid: string
  enviadaem: number
  tipo: 'empresas' | 'convidados'
  /** The file's name, as the browser told it. */
  arquivo: string
}

/**
 * How far an upload is on its way: being read, refused, read and to be checked, being recorded, recorded; `mudou` where it
 * would do something else than was seen, and nothing more was recorded.
 */
export type Fase = 'lendo' | 'recusada' | 'lida' | 'mudou' | 'gravando' | 'gravada'

/** What is told of an upload while it is read or recorded, and afterwards. */
export interface Andamento extends Enviada {
  fase: Fase
  /** The run that reads or records it, by an id each has of its own; empty text while none does. */
  quem: string
  vistaem: number
  /** Rows done, and of how many; 0 while that is not known. */
  feitas: number
  total: number
  /** Rows of the recording as it was begun: new, changed, refused. */
  entram: number
  mudam: number
  recusadas: number
  /** What is wrong with the file: a sentence; empty text where it was taken. */
  problema: string
}

/** What a run that has just begun tells: nothing is counted yet. */
export const NOTHING_DONE = { feitas: 0, total: 0, entram: 0, mudam: 0, recusadas: 0, problema: '' }

/** A run that was not heard of for so long has stopped, in milliseconds. */
export const STOPPED_MS = 15_000

/** Tells whether a run reads or records an upload now, in this process or another. */
export function isRunning({ quem, vistaem }: Andamento, now: number): boolean {
  return quem !== '' && now - vistaem < STOPPED_MS
}

export type Begun = { kind: 'begun'; andamento: Andamento } | { kind: 'running' } | { kind: 'recorded' }
