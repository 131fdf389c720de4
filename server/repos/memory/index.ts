import { nothingToMirror } from '../../domain/avip-mirror.ts'
import { bindActs } from '../bind.ts'
import type { Run } from '../../domain/tx.ts'
import type { Storage } from '../../domain/storage.ts'
import { createConvitePessoalRepo } from './convite-pessoal-repo.ts'
import { createCredencialRepo } from './credencial-repo.ts'
import { createDesistenciaRepo } from './desistencia-repo.ts'
import { createEmpresaRepo } from './empresa-repo.ts'
import { createEntradaRepo } from './entrada-repo.ts'
import { createEquipeRepo } from './equipe-repo.ts'
import { createHistoricoRepo } from './historico-repo.ts'
import { createMesaRepo } from './mesa-repo.ts'
import { createPainelRepo } from './painel-repo.ts'
import { createPlanilhaRepo } from './planilha-repo.ts'
import { createPortaRepo } from './porta-repo.ts'
import { createTransfer } from './transfer.ts'
import { createRun } from './tx.ts'
import { createMemoryStore, type MemoryStore } from './store.ts'

/**
 * Storage that lasts as long as the process, for tests and for trying things out.
 * @param run a way to run acts that is none, for a test that shows what it would do
 */
export function openMemory(store: MemoryStore = createMemoryStore(), run: Run = createRun(store)): Storage {
  const acts = bindActs(run)
  const empresas = createEmpresaRepo(store, acts.empresas)
  return {
    empresas,
    credenciais: createCredencialRepo(store, acts.credenciais),
    entradas: createEntradaRepo(store),
    equipe: createEquipeRepo(store, acts.equipe),
    historico: createHistoricoRepo(store),
    painel: createPainelRepo(store, empresas),
    planilhas: createPlanilhaRepo(store),
    convites: createConvitePessoalRepo(store, acts.convites),
    mesas: createMesaRepo(store, acts.mesas),
    desistencias: createDesistenciaRepo(store, acts.desistencias),
    porta: createPortaRepo(store),
    avips: nothingToMirror(),
    transfer: createTransfer(store),
    check: async () => {},
    close: async () => {},
  }
}
