import { InvalidCounterError } from './errors.ts'

/**
 * A company or table holder with its allotment of invitations (specification, section 3).
 * Only the two counters are computed with; the other fields are kept as text, as they were given.
 */
export interface Empresa {
  /** Registration identifier; the company's address is `/{empresaid}`. */
  empresaid: string
  cnpj: string
  nome: string
  contato: string
  categoria: string
  solicitante: string
  lcredencial: string
  /** Invitations in total. */
  icredencial: number
  estacionamento: string
  llcredencial: string
  /** Invitations used or held. */
  licredencial: number
  lestacionamento: string
  status: string
  /** Who entered the company; shown in lists, never copied into a credencial. */
  usuarioid: string
}

/** Fields of an empresa that are kept as text and never computed with. */
export const EMPRESA_TEXT_FIELDS = [
  'cnpj',
  'nome',
  'contato',
  'categoria',
  'solicitante',
  'lcredencial',
  'estacionamento',
  'llcredencial',
  'lestacionamento',
  'status',
  'usuarioid',
] as const satisfies readonly (keyof Empresa)[]

/** All fourteen fields of an empresa. */
export const EMPRESA_FIELDS = [
  'empresaid',
  ...EMPRESA_TEXT_FIELDS,
  'icredencial',
  'licredencial',
] as const satisfies readonly (keyof Empresa)[]

/**
 * Reads a stored document or row into an Empresa. Missing text fields become empty text; counters stored as
 * text (`"10"`) become numbers.
 * @throws InvalidCounterError when a counter is missing, negative, fractional or no number
 */
export function parseEmpresa(empresaid: string, stored: Record<string, unknown>): Empresa {
  const text = (field: keyof Empresa) => {
    const value = stored[field]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const counter = (field: keyof Empresa) => {
    const count = parseCounter(stored[field])
    if (count === null) throw new InvalidCounterError(empresaid, field)
    return count
  }
  return {
    empresaid,
    cnpj: text('cnpj'),
    nome: text('nome'),
    contato: text('contato'),
    categoria: text('categoria'),
    solicitante: text('solicitante'),
    lcredencial: text('lcredencial'),
    icredencial: counter('icredencial'),
    estacionamento: text('estacionamento'),
    llcredencial: text('llcredencial'),
    licredencial: counter('licredencial'),
    lestacionamento: text('lestacionamento'),
    status: text('status'),
    usuarioid: text('usuarioid'),
  }
}

/**
 * Reads a count of invitations from a number or from text of up to nine digits.
 * @returns a whole number ≥ 0, or null when it is anything else (`"1e3"`, `-1`, `2.5`, `""`)
 */
export function parseCounter(raw: unknown): number | null {
  if (typeof raw === 'number') return Number.isSafeInteger(raw) && raw >= 0 ? raw : null
  if (typeof raw !== 'string' || !/^\d{1,9}$/.test(raw.trim())) return null
  return Number(raw)
}

/**
 * Invitations a company can still give: `max(0, icredencial − licredencial + ended)`.
 * @param ended holds that have ended but are not released yet, still counted in `licredencial`
 */
export function convitesLeft(empresa: Pick<Empresa, 'icredencial' | 'licredencial'>, ended: number): number {
  return Math.max(0, empresa.icredencial - empresa.licredencial + ended)
}
