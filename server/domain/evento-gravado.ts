import { createHash } from 'node:crypto'
import type { Balanco } from './balanco.ts'
import { eraseAt, termsOf, type Evento } from './evento.ts'
import type { Autor, LinhaDoHistorico } from './historico.ts'
import type { PersonalData } from './personal-data.ts'
import { minutosOf, type Terms } from './quando.ts'

/** What guests know an event by: when and where it is. */
export type Marca = Pick<Evento, 'inicio' | 'fim' | 'local' | 'cidade'>

/** A change that guests must be told of, and what they may have seen until then. */
export interface Mudanca {
  em: number
  era: Marca
}

/** The event as storage has it: one record, from which pages, pictures, calendars, closing and erasure are made. */
export interface EventoGravado {
  /** Rises with whatever is stored of the event, from 1. */
  versao: number
  /** Made once for an event, and the UID of its calendar entries; the next event has another. */
  eventoid: string
  evento: Evento
  /** The changes guests must be told of, oldest first. */
  mudancas: Mudanca[]
  /** When the event was cancelled; null where it takes place. */
  canceladoem: number | null
  /** When something changed that calendars tell, in milliseconds since the epoch. */
  agendaem: number
  /** The organiser's own pictures (`Imagem.imagemid`); null where they are drawn. */
  imagemid: string | null
  /** The events before it, oldest first. */
  anteriores: Anterior[]
  /** How many were confirmed when its guests were erased, once it was over; not there before (decision 0042). */
  confirmados?: number | undefined
}

/** An event that is over: what its certificates need and what became of it in numbers, and nothing of any guest. */
export interface Anterior {
  eventoid: string
  titulo: string
  inicio: string
  fim: string
  minutos: number
  /** When another was begun: the links of credenciais made before are of an event that is over. */
  passouem: number
  /** Not there of an event that earlier releases ended. */
  balanco?: Balanco
}

/** What is stored between two events: the id of the next one, of which nothing is described yet (decision 0040). */
export interface EntreEventos {
  versao: number
  eventoid: string
  evento: null
  anteriores: Anterior[]
  /** How the beginning ends, while what the former event left is still being erased; null once it is. */
  comeco: { linha: LinhaDoHistorico; areContactsErased: boolean } | null
}

/** What storage has of events: the one that is described, or what stands in its place until the next one is. */
export type EventoGuardado = EventoGravado | EntreEventos

/** The version of what no storage told: whatever it tells later is another one. */
const NOT_TOLD = -1

/** What is shown of the event until storage tells it: what the configuration describes, if it describes one. */
export function untold(described: EventoGravado | null): EventoGuardado {
  const shown = described ?? { eventoid: '', evento: null, anteriores: [], comeco: null }
  return { ...shown, versao: NOT_TOLD }
}

/** Tells whether storage told this, or that it has none. */
export const isTold = (stored: EventoGuardado | null): boolean => stored?.versao !== NOT_TOLD

/** The event, where one is described. */
export function descritoIn(stored: EventoGuardado | null): EventoGravado | null {
  return stored?.evento ? stored : null
}

/** The own pictures of what is stored; null where there are none. */
export function imagemidIn(stored: EventoGuardado | null): string | null {
  return descritoIn(stored)?.imagemid ?? null
}

/** The organiser's own picture as the page asks for it: files by name, as `server/arte/own-picture.ts` makes them. */
export interface Imagem {
  /** A hash of what they were made from: the same pictures are stored once. */
  imagemid: string
  /** When they were last sent; what no event has is kept for `IMAGEM_MS` from then on. */
  enviadaem: number
  arquivos: { nome: string; bytes: Uint8Array }[]
}

/** How long pictures are kept that no event has, in milliseconds: a form may stand open over night. */
export const IMAGEM_MS = 86_400_000

/** What an organiser stores of the event, made from a version that was shown. */
export interface GravarRequest {
  /** The version the form was made from; null where there was no event. */
  versao: number | null
  evento: Evento
  /** Guests must be told of what changed. */
  avisar: boolean
  cancelado: boolean
  /** The organiser's own pictures, or null for the drawn ones; where it is not given, as it is. */
  imagemid?: string | null
  /** For an event that has none yet. */
  eventoid: string
  now: number
}

/** Why an event cannot be as it was described. */
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

export interface ComecarRequest {
  /** The event that is over, as a page showed it: one that was begun meanwhile is not ended by a form of before. */
  de: string
  /** The id of the next one. */
  eventoid: string
  areContactsErased: boolean
  /** The event that is over in numbers, as it was counted just before; null of one that was not over. */
  balanco: Balanco | null
}

