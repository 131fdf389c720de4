import type { Balanco } from './balanco.ts'
import { termsOf, type Terms } from './quando.ts'
import type { Evento } from './evento.ts'
import type { LinhaDoHistorico } from './historico.ts'

/** What guests know an event by: when and where it is. */
export type Encontro = Pick<Evento, 'inicio' | 'fim' | 'local' | 'cidade'>

/** A change that guests must be told of, and what they may have seen until then. */
export interface Mudanca {
  em: number
  era: Encontro
  /** What it went back to, of guests who need not know: only who knew it otherwise hears of it. */
  volta?: Encontro
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

export function descritoIn(stored: EventoGuardado | null): EventoGravado | null {
  return stored?.evento ? stored : null
}

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

export const isSameInstant = (a: string, b: string) => Date.parse(a) === Date.parse(b)

export function encontroOf({ inicio, fim, local, cidade }: Evento): Encontro {
  return { inicio, fim, local, cidade }
}

/** Tells whether guests would come at another time or to another place. */
export function isMoved(era: Encontro, agora: Encontro): boolean {
  return !isSameInstant(era.inicio, agora.inicio) || era.local !== agora.local || era.cidade !== agora.cidade
}

/** Tells whether it would go back to what it was before a change that guests were told of. */
export function isPutBack({ mudancas, evento }: Pick<EventoGravado, 'mudancas' | 'evento'>, to: Encontro) {
  return isMoved(evento, to) && mudancas.some(({ era }) => !isMoved(era, to))
}

/** What guests are to know: the event as it is, but for words that were corrected since it was put back. */
export const toldOf = ({ mudancas, evento }: Pick<EventoGravado, 'mudancas' | 'evento'>): Encontro =>
  mudancas.at(-1)?.volta ?? evento

/**
 * The oldest of what may have been seen and is no more, since an instant.
 * @param since when somebody may have read it first: what changed before, they never saw; 0 for who may have seen all
 * @returns null where nothing differs, or the event is over
 */
export function eraOf(
  gravado: Pick<EventoGravado, 'mudancas' | 'evento'>,
  since: number,
  now: number,
): Encontro | null {
  if (now >= Date.parse(gravado.evento.fim)) return null
  const unseen = gravado.mudancas.filter(({ em }) => em > since)
  const is = toldOf(gravado)
  return unseen.find(({ era, volta }, index) => isMoved(era, is) && !(volta && index > 0))?.era ?? null
}

/** When guests last had to be told of a change; null where nobody must be told of anything. */
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
