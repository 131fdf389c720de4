import { wrap, type DBSchema, type IDBPDatabase } from 'idb'
import type { EntradaEnviada, Lista } from '../../server/domain/porta-sync.ts'
import { inTime, Silence } from './clock.ts'
import type { NotStored } from './shown.ts'

/** What is known of the pairing and of the last answer. Instants by the server's clock. */
export interface Aparelho {
  /** Facts made on this phone so far. */
  seq: number
  /** What the server's clock was ahead of this phone's. */
  desvio: number
  nome: string
  aparelhos: Record<string, string>
  /** When the list was renewed; null where there was none. */
  de: number | null
  apagarem: number | null
  /** When the event begins, as the server told last; null until it does. */
  inicio: string | null
  /** When the volunteer said that the event is today; null where they did not. */
  hojeem: number | null
  apagadaem: number | null
  revogadoem: number | null
  /** Written now and then, and read back: whether anything is kept. */
  prova: string
}

/** A fact made on this phone, as it is stored here. */
export interface Fact extends EntradaEnviada {
  /** Its seq while the server has not got it; else left out, and with it the fact of the index of the unsent. */
  porEnviar?: number
}

/** A list, or a difference, as it was told. `de` is the mark it goes on from; null for a whole one. */
export interface Part {
  de: string | null
  lista: Lista
}

interface Schema extends DBSchema {
  entradas: { key: string; value: Fact; indexes: { porEnviar: number } }
  lista: { key: number; value: Part }
  aparelho: { key: 'este'; value: Aparelho }
}

export type Database = IDBPDatabase<Schema>

/** Opens the door's database on this phone. A later version of the page may replace it: this one closes then. */
export async function openDatabase(factory: IDBFactory): Promise<Database> {
  const request = factory.open('porta', 1)
  request.onupgradeneeded = () => {
    const { result } = request
    result.createObjectStore('entradas', { keyPath: 'entradaid' }).createIndex('porEnviar', 'porEnviar')
    result.createObjectStore('lista', { autoIncrement: true })
    result.createObjectStore('aparelho')
  }
  const database = (await wrap(request)) as unknown as Database
  database.addEventListener('versionchange', () => database.close())
  return database
}

/** How long the database may keep silent; Safari's now and then never answers. */
const ANSWER_MS = 8_000

/**
 * What comes of an act on the database, unless it keeps silent. An act that was given up may end all the same: what it
 * stored is sent, and found again when the page is opened.
 */
export const answered = <T>(act: Promise<T>) => inTime(act, ANSWER_MS, 'database')

/** Whether the way to the database broke, as WebKit's does after a while in the background; it may be opened again. */
export function isLost(error: unknown): boolean {
  const { name, message } = error as Error
  return (
    /connection.*(?:lost|clos)/i.test(message) ||
    ['InvalidStateError', 'UnknownError', 'AbortError'].includes(name)
  )
}

/** What to tell where the phone keeps nothing. */
export function notStored(error: unknown, nomes: string[] = []): NotStored {
  return { kind: 'not-stored', reason: reasonOf(error), nomes }
}

function reasonOf(error: unknown): NotStored['reason'] {
  const { name } = error as Error
  if (error instanceof Silence) return 'calado'
  if (name === 'QuotaExceededError') return 'cheio'
  const isDenied = ['SecurityError', 'NotAllowedError', 'InvalidStateError', 'TypeError'].includes(name)
  return isDenied ? 'negado' : 'perdido'
}
