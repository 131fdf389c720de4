import type { Lote, Resposta, Revogado } from '../../server/domain/porta-sync.ts'
import type { Surroundings } from './clock.ts'

/** The longest wait for an answer that brings the whole list over a slow network. */
const LIST_MILLISECONDS = 30_000

/** The outcome of sending. Only `resposta` and `revoked` confirm that facts are stored. */
export type Answer =
  | { kind: 'resposta'; resposta: Resposta; sentAt: number; gotAt: number }
  | { kind: 'revoked'; revogado: Revogado }
  | { kind: 'unpaired' }
  | { kind: 'refused'; reason: string }
  /** No answer, an incomplete one, one that is not the server's, or one that says to try later. */
  | { kind: 'offline' }

/** Posts to `/porta/sync`. The network counts as present when it answers, whatever the browser reports. */
export async function post(around: Surroundings, patience: Patience, lote: Lote): Promise<Answer> {
  const giveUp = new AbortController()
  const wait = lote.marca === null ? LIST_MILLISECONDS : patience.milliseconds()
  const callOff = around.later(() => giveUp.abort(), wait)
  const begun = around.monotonic()
  const given = new Promise<never>((_, reject) => {
    giveUp.signal.addEventListener('abort', () => reject(new Error('[porta] no answer in time')))
  })
  try {
    const answer = await Promise.race([exchange(around, lote, giveUp.signal), given])
    patience.answered(around.monotonic() - begun)
    return answer
  } catch {
    if (giveUp.signal.aborted) patience.gaveUp()
    return { kind: 'offline' }
  } finally {
    callOff()
  }
}

async function exchange(around: Surroundings, lote: Lote, signal: AbortSignal): Promise<Answer> {
  const sentAt = around.monotonic()
  const response = await around.fetch('/porta/sync', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(lote),
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    signal,
  })
  const gotAt = around.monotonic()
  const { status } = response
  if (status >= 500 || status === 408 || status === 429) return { kind: 'offline' }
  if (status === 200) {
    const resposta: unknown = await response.json()
    return isResposta(resposta) ? { kind: 'resposta', resposta, sentAt, gotAt } : { kind: 'offline' }
  }
  const body: unknown = await response.json().catch(() => null)
  if (status === 403 && isRevogado(body)) return { kind: 'revoked', revogado: body }
  const erro = errorIn(body)
  if (status === 404 && erro !== null) return { kind: 'unpaired' }
  // An answer from anything in between says nothing about what was sent.
  return erro === null ? { kind: 'offline' } : { kind: 'refused', reason: erro }
}

const isRecord = (body: unknown): body is Record<string, unknown> => typeof body === 'object' && body !== null

/** The list may have any format: every format says which facts are stored. */
function isResposta(body: unknown): body is Resposta {
  return (
    isRecord(body) &&
    typeof body.agora === 'number' &&
    Array.isArray(body.guardadas) &&
    (isRecord(body.lista) || typeof body.lista === 'string')
  )
}

function isRevogado(body: unknown): body is Revogado {
  return isRecord(body) && typeof body.revogadoem === 'number' && Array.isArray(body.guardadas)
}

/** Why our server refuses; null if something else refused. */
function errorIn(body: unknown): string | null {
  return isRecord(body) && typeof body.erro === 'string' ? body.erro : null
}

/** The longest and the shortest wait for an answer. */
const LONGEST_MILLISECONDS = 10_000
const SHORTEST_MILLISECONDS = 2_000
/** Used after the longest was too short: a whole list may come over a slow network, asked for or not. */
const SLOW_MILLISECONDS = 30_000

/** The next answer may take this many times as long as the last one. */
const TIMES = 10

export type Patience = ReturnType<typeof openPatience>

/**
 * How long to wait for an answer. The wait is shorter where answers have come quickly, so that a lost one
 * delays little. It starts long, and several quick answers in a row shorten it.
 */
export function openPatience() {
  let wait = LONGEST_MILLISECONDS
  return {
    milliseconds: () => wait,
    /** Records how long a complete answer took. */
    answered(milliseconds: number) {
      const wanted = Math.max(SHORTEST_MILLISECONDS, TIMES * milliseconds, wait / 2)
      wait = Math.min(LONGEST_MILLISECONDS, wanted)
    },
    /** No answer came in time: the network may have become slow. */
    gaveUp() {
      wait = wait < LONGEST_MILLISECONDS ? LONGEST_MILLISECONDS : SLOW_MILLISECONDS
    },
  }
}
