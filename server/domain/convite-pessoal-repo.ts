import type { ConvitePessoal, Creation, NovoConvite, Revocation } from './convite-pessoal.ts'
import type { Autor } from './historico.ts'
import type { Reserva } from './reserva.ts'

/** A personal invitation and its reserva, whose state is also the invitation's. */
export interface ConviteComReserva {
  convite: ConvitePessoal
  reserva: Reserva
}

/** Another label; nothing is written unless `renamed`. */
export type Rename =
  | { kind: 'renamed' }
  /** It was used or revoked. */
  | { kind: 'not-new' }
  | { kind: 'convite-not-found' }

/**
 * Personal invitations. Every method rejects with StorageError, and with InvalidCounterError or DuplicateEmpresaError
 * when the company's invitations cannot be counted.
 */
export interface ConvitePessoalRepo {
  /**
   * Makes invitations, all or none, in one transaction: each counts in licredencial from then on. `criou-convites`
   * stands in the history, with how many. Asked again with the same ids it makes nothing new.
   */
  create(empresaid: string, novos: NovoConvite[], now: number, autor: Autor): Promise<Creation>

  find(codigo: string): Promise<ConviteComReserva | null>

  /** Those of a company, in the order they were made, then by codigo. */
  list(empresaid: string): Promise<ConviteComReserva[]>

  /** Gives a new one another label; `renomeou-convite` stands in the history. */
  rename(codigo: string, rotulo: string, autor: Autor): Promise<Rename>

  /** Takes a new one back: the company gets its invitation, and `revogou-convite` stands in the history. */
  revoke(codigo: string, autor: Autor): Promise<Revocation>
}
