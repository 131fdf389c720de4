import { storedAt } from './credencial.ts'
import type { Envio, Estado } from './envio.ts'
import {
  isMoved,
  toldOf,
  type EventoGravado,
  type Encontro,
  type Mudanca,
  avisadoDesde,
  eraOf,
} from './evento-gravado.ts'

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

/** What this guest is told: only changes since they read the event are news to them. */
export function novidadeFor(
  gravado: Pick<EventoGravado, 'mudancas' | 'evento' | 'canceladoem'>,
  credencialid: string,
): Novidade {
  const { mudancas, canceladoem } = gravado
  const is = toldOf(gravado)
  const since = mudancas.filter(({ em }) => em > knownSince(credencialid))
  const known = since[0]?.era
  const era = known && isMoved(known, is) ? known : null
  if (canceladoem !== null) return { kind: 'cancelado', era }
  if (era) return { kind: 'mudou', era }
  return { kind: since.some((mudanca) => isMoved(mudanca.era, is)) ? 'voltou' : 'mantido' }
}

/** What is said of a message that may have reached the guest. */
const TOLD: Estado[] = ['aberto', 'enviado', 'em-maos']

/** A guest, and what was noted last of telling them; null for nothing. */
interface Avisado {
  credencialid: string
  dentroDesde: number | null
  envio: Pick<Envio, 'estado' | 'em'> | null
}

/**
 * Tells whether a guest must be told of the last change: they may have read the event before it, and did not come to it as
 * it is since then. Of one that was put back, only who was told of it, or read it, as it was meanwhile, and whom something
 * else was to be told of.
 */
export function isToBeTold(
  gravado: Pick<EventoGravado, 'mudancas' | 'evento'>,
  { credencialid, dentroDesde, envio }: Avisado,
): boolean {
  const { mudancas } = gravado
  const last = mudancas.at(-1)
  if (!last || knownSince(credencialid) >= last.em || (dentroDesde ?? 0) >= last.em) return false
  if (!last.volta || (envio && envio.em >= last.em)) return true
  const toldem = envio && TOLD.includes(envio.estado) ? envio.em : 0
  const since = mudancas.filter(({ em }) => em > Math.max(toldem, knownSince(credencialid)))
  const is = toldOf(gravado)
  const isOther = ({ era, volta }: Mudanca, index: number) =>
    !volta && !isMoved(era, since[index + 1]?.era ?? is)
  return isMoved(since[0]?.era ?? is, is) || since.some(isOther)
}

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

export function novidadeOf(gravado: EventoGravado | null, credencialid: string): Novidade {
  return gravado ? novidadeFor(gravado, credencialid) : { kind: 'mantido' }
}

export function hasMudanca(gravado: EventoGravado | null): boolean {
  return gravado !== null && avisadoDesde(gravado) !== null
}
