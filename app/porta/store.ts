import { wrap, type DBSchema, type IDBPDatabase } from 'idb'
import { LOTE_MAX, type EntradaEnviada, type Lista } from '../../server/domain/porta-sync.ts'
import { inTime, Silence } from './clock.ts'
import type { NotStored } from './shown.ts'

/** A fact made on this phone, as stored here. */
export interface Fact extends EntradaEnviada {
  /**
   * Its seq until the server has it. After that it is absent, which removes the fact from the index of unsent
   * ones.
   */
  porEnviar?: number
}

/** A list, or a difference, as it came. `de` is the mark it continues from; null for a whole list. */
export interface Part {
  de: string | null
  lista: Lista
}

interface Schema extends DBSchema {
  entradas: { key: string; value: Fact; indexes: { porEnviar: number } }
  lista: { key: number; value: Part }
  aparelho: { key: 'este'; value: Aparelho }
}

type Database = IDBPDatabase<Schema>

/** More differences than this are replaced by the whole list. */
const PARTS_MAX = 100

/** What the phone knows about its pairing and the last answer. Instants are by the server's clock. */
const NEW_APARELHO = {
  /** Facts made on this phone so far. */
  seq: 0,
  /** How far the server's clock was ahead of this phone's. */
  desvio: 0,
  nome: '',
  aparelhos: {} as Record<string, string>,
  /** When the list was updated; null if there was none. */
  de: null as number | null,
  apagarem: null as number | null,
  /** When the event begins, as the server last reported it; null before its first report. */
  inicio: null as string | null,
  /** When the volunteer said that the event is today; null if they did not. */
  hojeem: null as number | null,
  apagadaem: null as number | null,
  revogadoem: null as number | null,
  /** Written now and then, and read back, to check that the browser stores anything. */
  prova: '',
}

export type Aparelho = typeof NEW_APARELHO

const withDefaults = (stored: Partial<Aparelho> = {}): Aparelho => ({ ...NEW_APARELHO, ...stored })

export type Store = Awaited<ReturnType<typeof openStore>>

/**
 * What the phone keeps. Every method rejects with the browser's error if the browser keeps nothing.
 * @throws if the browser keeps nothing, or its database does not answer
 */
