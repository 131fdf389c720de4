import type { Acesso } from '../../server/domain/acesso.ts'
import type { Avip } from '../../server/domain/credencial.ts'
import type { Reserva } from '../../server/domain/reserva.ts'
import type { Storage } from '../../server/domain/storage.ts'

/** A fresh storage and a way behind its back, to put what other products left there and to see what lies there now. */
export interface Harness {
  storage: Storage
  /**
   * Lets another process do something between what an act reads and what it commits; before it, where that is one.
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
  putCredencial(document: Record<string, string> & { credencialid: string }): Promise<void>
  readAvip(vipid: string): Promise<Avip | null>
  countChaves(): Promise<number>
  /** What lies beside a natural key; null when there is no such key. */
  readAcesso(chave: string): Promise<Acesso | null>
  close(): Promise<void>
}

/** A behaviour every adapter must have. `isRace` marks those a read-then-write adapter must fail. */
export interface ContractCase {
  name: string
  isRace?: true
  run(harness: Harness): Promise<void>
}

type Run = ContractCase['run']

export const it = (name: string, run: Run): ContractCase => ({ name, run })
/** A behaviour that an adapter without transactions must fail. */
export const race = (name: string, run: Run): ContractCase => ({ name, isRace: true, run })
