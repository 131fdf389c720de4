import type { Andamento } from '../domain/planilha-repo.ts'
import type { Storage } from '../domain/storage.ts'

/** How often a run notes how far it is, in milliseconds. */
const NOTED_MS = 1_000

/** What a run changes in its andamento. */
export type Progress = Partial<Omit<Andamento, 'planilhaid' | 'quem' | 'vistaem'>>

export interface Run {
  andamento: () => Andamento
  tell: (told: Progress) => void
  /** What is noted when it resolves: a kill from then on leaves it told. */
  tellNow: (told: Progress) => Promise<void>
  /** Another run has taken over, or all was erased: who asks does no more. */
  isLost: () => boolean
}

/**
 * Does work while it is noted, once a second, how far it is: who looks knows by it that the run has not stopped. Afterwards
 * what came of it is noted, also where it failed.
 * @param work answers a result and what is told at the end
 * @throws whatever the work does, and StorageError where its end could not be noted
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
  // Storage that takes longer is asked again once it has answered; what could not be noted is noted the next time.
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

/** Work that goes on after the request that began it was answered. */
export interface Tasks {
  /**
   * Begins work for a thing, by its id.
   * @param work gets what is aborted when the process is to stop: it ends soon after
   */
  run: <Result>(id: string, work: (signal: AbortSignal) => Promise<Result>) => Promise<Result>
  /** Resolves when no work of this process for a thing goes on; null where none does. */
  ended: (id: string) => Promise<unknown> | null
  /** Stops all work, and resolves when it has ended. Work begun from here on is stopped at once. */
  stop: () => Promise<void>
}

/** @param log gets what fails, which whoever began it may be waiting for no longer */
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
