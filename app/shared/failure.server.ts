import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { onceFor, servicesOf } from '~/services.server'
import { json, noStore, refuseOtherMethods, type RouteArgs } from './remix.server.ts'
import type { NoLongerOpenError } from '../../server/domain/errors.ts'
import type { ERRORS } from '../../server/error-words.ts'
import type { Services } from '../../server/composition.ts'

/** Why a page of ours could not be made, for the error page to say. */
export interface Reason {
  reason: Exclude<keyof typeof ERRORS, number>
}

/** Seconds after which retrying makes sense. */
export const RETRY_AFTER = '5'

/** Seconds until an address may again take invitations of a company, at the latest (decision 0011). */
export const PACE_RETRY_AFTER = '60'

/**
 * Seconds until an address that holds its share of a company may retry: some may have been used, or have
 * ended.
 */
export const HOLDS_RETRY_AFTER = '300'

/**
 * Counts by key, in each process separately; counts nothing if posts are not limited. An attempt is counted
 * before it is checked, so that simultaneous ones are not free; the count can be given back.
 */
export function limitOf(most: { points: number; duration: number }) {
  const limiterOf = onceFor(() => new RateLimiterMemory(most))
  return {
    /** @returns 0 when one may pass, else the whole seconds to wait */
    async count(key: string, services: Services): Promise<number> {
      if (services.config.postsPerMinute === 0) return 0
      try {
        await limiterOf(services).consume(key)
        return 0
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      }
    },
    async giveBack(key: string, services: Services): Promise<void> {
      if (services.config.postsPerMinute > 0) await limiterOf(services).reward(key)
    },
  }
}

/** Storage failed: the write may or may not have happened, and retrying is safe. */
export function isStorageError(error: unknown): boolean {
  // Checked by name: the server in front and this build each have their own copy of the class.
  return error instanceof Error && error.name === 'StorageError'
}

/** Catches a failure of storage, which is logged, and answers something else. Other errors are rethrown. */
export const otherwise =
  <Answer>({ log }: Pick<Services, 'log'>, answer: Answer, told = 'storage failed') =>
  (err: unknown): Answer => {
    if (!isStorageError(err)) throw err
    log.error({ err }, told)
    return answer
  }

/** A company's invitations cannot be counted: a counter is not a number, or the company is stored twice. */
export function isBrokenEmpresa(error: unknown): boolean {
  return error instanceof Error && ['InvalidCounterError', 'DuplicateEmpresaError'].includes(error.name)
}

/**
 * What the page says if what opened a request was replaced before its act; it tells a revoked browser
 * nothing.
 */
const REPLACED = { mesa: 'mesa-substituida', credencial: 'substituida', equipe: null } as const

/** Also checked by name. */
const isNoLongerOpen = (error: unknown): error is NoLongerOpenError =>
  error instanceof Error && error.name === 'NoLongerOpenError'

/**
 * Waits for storage. A failure becomes the page that says so, and a line in the log. If what opened the
 * request no longer opens anything, that becomes the page it now has. Other errors are rethrown.
 */
export async function withErrorPage<Result>(
  services: Pick<Services, 'log'>,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work
  } catch (err) {
    if (isStorageError(err)) {
      services.log.error({ err }, 'storage failed')
      throw failure('indisponivel', 503, RETRY_AFTER)
    }
    if (isNoLongerOpen(err)) {
      const reason = REPLACED[err.kind]
      throw reason === null ? new Response(null, { status: 404 }) : noStore<Reason>({ reason }, 404)
    }
    if (isBrokenEmpresa(err)) {
      services.log.error({ err }, 'broken empresa')
      throw failure('contador', 500)
    }
    throw err
  }
}

export function failure(reason: Reason['reason'], status: number, retryAfter?: string) {
  return json<Reason>({ reason }, { status, headers: retryAfter ? { 'Retry-After': retryAfter } : {} })
}

interface PageArgs extends RouteArgs {
  services: Services
}

/** A page's loader: a storage failure becomes the page that says so. */
export const pageLoader =
  <Shown>(show: (args: PageArgs) => Promise<Shown>) =>
  async (args: RouteArgs): Promise<Shown> => {
    const services = await servicesOf(args.context)
    return withErrorPage(services, show({ ...args, services }))
  }

/** The same for the action of a page that takes a form. */
export const pageAction =
  <Answer>(act: (args: PageArgs) => Promise<Answer>) =>
  async (args: RouteArgs): Promise<Answer> => {
    refuseOtherMethods(args.request)
    return pageLoader(act)(args)
  }
