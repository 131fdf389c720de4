import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { onceFor } from '~/services.server'
import type { Services } from '../../../server/composition.ts'

/**
 * Wrong answers of one address in a minute; what comes after them is not looked at, right or wrong. Addresses together have
 * no count, which a stranger could use up for everybody. A code has ten of 25 signs: whoever has addresses enough to keep a
 * whole process busy, 5,000 forms a second, finds the one of a given name in three hundred years on average.
 */
const WRONG_PER_MINUTE = 20

const limiterOf = onceFor(() => new RateLimiterMemory({ points: WRONG_PER_MINUTE, duration: 60 }))

/**
 * Counts an attempt as wrong before it is looked at, so that of many at once none is free. Each process counts for itself.
 * @param address null where it is not known: what is in front has to limit addresses then
 * @returns 0 when it may be looked at, else the whole seconds to wait
 */
export async function countGuess(address: string | null, services: Services): Promise<number> {
  if (services.config.postsPerMinute === 0 || address === null) return 0
  try {
    await limiterOf(services).consume(address)
    return 0
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
  }
}

/** Takes back what was counted of an attempt that was right. */
export async function wasRight(address: string | null, services: Services): Promise<void> {
  if (services.config.postsPerMinute === 0 || address === null) return
  await limiterOf(services).reward(address)
}
