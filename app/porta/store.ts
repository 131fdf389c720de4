import { LOTE_MAX, type EntradaEnviada, type Lista } from '../../server/domain/porta-sync.ts'
import { isLost, openDatabase, type Aparelho, type Database, type Parte } from './database.ts'
import type { Fato } from './facts.ts'

/** More differences than these are replaced by the whole list. */
const PARTES_MAX = 100

export const NOVO: Aparelho = {
  seq: 0,
  desvio: 0,
  nome: '',
  aparelhos: {},
  de: null,
  apagarem: null,
  apagadaem: null,
  revogadoem: null,
}

/** What the phone keeps. Every method rejects with the browser's error where it keeps nothing. */
export interface Store {
  load(): Promise<{ fatos: Fato[]; partes: Parte[]; aparelho: Aparelho }>
  /** Adds facts and the seq of each, on the disk when this resolves. One that is stored already stays as it is. */
  add(fatos: Omit<Fato, 'seq' | 'porEnviar'>[]): Promise<Fato[]>
  /** Unsent facts whose seq is above one, in their order. */
  unsent(above: number, most?: number): Promise<Fato[]>
  countUnsent(): Promise<number>
  /** The server has these. */
  sent(entradaids: string[]): Promise<void>
  /** The server has lost these: they are unsent again. */
  unsend(entradaids: string[]): Promise<void>
  /** The server does not take these annulments. An admission is never forgotten so. */
  forgetAnnulments(entradaids: string[]): Promise<void>
  /** A list or difference, `de` its mark; where it does not go on from what is stored, `whole` is stored instead. */
  putLista(parte: Parte, whole: () => Lista): Promise<void>
  putAparelho(change: Partial<Aparelho>): Promise<void>
  /** Erases the list and what names guests among the sent facts. What is unsent stays, always. */
  eraseLista(): Promise<void>
  close(): void
}

export async function openStore(factory: IDBFactory): Promise<Store> {
  let opened: Promise<Database> | null = openDatabase(factory)
  await opened
  let isClosed = false

  /** Tries once more on a new connection where the first one broke. */
  const use = async <T>(act: (database: Database) => Promise<T>): Promise<T> => {
    try {
      return await act(await (opened ??= openDatabase(factory)))
    } catch (error) {
      if (isClosed || !isLost(error)) throw error
      opened = openDatabase(factory)
      return act(await opened)
    }
  }

  return {
    load: () =>
      use(async (database) => ({
        fatos: await database.getAll('entradas'),
        partes: await database.getAll('lista'),
        aparelho: { ...NOVO, ...(await database.get('aparelho', 'este')) },
      })),
    add: (fatos) =>
      use(async (database) => {
        const transaction = database.transaction(['entradas', 'aparelho'], 'readwrite', {
          durability: 'strict',
        })
        // Awaited below; where a request fails first, that error is told and this one is the same again.
        transaction.done.catch(() => {})
        const entradas = transaction.objectStore('entradas')
        const aparelhos = transaction.objectStore('aparelho')
        const aparelho = { ...NOVO, ...(await aparelhos.get('este')) }
        const stored: Fato[] = []
        for (const fato of fatos) {
          const known = await entradas.get(fato.entradaid)
          if (known === undefined) {
            aparelho.seq += 1
            await entradas.add({ ...fato, seq: aparelho.seq, porEnviar: aparelho.seq })
          }
          stored.push(known ?? { ...fato, seq: aparelho.seq, porEnviar: aparelho.seq })
        }
        await aparelhos.put(aparelho, 'este')
        await transaction.done
        return stored
      }),
    unsent: (above, most = LOTE_MAX) =>
      use((database) =>
        database.getAllFromIndex('entradas', 'porEnviar', IDBKeyRange.lowerBound(above, true), most),
      ),
    countUnsent: () => use((database) => database.countFromIndex('entradas', 'porEnviar')),
    sent: (entradaids) => use((database) => replaceAll(database, entradaids, asSent)),
    unsend: (entradaids) =>
      use((database) => replaceAll(database, entradaids, (fato) => ({ ...fato, porEnviar: fato.seq }))),
    forgetAnnulments: (entradaids) =>
      use(async (database) => {
        const transaction = database.transaction('entradas', 'readwrite')
        for (const entradaid of entradaids) {
          const fato = await transaction.store.get(entradaid)
          if (fato && fato.anula !== null) await transaction.store.delete(entradaid)
        }
        await transaction.done
      }),
    putLista: (parte, whole) =>
      use(async (database) => {
        const transaction = database.transaction('lista', 'readwrite')
        const { store } = transaction
        const last = (await store.openCursor(null, 'prev'))?.value
        const goesOn = last !== undefined && !parte.lista.isInteira && last.lista.marca === parte.de
        if (!goesOn || (await store.count()) >= PARTES_MAX) {
          await store.clear()
          await store.add({ de: null, lista: whole() })
        } else await store.add(parte)
        await transaction.done
      }),
    putAparelho: (change) =>
      use(async (database) => {
        const transaction = database.transaction('aparelho', 'readwrite')
        const aparelho = { ...NOVO, ...(await transaction.store.get('este')), ...change }
        await transaction.store.put(aparelho, 'este')
        await transaction.done
      }),
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

async function replaceAll(database: Database, entradaids: string[], change: (fato: Fato) => Fato) {
  const transaction = database.transaction('entradas', 'readwrite')
  for (const entradaid of entradaids) {
    const fato = await transaction.store.get(entradaid)
    if (fato) await transaction.store.put(change(fato))
  }
  await transaction.done
}

/** Without `porEnviar` a fact is in the index of the unsent no more. */
export function asSent(fato: Fato): EntradaEnviada {
  const sent = { ...fato }
  delete sent.porEnviar
  return sent
}
