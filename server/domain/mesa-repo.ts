import type { Autor } from './historico.ts'
import type { Lugares, Mesa, Pago } from './mesa.ts'

/** What holders have of their own, beside their companies. Every method rejects with StorageError. */
export interface MesaRepo {
  /** The mesa of a company, or `newMesa` where none is stored; does not check that the company exists. */
  find(empresaid: string): Promise<Mesa>

  /** The live holds and the withdrawals of a company; none of a company that does not exist. */
  readLugares(empresaid: string, now: number): Promise<Lugares>

  /** The guests a company pays for, in no order; none of a company that does not exist. */
  listPagos(empresaid: string): Promise<Pago[]>

  /**
   * Closes or opens the company's public link for claims; `fechou-link` or `abriu-link` stands in the history.
   * @returns false when it was so already
   */
  setFechada(empresaid: string, fechada: boolean, autor: Autor): Promise<boolean>

  /**
   * Replaces the holder's link: the versao rises by one, and `renovou-mesa` stands in the history.
   * @param from the versao to replace, so that a form sent twice replaces it once; the current one where none is given
   * @returns the versao it has now
   */
  renewLink(empresaid: string, autor: Autor, from?: number): Promise<number>
}
