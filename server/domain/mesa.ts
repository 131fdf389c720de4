import type { Desistencia } from './desistencia.ts'
import { parseSigned, signed } from './signed-id.ts'

/**
 * What a company's holder has: a link of their own, and a public link that may be closed. Stored once either changed.
 */
export interface Mesa {
  empresaid: string
  /** How many times the holder's link was replaced; 0 at first. */
  versao: number
  /** The public link is closed: all invitations are personal. */
  fechada: boolean
}

/** What a table has besides its guests, its counters and its personal invitations. */
export interface Lugares {
  /** Until when each live hold of the public link lasts, soonest first; in milliseconds since the epoch. */
  reservados: number[]
  /** Withdrawals not undone, of guests the company had paid for, latest first. */
  desistencias: Desistencia[]
}

/** A guest a company pays for. */
export interface Pago {
  credencialid: string
  nome: string
  /** When first admitted, in milliseconds since the epoch; null while outside. */
  dentroDesde: number | null
}

/** The mesa of a company that has none stored. */
export function newMesa(empresaid: string): Mesa {
  return { empresaid, versao: 0, fechada: false }
}

/**
 * What opens the holder's panel, in its address `/mesa/{token}`.
 * @returns URL-safe text
 */
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
