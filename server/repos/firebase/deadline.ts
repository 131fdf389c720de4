import { StorageError } from '../../domain/errors.ts'

/** How long any call may take, waiting in a queue included; after that the answer is "unknown, try again". */
export const DEADLINE_MS = 8_000

/** How long one read or commit may take before it is tried again: a lost answer must leave time for that. */
export const ATTEMPT_MS = 2_500

/**
 * Waits for work until a deadline. The SDK's own limits are minutes. Abandoned work may still be applied,
 * which natural keys and preconditions make harmless.
 * @throws StorageError when it took longer, or when Firestore failed; errors of ours pass unchanged
 */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StorageError('[firebase] no answer in time')), Math.max(0, ms))
  })
  try {
    return await Promise.race([work, tooLate])
  } catch (cause) {
    throw translate(cause)
  } finally {
    clearTimeout(timer)
  }
}

/** gRPC codes of a commit that was refused, or may have been applied: the act reads and decides again. */
const RETRYABLE = new Set([2, 4, 5, 6, 8, 9, 10, 13, 14])

/** Whether reading and trying again may help. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof StorageError)) return false
  const code = codeOf(error.cause)
  return code === null || RETRYABLE.has(code)
}

function translate(cause: unknown): unknown {
  const code = codeOf(cause)
  // The SDK's messages may quote a document's path, never its contents.
  return code === null ? cause : new StorageError(`[firebase] gRPC code ${code}`, { cause })
}

function codeOf(error: unknown): number | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : null
}
