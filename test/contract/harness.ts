import type { Acesso } from '../../server/domain/acesso.ts'
import type { Avip } from '../../server/domain/credencial.ts'
import type { Credencial } from '../../server/domain/credencial.ts'
import type { Reserva } from '../../server/domain/reserva.ts'
import type { Storage } from '../../server/domain/storage.ts'

/**
 * A fresh storage, and a way behind its back to write what other products left there and to read what it
 * holds now.
 */
export interface Harness {
  storage: Storage
  /**
   * Lets another process act between an act's reads and its commit; before the act, where that is a single
   * step.
   */
  meet<Result>(
    act: (storage: Storage) => Promise<Result>,
    other: (storage: Storage) => Promise<unknown>,
  ): Promise<Result>
  putEmpresa(document: Record<string, unknown> & { empresaid: string }): Promise<void>
  /** Sets licredencial behind everyone's back. */
  breakCounter(empresaid: string, licredencial: unknown): Promise<void>
  readEmpresa(empresaid: string): Promise<Record<string, unknown>>
  readReservas(empresaid: string): Promise<Reserva[]>
  readCredenciais(): Promise<Record<string, unknown>[]>
  putCredencial(document: Partial<Credencial> & { credencialid: string }): Promise<void>
  readAvip(vipid: string): Promise<Avip | null>
  countChaves(): Promise<number>
  /** What is stored for a natural key; null when there is no such key. */
  readAcesso(chave: string): Promise<Acesso | null>
  close(): Promise<void>
}

/**
 * A behaviour every adapter must have. A file of cases exports them as `cases`, and exports as `races` those
 * that an adapter without transactions must fail.
 */
export interface ContractCase {
  name: string
  run(harness: Harness): Promise<void>
}

export const it = (name: string, run: ContractCase['run']): ContractCase => ({ name, run })
