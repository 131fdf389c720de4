import { storedAt } from './credencial.ts'
import { avisadoDesde, isMoved, type EventoGravado, type Encontro } from './evento-gravado.ts'

/** What a guest is told of the event, against what they knew of it. */
export type Novidade =
  /** `era`: as they knew it. */
  | { kind: 'mudou'; era: Encontro }
  /** It moved since, and is by now as they knew it. */
  | { kind: 'voltou' }
  /** It never moved since: it was cancelled and is not, or something else was told of. */
  | { kind: 'mantido' }
  /** `era`: as they knew it, where it moved before that; else null. */
  | { kind: 'cancelado'; era: Encontro | null }

/**
 * How long before they registered a guest may have read the event: a form stays open while it is filled in, and a process
 * hears of a change seconds after it was stored.
 */
export const LIDO_ANTES_MS = 15 * 60_000

/** Since when a guest may know the event; 0, from the beginning, for the guests of another product. */
export const knownSince = (credencialid: string) => Math.max(0, (storedAt(credencialid) ?? 0) - LIDO_ANTES_MS)

/** What this guest is told: only changes since they read the event are any to them. */
export function novidadeFor(
  { mudancas, evento, canceladoem }: Pick<EventoGravado, 'mudancas' | 'evento' | 'canceladoem'>,
  credencialid: string,
): Novidade {
  const since = mudancas.filter(({ em }) => em > knownSince(credencialid))
  const known = since[0]?.era
  const era = known && isMoved(known, evento) ? known : null
  if (canceladoem !== null) return { kind: 'cancelado', era }
  if (era) return { kind: 'mudou', era }
  return { kind: since.some((mudanca) => isMoved(mudanca.era, evento)) ? 'voltou' : 'mantido' }
}

/**
 * Tells whether a guest must be told of the last change: they may have read the event before it, and did not come to it as
 * it is since then.
 */
export function isToBeTold(
  gravado: Pick<EventoGravado, 'mudancas'>,
  { credencialid, dentroDesde }: { credencialid: string; dentroDesde: number | null },
): boolean {
  const desde = avisadoDesde(gravado)
  if (desde === null) return false
  return knownSince(credencialid) < desde && (dentroDesde === null || dentroDesde < desde)
}
