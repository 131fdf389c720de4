import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../../server/composition.ts'

/** How long a request waits for the task it started, in milliseconds: most spreadsheets are done by then. */
const ANSWER_MS = 1_000

/** How long a page that follows a task waits before it reloads, in milliseconds. */
const FOLLOWED_MS = 2_000

/** A task's result; null if it continues after the answer. @throws anything the task throws meanwhile */
export const atOnce = <Result>(task: Promise<Result>): Promise<Result | null> =>
  Promise.race([task, sleep(ANSWER_MS, null, { ref: false })])

/**
 * Waits until this process has finished its task for an upload, or for two seconds. On Cloud Run a process
 * only has the processor while it answers a request.
 */
export async function waitForTask({ tasks }: Pick<Services, 'tasks'>, planilhaid: string): Promise<void> {
  const ended = tasks.ended(planilhaid)
  await Promise.race([...(ended ? [ended] : []), sleep(FOLLOWED_MS, null, { ref: false })])
}
