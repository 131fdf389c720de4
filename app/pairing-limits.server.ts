import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { json, type AppLoadContext } from './remix.server.ts'
import type { Services } from '../server/composition.ts'
import { findInvitation, type FoundInvitation } from '../server/use-cases/pair-browser.ts'
import { withErrorPage, type Reason } from './failure.server.ts'

const SECONDS = 10 * 60
/**
 * Wrong codes of one address. Phones at the venue share one, and a code is copied by hand by few of them. Guessing one of
 * 25^8 codes in its 30 minutes takes a thousand million addresses.
 */
const WRONG_CODES = 50
/** Asking for one code that exists, from anywhere: a preview, its owner and some others. */
const SAME_CODE = 30

const limits = new WeakMap<Services, ReturnType<typeof createLimits>>()

/** Each process counts for itself. */
function createLimits() {
  return {
    wrong: new RateLimiterMemory({ points: WRONG_CODES, duration: SECONDS }),
    same: new RateLimiterMemory({ points: SAME_CODE, duration: SECONDS }),
  }
}

/**
 * Reads the invitation of a code, and counts against guessing. A right code of an address that guessed too often is
 * refused too. Stock remix-serve knows no address: there the proxy in front limits.
 * @throws Response 429 with the page that says to wait; 503 while storage does not answer
 */
export async function findInvitationLimited(
  typed: string,
  context: AppLoadContext,
  services: Services,
): Promise<FoundInvitation> {
  const { address } = context
  const isLimited = services.config.postsPerMinute > 0
  let known = limits.get(services)
  if (!known) limits.set(services, (known = createLimits()))
  // Counted before it is looked up and taken back when it was right, so that guesses sent at once are counted, too.
  if (isLimited && address !== undefined) await consume(known.wrong, address)
  const found = await withErrorPage(services, findInvitation(services, typed))
  if (!isLimited || found.kind === 'not-found') return found
  if (address !== undefined) await known.wrong.reward(address)
  await consume(known.same, found.aparelho.aparelhoid)
  return found
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    throw json<Reason>(
      { reason: 'codigos' },
      { status: 429, headers: { 'Retry-After': String(seconds), 'Cache-Control': 'no-store' } },
    )
  }
}
