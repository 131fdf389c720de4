import { avisadoDesde, eraOf, type EventoGravado, type Encontro } from '../domain/evento-gravado.ts'
import { knownSince, novidadeFor, type Novidade } from '../domain/mudanca.ts'

/** What a guest must be told of the event before all else. */
export type Changed =
  /** It does not take place; `inicio` is when it was to begin. */
  { kind: 'cancelado'; inicio: string } | { kind: 'mudou'; era: Encontro; agora: Encontro }

/**
 * Reads what changed of the event: that it moved, until it ends; that it was cancelled, for good.
 * @param credencialid whose: what changed before they read the event, they never saw; null for who may have seen all
 * @returns null where nothing must be told, or no event is described
 */
export function whatChanged(
  gravado: EventoGravado | null,
  credencialid: string | null,
  now: number,
): Changed | null {
  if (!gravado) return null
  const { evento, canceladoem } = gravado
  if (canceladoem !== null) return { kind: 'cancelado', inicio: evento.inicio }
  const era = eraOf(gravado, credencialid === null ? 0 : knownSince(credencialid), now)
  return era && { kind: 'mudou', era, agora: evento }
}

/** What the message to a guest tells of the event by now. */
export function novidadeOf(gravado: EventoGravado | null, credencialid: string): Novidade {
  return gravado ? novidadeFor(gravado, credencialid) : { kind: 'mantido' }
}

/** Tells whether guests were to be told of any change. */
export function hasMudanca(gravado: EventoGravado | null): boolean {
  return gravado !== null && avisadoDesde(gravado) !== null
}
