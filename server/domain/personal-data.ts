import type { Empresa } from './empresa.ts'
import type { Entrada } from './entrada.ts'

/**
 * What is stored and still says something of a person, by where it lies. The page, the command, `/saude` and the
 * reminder all decide by this, and by nothing else (decision 0022).
 */
export interface PersonalData {
  /** Credenciais, other products' included. */
  convidados: number
  /** Natural keys, those that lost their credencial too. */
  chaves: number
  /** Personal invitations with a label. */
  rotulos: number
  /** Facts of the door with what was read, heard or typed of somebody on no list. */
  anotados: number
  /** Browsers of the team with the name of a person. */
  nomes: number
  /** Messages noted as sent, or as to be sent, to somebody's number, and labels noted as printed. */
  envios: number
  /** Uploaded spreadsheets, which last an hour. */
  planilhas: number
  /** Companies that name a person ({@link contactsIn}), or whose holder's number is stored. */
  contatos: number
  /** When an erasure last took place, in milliseconds since the epoch; null for never. */
  apagadoem: number | null
}

/** Tells whether anything is stored that every erasure erases: all but the contacts of companies. */
export function hasConvidadoData(data: PersonalData): boolean {
  const { convidados, chaves, rotulos, anotados, nomes, envios, planilhas } = data
  return convidados + chaves + rotulos + anotados + nomes + envios + planilhas > 0
}

/** Tells whether an erasure is still to be made. Contacts that one has left were kept by choice. */
export function isErasureOwed(data: PersonalData): boolean {
  return hasConvidadoData(data) || (data.contatos > 0 && data.apagadoem === null)
}

/** A CPF is a person's number, in the field that asks for a company's. */
const CPF = /^\D*(\d\D*){11}$/

/** The fields of a stored company that name a person, as they are once erased; none where there is nothing to erase. */
export function contactsIn(
  stored: Partial<Record<keyof Empresa, unknown>>,
): Partial<Record<'contato' | 'solicitante' | 'cnpj', ''>> {
  const { contato, solicitante, cnpj } = stored
  const isSaid = (field: unknown) => field !== undefined && field !== null && field !== ''
  const isCpf = (typeof cnpj === 'string' || typeof cnpj === 'number') && CPF.test(String(cnpj))
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
 * A fact as it is stored: once everything is erased nothing typed is, until somebody registers again, for it was typed
 * before. The admission itself always is (decision 0019).
 * @param isErased whether an erasure has taken place and no guest is stored, read in the same transaction
 */
export function factAsStored(entrada: Entrada, isErased: boolean): Entrada {
  return isErased ? { ...entrada, anotado: null } : entrada
}
