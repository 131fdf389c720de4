import type { Tx } from '../../domain/tx.ts'
import { createAsking } from './asking.ts'
import type { Connection } from './connection.ts'
import { openRecords } from './records.ts'
import { OvertakenError, type Unit } from './unit.ts'
import { firestoreWordsOf } from './words.ts'

/** How often an act may need what it can ask for only once it has read something else. */
const ROUNDS_MAX = 20

/**
 * One act's view of a unit of work: an act is run dry until all it reads is there, and then for good. When that is, in
 * whose company, and what happens where the commit fails, `run-transaction.ts` decides.
 */
export interface OpenTx {
  /** Reads what the act asks for, all that it can ask for at once together. Nothing is written. */
  prepare(act: (tx: Tx) => unknown): Promise<void>
  /** @throws OvertakenError before anything is written */
  run<Result>(act: (tx: Tx) => Result): Result
}

/**
 * @param nextId a free credencialid that no other act of this process tries
 * @param lote marks facts of this act: told by it, what an earlier try of it stored is new, whose answer was lost
 */
export function openTx(
  connection: Connection,
  unit: Unit,
  nextId: (now: number) => Promise<string>,
  lote: string,
): OpenTx {
  const asking = createAsking(connection, unit, nextId)
  const records = openRecords(asking)
  const tx: Tx = firestoreWordsOf(asking, records, lote)
  return {
    async prepare(act) {
      for (let rounds = 0; ; rounds++) {
        if (rounds === ROUNDS_MAX) throw new Error('[firebase] an act asks for something else at each run')
        records.begin()
        try {
          act(tx)
        } catch {
          // On half of what it reads an act may fail; on all of it, it fails again when it runs, and alone of its group.
        }
        if (!asking.isLacking()) return
        await asking.readLacking()
      }
    },
    run(act) {
      records.begin()
      asking.demanded()
      const result = act(tx)
      if (asking.isLacking()) throw new OvertakenError('[firebase] another act of the group was faster')
      // Of acts that run alone: those of a group that are left for the next commit have read, too.
      for (const ref of asking.demanded()) unit.demand(ref)
      records.apply()
      return result
    },
  }
}
