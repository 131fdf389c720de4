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
