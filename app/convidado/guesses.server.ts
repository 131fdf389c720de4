import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { onceFor } from '~/services.server'
import type { Services } from '../../server/composition.ts'

/** Wrong answers of one address in a minute; what comes after them is not looked at, right or wrong. */
const WRONG_PER_MINUTE = 20

/**
 * The same of all addresses together. A code has ten of 25 signs: at this rate one for a given name is found in nine
 * thousand years on average. Each process counts for itself.
 */
const ALL_PER_MINUTE = 10_000

const limitersOf = onceFor(() => ({
  own: new RateLimiterMemory({ points: WRONG_PER_MINUTE, duration: 60 }),
  all: new RateLimiterMemory({ points: ALL_PER_MINUTE, duration: 60 }),
}))

/**
 * Counts an attempt as wrong before it is looked at, so that of many at once none is free.
 * @param address null where it is not known: then it counts among all alone
 * @returns 0 when it may be looked at, else the whole seconds to wait
 */
export async function countGuess(address: string | null, services: Services): Promise<number> {
  if (services.config.postsPerMinute === 0) return 0
  const { own, all } = limitersOf(services)
  try {
    if (address !== null) await own.consume(address)
    await all.consume('')
    return 0
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
  }
}

/** Takes back what was counted of an attempt that was right. */
export async function wasRight(address: string | null, services: Services): Promise<void> {
  if (services.config.postsPerMinute === 0) return
  const { own, all } = limitersOf(services)
  if (address !== null) await own.reward(address)
  await all.reward('')
}
