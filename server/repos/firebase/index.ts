import type { Storage } from '../../domain/storage.ts'
import { procedenciasIn } from '../painel.ts'
import { createPainelRepo } from '../painel-repo.ts'
import { createPortaRepo } from '../porta-repo.ts'
import { createRepositories } from '../repositories.ts'
import { createAvipMirror } from './avip-mirror.ts'
import { type FirebaseOptions, openConnection, refuseWithoutCredential } from './connection.ts'
import { createCredencialRepo } from './credencial-repo.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { createEmpresaQueries, createFindEnded } from './empresa-repo.ts'
import { readEnvios } from './envio-repo.ts'
import { createEquipeRepo } from './equipe-repo.ts'
import { createEventoRepo } from './evento-repo.ts'
import { createListHistorico } from './historico-repo.ts'
import { createEntradaLists, createMesaLists } from './lists.ts'
import { createPainelIndex } from './painel.ts'
import { createPlanilhaFiles } from './planilha-repo.ts'
import { createRtdb } from './rtdb.ts'
import { createQueues, createRun } from './run-transaction.ts'
import { createTransfer } from './transfer.ts'
import { createRead } from './tx.ts'

/**
 * Storage in Firestore and the Realtime Database, for when one machine is not enough (decision 0006). It is
 * warmed up before it is returned. If Firestore does not answer it starts all the same, because it may answer
 * later.
 * @throws Error when the service account is not a key, or there is no credential at all
 */
export async function openFirebase(options: FirebaseOptions): Promise<Storage> {
  const connection = await openConnection(options)
  await refuseWithoutCredential(connection)
  const painel = createPainelIndex(connection)
  const queues = createQueues(connection.db, painel.note)
  const made = createRepositories({
    read: createRead(connection),
    write: () => Promise.reject(new Error('[firebase] what no act writes has a way of its own')),
    listProcedencias: async (since) => procedenciasIn((await painel.read()).painel, since),
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
    ...made,
    empresas: { ...made.empresas, ...createEmpresaQueries(connection) },
    credenciais: createCredencialRepo(connection, queues, made.credenciais, avips, rtdb, painel),
    entradas: { ...made.entradas, ...createEntradaLists(connection, painel) },
    equipe: createEquipeRepo(connection, made.equipe),
    historico: { ...made.historico, list: createListHistorico(connection) },
    painel: createPainelRepo(painel.read, painel.readNow),
    planilhas: { ...made.planilhas, ...createPlanilhaFiles(connection) },
    mesas: { ...made.mesas, ...createMesaLists(connection) },
    envios: { ...made.envios, list: (tipo) => readEnvios(connection.envios.where('tipo', '==', tipo)) },
    eventos: createEventoRepo(connection, made.eventos, painel),
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
