import type { Reads } from '../../domain/records.ts'
import type { Tx } from '../../domain/tx.ts'
import { createAsking, untilKnown } from './asking.ts'
import type { Connection } from './connection.ts'
import { openRecords } from './records.ts'
import { DEADLINE_MS, within } from './deadline.ts'
import { OvertakenError, createUnit, type Unit } from './unit.ts'
import { firestoreWordsOf } from './words.ts'

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
    prepare: (act) =>
      untilKnown(asking, () => {
        records.begin()
        act(tx)
      }),
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

/** Answers queries over the verbs: each runs dry until all it reads is there. What it reads in turns is of several instants. */
export function createRead(
  connection: Connection,
): <Result>(query: (tx: Reads) => Result) => Promise<Result> {
  const noId = () => Promise.reject(new Error('[firebase] a query takes no id'))
  return async (query) => {
    const asking = createAsking(connection, createUnit(connection.db), noId)
    const records = openRecords(asking, false)
    await within(
      DEADLINE_MS,
      untilKnown(asking, () => query(records)),
    )
    return query(records)
  }
}
