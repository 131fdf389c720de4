import { linhaDoHistorico, type Autor, type LinhaDoHistorico } from './historico.ts'
import { compareText } from './text.ts'
import type { Lido } from './veredito.ts'

/**
 * How a guest was admitted: by a click on the board, from a printed list afterwards, or at the door by the
 * camera, a typed code, the search, next to another guest of the table, or at the guest's own link.
 */
export type Modo = 'painel' | 'papel' | 'camera' | 'codigo' | 'busca' | 'mesa' | 'link'

/** An admission, or the annulment of one: a fact, appended and never changed. */
export interface Entrada {
  /** A UUID made by the device that recorded the fact. The same one twice is one admission. */
  entradaid: string
  /** Empty text for somebody who is not on the list; `anotado` says who it was. */
  credencialid: string
  aparelhoid: string
  /** Its number among the facts of its aparelho. */
  seq: number
  /** Milliseconds since the epoch, by the clock of the aparelho. */
  lidaem: number
  /** How far the server's clock was ahead of that clock, in milliseconds. */
  desvio: number
  modo: Modo
  /** When storage received it, in milliseconds since the epoch. */
  recebidaem: number
  /** The entradaid this one annuls; null for an admission. */
  anula: string | null
  /**
   * What was scanned (`camera`), heard (`codigo`) or typed as a name (`busca`) for somebody who is not on the
   * list; null when the guest is known. Erased with the guests.
   */
  anotado: string | null
}

/** The fields of an admission that decide whether it counts, and which is the first. */
export type Ordered = Pick<Entrada, 'entradaid' | 'aparelhoid' | 'seq' | 'lidaem' | 'desvio' | 'anula'>

/** When an admission was made, by the server's clock. */
export function instantOf({ lidaem, desvio }: Pick<Entrada, 'lidaem' | 'desvio'>): number {
  return lidaem + desvio
}

/** Orders admissions: the smallest is the first, on every device and in any order of arrival. */
export function compareEntradas(a: Ordered, b: Ordered): number {
  return instantOf(a) - instantOf(b) || compareText(a.aparelhoid, b.aparelhoid) || a.seq - b.seq
}

/** The admissions of one guest that count, first to last: those that no other fact annuls. */
export function entradasIn<Fact extends Ordered>(entradas: Fact[]): Fact[] {
  const annulled = new Set(entradas.map(({ anula }) => anula))
  return entradas
    .filter(({ entradaid, anula }) => anula === null && !annulled.has(entradaid))
    .sort(compareEntradas)
}

/** The first of the admissions that count, in the form a verdict needs; null while outside. */
export function primeiraIn([first]: Ordered[]): Lido['primeira'] {
  return first ? { entradaid: first.entradaid, em: instantOf(first), aparelhoid: first.aparelhoid } : null
}

/**
 * The facts of one guest that a phone needs: all that concern its own facts, because it counts those itself,
 * and of the others only the first that counts. A guest whom another phone admitted a thousand times
 * therefore takes no more room.
 */
export function entradasFor(aparelhoid: string, entradas: Entrada[]): Entrada[] {
  const own = new Set(
    entradas.filter((one) => one.aparelhoid === aparelhoid).map(({ entradaid }) => entradaid),
  )
  const first = entradasIn(entradas).find(({ entradaid }) => !own.has(entradaid))
  return entradas.filter(
    (one) => one === first || own.has(one.entradaid) || (one.anula !== null && own.has(one.anula)),
  )
}

/** Noted when somebody was let in by a credencial that an organiser has removed, before or since. */
export const EXCLUIDO = 'convidado excluído'

/** The copy of an admission, or of an annulment, for the guest who was kept in a merge. */
export function copyFor(credencialid: string, entrada: Entrada): Entrada {
  const copied = (id: string) => `${id}~${credencialid}`
  return {
    ...entrada,
    credencialid,
    entradaid: copied(entrada.entradaid),
    anula: entrada.anula === null ? null : copied(entrada.anula),
  }
}

/** The copy of a fact whose guest no longer exists: somebody on no list is inside. */
export function copyOffList(entrada: Entrada): Entrada {
  return { ...copyFor('', entrada), modo: 'busca', anotado: EXCLUIDO }
}

/** Where the facts of a guest belong. */
export interface Destinos {
  isStored: (credencialid: string) => boolean
  /** The guest into whom this one was merged; null if never merged. */
  keptFor: (credencialid: string) => string | null
}

/**
 * The copies by which a fact follows a credencial that is no longer stored: to the guest it was merged into,
 * and on from there to the one who is still stored; off the list when there is none.
 */
export function copiesOf(entrada: Entrada, { isStored, keptFor }: Destinos): Entrada[] {
  const copies: Entrada[] = []
  const passed = new Set<string>()
  let last = entrada
  while (last.credencialid !== '' && !isStored(last.credencialid)) {
    passed.add(last.credencialid)
    const kept = keptFor(last.credencialid)
    // Storage mended by hand may contain a circle.
    last = kept === null || passed.has(kept) ? copyOffList(last) : copyFor(kept, last)
    copies.push(last)
  }
  return copies
}

