import { RESERVED } from '../route-table.ts'
import { keyedHash } from './chave.ts'
import type { Empresa } from './empresa.ts'
import { foldText, withoutAddressEnd, withoutEnd } from './text.ts'
import { signsFrom } from './token.ts'

/** `.` and `..` cannot be segments of an address. */
const PATTERN = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/

/** Remix answers a page's data at its address with this suffix. */
const DATA_SUFFIX = '.data'

/**
 * Reads the identifier of a company from an address, a form or a spreadsheet.
 * 1–64 characters of `A–Z a–z 0–9 . _ -`, never the name of another route nor reserved for one.
 * @returns the identifier as given, or null when it cannot name a company
 */
export function parseEmpresaid(raw: unknown): string | null {
  if (typeof raw !== 'string' || !PATTERN.test(raw)) return null
  // The router compares without case, too.
  const lower = raw.toLowerCase()
  return RESERVED.has(lower) || lower.endsWith(DATA_SUFFIX) ? null : raw
}

/** Tells whether chats leave a new id whole at the end of its link (decision 0045). */
export const isWholeInChats = (empresaid: string) => withoutAddressEnd(empresaid) === empresaid

/** Ids from earlier releases may end in one of these. */
const NOT_OF_AN_ID_END = /[^A-Za-z0-9_-]/

/**
 * The ids that an address may mean if it finds no company, the likeliest first: with its end and without,
 * each as written, in small letters and in capitals (decision 0045). At most eight.
 */
export function spellingsOf(raw: string): string[] {
  const stems = [raw, withoutEnd(raw, NOT_OF_AN_ID_END), withoutAddressEnd(raw)]
  const spelled = stems.flatMap((stem) => [stem, stem.toLowerCase(), stem.toUpperCase()])
  return [...new Set(spelled)].filter((id) => id !== raw && parseEmpresaid(id) !== null)
}

/**
 * Reads the identifier of a company from a cell, which may also contain the link of the company's page.
 * @returns null when it cannot name a company
 */
export function parseEmpresaidOrLink(raw: string): string | null {
  const [, id = raw] = /^(?:https?:\/\/)?[^\s/]+\/([^/?#]+)\/?$/i.exec(raw) ?? []
  return parseEmpresaid(id)
}

/** What identifies a company if no empresaid is given. */
export type Identity = Pick<Empresa, 'nome' | 'cnpj'>

const LENGTH = 10

/**
 * An id for a company's address that nobody can guess: a hash, keyed with CREDENCIAL_SECRET, of the folded
 * nome and the cnpj. The same company gets the same id, whether the file is imported again or twice at once
 * (decision 0010).
 * @param attempt gives another id for the same company, from 1 on
 * @returns ten characters, 46 bits, that are neither mistaken for one another when read nor spell a word
 */
export function empresaidOf(secret: string, { nome, cnpj }: Identity, attempt = 0): string {
  const text = [foldNome(nome), foldCnpj(cnpj), ...(attempt === 0 ? [] : [attempt])].join('\n')
  return signsFrom(Buffer.from(keyedHash(secret, 'empresaid', text), 'base64url'), LENGTH)
}

/** A name without accents, case and punctuation; unchanged when nothing else would be left. */
export function foldNome(nome: string): string {
  return foldText(nome) || nome
}

/** A cnpj without its punctuation, and with the leading zeros that a spreadsheet drops. */
export function foldCnpj(cnpj: string): string {
  const signs = cnpj.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return /^\d+$/.test(signs) ? signs.padStart(14, '0') : signs
}

/** Companies as storage lists them. */
interface Listing {
  empresas: { empresa: Pick<Empresa, 'empresaid'> }[]
  broken: Pick<Empresa, 'empresaid'>[]
}

/**
 * The ids of stored companies whose page nobody can open, because the id is the name of a page, reserved for
 * one, or cannot be an address. Such companies come from a time before the name was taken, or from another
 * product.
 */
export function unreachableIn({ empresas, broken }: Listing): string[] {
  const ids = [...empresas.map(({ empresa }) => empresa.empresaid), ...broken.map((error) => error.empresaid)]
  return ids.filter((empresaid) => parseEmpresaid(empresaid) === null)
}

export function adviceOn(empresaid: string): string {
  return (
    `Ninguém abre a empresa "${empresaid}": esse empresaid é nome de página, reservado, ou não pode ser endereço. ` +
    'Importe-a com outro empresaid e os convites que restam, e envie a ela o novo link.'
  )
}
