import type { AvipMirror } from './avip-mirror.ts'
import type { CredencialRepo } from './credencial-repo.ts'
import type { EmpresaRepo } from './empresa-repo.ts'
import type { Transfer } from './transfer.ts'

/** What every adapter opens: the two repositories and the life of the connection behind them. */
export interface Storage {
  empresas: EmpresaRepo
  credenciais: CredencialRepo
  avips: AvipMirror
  transfer: Transfer
  /** Answers when storage can be written to. @throws StorageError when it cannot */
  check(): Promise<void>
  close(): Promise<void>
}
