import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Counts one post of an address. @returns 0 when it may pass, else the whole seconds to wait, 1–60 */
export type PostLimit = (address: string) => Promise<number>

/**
 * Limits posts per client address and minute (many guests may stand behind one carrier address). Each
 * process counts for itself; the limit per address and company is storage's.
 * @param postsPerMinute 0 lets every post pass
 */
export function createPostLimit(postsPerMinute: number): PostLimit {
  if (postsPerMinute === 0) return async () => 0
  const limiter = new RateLimiterMemory({ points: postsPerMinute, duration: 60 })
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
