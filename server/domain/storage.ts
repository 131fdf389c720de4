import type { AvipMirror, CredencialRepo } from './credencial-repo.ts'
import type { Backups } from './backups.ts'
import type { ConvitePessoalRepo } from './convites.ts'
import type { DesistenciaRepo } from './desistencia.ts'
import type { CasaRepo } from './casa.ts'
import type { EmpresaRepo } from './empresa-repo.ts'
import type { EntradaRepo } from './entrada.ts'
import type { EnvioRepo } from './envio.ts'
import type { EventoRepo } from './gravacao.ts'
import type { EquipeRepo } from './pareamento.ts'
import type { HistoricoRepo } from './historico.ts'
import type { MesaRepo } from './mesa.ts'
import type { PainelRepo } from './painel-repo.ts'
import type { PlanilhaRepo } from './planilha-repo.ts'
import type { PortaRepo } from './porta-repo.ts'
import type { Transfer } from './transfer.ts'

/**
 * What every adapter opens: the repositories, and the life of the connection behind them. Every method
 * rejects with StorageError when storage fails, and one about a company whose invitations cannot be counted
 * with InvalidCounterError or DuplicateEmpresaError; so does whatever calls them.
 */
export interface Storage {
  empresas: EmpresaRepo
  casa: CasaRepo
  credenciais: CredencialRepo
  entradas: EntradaRepo
  equipe: EquipeRepo
  historico: HistoricoRepo
  painel: PainelRepo
  planilhas: PlanilhaRepo
  convites: ConvitePessoalRepo
  mesas: MesaRepo
  desistencias: DesistenciaRepo
  envios: EnvioRepo
  eventos: EventoRepo
  porta: PortaRepo
  avips: AvipMirror
  transfer: Transfer
  /** Null when storage is not a file: Firestore has schedules of its own. */
  backups: Backups | null
  check(): Promise<void>
  close(): Promise<void>
}
