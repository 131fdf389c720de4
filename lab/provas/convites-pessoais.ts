import type { TimedAct } from './model/answers.ts'
import { alone, checked, measuredOf, onSqlite, planted, seed } from './model/check.ts'
import { withEmulator } from './model/emulator.ts'
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

const onEmulator = (total: number) =>
  withEmulator(async (storage, { host, project, rtdbUrl }) => {
    await prepare(storage)
    const env = { FIRESTORE_EMULATOR_HOST: host, METADATA_SERVER_DETECTION: 'none' }
    const all = await actInProcesses(['firebase', project, rtdbUrl], { ...CROWD, total }, env)
    const where = `of ${all.length} over 4 processes on the Firestore emulator`
    return checked(where, storage, all.filter(hasWritten), true)
  })
