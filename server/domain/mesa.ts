import type { Desistencia } from './desistencia.ts'
import type { Autor } from './historico.ts'
import type { Reserva } from './reserva.ts'
import { parseSigned, signed } from './signed-id.ts'

/**
 * What a company's holder has: a link of their own, a public link that may be closed, a WhatsApp; and the number of its
 * table. Stored once any changed.
 */
export interface Mesa {
  empresaid: string
  /** How many times the holder's link was replaced; 0 at first. */
  versao: number
  /** The public link is closed: all invitations are personal. */
  fechada: boolean
  /** The holder's WhatsApp, 10 or 11 digits; empty text while nobody noted one. */
  telefone: string
  /** The number of the table, as `parseNumero` reads it; empty text for none. */
  numero: string
}

/** What a table has besides its guests, its counters and its personal invitations. */
export interface Lugares {
  /** Until when each live hold of the public link lasts, soonest first; in milliseconds since the epoch. */
  reservados: number[]
  /** The places kept for guests who withdrew, and until when, soonest first; in milliseconds since the epoch. */
  guardados: { credencialid: string; ate: number }[]
  /** Withdrawals not undone, of guests the company had paid for, latest first. */
  desistencias: Desistencia[]
}

/** Live holds of a company that are no personal invitations, as its holder is told of them. */
export function heldIn(
  live: Pick<Reserva, 'expiraem' | 'credencialid'>[],
): Pick<Lugares, 'reservados' | 'guardados'> {
  const held = [...live].sort((a, b) => a.expiraem - b.expiraem)
  return {
    reservados: held.filter(({ credencialid }) => credencialid === null).map(({ expiraem }) => expiraem),
    guardados: held.flatMap(({ credencialid, expiraem: ate }) =>
      credencialid === null ? [] : [{ credencialid, ate }],
    ),
  }
}

/** A guest a company pays for. */
export interface Pago {
  credencialid: string
  nome: string
  /** When first admitted, in milliseconds since the epoch; null while outside. */
  dentroDesde: number | null
}

export function newMesa(empresaid: string): Mesa {
  return { empresaid, versao: 0, fechada: false, telefone: '', numero: '' }
}

/** A mesa for another event: the holder gets another link. */
export function renewed(mesa: Mesa): Mesa {
  return { ...mesa, versao: mesa.versao + 1, fechada: false, numero: '' }
}

/** What opens the holder's panel, in its address `/mesa/{token}`. */
export function mesaTokenOf(
  secret: string,
  { empresaid, versao }: Pick<Mesa, 'empresaid' | 'versao'>,
): string {
  return signed(secret, 'mesa', empresaid, versao)
}

/** The company a token was made for, and the versao of its mesa then; null for a token not made with this secret. */
export function parseMesaToken(
  secret: string,
  raw: string | undefined,
): Pick<Mesa, 'empresaid' | 'versao'> | null {
  const said = parseSigned(secret, 'mesa', raw)
  return said && { empresaid: said.id, versao: said.versao }
}

/** What became of closing or opening a link; `unchanged` where it was so already. */
export interface LinkChange {
  kind: 'changed' | 'unchanged' | 'empresa-not-found'
}

/** What holders have of their own, beside their companies. */
export interface MesaRepo {
  /** The mesa of a company, or `newMesa` where none is stored; does not check that the company exists. */
  find(empresaid: string): Promise<Mesa>

  /** The live holds and the withdrawals of a company; none of a company that does not exist. */
  readLugares(empresaid: string, now: number): Promise<Lugares>

  /** The guests a company pays for, in no order; none of a company that does not exist. */
  listPagos(empresaid: string): Promise<Pago[]>

  /** Closes or opens the public link for claims, with `fechou-link` or `abriu-link` in the history. */
  setFechada(empresaid: string, fechada: boolean, autor: Autor): Promise<LinkChange>

  /**
   * Replaces the holder's link: the versao rises by one, and `renovou-mesa` stands in the history.
   * @param from the versao to replace, so that a form sent twice replaces it once; the current one where none is given
   * @returns the versao it has now; null when there is no such company
   */
  renewLink(empresaid: string, autor: Autor, from?: number): Promise<number | null>
}
