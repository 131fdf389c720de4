import type { AvipMirror } from './avip-mirror.ts'
import type { ConvitePessoalRepo } from './convite-pessoal-repo.ts'
import type { CredencialRepo } from './credencial-repo.ts'
import type { DesistenciaRepo } from './desistencia-repo.ts'
import type { EmpresaRepo } from './empresa-repo.ts'
import type { EntradaRepo } from './entrada-repo.ts'
import type { EquipeRepo } from './equipe-repo.ts'
import type { HistoricoRepo } from './historico-repo.ts'
import type { MesaRepo } from './mesa-repo.ts'
import type { PainelRepo } from './painel-repo.ts'
import type { PlanilhaRepo } from './planilha-repo.ts'
import type { PortaRepo } from './porta-repo.ts'
import type { Transfer } from './transfer.ts'

/** What every adapter opens: the repositories and the life of the connection behind them. */
export interface Storage {
  empresas: EmpresaRepo
  credenciais: CredencialRepo
  entradas: EntradaRepo
  equipe: EquipeRepo
  historico: HistoricoRepo
  painel: PainelRepo
  planilhas: PlanilhaRepo
  convites: ConvitePessoalRepo
  mesas: MesaRepo
  desistencias: DesistenciaRepo
  porta: PortaRepo
  avips: AvipMirror
  transfer: Transfer
  /** Answers when storage can be written to. @throws StorageError when it cannot */
  check(): Promise<void>
  close(): Promise<void>
}
