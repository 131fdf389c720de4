import type { Desistencia } from './desistencia.ts'
import type { Autor } from './historico.ts'
import type { Reserva } from './reserva.ts'
import { parseSigned, signed } from './token.ts'
import { isPlaceOfConvite } from './convite-pessoal.ts'
import type { Empresa } from './empresa.ts'
import type { Parsed } from './telefone.ts'
import { cleanText, compareText, upperCase } from './text.ts'

/**
 * What a company's holder has: a link of their own, a public link that may be closed, a WhatsApp; and the
 * number of the table. Stored once any of these has changed.
 */
export interface Mesa {
  empresaid: string
  /** How many times the holder's link was replaced; 0 at first. */
  versao: number
  /** The public link is closed: all invitations are personal. */
  fechada: boolean
  /** The holder's WhatsApp, 10 or 11 digits; empty text until somebody notes one. */
  telefone: string
  /** The number of the table, as `parseNumero` reads it; empty text for none. */
  numero: string
  /** How many more invitations the holder asks for; 0 while there is no open request. */
  pedido: number
  /** Why, in the holder's words; empty text once it is answered. */
  motivo: string
  /** How many the last answer gave, 0 for *agora não*; null before one, and while a request is open. */
  dado: number | null
}

/** What a table has besides its guests, its counters and its personal invitations. */
export interface Lugares {
  /** When each live hold of the public link ends, soonest first; in milliseconds since the epoch. */
  reservados: number[]
  /** Places kept for guests who withdrew, and until when in milliseconds since the epoch, soonest first. */
  guardados: { credencialid: string; ate: number }[]
  /** Withdrawals that still hold, of guests the company had paid for, latest first. */
  desistencias: Desistencia[]
}

/** Live holds of a company that are not personal invitations, declined ones too, as shown to its holder. */
export function heldIn(
  live: Pick<Reserva, 'reservaid' | 'sid' | 'expiraem' | 'credencialid'>[],
): Pick<Lugares, 'reservados' | 'guardados'> {
  const held = live.filter((one) => !isPlaceOfConvite(one)).sort((a, b) => a.expiraem - b.expiraem)
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
  /** The credencialid of the guest who brought them; null for none. */
  grupo: string | null
  /** When first admitted, in milliseconds since the epoch; null while outside. */
  dentroDesde: number | null
}

const NO_PEDIDO = { pedido: 0, motivo: '', dado: null }

export function newMesa(empresaid: string): Mesa {
  return { empresaid, versao: 0, fechada: false, telefone: '', numero: '', ...NO_PEDIDO }
}

/** The mesa for another event: the holder gets another link. */
export function renewed(mesa: Mesa): Mesa {
  return { ...mesa, versao: mesa.versao + 1, fechada: false, numero: '', ...NO_PEDIDO }
}

/** What opens the holder's panel, in its address `/mesa/{token}`. */
export function mesaTokenOf(
  secret: string,
  { empresaid, versao }: Pick<Mesa, 'empresaid' | 'versao'>,
): string {
  return signed(secret, 'mesa', empresaid, versao)
}

/** The company and the mesa's versao that a token was made for; null if it was not made with this secret. */
export function parseMesaToken(
  secret: string,
  raw: string | undefined,
): Pick<Mesa, 'empresaid' | 'versao'> | null {
  const said = parseSigned(secret, 'mesa', raw)
  return said && { empresaid: said.id, versao: said.versao }
}

/** What became of closing or opening a link; `unchanged` when it already was that way. */
export interface LinkChange {
  kind: 'changed' | 'unchanged' | 'empresa-not-found'
}

/** What became of Pedir mais convites. */
export interface Pedido {
  kind: 'asked' | 'already-asked' | 'empresa-not-found'
}

/** What became of the answer; nothing is written unless `answered`. */
export type RespostaAoPedido =
  | { kind: 'answered' }
  /** Somebody else has answered, or the holder asks for another number. */
  | { kind: 'changed-meanwhile' }
  /** The house has fewer left: LOTAÇÃO would have to rise. */
  | { kind: 'casa-cheia'; left: number }
  | { kind: 'empresa-not-found' }

