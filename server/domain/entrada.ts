import { linhaDoHistorico, type Autor, type LinhaDoHistorico } from './historico.ts'
import { compareText } from './text.ts'
import type { Lido } from './veredito.ts'

/**
 * How a guest was admitted: by a click on the board, from a printed list afterwards, or at the door by the camera, a
 * typed code, the search, beside another guest of the table, or at the guest's own link.
 */
export type Modo = 'painel' | 'papel' | 'camera' | 'codigo' | 'busca' | 'mesa' | 'link'

/** An admission, or the annulment of one: a fact, appended and never changed. */
export interface Entrada {
  /** A UUID made where the admission was made. The same one twice is one admission. */
  entradaid: string
  /** Empty text for somebody the list did not know: `anotado` says who it was. */
  credencialid: string
  aparelhoid: string
  /** Its number among those of its aparelho. */
  seq: number
  /** By the clock of the aparelho, in milliseconds since the epoch. */
  lidaem: number
  /** How far the server's clock was ahead of it, in milliseconds. */
  desvio: number
  modo: Modo
  /** When storage got it, in milliseconds since the epoch. */
  recebidaem: number
  /** The entradaid this one annuls; null for an admission. */
  anula: string | null
  /**
   * What was scanned (`camera`), heard (`codigo`) or typed as a name (`busca`) of somebody the list does not know; null
   * where the guest is known. Erased with the guests.
   */
  anotado: string | null
}

/** What of an admission decides whether it counts, and which is the first. */
export type Ordered = Pick<Entrada, 'entradaid' | 'aparelhoid' | 'seq' | 'lidaem' | 'desvio' | 'anula'>

/** When an admission was made, by the server's clock. */
export function instantOf({ lidaem, desvio }: Pick<Entrada, 'lidaem' | 'desvio'>): number {
  return lidaem + desvio
}

/** Orders admissions: the smallest is the first, on every device and in any order of arrival. */
export function compareEntradas(a: Ordered, b: Ordered): number {
  return instantOf(a) - instantOf(b) || compareText(a.aparelhoid, b.aparelhoid) || a.seq - b.seq
}

/** The admissions of one guest that count, first to last: those no other fact annuls. */
export function entradasIn<Fact extends Ordered>(entradas: Fact[]): Fact[] {
  const annulled = new Set(entradas.map(({ anula }) => anula))
  return entradas
    .filter(({ entradaid, anula }) => anula === null && !annulled.has(entradaid))
    .sort(compareEntradas)
}

/** The first of the admissions that count, as a verdict needs it; null while outside. */
export function primeiraIn([first]: Ordered[]): Lido['primeira'] {
  return first ? { entradaid: first.entradaid, em: instantOf(first), aparelhoid: first.aparelhoid } : null
}

/**
 * What a phone has to hear of the facts of one guest: all that concerns its own, for it counts those by itself, and of
 * the others' the first that counts. So a guest another phone admitted a thousand times weighs as any other.
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

/** What is noted when somebody was let in by a credencial an organiser had removed, or removes afterwards. */
export const EXCLUIDO = 'convidado excluído'

/** The copy of an admission, or of an annulment, for the guest two credenciais became. */
export function copyFor(credencialid: string, entrada: Entrada): Entrada {
  const copied = (id: string) => `${id}~${credencialid}`
  return {
    ...entrada,
    credencialid,
    entradaid: copied(entrada.entradaid),
    anula: entrada.anula === null ? null : copied(entrada.anula),
  }
}

/** The copy of a fact whose guest nobody is any more: somebody on no list is inside. */
export function copyOffList(entrada: Entrada): Entrada {
  return { ...copyFor('', entrada), modo: 'busca', anotado: EXCLUIDO }
}

/** What tells where the facts of a guest belong. */
export interface Destinos {
  isStored: (credencialid: string) => boolean
  /** The guest into whom one was merged; null for a guest nobody merged. */
  keptFor: (credencialid: string) => string | null
}

/**
 * The copies by which a fact follows a credencial that is no longer stored: to the guest it was merged into,
 * and on from there to the one who stays; off the list where nobody does.
 */
export function copiesOf(entrada: Entrada, { isStored, keptFor }: Destinos): Entrada[] {
  const copies: Entrada[] = []
  const passed = new Set<string>()
  let last = entrada
  while (last.credencialid !== '' && !isStored(last.credencialid)) {
    passed.add(last.credencialid)
    const kept = keptFor(last.credencialid)
    // Storage that was mended by hand may hold a circle.
    last = kept === null || passed.has(kept) ? copyOffList(last) : copyFor(kept, last)
    copies.push(last)
  }
  return copies
}

