import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { onceFor } from '~/services.server'
import type { Services } from '../../../server/composition.ts'

/** How often in an hour an address is told that a company has a guest of a number; each process counts for itself. */
const TOLD_PER_HOUR = 5

const limiterOf = onceFor(() => new RateLimiterMemory({ points: TOLD_PER_HOUR, duration: 60 * 60 }))

/**
 * Counts a registration as told before it is made, so that of many at once none is free (decision 0012).
 * @param address null where it is not known: all of those count together
 * @returns false where it is to be made without asking
 */
export async function mayBeTold(address: string | null, services: Services): Promise<boolean> {
  if (services.config.postsPerMinute === 0) return true
  try {
    await limiterOf(services).consume(address ?? '')
    return true
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return false
  }
}

/** Takes back what was counted of a registration that was told nothing. */
export async function wasNotTold(address: string | null, services: Services): Promise<void> {
  if (services.config.postsPerMinute > 0) await limiterOf(services).reward(address ?? '')
}