/** What became of beginning another event; nothing is written unless `comecou`. */
export type Comeco =
  | { kind: 'comecou'; guardado: EventoGuardado }
  /** The event is another one by now, or none is described. */
  | { kind: 'ja-comecou' }
  /** Guests of the event, or what leads to them, are still stored. */
  | { kind: 'apague-antes'; pessoal: PersonalData }

/**
 * Decides what is stored of the event. Once it has ended its dates and its workload stay; once guests are stored, the days between its
 * end and the erasure only become fewer, for that was promised to them.
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
  const isTold = isCancelChanged || hasAgendaChanged(stored.evento, evento)
  const mudanca = { em: now, era: marcaOf(stored.evento) }
  return {
    kind: 'gravado',
    gravado: {
      ...{ versao: stored.versao + 1, eventoid: stored.eventoid, evento, imagemid },
      anteriores: stored.anteriores,
      ...keptIn(stored),
      mudancas: avisar ? [...stored.mudancas, mudanca] : stored.mudancas,
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
  return isSamePicture(asked, stored.imagemid) && isRetold(stored.evento, evento) ? null : asked
}

/** By the part of their ids that tells what they show (`domain/imagem.ts`). */
const isSamePicture = (a: string | null, b: string | null) => a?.slice(0, 32) === b?.slice(0, 32)

/** Tells whether an invitation would say something else. */
function isRetold(was: Evento, is: Evento): boolean {
  const told = ({ inicio, anfitriao, ocasiao, titulo, local, cidade }: Evento) =>
    [Date.parse(inicio), anfitriao, ocasiao, titulo, local, cidade].join('\n')
  return told(was) !== told(is)
}

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

const isSameInstant = (a: string, b: string) => Date.parse(a) === Date.parse(b)

function hasAgendaChanged(was: Evento, is: Evento): boolean {
  const told = ({ inicio, fim, ocasiao, titulo, local, cidade }: Evento) =>
    [Date.parse(inicio), Date.parse(fim), ocasiao, titulo, local, cidade].join('\n')
  return told(was) !== told(is)
}

export function marcaOf({ inicio, fim, local, cidade }: Evento): Marca {
  return { inicio, fim, local, cidade }
}

/** Tells whether guests would come at another time or to another place. */
export function isMoved(era: Marca, agora: Marca): boolean {
  return !isSameInstant(era.inicio, agora.inicio) || era.local !== agora.local || era.cidade !== agora.cidade
}

/**
 * The oldest of what may have been seen and is no more, since an instant.
 * @param since when somebody may have read it first: what changed before, they never saw; 0 for who may have seen all
 * @returns null where nothing differs, or the event is over
 */
export function eraOf(
  { mudancas, evento }: Pick<EventoGravado, 'mudancas' | 'evento'>,
  since: number,
  now: number,
): Marca | null {
  if (now >= Date.parse(evento.fim)) return null
  return mudancas.find(({ em, era }) => em > since && isMoved(era, evento))?.era ?? null
}

/** From when on what guests were told of the event is old; null where nobody must be told of anything. */
export function avisadoDesde({ mudancas }: Pick<EventoGravado, 'mudancas'>): number | null {
  return mudancas.at(-1)?.em ?? null
}

/** Since when it takes place when and where it does, by the changes that were told; undefined where it never moved. */
export function movedSince({
  mudancas,
  evento,
}: Pick<EventoGravado, 'mudancas' | 'evento'>): number | undefined {
  return mudancas.findLast(({ era }, index) => isMoved(era, mudancas[index + 1]?.era ?? evento))?.em
}

/** The terms of a stored event: one that is cancelled registers nobody. */
export function termsOfGravado({ evento, canceladoem }: EventoGravado): Terms {
  const terms = termsOf(evento)
  return { ...terms, closesAt: Math.min(terms.closesAt, canceladoem ?? Infinity) }
}

/**
 * The id of an event that has been served before it was stored: the UID its calendar entries have had.
 * @param host of the address guests see
 */
export function servedIdOf({ anfitriao, ocasiao, titulo }: Evento, host: string): string {
  const name = createHash('sha256').update([anfitriao, ocasiao, titulo].join('\n')).digest('hex').slice(0, 32)
  return `${name}@${host}`
}

/** Tells whether an event was adopted, and not described in a browser: an id made for one is no address. */
export const isServedId = (eventoid: string): boolean => eventoid.includes('@')

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
