import { storedAt } from './credencial.ts'
import { mayHaveArrived, type Envio } from './envio.ts'
import {
  isMoved,
  toldOf,
  type EventoGravado,
  type Encontro,
  type Mudanca,
  avisadoDesde,
  eraOf,
} from './evento-gravado.ts'

/** What a guest is told about the event, compared with what they knew. */
export type Novidade =
  /** `era`: as they knew it. */
  | { kind: 'mudou'; era: Encontro }
  /** It has moved since, and is now as they knew it. */
  | { kind: 'voltou' }
  /** It has not moved since: a cancellation was undone, or the change was of another kind. */
  | { kind: 'mantido' }
  /** `era`: as they knew it, if it moved before being cancelled; otherwise null. */
  | { kind: 'cancelado'; era: Encontro | null }

/**
 * How long before registering a guest may have read the event: a form stays open while it is filled in, and a
 * process hears of a change seconds after it was stored.
 */
export const LIDO_ANTES_MS = 15 * 60_000

/** Since when a guest may know the event; 0, meaning from the beginning, for guests of another product. */
export const knownSince = (credencialid: string) => Math.max(0, (storedAt(credencialid) ?? 0) - LIDO_ANTES_MS)

/** What somebody is told who read the event at this instant: only changes since then are news to them. */
export function novidadeSince(
  gravado: Pick<EventoGravado, 'mudancas' | 'evento' | 'canceladoem'>,
  sabidoem: number,
): Novidade {
  const { mudancas, canceladoem } = gravado
  const is = toldOf(gravado)
  const since = mudancas.filter(({ em }) => em > sabidoem)
  const known = since[0]?.era
  const era = known && isMoved(known, is) ? known : null
  if (canceladoem !== null) return { kind: 'cancelado', era }
  if (era) return { kind: 'mudou', era }
  return { kind: since.some((mudanca) => isMoved(mudanca.era, is)) ? 'voltou' : 'mantido' }
}

/** Somebody who knows of the event, since when, and the last note of telling them; null for nothing. */
interface Avisado {
  sabidoem: number
  dentroDesde: number | null
  envio: Pick<Envio, 'estado' | 'em'> | null
}

/**
 * Tells whether somebody must be told about the last change: they may have read the event before it, and did
 * not come to it as it has been since. If the event was put back, only these guests must be told: those who
 * were told, or read, how it was meanwhile, and those who were to be told something else.
 */
export function isToBeTold(
  gravado: Pick<EventoGravado, 'mudancas' | 'evento'>,
  { sabidoem, dentroDesde, envio }: Avisado,
): boolean {
  const { mudancas } = gravado
  const last = mudancas.at(-1)
  if (!last || sabidoem >= last.em || (dentroDesde ?? 0) >= last.em) return false
  if (!last.volta || (envio && envio.em >= last.em)) return true
  const toldem = envio && mayHaveArrived(envio) ? envio.em : 0
  const since = mudancas.filter(({ em }) => em > Math.max(toldem, sabidoem))
  const is = toldOf(gravado)
  const isOther = ({ era, volta }: Mudanca, index: number) =>
    !volta && !isMoved(era, since[index + 1]?.era ?? is)
  return isMoved(since[0]?.era ?? is, is) || since.some(isOther)
}

/** The change that a guest must be told about before all else. */
export type Changed =
  /** It is cancelled; `inicio` is when it was to begin. */
  { kind: 'cancelado'; inicio: string } | { kind: 'mudou'; era: Encontro; agora: Encontro }

/**
 * Reads what changed about the event: that it moved, until it ends; that it was cancelled, always.
 * @param credencialid the guest, who never saw what changed before they read the event; null for all changes
 * @returns null when nothing must be told, or no event is described
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

export function novidadeOf(gravado: EventoGravado | null, sabidoem: number): Novidade {
  return gravado ? novidadeSince(gravado, sabidoem) : { kind: 'mantido' }
}

export function hasMudanca(gravado: EventoGravado | null): boolean {
  return gravado !== null && avisadoDesde(gravado) !== null
}
