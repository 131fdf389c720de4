import type { Autor } from '../../domain/historico.ts'
import { StorageError } from '../../domain/errors.ts'
import type { About, Run, Tx } from '../../domain/tx.ts'
import type { Act, Acts } from './acts.ts'
import { queueOf } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { canNameDocument } from './document-name.ts'
import { doneOnce } from './feitos.ts'
import { createIds } from './ids.ts'
import { openTx, OvertakenError } from './tx.ts'

/** How often an act may be overtaken within its own group. */
const TRIES_MAX = 5

/** Runs acts in Firestore: in a queue of those that may meet, in groups of one commit (decision 0006). */
export function createRun(connection: Connection, acts: Acts): Run {
  const ids = createIds(connection.credenciais)
  return async <Result>(about: About, autor: Autor | null, act: (tx: Tx) => Result): Promise<Result> => {
    const queue = await queueFor(connection, about)
    const lease = ids.lease()
    const opened: Act<Result> = async (unit) => {
      const tx = openTx(connection, unit, lease.next)
      await tx.prepare(act)
      return () => tx.run(act)
    }
    const once = autor ? doneOnce(connection, autor, opened) : opened
    try {
      for (let tries = 1; ; tries++) {
        try {
          return await acts.run(queue, once)
        } catch (cause) {
          if (!(cause instanceof OvertakenError)) throw cause
          if (tries === TRIES_MAX) throw new StorageError(cause.message, { cause })
        }
      }
    } finally {
      lease.end()
    }
  }
}

async function queueFor(connection: Connection, about: About): Promise<string> {
  if ('empresaid' in about) return `empresa/${about.empresaid}`
  if ('chave' in about) return `chave/${about.chave}`
  if ('credencialid' in about) return `credencial/${about.credencialid}`
  if ('aparelhoid' in about) return `aparelho/${about.aparelhoid}`
  if ('segredo' in about) return `pareamento/${about.segredo}`
  if ('payerOf' in about) {
    const { payerOf } = about
    return canNameDocument(payerOf) ? queueOf(connection, payerOf) : `credencial/${payerOf}`
  }
  const convite = await within(ATTEMPT_MS, connection.convites.doc(about.codigo).get())
  return `empresa/${String(convite.get('empresaid') ?? '')}`
}
