import type { Page } from '@playwright/test'
import type { Aparelho, Parte } from '../../app/porta/database.ts'
import { addFact, noFacts, primeiraOf, type Fato } from '../../app/porta/facts.ts'
import { applyLista, emptyList } from '../../app/porta/list.ts'

/** All a phone keeps on its disk. */
export interface Kept {
  entradas: Fato[]
  lista: Parte[]
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

/** The first admission of each guest who is inside, as a phone that kept this says. */
export function firstsOf({ lista, entradas }: Kept): Map<string, string> {
  let list = emptyList()
  for (const parte of lista) list = applyLista(list, parte.lista)
  const own = noFacts()
  for (const fato of entradas) addFact(own, fato)
  const firsts = new Map<string, string>()
  for (const linha of list.guests) {
    const primeira = primeiraOf(own, linha)
    if (primeira) firsts.set(linha.credencialid, primeira.entradaid)
  }
  return firsts
}
