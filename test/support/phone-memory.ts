import type { Page } from '@playwright/test'
import type { Aparelho, Fact, Part } from '../../app/porta/store.ts'
import { addFact, noFacts, firstEntradaOf } from '../../app/porta/phone.ts'
import { applyLista, emptyList } from '../../app/porta/list.ts'

/** Everything a phone keeps on its disk. */
export interface Kept {
  entradas: Fact[]
  lista: Part[]
  aparelho: Aparelho[]
}

export async function keptBy(page: Page): Promise<Kept> {
  const text = await page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(new Error(request.error?.message))
      })
    const database = await done(indexedDB.open('porta'))
    const names = [...database.objectStoreNames]
    const transaction = database.transaction(names)
    const stores = names.map(
      async (name) => [name, await done(transaction.objectStore(name).getAll())] as const,
    )
    const kept: unknown = Object.fromEntries(await Promise.all(stores))
    database.close()
    return JSON.stringify(kept)
  })
  return JSON.parse(text) as Kept
}

/** The first admission of each guest who is inside, by what this phone keeps. */
export function firstsOf({ lista, entradas }: Kept): Map<string, string> {
  let list = emptyList()
  for (const part of lista) list = applyLista(list, part.lista)
  const own = noFacts()
  for (const fact of entradas) addFact(own, fact)
  const firsts = new Map<string, string>()
  for (const row of list.convidados) {
    const first = firstEntradaOf(own, row)
    if (first) firsts.set(row.credencialid, first.entradaid)
  }
  return firsts
}