/** A fact as it counts for its guest, or for the last guest they were merged into; never off the list. */
export function lastKnownOf(entrada: Entrada, destinos: Destinos): Entrada {
  return copiesOf(entrada, destinos).findLast(({ credencialid }) => credencialid !== '') ?? entrada
}

/** The history's line for a fact, under the fact's own id, so that a repeat adds nothing. */
export function linhaOfEntrada(autor: Autor, { entradaid, credencialid, anula }: Entrada): LinhaDoHistorico {
  const named = { ...autor, historicoid: entradaid }
  return anula === null
    ? linhaDoHistorico(named, 'admitiu', credencialid)
    : linhaDoHistorico(named, 'anulou', credencialid, anula)
}

/** A guest, and the UUID the page or printed list was made with, so that a form sent twice is one fact. */
export interface Ticked {
  entradaid: string
  credencialid: string
}

/** An admission requested on the board. */
export interface AdmitRequest extends Ticked {
  /** The organiser was told that the guest is inside, and still admits. */
  isAgain: boolean
}

/** What became of it; nothing is written unless `admitted`. */
export type AdmitOutcome =
  /** Admitted now, or when the same form was sent before. */
  | { kind: 'admitted' }
  /** `since` is the first admission, in milliseconds since the epoch. */
  | { kind: 'already-inside'; since: number }
  | { kind: 'credencial-not-found' }
  /** Another guest's admission has this entradaid. */
  | { kind: 'entrada-taken' }

/** An admission at the guest's own link. */
export interface LinkEntradaRequest extends Ticked {
  /** The versao of the link that was opened; null if it had been replaced by then. */
  versao: number | null
  /** The volunteer saw a verdict other than `entrar`, and admits anyway. */
  isAnyway: boolean
}

export interface AnnulmentRequest extends Ticked {
  /** The entradaid of the admission. */
  anula: string
}

/** What became of it; `annulled` when the admission no longer counts, by this act or an earlier one. */
export type Annulment = { kind: 'annulled' } | { kind: 'entrada-not-found' }

export interface Delivery {
  /** The entradaids that are stored, now or before. */
  guardadas: string[]
  /** Annulments that are refused. The phone must drop them, or it alone would show the guest as outside. */
  recusadas: string[]
  /**
   * How many are not stored because the browser has delivered as many as it may. They wait for an organiser,
   * and the phone keeps them.
   */
  retidas: number
}

/** Admissions: facts that are only ever added. */
export interface EntradaRepo {
  /**
   * Stores facts in one transaction. One whose entradaid is already stored is skipped, whatever else it says;
   * none is refused. A fact of a guest who is no longer stored follows them by a copy (`copiesOf`), in
   * whichever order the two transactions commit: to the guest they were merged into, otherwise off the list.
   * With an author, the history gets `admitiu` or `anulou` for each new fact, and nothing for copies.
   * @returns how many were new, without copies
   */
  add(entradas: Entrada[], autor: Autor | null): Promise<number>

  /**
   * Stores what the browser with this secret delivers, in one transaction, as {@link EntradaRepo.add} does.
   * Annulments it may not make are left out, and new facts are taken only while its pairing has room
   * (`domain/pareamento.ts`).
   */
  deliver(segredo: string, entradas: Entrada[], autor: Autor): Promise<Delivery>

  /**
   * Admits a guest by a click on the board, at the time of the server's clock. If two organisers admit at
   * once, the second is told that the guest is inside. Two servers may store two facts, and the guest's page
   * says so.
   */
  admit(request: AdmitRequest, autor: Autor): Promise<AdmitOutcome>

  /** Admits the guest of a link if the verdict is `entrar`, or anyway. @returns whether it is stored now */
  admitByLink(request: LinkEntradaRequest, autor: Autor): Promise<boolean>

  /**
   * Admits guests whose names were ticked on a printed list, in batches. The same form sent twice is one
   * admission of each. A guest who is inside by another admission, or was merged into one who is, is skipped.
   * @param when they came in, and when that was reported, in milliseconds since the epoch
   * @returns how many are inside because of it
   */
  admitTicked(ticked: Ticked[], when: Pick<Entrada, 'lidaem' | 'recebidaem'>, autor: Autor): Promise<number>

  /** Appends the fact that an admission of the guest no longer counts; the admission itself stays. */
  annul(request: AnnulmentRequest, autor: Autor): Promise<Annulment>

  /** All facts of one guest, in any order. */
  listOf(credencialid: string): Promise<Entrada[]>

  /**
   * The counted admissions of people on no list, first to last (`compareEntradas`), and how many there are.
   * The notes on them are null once erased.
   */
  listAnotadas(offset: number, limit: number): Promise<{ total: number; entradas: Entrada[] }>
}
