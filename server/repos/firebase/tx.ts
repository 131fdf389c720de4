import type { Reads } from '../../domain/records.ts'
import type { Tx } from '../../domain/tx.ts'
import { createAsking, untilKnown } from './asking.ts'
import type { Connection } from './connection.ts'
import { openRecords } from './records.ts'
import { DEADLINE_MS, within } from './deadline.ts'
import { OvertakenError, createUnit, type Unit } from './unit.ts'
import { firestoreWordsOf } from './words.ts'

/**
 * One act's view of a unit of work. An act is run without effect until everything it reads is there, and then
 * for real. `run-transaction.ts` decides when that is, with which other acts, and what happens when the
 * commit fails.
 * @param nextIds free credencialids that no other act of this process tries
 * @param lote marks the facts of this act: if an earlier try stored them and its answer was lost, they still
 * count as new
 */
export function openTx(
  connection: Connection,
  unit: Unit,
  nextIds: (now: number, count: number) => Promise<string[]>,
  lote: string,
) {
  const asking = createAsking(connection, unit, nextIds)
  const records = openRecords(asking)
  const tx: Tx = firestoreWordsOf(asking, records, lote)
  return {
    /** Reads what the act asks for, as much at once as it can. Nothing is written. */
    prepare: (act: (tx: Tx) => unknown) =>
      untilKnown(asking, () => {
        records.begin()
        act(tx)
      }),
    /** @throws OvertakenError before anything is written */
    run<Result>(act: (tx: Tx) => Result): Result {
      records.begin()
      asking.demanded()
      const result = act(tx)
      if (asking.isLacking()) throw new OvertakenError('[firebase] another act of the group was faster')
      // Only for acts that run: those left for the next commit have read as well.
      for (const ref of asking.demanded()) unit.demand(ref)
      records.apply()
      return result
    },
  }
}

/**
 * Answers queries over the verbs: each is run until everything it reads is there. Reads that depend on each
 * other may see different instants.
 */
export function createRead(
  connection: Connection,
): <Result>(query: (tx: Reads) => Result) => Promise<Result> {
  const noIds = () => Promise.reject(new Error('[firebase] a query takes no id'))
  return async (query) => {
    const asking = createAsking(connection, createUnit(connection.db), noIds)
    const records = openRecords(asking, false)
    await within(
      DEADLINE_MS,
      untilKnown(asking, () => query(records)),
    )
    return query(records)
  }
}
