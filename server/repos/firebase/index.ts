import type { Storage } from '../../domain/storage.ts'
import { bindActs } from '../bind.ts'
import { createPainelRepo } from '../painel-repo.ts'
import { createPortaRepo } from '../porta-repo.ts'
import { createAvipMirror } from './avip-mirror.ts'
import { type FirebaseOptions, openConnection, refuseWithoutCredential } from './connection.ts'
import { createConvitePessoalRepo } from './convite-pessoal-repo.ts'
import { createCredencialRepo } from './credencial-repo.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { createDesistenciaRepo } from './desistencia-repo.ts'
import { createEmpresaRepo, createFindEnded } from './empresa-repo.ts'
import { createEntradaRepo } from './entrada-repo.ts'
import { createEnvioRepo } from './envio-repo.ts'
import { createEquipeRepo } from './equipe-repo.ts'
import { createEventoRepo } from './evento-repo.ts'
import { createHistoricoRepo } from './historico-repo.ts'
import { createMesaRepo } from './mesa-repo.ts'
import { createPainelIndex } from './painel.ts'
import { createPlanilhaRepo } from './planilha-repo.ts'
import { createRtdb } from './rtdb.ts'
import { createQueues, createRun } from './run-transaction.ts'
import { createTransfer } from './transfer.ts'

/**
 * Storage in Firestore and the Realtime Database, for when one machine is not enough (decision 0006). Warmed up before
 * it is handed over; a Firestore that does not answer is no reason not to start, for it may answer later.
 * @throws Error when the service account is no key, or there is no credential at all
 */
export async function openFirebase(options: FirebaseOptions): Promise<Storage> {
  const connection = await openConnection(options)
  await refuseWithoutCredential(connection)
  const painel = createPainelIndex(connection)
  const queues = createQueues(connection.db, painel.note)
  const bound = bindActs({
    run: createRun(connection, queues),
    isBounded: true,
    findEnded: createFindEnded(connection),
  })
  const rtdb = createRtdb(connection.app, options.rtdbUrl)
  const avips = createAvipMirror(connection, rtdb)
  // Reading is enough: where Firestore can be read it can be written, and a write a second costs money.
  const check = async () => {
    await within(ATTEMPT_MS, connection.empresas.limit(1).get())
  }
  await check().catch(() => {})
  return {
    empresas: createEmpresaRepo(connection, bound.empresas),
    credenciais: createCredencialRepo(connection, queues, bound.credenciais, avips, rtdb, painel),
    entradas: createEntradaRepo(connection, bound.entradas, painel),
    equipe: createEquipeRepo(connection, bound.equipe),
    historico: createHistoricoRepo(connection, bound.historico),
    painel: createPainelRepo(painel.read, painel.readNow),
    convites: createConvitePessoalRepo(connection, bound.convites, painel),
    planilhas: createPlanilhaRepo(connection, bound.planilhas),
    mesas: createMesaRepo(connection, bound.mesas),
    desistencias: createDesistenciaRepo(connection, bound.desistencias),
    envios: createEnvioRepo(connection, bound.envios),
    eventos: createEventoRepo(connection, bound.eventos, painel),
    porta: createPortaRepo(painel.readLast, Buffer.from(options.projectId).toString('base64url')),
    avips,
    transfer: createTransfer(connection, queues),
    backups: null,
    check,
    async close() {
      await painel.stop()
      await connection.close(queues.stop())
    },
  }
}
