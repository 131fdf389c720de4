import { textOf, type Empresa } from './empresa.ts'
import type { Entrada } from './entrada.ts'

/**
 * The stored data that still says something about a person, by where it is stored. The page, the command,
 * `/saude` and the reminder all decide by this, and by nothing else (decision 0022).
 */
export interface PersonalData {
  /** Credenciais, including those of other products. */
  convidados: number
  /** Natural keys, including those whose credencial is gone. */
  chaves: number
  /** Personal invitations with a label. */
  rotulos: number
  /** Facts of the door with a note of what was read, heard or typed of somebody on no list. */
  anotados: number
  /** Browsers of the team that have a person's name. */
  nomes: number
  /** Messages to somebody's number, noted as sent or to be sent, and labels noted as printed. */
  envios: number
  /** Uploaded spreadsheets, which last an hour. */
  planilhas: number
  /** Companies that name a person ({@link contactsIn}), or have their holder's number stored. */
  contatos: number
  /** When the last erasure was, in milliseconds since the epoch; null for never. */
  apagadoem: number | null
}

/** Tells whether anything is stored that every erasure erases: all except the contacts of companies. */
export function hasConvidadoData(data: PersonalData): boolean {
  const { convidados, chaves, rotulos, anotados, nomes, envios, planilhas } = data
  return convidados + chaves + rotulos + anotados + nomes + envios + planilhas > 0
}

/** Tells whether an erasure is still due. Contacts that the last one left were kept by choice. */
export function isErasureOwed(data: PersonalData): boolean {
  return hasConvidadoData(data) || (data.contatos > 0 && data.apagadoem === null)
}

/** A CPF, which is a person's number, in the field that asks for a company's. */
const CPF = /^\D*(\d\D*){11}$/

/** The fields of a stored company that name a person, as they are after an erasure; empty if none do. */
export function contactsIn(
  stored: Partial<Record<keyof Empresa, unknown>>,
): Partial<Record<'contato' | 'solicitante' | 'cnpj', ''>> {
  const { contato, solicitante, cnpj } = stored
  const isSaid = (field: unknown) => field !== undefined && field !== null && field !== ''
  const isCpf = CPF.test(textOf(cnpj))
  return {
    ...(isSaid(contato) && { contato: '' as const }),
    ...(isSaid(solicitante) && { solicitante: '' as const }),
    ...(isCpf && { cnpj: '' as const }),
  }
}

export function hasContacts(stored: Partial<Record<keyof Empresa, unknown>>): boolean {
  return Object.keys(contactsIn(stored)).length > 0
}

/**
 * Counts the companies of {@link PersonalData.contatos}.
 * @param mesas those that have a holder's number, by empresaid
 */
export function countContacts(
  empresas: Iterable<readonly [string, Partial<Record<keyof Empresa, unknown>>]>,
  mesas: Iterable<string>,
): number {
  const named = [...empresas].flatMap(([empresaid, stored]) => (hasContacts(stored) ? [empresaid] : []))
  return new Set([...named, ...mesas]).size
}

/**
 * A fact as it is stored. After an erasure nothing typed is stored until somebody registers again, because it
 * was typed before the erasure. The admission itself always is (decision 0019).
 * @param isErased whether an erasure has taken place and no guest is stored, read in the same transaction
 */
export function factAsStored(entrada: Entrada, isErased: boolean): Entrada {
  return isErased ? { ...entrada, anotado: null } : entrada
}
