import { parseStamp } from '../domain/clock.ts'
import { admissionsIn, type Entrada } from '../domain/entrada.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'

/** A name ticked on paper: the guest, and the id its admission was given with the form. */
export interface Ticked {
  entradaid: string
  credencialid: string
}

/** What became of a form. */
export type PaperAdmission =
  /** How many are inside because of it. */
  | { kind: 'admitted'; count: number }
  /** The typed time cannot be read, or is in the future; nothing is written. */
  | { kind: 'bad-time' }

/** How many guests are looked up at once. */
const AT_ONCE = 20

/**
 * Admits guests whose names were ticked on a printed list. The same form sent twice is one admission of each; a guest
 * who is inside by another one is passed over.
 * @param typed when they came in, `2027-09-16T19:30` at the event's clock; empty text for now
 * @param inicio tells the clock
 * @throws StorageError
 */
export async function admitFromPaper(
  { entradas, now }: Pick<Storage, 'entradas'> & { now: () => number },
  ticked: Ticked[],
  { typed, inicio }: { typed: string; inicio: string },
  autor: Autor,
): Promise<PaperAdmission> {
  const recebidaem = now()
  const lidaem = typed === '' ? recebidaem : parseStamp(inicio, `${typed}:00`)
  if (lidaem === null || lidaem > recebidaem) return { kind: 'bad-time' }
  const added = (await outsideOf(entradas, ticked)).map(({ entradaid, credencialid }, index): Entrada => ({
    ...{ entradaid, credencialid, aparelhoid: autor.quem, seq: recebidaem + index, lidaem },
    ...{ desvio: 0, modo: 'papel', recebidaem, anula: null, anotado: null },
  }))
  return { kind: 'admitted', count: added.length === 0 ? 0 : await entradas.add(added, autor) }
}

/** The guests of a form who are not inside yet. */
async function outsideOf(entradas: Storage['entradas'], ticked: Ticked[]): Promise<Ticked[]> {
  const outside: Ticked[] = []
  for (let from = 0; from < ticked.length; from += AT_ONCE) {
    const page = ticked.slice(from, from + AT_ONCE)
    const known = await Promise.all(page.map(({ credencialid }) => entradas.listOf(credencialid)))
    outside.push(...page.filter((_, index) => admissionsIn(known[index] ?? []).length === 0))
  }
  return outside
}
