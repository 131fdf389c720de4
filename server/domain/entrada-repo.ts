import type { Entrada } from './entrada.ts'
import type { Autor } from './historico.ts'

/** Admissions: facts that are only added. Every method rejects with StorageError. */
export interface EntradaRepo {
  /**
   * Stores facts in one transaction. One whose entradaid is stored already is passed over, whatever else it says; none
   * is refused. A fact of a guest who is stored no more follows them by a copy (`copiesOf`), whoever commits first: to
   * the guest they were merged into, else off the list. With an author, `admitiu` or `anulou` stands in the history for
   * each new one, and for no copy.
   * @returns how many were new, copies aside
   */
  add(entradas: Entrada[], autor: Autor | null): Promise<number>

  /**
   * Stores what the browser of a secret delivers, in one transaction, as {@link EntradaRepo.add} does, as long as its
   * pairing has room (`domain/pareamento.ts`). A fact that finds none is left out; one that is stored already needs none,
   * nor does a copy.
   * @returns the entradaids of the facts that are stored, now or before
   */
  deliver(segredo: string, entradas: Entrada[], autor: Autor): Promise<string[]>

  /** All facts of one guest, in any order. */
  listOf(credencialid: string): Promise<Entrada[]>

  /** Facts by their ids, in any order; those not stored are left out. */
  findMany(entradaids: string[]): Promise<Entrada[]>

  /**
   * Admissions that count of people on no list, first to last (`compareEntradas`), and how many there are; what was noted
   * is null once it is erased.
   */
  listAnotadas(offset: number, limit: number): Promise<{ total: number; entradas: Entrada[] }>
}
