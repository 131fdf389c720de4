/** A spreadsheet as it was sent. */
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
  /** When that run was last heard of. */
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

/** What became of a run that was to begin. */
export type Begun =
  /** It may go on, from there. */
  | { kind: 'begun'; andamento: Andamento }
  /** Another one is at it. */
  | { kind: 'running' }
  /** Another one has recorded it. */
  | { kind: 'recorded' }
