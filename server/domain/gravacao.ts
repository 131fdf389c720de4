import { isRetold, NA_AGENDA } from './assuntos.ts'
import { eraseAt, minutosOf } from './quando.ts'
import type { Evento } from './evento.ts'
import {
  descritoIn,
  isSameInstant,
  isPutBack,
  encontroOf,
  type EventoGravado,
  type EventoGuardado,
  type Imagem,
} from './evento-gravado.ts'
import type { Autor } from './historico.ts'
import type { ComecarRequest, Comeco } from './outro-evento.ts'

/** What an organiser stores of the event, starting from a version that was shown. */
export interface GravarRequest {
  /** The version the form was made from; null if there was no event. */
  versao: number | null
  evento: Evento
  /** Guests must be told what changed. If it is put back, those who knew it otherwise are told anyway. */
  avisar: boolean
  cancelado: boolean
  /** The organiser's own pictures, or null for the drawn ones; unchanged when absent. */
  imagemid?: string | null
  /** The organiser's logo, or null for the ox; unchanged when absent. */
  logoid?: string | null | undefined
  /** For an event that has none yet. */
  eventoid: string
  now: number
}

export type Motivo =
  /**
   * The event has ended: its dates, the workload of its certificates, and whether it was cancelled can no
   * longer change.
   */
  | 'ja-terminou'
  /** Guests were promised an earlier erasure. */
  | 'apaga-depois'

export type Gravacao =
  /** It is stored, now or by an earlier try whose answer was lost. */
  | { kind: 'gravado'; gravado: EventoGravado }
  /** Somebody else stored the event meanwhile; `gravado` is what is stored now. */
  | { kind: 'mudou-entretanto'; gravado: EventoGravado }
  | { kind: 'recusado'; motivos: Motivo[] }
  /** Another event was begun meanwhile: the form belongs to the one that is over. */
  | { kind: 'outro-evento' }

/**
 * Decides what is stored of the event. Once it has ended, its dates and its workload stay. Once guests are
 * stored, the days between its end and the erasure can only become fewer, because guests were promised that.
 */
export function decideGravacao(
  stored: EventoGuardado | null,
  hasConvidados: boolean,
  request: GravarRequest,
): Gravacao {
  const { versao, evento, avisar, cancelado, eventoid, now } = request
  const { imagemid = descritoIn(stored)?.imagemid ?? null } = request
  if (!stored?.evento) {
    if (stored && versao !== null) return { kind: 'outro-evento' }
    const known = stored ?? { versao: 0, eventoid, anteriores: [] }
    const first = {
      evento,
      mudancas: [],
      canceladoem: null,
      agendaem: now,
      imagemid,
      ...logoAfter({}, request),
    }
    const { anteriores } = known
    return {
      kind: 'gravado',
      gravado: { ...first, versao: known.versao + 1, eventoid: known.eventoid, anteriores },
    }
  }
  if (stored.versao !== versao)
    return { kind: isDone(stored, request) ? 'gravado' : 'mudou-entretanto', gravado: stored }
  const isCancelChanged = cancelado !== (stored.canceladoem !== null)
  const motivos = motivosAgainst(stored.evento, evento, { hasConvidados, isCancelChanged }, now)
  if (motivos.length > 0) return { kind: 'recusado', motivos }
  const isTold = isCancelChanged || isRetold(NA_AGENDA, stored.evento, evento)
  const mudanca = { em: now, era: encontroOf(stored.evento), ...(!avisar && { volta: encontroOf(evento) }) }
  return {
    kind: 'gravado',
    gravado: {
      versao: stored.versao + 1,
      eventoid: stored.eventoid,
      evento,
      imagemid,
      anteriores: stored.anteriores,
      ...keptIn(stored),
      ...logoAfter(stored, request),
      mudancas: avisar || isPutBack(stored, evento) ? [...stored.mudancas, mudanca] : stored.mudancas,
      canceladoem: cancelado ? (stored.canceladoem ?? now) : null,
      // Calendars accept only what is newer, even if the clock was set back.
      agendaem: isTold ? Math.max(now, stored.agendaem + 1000) : stored.agendaem,
    },
  }
}

