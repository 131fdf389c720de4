import type { Lote, Resposta, Revogado } from '../../server/domain/porta-sync.ts'
import type { Surroundings } from './clock.ts'

/** The longest wait for an answer that brings the whole list over a slow network. */
const LIST_MILLISECONDS = 30_000

/** What came of sending. Only `resposta` and `revoked` confirm that facts are stored. */
export type Answer =
  | { kind: 'resposta'; resposta: Resposta; sentAt: number; gotAt: number }
  | { kind: 'revoked'; revogado: Revogado }
  | { kind: 'unpaired' }
  | { kind: 'refused'; reason: string }
  /** No answer, half of one, one that is not the server's, or one that says to come later. */
  | { kind: 'offline' }

/** Posts to `/porta/sync`. A network is there when it answers, whatever the browser thinks of it. */
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
  // Whatever else stands between says nothing of what was sent.
  return erro === null ? { kind: 'offline' } : { kind: 'refused', reason: erro }
}

const isRecord = (body: unknown): body is Record<string, unknown> => typeof body === 'object' && body !== null

/** Its list may be of any format: every format says which facts are stored. */
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

/** Why our server refuses; null where it was not ours that did. */
function errorIn(body: unknown): string | null {
  return isRecord(body) && typeof body.erro === 'string' ? body.erro : null
}

/** The longest and the shortest wait for an answer. */
const LONGEST_MILLISECONDS = 10_000
const SHORTEST_MILLISECONDS = 2_000
/** After the longest was too short: a whole list may come over a slow network, asked for or not. */
const SLOW_MILLISECONDS = 30_000

/** So many times what the last answer took, the next may take. */
const TIMES = 10

export type Patience = ReturnType<typeof openPatience>

/**
 * How long an answer is waited for: less where they have come quickly, so that one that is lost holds up little. Begins
 * patiently, and takes several quick answers in a row to become less so.
 */
export function openPatience() {
  let wait = LONGEST_MILLISECONDS
  return {
    milliseconds: () => wait,
    /** Notes how long a whole answer took. */
    answered(milliseconds: number) {
      const wanted = Math.max(SHORTEST_MILLISECONDS, TIMES * milliseconds, wait / 2)
      wait = Math.min(LONGEST_MILLISECONDS, wanted)
    },
    /** None came while it was waited for: the network may have become a slow one. */
    gaveUp() {
      wait = wait < LONGEST_MILLISECONDS ? LONGEST_MILLISECONDS : SLOW_MILLISECONDS
    },
  }
}
