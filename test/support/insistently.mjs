import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Retries, as a person does, while storage cannot say whether the act was done.
 * @template Result
 * @param {() => Promise<Result>} act
 * @returns {Promise<Result>}
 */
export async function insistently(act) {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'StorageError') throw error
      await sleep(20)
    }
  }
}
