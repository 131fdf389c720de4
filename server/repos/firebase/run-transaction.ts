import type { Firestore } from 'firebase-admin/firestore'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { StorageError } from '../../domain/errors.ts'
import type { Autor } from '../../domain/historico.ts'
import type { About, Run, Tx } from '../../domain/tx.ts'
import { queueOf } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, isRetryable, within } from './deadline.ts'
import { createIds } from './ids.ts'
import { canNameDocument } from './table.ts'
import { openTx } from './tx.ts'
import { OvertakenError, type Unit, type Written, createUnit } from './unit.ts'

/** How many times an act is tried if it is overtaken within its own group. */
const TRIES_MAX = 5

/**
 * Runs acts as Firestore transactions, and again where others were faster. Acts that may conflict share a
 * queue, in groups of one commit (decision 0006). `tx.ts` handles what an act reads and writes.
 */
export function createRun(connection: Connection, queues: Queues): Run {
  const ids = createIds(connection.credenciais)
  return async <Result>(about: About, autor: Autor | null, act: (tx: Tx) => Result): Promise<Result> => {
    const queue = await queueFor(connection, about)
    const lease = ids.lease()
    const lote = randomUUID()
    const opened: QueuedAct<Result> = async (unit) => {
      const tx = openTx(connection, unit, lease.next, lote)
      await tx.prepare(act)
      return () => tx.run(act)
    }
    const once = autor ? doneOnce(connection, autor, opened) : opened
    try {
      for (let tries = 1; ; tries++) {
        try {
          return await queues.run(queue, once)
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
  if ('tudo' in about) return 'tudo'
  if ('empresaid' in about) return `empresa/${about.empresaid}`
  if ('credencialid' in about) return `credencial/${about.credencialid}`
  if ('aparelhoid' in about) return `aparelho/${about.aparelhoid}`
  if ('segredo' in about) return `pareamento/${about.segredo}`
  if ('tipo' in about) return `envio/${about.tipo}`
  if ('evento' in about) return 'evento'
  if ('planilhaid' in about) return `planilha/${about.planilhaid}`
  if ('payerOf' in about) {
    const { payerOf } = about
    return canNameDocument(payerOf) ? queueOf(connection, payerOf) : `credencial/${payerOf}`
  }
  const convite = await within(ATTEMPT_MS, connection.convites.doc(about.codigo).get())
  return `empresa/${String(convite.get('empresaid') ?? '')}`
}

/**
 * An act that writes: reads what it needs into the unit, then returns a function that decides on what is
 * there and changes the unit, without waiting for anything. It may be run again, so ids are made outside.
 */
export type QueuedAct<Result> = (unit: Unit) => Promise<() => Result>

/**
 * Makes sure that an organiser's act is done once: if the history has the act's line after an earlier try,
 * that try succeeded and its answer was lost.
 */
function doneOnce<Result>(connection: Connection, autor: Autor, act: QueuedAct<Result>): QueuedAct<Result> {
  const ref = connection.historico.doc(autor.historicoid)
  let tried: { result: Result } | null = null
  return async (unit) => {
    const [line, decide] = await Promise.all([within(ATTEMPT_MS, ref.get()), act(unit)])
    unit.track(line)
    return () => {
      if (!tried || !unit.get(ref)) tried = { result: decide() }
      return tried.result
    }
  }
}

/** The most acts in one commit. */
const GROUP_MAX = 80

/**
 * The most documents a group writes, and the most one act usually writes: a phone's full batch with its
 * lines, or 100 personal invitations. Firestore itself has set no limit since 2023, so one act may write
 * more, as the removal of a guest of 500 admissions does; but the larger a commit, the longer it takes.
 */
const WRITES_MAX = 450
const WRITES_OF_ACT = 205

interface Waiting {
  act: QueuedAct<unknown>
  deadline: number
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

export type Queues = ReturnType<typeof createQueues>

/** Receives what a commit stored, before its acts are answered; null if that is unknown. */
type OnDone = (written: Written[] | null) => void

export function createQueues(db: Firestore, onDone: OnDone) {
  const queues = new Map<string, Waiting[]>()
  const working = new Set<Promise<void>>()
  let isStopping = false

  const work = async (key: string, queue: Waiting[]) => {
    while (queue.length > 0) {
      const group = queue.splice(0, GROUP_MAX).filter(({ deadline }) => deadline > Date.now())
      queue.unshift(...(await runGroup(db, group, onDone, () => isStopping)))
    }
    queues.delete(key)
  }

  return {
    /**
     * Runs an act. Acts of the same key wait for each other and are committed in groups: under contention one
     * commit carries many claims, and processes conflict only in the precondition (decision 0006).
     * @throws StorageError when it is not known to be done within the deadline, waiting included
     */
    run<Result>(key: string, act: QueuedAct<Result>): Promise<Result> {
      const result = new Promise<Result>((resolve, reject) => {
        const waiting: Waiting = {
          act,
          deadline: Date.now() + DEADLINE_MS,
          resolve: (value) => resolve(value as Result),
          reject,
        }
        const queue = queues.get(key)
        if (queue) queue.push(waiting)
        else {
          const started = [waiting]
          queues.set(key, started)
          const worked = work(key, started).finally(() => working.delete(worked))
          working.add(worked)
        }
      })
      return within(DEADLINE_MS, result)
    },
    /** Retries no more commits, and settles once no act is under way, even one whose answer nobody awaits. */
    async stop() {
      isStopping = true
      while (working.size > 0) await Promise.all(working)
    },
  }
}

/**
 * Settles the acts of the group, whatever happens: nothing may stop the queue behind it.
 * @returns acts that would have made the commit too large, for the next one
 */
async function runGroup(
  db: Firestore,
  group: Waiting[],
  onDone: OnDone,
  isStopping: () => boolean,
): Promise<Waiting[]> {
  const deadline = Math.max(...group.map((waiting) => waiting.deadline))
  for (let attempt = 0; group.length > 0; attempt++) {
    try {
      const { written, answer, left } = await tryGroup(createUnit(db), group, deadline - Date.now())
      onDone(written)
      answer()
      return left
    } catch (error) {
      onDone(null)
      if (!isRetryable(error) || isStopping() || Date.now() >= deadline) {
        for (const { reject } of group) reject(error)
        return []
      }
      // Jitter: processes that retry at the same moment would conflict again.
      await sleep(Math.random() * Math.min(400, 10 * 2 ** attempt))
    }
  }
  return []
}

/** @returns what it stored, a function that answers the acts once all is committed, and the acts left out */
async function tryGroup(
  unit: Unit,
  group: Waiting[],
  ms: number,
): Promise<{ written: Written[]; answer: () => void; left: Waiting[] }> {
  const reads = await within(ms, Promise.allSettled(group.map(({ act }) => act(unit))))
  const infrastructure = reads.find(
    (read) => read.status === 'rejected' && read.reason instanceof StorageError,
  )
  if (infrastructure?.status === 'rejected') throw infrastructure.reason

  const results: PromiseSettledResult<unknown>[] = []
  for (const read of reads) {
    if (results.length > 0 && unit.writes() + WRITES_OF_ACT > WRITES_MAX) break
    results.push(resultOf(read))
  }
  const written = await unit.commit()
  const answer = () =>
    results.forEach((result, index) => {
      if (result.status === 'fulfilled') group[index]?.resolve(result.value)
      else group[index]?.reject(result.reason)
    })
  return { written, answer, left: group.slice(results.length) }
}

function resultOf(read: PromiseSettledResult<() => unknown>): PromiseSettledResult<unknown> {
  if (read.status === 'rejected') return read
  try {
    return { status: 'fulfilled', value: read.value() }
  } catch (reason) {
    return { status: 'rejected', reason }
  }
}
