import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Sender } from './sender.ts'

/** How many full buckets those who are known behind one address have together, guests and the team each. */
const FULL_BUCKETS = 10

/**
 * Limits requests per minute: the strangers of an address share one bucket, and whoever is known has one of their own
 * (decision 0021). What is refused there takes nothing of what they share. Each process counts for itself; the limits
 * per address and company are the domain's.
 * @param perMinute 0 lets every request pass
 * @returns counts a request, and answers 0 when it may pass, else the whole seconds to wait, 1–60
 */
export function createRateLimit(perMinute: number): (sender: Sender) => Promise<number> {
  if (perMinute === 0) return async () => 0
  const own = new RateLimiterMemory({ points: perMinute, duration: 60 })
  const together = new RateLimiterMemory({ points: FULL_BUCKETS * perMinute, duration: 60 })
  return async ({ address, known }) => {
    if (!known) return secondsAfter(own, address)
    const seconds = await secondsAfter(own, `${address} ${known.id}`)
    return seconds > 0 ? seconds : secondsAfter(together, `${address} ${known.room}`)
  }
}

async function secondsAfter(limiter: RateLimiterMemory, key: string): Promise<number> {
  try {
    await limiter.consume(key)
    return 0
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    throw refusal
  }
}
