import { nothingToMirror } from '../../domain/avip-mirror.ts'
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
import { createMemoryStore, type MemoryStore } from './store.ts'

/** Storage that lasts as long as the process, for tests and for trying things out. */
export function openMemory(store: MemoryStore = createMemoryStore()): Storage {
  const empresas = createEmpresaRepo(store)
  return {
    empresas,
    credenciais: createCredencialRepo(store),
    entradas: createEntradaRepo(store),
    equipe: createEquipeRepo(store),
    historico: createHistoricoRepo(store),
    painel: createPainelRepo(store, empresas),
    planilhas: createPlanilhaRepo(store),
    convites: createConvitePessoalRepo(store),
    mesas: createMesaRepo(store),
    desistencias: createDesistenciaRepo(store),
    porta: createPortaRepo(store),
    avips: nothingToMirror(),
    transfer: createTransfer(store),
    check: async () => {},
    close: async () => {},
  }
}
