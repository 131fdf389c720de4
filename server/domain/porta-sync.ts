import type { Delivery, Entrada, Modo } from './entrada.ts'

/** How many admissions a phone sends at once. */
export const LOTE_MAX = 100

/**
 * Bytes of SHA-256 the list holds of each token: nobody guesses 88 bits, and 5,000 guests' lists stay under
 * 160 KB.
 */
export const TOKEN_HASH_BYTES = 11

/** Bytes of SHA-256 the list holds of each code, which itself has 37 bits. */
export const CODE_HASH_BYTES = 5

/**
 * An admission, or the annulment of one, as a phone of the door sends it: what `Entrada` says, without whose phone it
 * is.
 */
export type EntradaEnviada = Omit<Entrada, 'aparelhoid' | 'recebidaem' | 'modo'> & {
  modo: Exclude<Modo, 'painel' | 'papel'>
}

/** What a phone posts to `/porta/sync`. */
export interface Envio {
  marca: string | null
  /** {@link LOTE_MAX} at most. */
  entradas: EntradaEnviada[]
  porEnviar: number
}

/** An admission as phones hear of it: credencial, aparelho and seq by number. */
export type EntradaOuvida = [
  entradaid: string,
  convidado: number,
  aparelhoid: string,
  seq: number,
  /** When, by the server's clock, in milliseconds since the epoch: `lidaem` + `desvio`. */
  em: number,
  anula: string | null,
]

/** Another link of a guest: the hashes of token and code, as {@link Lista} has them. */
export type OutroLink = [convidado: number, token: string, codigo: string]

/**
 * The list, or what changed of it, in columns: value k of each belongs to guest k. A guest who is listed again replaces
 * the one before, all admissions included.
 */
export interface Lista {
  /** The cursor the next sync goes on from. */
  marca: string
  /** Whether it is the whole list; else what changed. */
  isInteira: boolean
  ids: string[]
  nomes: string[]
  /** The names of the tables, each once; the first is empty text, for guests of no company. */
  mesas: string[]
  /** What tells two tables of one name apart, for each of `mesas`; no list of an earlier version has it. */
  mesaids?: string[]
  /** The number of each of `mesas`, empty text for none; no list of an earlier version has them. */
  numeros?: string[]
  /** Positions in `mesas`. */
  mesa: number[]
  /** Last four digits of the phones; fewer where a phone has fewer. */
  finais: string[]
  versoes: number[]
  /** The first {@link TOKEN_HASH_BYTES} of SHA-256 over each token's text, one after the other, in base64. */
  tokens: string
  /** The first {@link CODE_HASH_BYTES} over each code as it is written, `K7F3-92QD`. */
  codigos: string
  /** Other links that open a guest, by the guest's position; no list of an earlier version has them. */
  outros?: OutroLink[]
  retirados: number[]
  /** Guests who are no longer stored. */
  removidos: string[]
  entradas: EntradaOuvida[]
}

/** What a phone of the door gets for an {@link Envio}. */
export interface Resposta extends Delivery {
  /** The server's clock, in milliseconds since the epoch, read while the request was answered. */
  agora: number
  /** As of when the list tells, by the same clock; no answer of an earlier version says it. */
  de?: number
  /** When the list is to be erased, in milliseconds since the epoch: 12 hours after the event. */
  apagarem: number
  /** When the event begins, by the clock that times are told by; no answer of an earlier version says it. */
  inicio?: string
  nome: string
  /** The rehearsal that is on (`domain/ensaio.ts`), and when it ends by itself; null for none. */
  ensaio: { ensaioid: string; ate: number } | null
  /** Names of the phones that admitted, by aparelhoid. */
  aparelhos: Record<string, string>
  /** Whether more changed than `lista` tells: the phone is not up to date yet, and the next sync goes on. */
  hasMore: boolean
  lista: Lista
}

/** What a phone that was revoked gets, with status 403: the list is to be erased, what is unsent kept. */
export interface Revogado extends Delivery {
  revogadoem: number
}