export async function openStore(factory: IDBFactory) {
  let opened: Promise<Database> | null = openDatabase(factory)
  await answered(opened)
  let isClosed = false

  const attempt = async <T>(act: (database: Database) => Promise<T>): Promise<T> => {
    try {
      return await act(await (opened ??= openDatabase(factory)))
    } catch (error) {
      if (isClosed || !isLost(error)) throw error
      opened = openDatabase(factory)
      return act(await opened)
    }
  }
  /**
   * Tries once more on a new connection if the first one broke. A database that went silent is not retried.
   */
  const use = async <T>(act: (database: Database) => Promise<T>): Promise<T> => {
    try {
      return await answered(attempt(act))
    } catch (error) {
      if (error instanceof Silence) opened = null
      throw error
    }
  }

  return {
    load: () =>
      use(async (database) => ({
        facts: await database.getAll('entradas'),
        parts: await database.getAll('lista'),
        aparelho: withDefaults(await database.get('aparelho', 'este')),
      })),
    /**
     * Adds facts, each with its seq; they are on disk when this resolves. A fact already stored stays as it
     * is.
     */
    add: (facts: Omit<Fact, 'seq' | 'porEnviar'>[]) =>
      use(async (database) => {
        const transaction = database.transaction(['entradas', 'aparelho'], 'readwrite', {
          durability: 'strict',
        })
        // Awaited below. If a request fails first, this rejects with the same error again.
        transaction.done.catch(() => {})
        const entradas = transaction.objectStore('entradas')
        const aparelhos = transaction.objectStore('aparelho')
        const aparelho = withDefaults(await aparelhos.get('este'))
        const stored: Fact[] = []
        for (const fact of facts) {
          const before = await entradas.get(fact.entradaid)
          const seq = before?.seq ?? ++aparelho.seq
          const kept = before ?? { ...fact, seq, porEnviar: seq }
          if (!before) await entradas.add(kept)
          stored.push(kept)
        }
        await aparelhos.put(aparelho, 'este')
        await transaction.done
        return stored
      }),
    unsent: (above: number, most = LOTE_MAX) =>
      use((database) =>
        database.getAllFromIndex('entradas', 'porEnviar', IDBKeyRange.lowerBound(above, true), most),
      ),
    countUnsent: () => use((database) => database.countFromIndex('entradas', 'porEnviar')),
    /** The server has these. The note on someone not on the list stays only in memory, for an annulment. */
    sent: (entradaids: string[]) =>
      use((database) => replaceAll(database, entradaids, (fact) => ({ ...asSent(fact), anotado: null }))),
    /** The server has lost these, so they are unsent again. */
    unsend: (entradaids: string[]) =>
      use((database) => replaceAll(database, entradaids, (fact) => ({ ...fact, porEnviar: fact.seq }))),
    /** The server refuses these annulments. Admissions are never forgotten this way. */
    forgetAnnulments: (entradaids: string[]) =>
      use((database) => replaceAll(database, entradaids, (fact) => (fact.anula === null ? fact : null))),
    /**
     * Stores a list or difference with its mark `de`. If it does not continue what is stored, stores `whole`
     * instead.
     */
    putLista: (part: Part, whole: () => Lista) =>
      use(async (database) => {
        const transaction = database.transaction('lista', 'readwrite')
        const { store } = transaction
        const last = (await store.openCursor(null, 'prev'))?.value
        const goesOn = last !== undefined && !part.lista.isInteira && last.lista.marca === part.de
        if (!goesOn || (await store.count()) >= PARTS_MAX) {
          await store.clear()
          await store.add({ de: null, lista: whole() })
        } else await store.add(part)
        await transaction.done
      }),
    putAparelho: (change: Partial<Aparelho>) => use((database) => changeAparelho(database, change)),
    /**
     * Writes a text and reads it back.
     * @returns what was read, and the mark of the stored whole list, or null
     */
    prove: (prova: string) =>
      use(async (database) => {
        await changeAparelho(database, { prova }, 'strict')
        const [first, ...others] = await database.getAll('lista')
        const marca = first?.lista.isInteira ? (others.at(-1) ?? first).lista.marca : null
        return { prova: (await database.get('aparelho', 'este'))?.prova ?? '', marca }
      }),
    /** Erases the list, and everything in sent facts that names guests. Unsent facts always stay. */
    eraseLista: () =>
      use(async (database) => {
        const transaction = database.transaction(['lista', 'entradas'], 'readwrite')
        await transaction.objectStore('lista').clear()
        for await (const cursor of transaction.objectStore('entradas')) {
          if (cursor.value.porEnviar === undefined) await cursor.delete()
        }
        await transaction.done
      }),
    close() {
      isClosed = true
      void opened?.then((database) => database.close())
      opened = null
    },
  }
}

/** @param change null removes the fact */
async function replaceAll(database: Database, entradaids: string[], change: (fact: Fact) => Fact | null) {
  const transaction = database.transaction('entradas', 'readwrite')
  for (const entradaid of entradaids) {
    const fact = await transaction.store.get(entradaid)
    const changed = fact && change(fact)
    if (changed) await transaction.store.put(changed)
    else await transaction.store.delete(entradaid)
  }
  await transaction.done
}

async function changeAparelho(
  database: Database,
  change: Partial<Aparelho>,
  durability: IDBTransactionDurability = 'default',
) {
  const transaction = database.transaction('aparelho', 'readwrite', { durability })
  const aparelho = withDefaults(await transaction.store.get('este'))
  await transaction.store.put({ ...aparelho, ...change }, 'este')
  await transaction.done
}

/** Without `porEnviar` a fact is no longer in the index of unsent ones. */
export function asSent(fact: Fact): EntradaEnviada {
  const sent = { ...fact }
  delete sent.porEnviar
  return sent
}

/**
 * Opens the door's database on this phone. A later version of the page may replace it, and then this one
 * closes.
 */
async function openDatabase(factory: IDBFactory): Promise<Database> {
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

/** How long the database may stay silent; Safari's sometimes never answers. */
const ANSWER_MS = 8_000

/**
 * The result of an act on the database, unless it stays silent. An act that was given up may still succeed:
 * what it stored is sent, and found when the page is opened again.
 */
const answered = <T>(act: Promise<T>) => inTime(act, ANSWER_MS, 'database')

/**
 * Whether the connection to the database broke, as WebKit's does after a while in the background. It can be
 * reopened.
 */
function isLost(error: unknown): boolean {
  const { name, message } = error as Error
  return (
    /connection.*(?:lost|clos)/i.test(message) ||
    ['InvalidStateError', 'UnknownError', 'AbortError'].includes(name)
  )
}

/** What to show if the phone stores nothing. */
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
