import { openFirebaseAt } from '../../test/support/firebase-harness.ts'
import { findEmulator, startEmulator } from '../../test/support/firestore/emulator.ts'
import { startFakeRtdb } from '../../test/support/rtdb/fake.ts'
import type { TimedAct } from './model/answers.ts'
import { alone, checked, measuredOf, onSqlite, planted, seed, type Part } from './model/check.ts'
import { actInProcesses } from './model/processes.ts'
import { prepare } from './model/stored.ts'
import type { Prova } from './prova.ts'

const CROWD = { mix: 'convites', seed, actors: 2 } as const

/**
 * Table holders, guests and organisers at once, and a model that must find an order that explains every
 * answer.
 */
export const convitesPessoais: Prova = {
  goal: '10,000 acts on personal invitations, withdrawals and guests over 4 processes on SQLite, 2,000 on the Firestore emulator: one order explains every answer, record and line of the history, licredencial = before + pendente + usada, no code used twice; every planted fault is found',
  limitSeconds: { full: 600, short: 120 },
  async run(isShort) {
    return measuredOf([
      await alone('convites', isShort ? 2_000 : 10_000),
      await planted('convites', 4_000),
      await onSqlite({ ...CROWD, total: isShort ? 1_600 : 10_000 }),
      await onEmulator(isShort ? 240 : 2_000),
    ])
  },
}

/**
 * Whether an act may have written. Firestore reads documents one after the other, and demands only for the
 * written ones that they have not changed. So a refusal, or what a page shows, may match no single instant.
 */
function hasWritten({ act, answer: { kind, added, isDone, reservaid } }: TimedAct): boolean {
  switch (act.kind) {
    case 'claim':
      return reservaid === act.reservaid
    case 'find':
    case 'release':
      return false
    default:
      return WRITTEN.has(String(kind)) || added === 1 || isDone === true
  }
}

const WRITTEN = new Set(
  'registered already-registered created corrected answered revoked withdrawn returned moved confirmed removed changed'.split(
    ' ',
  ),
)

async function onEmulator(total: number): Promise<Part> {
  const source = await findEmulator()
  if (!source) return { said: 'nothing on Firestore, whose emulator is not installed', faults: [] }
  const emulator = await startEmulator(source)
  const rtdb = await startFakeRtdb()
  const project = `demo-convites-prova-${process.pid}`
  const storage = await openFirebaseAt(emulator.host, project, rtdb.url)
  try {
    await prepare(storage)
    const env = { FIRESTORE_EMULATOR_HOST: emulator.host, METADATA_SERVER_DETECTION: 'none' }
    const all = await actInProcesses(['firebase', project, rtdb.url], { ...CROWD, total }, env)
    const written = all.filter(hasWritten)
    return await checked(
      `of ${all.length} over 4 processes on the Firestore emulator`,
      storage,
      written,
      true,
    )
  } finally {
    await storage.close()
    await rtdb.close()
    await emulator.stop()
  }
}
