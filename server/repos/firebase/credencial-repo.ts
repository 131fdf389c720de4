import type { AvipMirror } from '../../domain/avip-mirror.ts'
import type { CredencialRepo } from '../../domain/credencial-repo.ts'
import type { Acts } from './acts.ts'
import { queueOf } from './allotment.ts'
import type { BoardIndex } from './board-index.ts'
import type { Connection } from './connection.ts'
import { createConvidados } from './convidados.ts'
import { canNameDocument } from './document-name.ts'
import { erasePersonalData } from './erasure.ts'
import { createIds } from './ids.ts'
import { findKnown } from './known-guests.ts'
import { mergeAct, moveAct } from './move-acts.ts'
import { correctAct, removeAct, renewAct } from './organiser-acts.ts'
import { forgetOrigens, forgetRastros, rastrosIn } from './rastros.ts'
import { forgetRecibos } from './recibos.ts'
import { registerAct } from './register-act.ts'
import type { Rtdb } from './rtdb.ts'

const NOT_FOUND = { kind: 'credencial-not-found' } as const

/** Credentials in Firestore; their avips in the realtime database, by way of an outbox. */
export function createCredencialRepo(
  connection: Connection,
  acts: Acts,
  avips: AvipMirror,
  rtdb: Rtdb,
  board: Pick<BoardIndex, 'read' | 'held'>,
): CredencialRepo {
  const convidados = createConvidados(connection)
  const ids = createIds(connection.credenciais)

  /** The guest is erased here and now, in the realtime database as soon as it answers. */
  const mirror = (credencialid: string) => avips.mirror(credencialid).catch(() => {})

  return {
    async register(request) {
      const { claim, chave, now } = request
      const lease = ids.lease(now)
      try {
        const queue = claim ? `empresa/${claim.empresaid}` : `chave/${chave}`
        return await acts.run(queue, registerAct(connection, request, lease))
      } finally {
        lease.end()
      }
    },

    forgetRecibos: (now) => forgetRecibos(connection, acts, now),
    findById: (credencialid) => convidados.findById(credencialid),
    findByCpf: (cpf) => convidados.findByCpf(cpf),
    findKnown: (chaves) => findKnown(connection, chaves),
    list: () => convidados.list(),

    async correct(request, autor) {
      const { credencialid } = request
      if (!canNameDocument(credencialid)) return NOT_FOUND
      return acts.run(`credencial/${credencialid}`, correctAct(connection, request, autor))
    },

    async remove(credencialid, isReturned, autor) {
      if (!canNameDocument(credencialid)) return NOT_FOUND
      const queue = isReturned ? await queueOf(connection, credencialid) : `credencial/${credencialid}`
      const removal = await acts.run(queue, removeAct(connection, credencialid, isReturned, autor))
      if (removal.kind === 'removed') await mirror(credencialid)
      return removal
    },

    async move(request, autor) {
      const { credencialid, empresaid } = request
      if (!canNameDocument(credencialid)) return NOT_FOUND
      // Guests claim of the company to go to, where there is one; of the other they do at times.
      const queue = empresaid === null ? await queueOf(connection, credencialid) : `empresa/${empresaid}`
      return acts.run(queue, moveAct(connection, request, autor))
    },

    async merge(keptId, otherId, autor) {
      if (![keptId, otherId].every(canNameDocument)) return NOT_FOUND
      const merge = await acts.run(
        await queueOf(connection, otherId),
        mergeAct(connection, keptId, otherId, autor),
      )
      if (merge.kind === 'merged') await mirror(otherId)
      return merge
    },

    async renewLink(credencialid, autor) {
      if (!canNameDocument(credencialid)) return null
      return acts.run(`credencial/${credencialid}`, renewAct(connection, credencialid, autor))
    },

    listRastros: async (since) => rastrosIn(await board.read(), since),

    async forgetOrigens(before) {
      await forgetOrigens(connection, acts, before)
      forgetRastros(board.held(), before)
    },

    // Firestore and the Realtime Database keep no files of ours.
    wipeRemoved: async () => true,
    fillSearch: async () => 0,

    erasePersonalData: (autor, onProgress) => erasePersonalData(connection, acts, rtdb, autor, onProgress),
  }
}
