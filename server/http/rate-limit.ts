import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Counts one request of an address. @returns 0 when it may pass, else the whole seconds to wait, 1–60 */
export type RateLimit = (address: string) => Promise<number>

/**
 * Limits requests per client address and minute (many guests may stand behind one carrier address). Each process counts
 * for itself; the limit per address and company is storage's.
 * @param perMinute 0 lets every request pass
 */
export function createRateLimit(perMinute: number): RateLimit {
  if (perMinute === 0) return async () => 0
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return async (address) => {
    try {
      await limiter.consume(address)
      return 0
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      throw refusal
    }
  }
}
