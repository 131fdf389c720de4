/** A spreadsheet that was uploaded and waits to be recorded. */
export interface PlanilhaEnviada {
  planilhaid: string
  enviadaem: number
  tipo: 'empresas' | 'convidados'
  /** The file's name, as the browser told it. */
  arquivo: string
  /** What was read of the file: the cells of the columns that lists have, some 10 MB at most. */
  bytes: Uint8Array
}

/** Uploaded spreadsheets, kept for an hour. */
export interface PlanilhaRepo {
  put(planilha: PlanilhaEnviada): Promise<void>
  find(planilhaid: string): Promise<PlanilhaEnviada | null>
  remove(planilhaid: string): Promise<void>
  /** Erases those uploaded before an instant. @returns how many */
  forget(before: number): Promise<number>
}

export const PLANILHA_MS = 3_600_000
