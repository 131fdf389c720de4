import { LOTE_MAX, type EntradaEnviada, type Lista } from '../../server/domain/porta-sync.ts'
import {
  answered,
  isLost,
  openDatabase,
  type Aparelho,
  type Database,
  type Fact,
  type Part,
} from './database.ts'
import { Silence } from './clock.ts'

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
        aparelho: { ...NEW_APARELHO, ...(await database.get('aparelho', 'este')) },
      })),
    /** Adds facts and the seq of each, on the disk when this resolves. One that is stored already stays as it is. */
    add: (facts: Omit<Fact, 'seq' | 'porEnviar'>[]) =>
      use(async (database) => {
        const transaction = database.transaction(['entradas', 'aparelho'], 'readwrite', {
          durability: 'strict',
        })
        // Awaited below; where a request fails first, that error is told and this one is the same again.
        transaction.done.catch(() => {})
        const entradas = transaction.objectStore('entradas')
        const aparelhos = transaction.objectStore('aparelho')
        const aparelho = { ...NEW_APARELHO, ...(await aparelhos.get('este')) }
        const stored: Fact[] = []
        for (const fact of facts) {
          const known = await entradas.get(fact.entradaid)
          if (known === undefined) {
            aparelho.seq += 1
            await entradas.add({ ...fact, seq: aparelho.seq, porEnviar: aparelho.seq })
          }
          stored.push(known ?? { ...fact, seq: aparelho.seq, porEnviar: aparelho.seq })
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
    /** The server has these: what was noted of somebody on no list stays in memory alone, for an annulment. */
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
        const aparelho = { ...NEW_APARELHO, ...(await transaction.store.get('este')), ...change }
        await transaction.store.put(aparelho, 'este')
        await transaction.done
      }),
    /** Writes a text and reads it back. @returns what was read, and the mark of the list that lies there whole, or null */
    prove: (prova: string) =>
      use(async (database) => {
        const writing = database.transaction('aparelho', 'readwrite', { durability: 'strict' })
        await writing.store.put({ ...NEW_APARELHO, ...(await writing.store.get('este')), prova }, 'este')
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
