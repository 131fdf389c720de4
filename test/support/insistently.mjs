import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Asks again while storage says that it may be done or not, as a person does.
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
