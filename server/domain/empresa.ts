import { InvalidCounterError } from './errors.ts'

/**
 * Fields kept as text, exactly as given, and never computed with. `usuarioid` is who entered the company; it
 * is shown in lists, and never copied into a credencial.
 */
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
] as const

export const EMPRESA_FIELDS = ['empresaid', ...EMPRESA_TEXT_FIELDS, 'icredencial', 'licredencial'] as const

/**
 * A company or table holder and its invitations (specification, section 3). Its address is `/{empresaid}`.
 */
export interface Empresa extends Record<'empresaid' | (typeof EMPRESA_TEXT_FIELDS)[number], string> {
  /** Invitations in total. */
  icredencial: number
  /** Invitations used or held. */
  licredencial: number
}

/** Another product's text or number, as text; empty for anything else. */
export const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/**
 * Reads a stored document or row into an Empresa. Missing text fields become empty text; counters stored as
 * text (`"10"`) become numbers.
 * @throws InvalidCounterError when a counter is missing, negative, fractional or no number
 */
export function parseEmpresa(empresaid: string, stored: Record<string, unknown>): Empresa {
  const counter = (field: 'icredencial' | 'licredencial') => {
    const count = parseCounter(stored[field])
    if (count === null) throw new InvalidCounterError(empresaid, field)
    return count
  }
  const texts = EMPRESA_TEXT_FIELDS.map((field) => [field, textOf(stored[field])])
  const empresa = { empresaid, icredencial: counter('icredencial'), licredencial: counter('licredencial') }
  return Object.assign(empresa, Object.fromEntries(texts) as Omit<Empresa, keyof typeof empresa>)
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
