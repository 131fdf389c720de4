import type { Balanco } from './balanco.ts'
import { termsOf, type Terms } from './quando.ts'
import type { Evento } from './evento.ts'
import type { LinhaDoHistorico } from './historico.ts'

/** When and where the event is: what guests know it by. */
export type Encontro = Pick<Evento, 'inicio' | 'fim' | 'local' | 'cidade'>

/** A change that guests must be told about, and what they may have seen until then. */
export interface Mudanca {
  em: number
  era: Encontro
  /** The former time and place it was put back to, if it was: only guests who knew it otherwise are told. */
  volta?: Encontro
}

/** The stored event: one record, from which pages, pictures, calendars, closing and erasure are made. */
export interface EventoGravado {
  /** Starts at 1 and rises with every change stored. */
  versao: number
  /** Made once for an event, and the UID of its calendar entries; the next event has another. */
  eventoid: string
  evento: Evento
  /** The changes guests must be told about, oldest first. */
  mudancas: Mudanca[]
  /** When the event was cancelled; null if it takes place. */
  canceladoem: number | null
  /** When something that calendars show last changed, in milliseconds since the epoch. */
  agendaem: number
  /** The organiser's own pictures (`Imagem.imagemid`); null when they are drawn. */
  imagemid: string | null
  /** The organiser's logo, an `Imagem` too; absent for the ox. Unlike the pictures it outlives a change. */
  logoid?: string | undefined
  /** The events before it, oldest first. */
  anteriores: Anterior[]
  /** How many were confirmed when its guests were erased after its end; absent until then (decision 0042). */
  confirmados?: number | undefined
}

/** An event that is over: what its certificates need, and its numbers, but nothing about any guest. */
export interface Anterior {
  eventoid: string
  titulo: string
  inicio: string
  fim: string
  minutos: number
  /** When the next event was begun: links of credenciais made earlier belong to an event that is over. */
  passouem: number
  /** Absent for an event that an earlier release ended. */
  balanco?: Balanco
}

/** Stored between two events: the id of the next one, which nobody has described yet (decision 0040). */
export interface EntreEventos {
  versao: number
  eventoid: string
  evento: null
  anteriores: Anterior[]
  /** What the next event's form begins with; absent if an earlier release ended the former event. */
  modelo?: Partial<Evento>
  /** The former event's own pictures, kept for the next; null if they were drawn. */
  imagemid?: string | null
  /** The former event's logo, which the next one is offered. */
  logoid?: string | undefined
  /** How the beginning will end, while the remains of the former event are being erased; null afterwards. */
  comeco: { linha: LinhaDoHistorico; areContactsErased: boolean } | null
}

/** What storage has: the described event, or its placeholder until the next one is described. */
export type EventoGuardado = EventoGravado | EntreEventos

/** The version of an event that did not come from storage: any stored one differs. */
const NOT_TOLD = -1

/** The event to show until storage has answered: what the configuration describes, if anything. */
export function untold(described: EventoGravado | null): EventoGuardado {
  const shown = described ?? { eventoid: '', evento: null, anteriores: [], comeco: null }
  return { ...shown, versao: NOT_TOLD }
}

/** Tells whether this came from storage, even if storage has no event. */
export const isTold = (stored: EventoGuardado | null): boolean => stored?.versao !== NOT_TOLD

export function descritoIn(stored: EventoGuardado | null): EventoGravado | null {
  return stored?.evento ? stored : null
}

export const modeloIn = (stored: EventoGuardado | null): Partial<Evento> =>
  stored?.evento === null ? (stored.modelo ?? {}) : {}

/** The records of pictures that the event uses, or that the next one is offered. */
export function imagemidsIn(stored: EventoGuardado | null): string[] {
  return [stored?.imagemid, stored?.logoid].filter((id) => id != null)
}

/** The organiser's own picture: the files pages request, by name, made by `server/arte/own-picture.ts`. */
export interface Imagem {
  /** A hash of the originals, so that the same pictures are stored once. */
  imagemid: string
  /** When they were last sent; pictures without an event are kept for `IMAGEM_MS` after that. */
  enviadaem: number
  arquivos: { nome: string; bytes: Uint8Array }[]
}

/** How long pictures without an event are kept, in milliseconds: a form may stay open overnight. */
export const IMAGEM_MS = 86_400_000

export const isSameInstant = (a: string, b: string) => Date.parse(a) === Date.parse(b)

export function encontroOf({ inicio, fim, local, cidade }: Evento): Encontro {
  return { inicio, fim, local, cidade }
}

/** Tells whether guests would come at another time or to another place. */
export function isMoved(era: Encontro, agora: Encontro): boolean {
  return !isSameInstant(era.inicio, agora.inicio) || era.local !== agora.local || era.cidade !== agora.cidade
}

/** Tells whether it would return to how it was before a change that guests were told about. */
export function isPutBack({ mudancas, evento }: Pick<EventoGravado, 'mudancas' | 'evento'>, to: Encontro) {
  return isMoved(evento, to) && mudancas.some(({ era }) => !isMoved(era, to))
}

/** What guests should know: the event as it is, without the wording corrected since it was put back. */
export const toldOf = ({ mudancas, evento }: Pick<EventoGravado, 'mudancas' | 'evento'>): Encontro =>
  mudancas.at(-1)?.volta ?? evento

/**
 * The oldest version, since an instant, that somebody may have seen and that no longer holds.
 * @param since when they may have read it first: earlier changes they never saw; 0 if they may have seen all
 * @returns null when nothing differs, or the event is over
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

/** When guests last had to be told about a change; null if they never had to. */
export function avisadoDesde({ mudancas }: Pick<EventoGravado, 'mudancas'>): number | null {
  return mudancas.at(-1)?.em ?? null
}

/** Since when it has had its present time and place, by the announced changes; undefined if never moved. */
export function movedSince({
  mudancas,
  evento,
}: Pick<EventoGravado, 'mudancas' | 'evento'>): number | undefined {
  return mudancas.findLast(({ era }, index) => isMoved(era, mudancas[index + 1]?.era ?? evento))?.em
}

/** The terms of a stored event; a cancelled one registers nobody. */
export function termsOfGravado({ evento, canceladoem }: EventoGravado): Terms {
  const terms = termsOf(evento)
  return { ...terms, closesAt: Math.min(terms.closesAt, canceladoem ?? Infinity) }
}
