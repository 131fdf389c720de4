import type { AvipMirror } from '../../domain/avip.ts'
import type { CredencialRepo } from '../../domain/credencial-repo.ts'
import type { BoundActs } from '../bind.ts'
import { rastrosIn } from '../board.ts'
import type { Acts } from './run.ts'
import type { BoardIndex } from './board.ts'
import type { Connection } from './connection.ts'
import { createConvidados } from './convidados.ts'
import { erasePersonalData, countPersonalData } from './erasure.ts'
import { findJuncao } from './juncoes.ts'
import { findKnown } from './open-guest.ts'
import { forgetOrigens, forgetRecibos } from './rastros.ts'
import type { Rtdb } from './rtdb.ts'

/** Credentials in Firestore; their avips in the realtime database, by way of an outbox. */
export function createCredencialRepo(
  connection: Connection,
  acts: Acts,
  bound: BoundActs['credenciais'],
  avips: AvipMirror,
  rtdb: Rtdb,
  board: Pick<BoardIndex, 'read' | 'held'>,
): CredencialRepo {
  const convidados = createConvidados(connection)

  /** The guest is erased here and now, in the realtime database as soon as it answers. */
  const mirror = (credencialid: string) => avips.mirror(credencialid).catch(() => {})

  return {
    ...bound,

    forgetRecibos: (now) => forgetRecibos(connection, acts, now),
    findById: (credencialid) => convidados.findById(credencialid),
    findJuncao: (credencialid) => findJuncao(connection, credencialid),
    findByCpf: (cpf) => convidados.findByCpf(cpf),
    findKnown: (chaves) => findKnown(connection, chaves),
    list: () => convidados.list(),

    async remove(credencialid, isReturned, autor) {
      const removal = await bound.remove(credencialid, isReturned, autor)
      if (removal.kind === 'removed') await mirror(credencialid)
      return removal
    },

    async merge(request, autor) {
      const merge = await bound.merge(request, autor)
      if (merge.kind === 'merged') await mirror(request.otherId)
      return merge
    },

    listRastros: async (since) => rastrosIn((await board.read()).board, since),

    async forgetOrigens(before) {
      await forgetOrigens(connection, acts, before)
      // A key and a reserva are not marked as changed for that.
      board.held()?.forgetOrigens(before)
    },

    // Firestore and the Realtime Database keep no files of ours.
    wipeRemoved: async () => true,
    fillSearch: async () => 0,

    erasePersonalData: (autor, onProgress, areContactsErased) =>
      erasePersonalData(connection, acts, rtdb, { autor, onProgress, areContactsErased }),
    countPersonalData: () => countPersonalData(connection),
  }
}
