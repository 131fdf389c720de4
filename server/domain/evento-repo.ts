import type { Balanco } from './balanco.ts'
import type { EventoGravado, EventoGuardado, Imagem } from './evento-gravado.ts'
import type { Gravacao, GravarRequest } from './gravacao.ts'
import type { Autor } from './historico.ts'
import type { PersonalData } from './personal-data.ts'

export interface ComecarRequest {
  /** The event that is over, as a page showed it: one that was begun meanwhile is not ended by a form of before. */
  de: string
  /** The id of the next one. */
  eventoid: string
  areContactsErased: boolean
  /** The event that is over in numbers, as it was counted just before; null of one that was not over. */
  balanco: Balanco | null
  /** How many admissions it was counted by: where more are stored it is to be counted again; null where it is taken as it is. */
  entradas: number | null
}

/** What became of beginning another event; nothing is written unless `comecou`. */
export type Comeco =
  | { kind: 'comecou'; guardado: EventoGuardado }
  /** The event is another one by now, or none is described. */
  | { kind: 'ja-comecou' }
  /** A phone delivered after `balanco` was counted. */
  | { kind: 'entrou-mais' }
  /** Guests of the event, or what leads to them, are still stored. */
  | { kind: 'apague-antes'; pessoal: PersonalData }

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
