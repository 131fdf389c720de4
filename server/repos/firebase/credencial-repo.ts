import type { AvipMirror, CredencialRepo } from '../../domain/credencial-repo.ts'
import type { Autor } from '../../domain/historico.ts'
import { chunksOf } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { countPersonalData } from './erasure.ts'
import { findKnown, makeDue } from './open-convidado.ts'
import type { PainelIndex } from './painel.ts'
import { forgetPlanilhas } from './planilha-repo.ts'
import { forgetFormCookies, forgetOrigens } from './procedencias.ts'
import type { Rtdb } from './rtdb.ts'
import type { Queues } from './run-transaction.ts'

type Remove<Outcome> = (credencialid: string, isReturned: boolean, autor: Autor) => Promise<Outcome>

/** Credentials in Firestore; their avips in the realtime database, through an outbox. */
export function createCredencialRepo(
  connection: Connection,
  queues: Queues,
  made: CredencialRepo,
  avips: AvipMirror,
  rtdb: Rtdb,
  painel: Pick<PainelIndex, 'held'>,
): CredencialRepo {
  /** The guest is erased at once, in the realtime database as soon as it answers. */
  const mirror = (credencialid: string) => avips.mirror(credencialid).catch(() => {})
  const mirrored =
    <Outcome extends { kind: string }>(remove: Remove<Outcome>): Remove<Outcome> =>
    async (credencialid, ...asked) => {
      const removal = await remove(credencialid, ...asked)
      if (removal.kind === 'removed') await mirror(credencialid)
      return removal
    }

  return {
    ...made,

    forgetFormCookies: (now) => forgetFormCookies(connection, queues, now),
    findKnown: (chaves) => findKnown(connection, chaves),

    remove: mirrored((...asked) => made.remove(...asked)),
    removeOutside: mirrored((...asked) => made.removeOutside(...asked)),

    async merge(request, autor) {
      const merge = await made.merge(request, autor)
      if (merge.kind === 'merged') await mirror(request.otherId)
      return merge
    },

    async forgetOrigens(before) {
      await forgetOrigens(connection, queues, before)
      // This does not mark a key or a reserva as changed.
      painel.held()?.forgetOrigens(before)
    },

    async erasePersonalData(...asked) {
      const erased = await made.erasePersonalData(...asked)
      if (erased === null) return null
      await forgetPlanilhas(connection, Infinity)
      await clearStrays(connection, queues, rtdb)
      return erased
    },
    countPersonalData: () => countPersonalData(connection),
  }
}

/** How many avips are looked up at once. */
const AVIPS = 100
/** How long the realtime database may take to list its avips, in milliseconds. */
const IDS_MS = 30_000

/** Makes avips due that have no credencial: of a former guest, or of one erased by another program. */
async function clearStrays(connection: Connection, queues: Queues, rtdb: Rtdb): Promise<void> {
  const { db, credenciais, outbox } = connection
  for (const ids of chunksOf(await rtdb.ids(IDS_MS), AVIPS)) {
    await queues.run('expurgo', async (unit) => {
      const [convidados, entries] = await Promise.all(
        [credenciais, outbox].map((collection) =>
          within(ATTEMPT_MS, db.getAll(...ids.map((id) => collection.doc(id)))),
        ),
      )
      for (const entry of entries ?? []) unit.track(entry)
      return () => {
        ids.forEach((id, index) => {
          if (convidados?.[index]?.exists === false && entries?.[index]?.exists === false)
            makeDue(unit, outbox.doc(id))
        })
      }
    })
  }
}
