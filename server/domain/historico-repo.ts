import type { Feito, HistoricoQuery } from './historico.ts'

/** The acts of organisers and commands: appended, never changed. Every method rejects with StorageError. */
export interface HistoricoRepo {
  /** Appends an act that writes nothing else. Appended twice with one historicoid, it is there once. */
  add(feito: Feito): Promise<void>

  /** By `em`, then historicoid, newest first. */
  list(query: HistoricoQuery): Promise<Feito[]>
}
