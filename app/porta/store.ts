import { wrap, type DBSchema, type IDBPDatabase } from 'idb'
import { LOTE_MAX, type EntradaEnviada, type Lista } from '../../server/domain/porta-sync.ts'
import { inTime, Silence } from './clock.ts'
import type { NotStored } from './shown.ts'

/** What the phone knows of its pairing, and of the last answer. Instants by the server's clock. */
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

/** A list, or a difference, as it came. `de` is the mark it goes on from; null for a whole one. */
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

/** More differences than these are replaced by the whole list. */
const PARTS_MAX = 100

const NEW_APARELHO: Aparelho = {
  seq: 0,
  desvio: 0,
  nome: '',
  aparelhos: {},
  de: null,
  apagarem: null,
  inicio: null,
  hojeem: null,
  apagadaem: null,
  revogadoem: null,
  prova: '',
}

const withDefaults = (stored: Partial<Aparelho> = {}): Aparelho => ({ ...NEW_APARELHO, ...stored })

export type Store = Awaited<ReturnType<typeof openStore>>

/**
 * What the phone keeps. Every method rejects with the browser's error where it keeps nothing.
 * @throws where the browser keeps nothing, or its database does not answer
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
  /** Tries once more on a new connection where the first one broke; one that fell silent is left to itself. */
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
    /** Adds facts and the seq of each, on the disk when this resolves. One that is stored already stays as it is. */
    add: (facts: Omit<Fact, 'seq' | 'porEnviar'>[]) =>
      use(async (database) => {
        const transaction = database.transaction(['entradas', 'aparelho'], 'readwrite', {
          durability: 'strict',
        })
        // Awaited below; where a request fails first, this rejects with the same error again.
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
    /** The server has these: the note on somebody who is on no list stays in memory alone, for an annulment. */
    sent: (entradaids: string[]) =>
      use((database) => replaceAll(database, entradaids, (fact) => ({ ...asSent(fact), anotado: null }))),
    /** The server has lost these: they are unsent again. */
    unsend: (entradaids: string[]) =>
      use((database) => replaceAll(database, entradaids, (fact) => ({ ...fact, porEnviar: fact.seq }))),
    /** The server does not take these annulments. An admission is never forgotten so. */
    forgetAnnulments: (entradaids: string[]) =>
      use(async (database) => {
        const transaction = database.transaction('entradas', 'readwrite')
        for (const entradaid of entradaids) {
          const fact = await transaction.store.get(entradaid)
          if (fact && fact.anula !== null) await transaction.store.delete(entradaid)
        }
        await transaction.done
      }),
    /** A list or difference, `de` its mark; where it does not go on from what is stored, `whole` is stored instead. */
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
    putAparelho: (change: Partial<Aparelho>) =>
      use(async (database) => {
        const transaction = database.transaction('aparelho', 'readwrite')
        const aparelho = withDefaults(await transaction.store.get('este'))
        await transaction.store.put({ ...aparelho, ...change }, 'este')
        await transaction.done
      }),
    /** Writes a text and reads it back. @returns what was read, and the mark of the whole list that is stored, or null */
    prove: (prova: string) =>
      use(async (database) => {
        const writing = database.transaction('aparelho', 'readwrite', { durability: 'strict' })
        const aparelho = withDefaults(await writing.store.get('este'))
        await writing.store.put({ ...aparelho, prova }, 'este')
        await writing.done
        const [first, ...others] = await database.getAll('lista')
        const marca = first?.lista.isInteira ? (others.at(-1) ?? first).lista.marca : null
        return { prova: (await database.get('aparelho', 'este'))?.prova ?? '', marca }
      }),
    /** Erases the list and what names guests among the sent facts. What is unsent stays, always. */
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

async function replaceAll(database: Database, entradaids: string[], change: (fact: Fact) => Fact) {
  const transaction = database.transaction('entradas', 'readwrite')
  for (const entradaid of entradaids) {
    const fact = await transaction.store.get(entradaid)
    if (fact) await transaction.store.put(change(fact))
  }
  await transaction.done
}

/** Without `porEnviar` a fact is in the index of the unsent no more. */
export function asSent(fact: Fact): EntradaEnviada {
  const sent = { ...fact }
  delete sent.porEnviar
  return sent
}

/** Opens the door's database on this phone. A later version of the page may replace it: this one closes then. */
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

/** How long the database may keep silent; Safari's now and then never answers. */
const ANSWER_MS = 8_000

/**
 * What comes of an act on the database, unless it keeps silent. An act that was given up may end all the same: what it
 * stored is sent, and found again when the page is opened.
 */
const answered = <T>(act: Promise<T>) => inTime(act, ANSWER_MS, 'database')

/** Whether the way to the database broke, as WebKit's does after a while in the background; it may be opened again. */
function isLost(error: unknown): boolean {
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
