import type { Entrada } from './entrada.ts'
import type { Autor } from './historico.ts'

/** Admissions: facts that are only added. Every method rejects with StorageError. */
export interface EntradaRepo {
  /**
   * Stores facts in one transaction. One whose entradaid is stored already is passed over, whatever else it says; none
   * is refused, even for a guest removed since. With an author, `admitiu` or `anulou` stands in the history for each
   * new one.
   * @returns how many were new
   */
  add(entradas: Entrada[], autor: Autor | null): Promise<number>

  /** All facts of one guest, in any order. */
  listOf(credencialid: string): Promise<Entrada[]>

  /** Facts about people on no list, first to last (`compareEntradas`); what was noted is null once it is erased. */
  listAnotadas(): Promise<Entrada[]>
}
