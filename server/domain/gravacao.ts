import { isRetold, NA_AGENDA, NO_CONVITE } from './assuntos.ts'
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

/** What an organiser stores of the event, made from a version that was shown. */
export interface GravarRequest {
  /** The version the form was made from; null where there was no event. */
  versao: number | null
  evento: Evento
  /** Guests must be told of what changed. If the event is put back, those who knew it otherwise are told all the same. */
  avisar: boolean
  cancelado: boolean
  /** The organiser's own pictures, or null for the drawn ones; where it is not given, as it is. */
  imagemid?: string | null
  /** For an event that has none yet. */
  eventoid: string
  now: number
}

export type Motivo =
  /** It has ended: its dates and the workload of its certificates stay as they are, and that it took place. */
  | 'ja-terminou'
  /** Guests were promised an earlier erasure. */
  | 'apaga-depois'

export type Gravacao =
  /** It is stored, now or by the same act before, whose answer was lost. */
  | { kind: 'gravado'; gravado: EventoGravado }
  /** Somebody else stored the event meanwhile; `gravado` is what is stored by now. */
  | { kind: 'mudou-entretanto'; gravado: EventoGravado }
  | { kind: 'recusado'; motivos: Motivo[] }
  /** Another event was begun meanwhile: the form is of the one that is over. */
  | { kind: 'outro-evento' }

/**
 * Decides what is stored of the event. Once it has ended its dates and its workload stay; once guests are stored, the
 * days between its end and the erasure only become fewer, for that was promised to them.
 */
export function decideGravacao(
  stored: EventoGuardado | null,
  hasConvidados: boolean,
  request: GravarRequest,
): Gravacao {
  const { versao, evento, avisar, cancelado, eventoid, now } = request
  const imagemid = imagemidAfter(descritoIn(stored), request)
  if (!stored?.evento) {
    if (stored && versao !== null) return { kind: 'outro-evento' }
    const known = stored ?? { versao: 0, eventoid, anteriores: [] }
    const first = { evento, mudancas: [], canceladoem: null, agendaem: now, imagemid }
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
      mudancas: avisar || isPutBack(stored, evento) ? [...stored.mudancas, mudanca] : stored.mudancas,
      canceladoem: cancelado ? (stored.canceladoem ?? now) : null,
      // Calendars take what is newer, whatever a clock says that was put back.
      agendaem: isTold ? Math.max(now, stored.agendaem + 1000) : stored.agendaem,
    },
  }
}

const keptIn = ({ confirmados }: EventoGravado) => (confirmados === undefined ? {} : { confirmados })

/**
 * The organiser's own pictures once that is stored. They tell the former event and do not follow it: where it changes
 * the drawn ones return, also where the same pictures are only described otherwise.
 */
export function imagemidAfter(
  stored: Pick<EventoGravado, 'evento' | 'imagemid'> | null,
  { evento, imagemid }: Pick<GravarRequest, 'evento' | 'imagemid'>,
): string | null {
  if (!stored) return imagemid ?? null
  const asked = imagemid === undefined ? stored.imagemid : imagemid
  return isSamePicture(asked, stored.imagemid) && isRetold(NO_CONVITE, stored.evento, evento) ? null : asked
}

/** By the part of their ids that tells what they show (`domain/imagem.ts`). */
const isSamePicture = (a: string | null, b: string | null) => a?.slice(0, 32) === b?.slice(0, 32)

/** Tells whether what is asked for was stored, and nothing since: its answer was lost, or it was sent twice. */
function isDone(stored: EventoGravado, request: GravarRequest): boolean {
  const { versao, evento, avisar, cancelado, imagemid, now } = request
  const fields = Object.keys({ ...stored.evento, ...evento }) as (keyof Evento)[]
  return (
    stored.versao === (versao ?? 0) + 1 &&
    fields.every((field) => JSON.stringify(stored.evento[field]) === JSON.stringify(evento[field])) &&
    (imagemid === undefined || stored.imagemid === imagemid) &&
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
  // Codes of certificates are made of it, and those are on paper by now.
  const isRecounted = minutosOf(was) !== minutosOf(is)
  const isLater = hasConvidados && is.diasAteApagar > was.diasAteApagar
  return [
    ...(hasEnded && (areDatesMoved || isRecounted || isCancelChanged) ? (['ja-terminou'] as const) : []),
    ...(isLater || (hasEnded && eraseAt(is) > eraseAt(was)) ? (['apaga-depois'] as const) : []),
  ]
}

/** Which event storage has, and where pages are told of another. */
export interface EventoRepo {
  /** Null until the first event is described; between two events the `evento` of what is stored is null. */
  find(): Promise<EventoGuardado | null>
  /** The version of what `find` answers, 0 where there is none: one small read. */
  versao(): Promise<number>
  /**
   * Stores an event that was described before storage had one, in place of none, or of a sample that is over.
   * @returns what is stored by now
   */
  adotar(described: EventoGravado, now: number): Promise<EventoGuardado>
  /** Stores the event. Of two at once made from the same version, one is told what the other stored. */
  gravar(request: GravarRequest, autor: Autor): Promise<Gravacao>
  /**
   * Begins another event, once everything every erasure erases is gone (decision 0040). Companies stay with their totals,
   * and what names those who answer for them unless that is to be erased; so do the browsers of the organisation. All
   * else ends: reservas, holders' links, personal invitations, admissions, phones of the door, messages and their texts,
   * pictures, and the history, of which `comecou-evento` is left. Sent again with one `eventoid`, it is begun once; of
   * two organisers at once one is told that it was.
   */
  comecarOutro(request: ComecarRequest, autor: Autor): Promise<Comeco>
  /** Goes on with a beginning that was cut off, where storage erases in parts. @returns whether there was one */
  terminarComeco(): Promise<boolean>
  /** The organiser's own pictures; null for those that are not stored. */
  findImagem(imagemid: string): Promise<Imagem | null>
  /** Stores pictures under their id. No event needs to have them yet; sent again, they are kept from then on. */
  putImagem(imagem: Imagem): Promise<void>
  /** Erases pictures last sent before an instant, but those of the event. @returns of how many */
  forgetImagens(before: number): Promise<number>
}
