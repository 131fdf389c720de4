import { NOTHING_DONE, type Andamento, type Begun, type Enviada } from '../domain/planilha-repo.ts'
import type { Storage } from '../domain/storage.ts'

/** How often a run notes its progress, in milliseconds. */
const NOTED_MS = 1_000

/** The changes a run makes to its andamento. */
export type Progress = Partial<Omit<Andamento, 'planilhaid' | 'quem' | 'vistaem'>>

export interface Run {
  andamento: () => Andamento
  tell: (told: Progress) => void
  /** Resolves once it is stored: if the process is killed after that, the note remains. */
  tellNow: (told: Progress) => Promise<void>
  /** Another run has taken over, or everything was erased: this run must stop. */
  isLost: () => boolean
}

/** Begins to read or record an upload, whose progress is kept for an hour from now on. */
export async function beginRun(
  { planilhas, newId, now }: Pick<Storage, 'planilhas'> & { newId: () => string; now: () => number },
  { planilhaid, tipo, arquivo }: Omit<Enviada, 'enviadaem'>,
  fase: 'lendo' | 'gravando',
): Promise<Begun> {
  const [enviadaem, quem] = [now(), newId()]
  const run = { planilhaid, enviadaem, tipo, arquivo, fase, quem, vistaem: enviadaem }
  return planilhas.begin({ ...run, ...NOTHING_DONE })
}

/**
 * Does work and notes its progress every second, so that others can see the run has not stopped. The outcome
 * is noted afterwards, even of a failure.
 * @param work returns a result and the last changes to note
 * @throws whatever the work throws, and StorageError when its end could not be noted
 */
export async function whileNoted<Result>(
  { planilhas, now }: Pick<Storage, 'planilhas'> & { now: () => number },
  begun: Andamento,
  work: (run: Run) => Promise<{ result: Result; told: Progress }>,
): Promise<Result> {
  let andamento = begun
  let isLost = false
  const { quem } = begun
  const tell = (told: Progress) => void (andamento = { ...andamento, ...told })
  const note = async (by: string) => {
    const isOurs = await planilhas.note(quem, { ...andamento, quem: by, vistaem: now() })
    isLost ||= !isOurs
  }
  let noted: Promise<unknown> | null = null
  // A slow storage gets the next note once it has answered; the next note makes up for one that failed.
  const noting = setInterval(() => {
    noted ??= note(quem)
      .catch(() => {})
      .finally(() => (noted = null))
  }, NOTED_MS)
  noting.unref()
  const tellNow = async (told: Progress) => {
    tell(told)
    await noted
    await note(quem)
  }
  const end = async () => {
    clearInterval(noting)
    await noted
    await note('')
  }
  try {
    const { result, told } = await work({ andamento: () => andamento, tell, tellNow, isLost: () => isLost })
    tell(told)
    await end()
    return result
  } catch (error) {
    await end().catch(() => {})
    throw error
  }
}

/** Work that continues after the request that began it was answered. */
export interface Tasks {
  /**
   * Begins work for an id, such as an upload's.
   * @param work gets a signal that is aborted when the process is to stop; it must end soon after
   */
  run: <Result>(id: string, work: (signal: AbortSignal) => Promise<Result>) => Promise<Result>
  /** Resolves when this process has no more work for an id; null if there is none now. */
  ended: (id: string) => Promise<unknown> | null
  /** Stops all work, and resolves when it has ended. Work begun from then on is stopped at once. */
  stop: () => Promise<void>
}

/** @param log gets every failure, because the request that began the work may no longer be waiting for it */
export function createTasks(log: { error: (fields: object, message: string) => void }): Tasks {
  const running = new Map<Promise<unknown>, string>()
  const stopping = new AbortController()
  return {
    run(id, work) {
      const task = work(stopping.signal)
      const ended = task
        .catch((err: unknown) => log.error({ err }, 'a task failed'))
        .finally(() => running.delete(ended))
      running.set(ended, id)
      return task
    },
    ended(id) {
      const theirs = [...running].flatMap(([task, of]) => (of === id ? [task] : []))
      return theirs.length === 0 ? null : Promise.all(theirs)
    },
    async stop() {
      stopping.abort()
      await Promise.all(running.keys())
    },
  }
}