/** A fact as it counts for its guest, or for the last one they became: not off the list, where nobody is left. */
export function lastKnownOf(entrada: Entrada, destinos: Destinos): Entrada {
  return copiesOf(entrada, destinos).findLast(({ credencialid }) => credencialid !== '') ?? entrada
}

/** The history's entry for a fact, under the fact's own id, so that a repeat adds nothing. */
export function linhaOfEntrada(autor: Autor, { entradaid, credencialid, anula }: Entrada): LinhaDoHistorico {
  const named = { ...autor, historicoid: entradaid }
  return anula === null
    ? linhaDoHistorico(named, 'admitiu', credencialid)
    : linhaDoHistorico(named, 'anulou', credencialid, anula)
}

/** A guest, and the UUID the page, or the printed list, was made with: a form sent twice is one fact. */
export interface Ticked {
  entradaid: string
  credencialid: string
}

/** An admission asked for on the board. */
export interface AdmitRequest extends Ticked {
  /** The organiser was told that the guest is inside, and admits again. */
  isAgain: boolean
}

/** What became of it; nothing is written unless `admitted`. */
export type AdmitOutcome =
  /** Now, or when the same form was sent before. */
  | { kind: 'admitted' }
  /** Milliseconds since the epoch of the first admission. */
  | { kind: 'already-inside'; since: number }
  | { kind: 'credencial-not-found' }
  /** Another guest's admission has this entradaid. */
  | { kind: 'entrada-taken' }

/** An admission at the guest's own link. */
export interface LinkEntradaRequest extends Ticked {
  /** The versao of the guest's link that is read; null for one that was replaced by the time it was. */
  versao: number | null
  /** The volunteer saw another verdict than `entrar`, and admits anyway. */
  isAnyway: boolean
}

export interface AnnulmentRequest extends Ticked {
  /** The admission's entradaid. */
  anula: string
}

/** What became of it; `annulled` when it no longer counts, by this act or an earlier one. */
export type Annulment = { kind: 'annulled' } | { kind: 'entrada-not-found' }

export interface Delivery {
  /** The entradaids that are stored, now or before. */
  guardadas: string[]
  /** Annulments that are refused and not stored: a phone drops them, or it alone would take the guest for outside. */
  recusadas: string[]
  /** How many wait for an organiser and are not stored, because it delivered as many as one may: a phone keeps them. */
  retidas: number
}

/** Admissions: facts that are only added. */
export interface EntradaRepo {
  /**
   * Stores facts in one transaction. One whose entradaid is stored already is passed over, whatever else it says; none
   * is refused. A fact of a guest who is no longer stored follows them by a copy (`copiesOf`), whoever commits first: to
   * the guest they were merged into, else off the list. With an author, the history gets `admitiu` or `anulou` for
   * each new one, and for no copy.
   * @returns how many were new, copies aside
   */
  add(entradas: Entrada[], autor: Autor | null): Promise<number>

  /**
   * Stores what the browser of a secret delivers, in one transaction, as {@link EntradaRepo.add} does, but for annulments
   * it may not make, and as long as its pairing has room (`domain/pareamento.ts`).
   */
  deliver(segredo: string, entradas: Entrada[], autor: Autor): Promise<Delivery>

  /**
   * Admits a guest by a click on the board, read by the server's own clock. If two organisers admit at once, the second reads
   * that the guest is inside; two servers may store two facts, and the guest's page says so.
   */
  admit(request: AdmitRequest, autor: Autor): Promise<AdmitOutcome>

  /** Admits the guest of a link where the verdict is `entrar`, or anyway. @returns whether anything is stored by now */
  admitByLink(request: LinkEntradaRequest, autor: Autor): Promise<boolean>

  /**
   * Admits guests whose names were ticked on a printed list, some at a time. The same form sent twice is one admission
   * of each; a guest who is inside by another one, or was merged into one who is, is passed over.
   * @param when they came in, and it was told, in milliseconds since the epoch
   * @returns how many are inside because of it
   */
  admitTicked(ticked: Ticked[], when: Pick<Entrada, 'lidaem' | 'recebidaem'>, autor: Autor): Promise<number>

  /** Appends the fact that an admission of the guest no longer counts; the admission stays. */
  annul(request: AnnulmentRequest, autor: Autor): Promise<Annulment>

  /** All facts of one guest, in any order. */
  listOf(credencialid: string): Promise<Entrada[]>

  /**
   * Admissions that count of people on no list, first to last (`compareEntradas`), and how many there are; what was noted
   * is null once it is erased.
   */
  listAnotadas(offset: number, limit: number): Promise<{ total: number; entradas: Entrada[] }>
}
