import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../../server/composition.ts'

/** How long a request waits for what it began, in milliseconds: most spreadsheets are done by then. */
const ANSWER_MS = 1_000

/** How long a page that follows waits before it is shown again, in milliseconds. */
const FOLLOWED_MS = 2_000

/** What comes of a task; null where it goes on after the answer. @throws whatever the task does meanwhile */
export const atOnce = <Result>(task: Promise<Result>): Promise<Result | null> =>
  Promise.race([task, sleep(ANSWER_MS, null, { ref: false })])

/**
 * Waits until what this process does for an upload has ended, or for two seconds. While it answers, it has the processor:
 * on Cloud Run a process has none otherwise.
 */
export async function waitForTask({ tasks }: Pick<Services, 'tasks'>, planilhaid: string): Promise<void> {
  const ended = tasks.ended(planilhaid)
  await Promise.race([...(ended ? [ended] : []), sleep(FOLLOWED_MS, null, { ref: false })])
}