const logoAfter = (
  stored: Pick<EventoGravado, 'logoid'>,
  { logoid = stored.logoid }: Pick<GravarRequest, 'logoid'>,
) => ((logoid ?? null) === null ? {} : { logoid: logoid ?? undefined })

const keptIn = ({ confirmados }: EventoGravado) => (confirmados === undefined ? {} : { confirmados })

/** Tells whether exactly this request was stored last: its answer was lost, or it was sent twice. */
function isDone(stored: EventoGravado, request: GravarRequest): boolean {
  const { versao, evento, avisar, cancelado, imagemid, logoid, now } = request
  const fields = Object.keys({ ...stored.evento, ...evento }) as (keyof Evento)[]
  return (
    stored.versao === (versao ?? 0) + 1 &&
    fields.every((field) => JSON.stringify(stored.evento[field]) === JSON.stringify(evento[field])) &&
    (imagemid === undefined || stored.imagemid === imagemid) &&
    (logoid === undefined || (stored.logoid ?? null) === logoid) &&
    cancelado === (stored.canceladoem !== null) &&
    (!avisar || stored.mudancas.at(-1)?.em === now)
  )
}

function motivosAgainst(
  was: Evento,
  is: Evento,
  { hasConvidados, isCancelChanged }: { hasConvidados: boolean; isCancelChanged: boolean },
  now: number,
): Motivo[] {
  const hasEnded = now >= Date.parse(was.fim)
  const areDatesMoved = !isSameInstant(was.inicio, is.inicio) || !isSameInstant(was.fim, is.fim)
  // Certificates' codes depend on the workload, and may be on paper already.
  const isRecounted = minutosOf(was) !== minutosOf(is)
  const isLater = hasConvidados && is.diasAteApagar > was.diasAteApagar
  return [
    ...(hasEnded && (areDatesMoved || isRecounted || isCancelChanged) ? (['ja-terminou'] as const) : []),
    ...(isLater || (hasEnded && eraseAt(is) > eraseAt(was)) ? (['apaga-depois'] as const) : []),
  ]
}

/** Which event storage has, and how it changes. */
export interface EventoRepo {
  /** Null until the first event is described; between two events the stored `evento` is null. */
  find(): Promise<EventoGuardado | null>
  /** The version of what `find` returns, 0 for none: one small read. */
  versao(): Promise<number>
  /**
   * Stores an event that was described before storage had one, in place of none or of a sample that is over.
   * @returns what is stored now
   */
  adotar(described: EventoGravado, now: number): Promise<EventoGuardado>
  /** Stores the event. If two are made from the same version at once, one is told what the other stored. */
  gravar(request: GravarRequest, autor: Autor): Promise<Gravacao>
  /**
   * Begins another event, once everything that every erasure erases is gone (decision 0040). Companies stay
   * with their totals; so do the browsers of the organisation and, unless it is to be erased, what names the
   * people who answer for companies. All else ends: reservas, holders' links, personal invitations,
   * admissions, phones of the door, messages and their texts, pictures, and the history, which keeps only
   * `comecou-evento`. Sent again with the same `eventoid`, it is begun once; of two organisers at once, one
   * is told that it has begun.
   */
  comecarOutro(request: ComecarRequest, autor: Autor): Promise<Comeco>
  /**
   * Continues a beginning that was cut off, on storage that erases in parts.
   * @returns whether there was one
   */
  terminarComeco(): Promise<boolean>
  /** The organiser's own pictures; null when they are not stored. */
  findImagem(imagemid: string): Promise<Imagem | null>
  /** Stores pictures under their id. They need no event yet; sent again, they are kept from then on. */
  putImagem(imagem: Imagem): Promise<void>
  /** Erases pictures last sent before an instant, except those of the event. @returns how many */
  forgetImagens(before: number): Promise<number>
}