/** What holders have of their own, apart from their companies. */
export interface MesaRepo {
  /** The mesa of a company, or `newMesa` if none is stored; does not check that the company exists. */
  find(empresaid: string): Promise<Mesa>

  /** The live holds and the withdrawals of a company; none if it does not exist. */
  readLugares(empresaid: string, now: number): Promise<Lugares>

  /** The guests a company pays for, in no order; none if it does not exist. */
  listPagos(empresaid: string): Promise<Pago[]>

  /** Closes or opens the public link for claims; the history gets `fechou-link` or `abriu-link`. */
  setFechada(empresaid: string, fechada: boolean, autor: Autor): Promise<LinkChange>

  /** Asks for more invitations, one open request a company; the history gets `pediu-convites`. */
  pedir(empresaid: string, pedido: Pick<Mesa, 'pedido' | 'motivo'>, autor: Autor): Promise<Pedido>

  /**
   * Answers a request with more invitations, or with none. The history gets `gravou-empresas` or
   * `negou-convites`.
   * @param asked the request as the organiser saw it, so that two organisers give once
   */
  responder(
    empresaid: string,
    asked: number,
    dar: number,
    autor: Autor,
    isRaised?: boolean,
  ): Promise<RespostaAoPedido>

  /**
   * Replaces the holder's link: the versao rises by one, and the history gets `renovou-mesa`.
   * @param from the versao to replace, so that a form sent twice replaces it once; the current one by default
   * @returns the versao it has now; null when there is no such company
   */
  renewLink(empresaid: string, autor: Autor, from?: number): Promise<number | null>
}

/**
 * `confirmados + preenchendo + guardados + novos + outros + livres` is `total`, and exceeds it only when the
 * total was exceeded.
 */
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
  /** Used, but without a guest: the guest was removed, or it was used before this product. */
  outros: number
}

/** A company's counters (`EmpresaConvites`). */
interface Contados {
  empresa: Pick<Empresa, 'icredencial'>
  held: number
  pessoais: number
  left: number
}

/** A table's numbers, from its counters, its guests, and how many places it keeps for guests who withdrew. */
export function numerosOf(
  { empresa, held, pessoais, left }: Contados,
  convidados: Pick<Pago, 'dentroDesde'>[],
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

export const NUMERO_MAX = 20

/** What people write before a number, and what we add wherever it is shown. */
const MESA_DA = /^mesa d[aeo]s? (?=\p{L})/iu
const MESA = /^(?:mesa(?!\p{L}))?[\s:.-]*(?:n[º°.]+\s*)?(?=[\p{L}\p{N}]|$)/iu

/**
 * Reads the number of a company's table: text of up to {@link NUMERO_MAX} characters, such as `12` or `A3`.
 * `Mesa 12`, `MESA12` and `Nº 12` give 12, `Mesa da Diretoria` gives DIRETORIA, and `Mesa` alone gives none.
 * @returns the number, empty text for none, or a sentence that says what to type
 */
export function parseNumero(raw: string): Parsed {
  const clean = cleanText(raw)
  if (clean === null)
    return { kind: 'invalid', message: 'Digite de novo: há um sinal que não conseguimos ler.' }
  const named = clean.replace(MESA_DA, '')
  const numero = named === clean ? clean.replace(MESA, '') : upperCase(named)
  if (Array.from(numero).length <= NUMERO_MAX) return { kind: 'ok', value: numero }
  return {
    kind: 'invalid',
    message: `O número da mesa tem até ${NUMERO_MAX} letras ou números, como 12, A3 ou Diretoria.`,
  }
}

/**
 * The sort key of a table's number. In text order, 2 comes before 10, letters after figures, and tables
 * without a number last. Numbers with equal keys are the same: case, accents and leading zeros do not count.
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
