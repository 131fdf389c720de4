import type { Desistencia, Return, ReturnRequest, Withdrawal, WithdrawalRequest } from './desistencia.ts'
import type { Autor } from './historico.ts'

/**
 * Withdrawals. Every method rejects with StorageError, and with InvalidCounterError or DuplicateEmpresaError when
 * the company's invitations cannot be counted.
 */
export interface DesistenciaRepo {
  /**
   * Withdraws a guest, in one transaction with the invitation, which returns to its company. `desistiu` stands in the
   * history, or `liberou` where a holder frees the place, with the empresaid.
   */
  withdraw(request: WithdrawalRequest, autor: Autor): Promise<Withdrawal>

  /**
   * Brings back a guest who withdrew: the company pays with an invitation newly taken, and a personal invitation that
   * had paid points at its reserva. `voltou` stands in the history, with the empresaid.
   */
  undo(request: ReturnRequest, autor: Autor): Promise<Return>

  /** The guest's withdrawal, undone or not. */
  find(credencialid: string): Promise<Desistencia | null>

  /** Withdrawals that hold, by credencialid. */
  list(): Promise<Map<string, Desistencia>>
}
