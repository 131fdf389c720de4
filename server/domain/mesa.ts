import type { Desistencia } from './desistencia.ts'
import type { Autor } from './historico.ts'
import type { Reserva } from './reserva.ts'
import { parseSigned, signed } from './token.ts'
import type { EstadoDoConvite } from './convite-pessoal.ts'
import type { Empresa } from './empresa.ts'
import type { Parsed } from './telefone.ts'
import { cleanText, compareText } from './text.ts'

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
   * Replaces the holder's link: the versao rises by one, and the history gets `renovou-mesa`.
   * @param from the versao to replace, so that a form sent twice replaces it once; the current one where none is given
   * @returns the versao it has now; null when there is no such company
   */
  renewLink(empresaid: string, autor: Autor, from?: number): Promise<number | null>
}

export interface ConvidadoDaMesa {
  credencialid: string
  /** Null where the organiser switched names off. */
  nome: string | null
  /** From 1 on, in the order of registration. */
  numero: number
  /** In milliseconds since the epoch; null before that. */
  dentroDesde: number | null
  /** Of the personal invitation that paid; null where none did. */
  rotulo: string | null
}

export interface ConviteDaMesa {
  codigo: string
  rotulo: string
  estado: EstadoDoConvite
  /** Who came with it; null for a new or revoked one, and after a withdrawal. */
  convidado: ConvidadoDaMesa | null
}

/** `confirmados + preenchendo + guardados + novos + outros + livres` is `total`, more only where the total was exceeded. */
export interface NumerosDaMesa {
  total: number
  confirmados: number
  /** A part of `confirmados`. */
  chegaram: number
  /** Held by browsers that are filling in the form. */
  preenchendo: number
  /** Kept for guests who withdrew. */
  guardados: number
  novos: number
  livres: number
  /** Used, without an occupant: by a guest who was removed, or before this product. */
  outros: number
}

export interface MesaShown extends Lugares {
  nome: string
  /** Of the table; empty text for none. */
  numero: string
  isFechada: boolean
  numeros: NumerosDaMesa
  /** By name, or by number where names are switched off. */
  convidados: ConvidadoDaMesa[]
  /** In the order they were made, those made together as they were typed. */
  convites: ConviteDaMesa[]
}

/** A company's counters (`EmpresaConvites`). */
interface Contados {
  empresa: Pick<Empresa, 'icredencial'>
  held: number
  pessoais: number
  left: number
}

/** A table's numbers, from its counters, its occupants, and how many places it keeps for guests who withdrew. */
export function numerosOf(
  { empresa, held, pessoais, left }: Contados,
  convidados: ConvidadoDaMesa[],
  guardados: number,
): NumerosDaMesa {
  const numeros = {
    total: empresa.icredencial,
    confirmados: convidados.length,
    chegaram: convidados.filter(({ dentroDesde }) => dentroDesde !== null).length,
    preenchendo: Math.max(0, held - guardados),
    guardados,
    novos: pessoais,
    livres: left,
    outros: 0,
  }
  return { ...numeros, outros: Math.max(0, numeros.total - sumOf(numeros)) }
}

const sumOf = ({ confirmados, preenchendo, guardados, novos, livres }: NumerosDaMesa) =>
  confirmados + preenchendo + guardados + novos + livres

export const addsUp = (numeros: NumerosDaMesa) => sumOf(numeros) === numeros.total

export const NUMERO_MAX = 8

/** What people write before a number, and we write ourselves wherever it is shown. */
const MESA = /^(?:mesa(?!\p{L}))?[\s:.-]*(?:n[º°.]+\s*)?(?=[\p{L}\p{N}]|$)/iu

/**
 * Reads the number of a company's table: text of up to {@link NUMERO_MAX} signs, as `12` or `A3`; of `Mesa 12`, `MESA12` and
 * `Nº 12` the 12, and of `Mesa` alone none.
 * @returns the number, empty text for none, or a sentence that says what to type
 */
export function parseNumero(raw: string): Parsed {
  const clean = cleanText(raw)
  if (clean === null) return { kind: 'invalid', message: 'Digite de novo: há um sinal que não se lê.' }
  const numero = clean.replace(MESA, '')
  if (Array.from(numero).length <= NUMERO_MAX) return { kind: 'ok', value: numero }
  return {
    kind: 'invalid',
    message: `O número da mesa tem até ${NUMERO_MAX} letras ou algarismos, como 12 ou A3.`,
  }
}

/**
 * What tables are ordered by: as texts compare, 2 stands before 10, letters after figures, and those without a number last.
 * Two numbers are one where it is equal: case, accents and zeros in front do not count.
 */
export function ordemOf(numero: string): string {
  if (numero === '') return '\uffff'
  const folded = numero.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
  return folded.replace(/\d+/g, (digits) => digits.replace(/^0+/, '').padStart(2 * NUMERO_MAX, '0'))
}

export function compareNumero(a: string, b: string): number {
  return compareText(ordemOf(a), ordemOf(b))
}

export const isSameNumero = (a: string, b: string) => a !== '' && compareNumero(a, b) === 0
