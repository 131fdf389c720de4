import type { Passe } from './token.ts'

/**
 * Who may see a credencial (decision 0012). It is stored with the guest's natural key, never in the
 * credencial; while nothing is stored there it is {@link NO_ACESSO}.
 */
export interface Acesso {
  /** How many times the link and the code were replaced; 0 at first. */
  versao: number
  /** Hash of the form's cookie in the browser that registered or paid last; null when none counts. */
  recibo: string | null
  /** Milliseconds since the epoch, when the recibo stops counting; null when there is none. */
  reciboate: number | null
}

/** What is stored under a natural key: the guest it belongs to, and who may see the credencial. */
export interface Chave extends Acesso {
  credencialid: string
  /** Keyed hash of the address that registered; null when none was kept, or it was erased. */
  origem: string | null
  /** Milliseconds since the epoch; null once the address was erased. */
  criadaem: number | null
  /** The guest who registered this one along; null for one who registered alone. */
  grupo: string | null
  /** What the guest answered (`perguntas.ts`), as text; empty for nothing. */
  respostas: string
}

/** Used for a guest stored without a key, by another product or an earlier release. */
export const NO_ACESSO: Acesso = { versao: 0, recibo: null, reciboate: null }

export function newChave(credencialid: string): Chave {
  return { credencialid, origem: null, criadaem: null, grupo: null, respostas: '', ...NO_ACESSO }
}

/** The part of a key's record that goes along when storage moves: a recibo lasts minutes and stays behind. */
export type Carried = Omit<Chave, 'credencialid' | 'recibo' | 'reciboate'>

export function carriedOf({ versao, origem, criadaem, grupo, respostas }: Carried): Carried {
  return { versao, origem, criadaem, grupo, respostas }
}

/** What lists read of it: no list has answers. */
export type Beside = Omit<Carried, 'origem' | 'criadaem' | 'respostas'>

export function besideOf({ versao, grupo }: Beside): Beside {
  return { versao, grupo }
}

/** How long after a lost answer the same browser may register again and be recognised, in milliseconds. */
export const FORM_COOKIE_MS = 15 * 60_000

/** How a browser can be recognised, and the current time. */
export interface Shown {
  /** Hash of the form's cookie in this browser; null when it has none. */
  recibo: string | null
  /** The credenciais opened by the tokens kept in this browser's session. */
  conhecidas: Passe[]
  now: number
}

/** What is stored for a guest whom this browser registers or pays for, at that versao. */
export function acessoOf(versao: number, { recibo, now }: Shown): Acesso {
  return { versao, recibo, reciboate: recibo === null ? null : now + FORM_COOKIE_MS }
}

/** Tells whether a browser has a recibo that still counts, or a passe that still opens the credencial. */
export function maySee(credencialid: string, acesso: Acesso, { recibo, conhecidas, now }: Shown): boolean {
  const isRecent = acesso.reciboate !== null && now < acesso.reciboate
  if (isRecent && recibo !== null && recibo === acesso.recibo) return true
  return conhecidas.some(
    (passe: Passe) => passe.credencialid === credencialid && passe.versao === acesso.versao,
  )
}
