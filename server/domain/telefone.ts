// Imports nothing, so that the same rule runs in the browser and on the server.

/** Longest number stored (specification, sections 5 and 9): area code and nine digits. */
export const TELEFONE_MAX = 11

/** Brazilian area codes in use. */
const DDD = /^(1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])/

/** The typed text in its stored form, or a sentence that says what to type. */
export type Parsed = { kind: 'ok'; value: string } | { kind: 'invalid'; message: string }

/**
 * Reads a Brazilian number as people write it: `11987654321`, `(11) 98765-4321`, `+55 11 98765-4321`, `011…`.
 * @returns 10 or 11 digits beginning with a real area code, or a sentence that says what to type
 */
export function parseTelefone(raw: string): Parsed {
  const digits = telefoneDigits(raw)
  const typed = raw.normalize('NFKC').trim()
  if (typed === '') return invalid('Digite seu WhatsApp com DDD.')
  const hasCountry = isCountryLeft(typed, digits)
  if (digits.length < 10 || digits.length > TELEFONE_MAX || hasCountry) {
    // A browser without scripts cuts what is typed or pasted at eleven characters, punctuation included.
    if (/\D/.test(typed) && (digits.length < 10 || (hasCountry && digits.startsWith('55')))) {
      return invalid(
        'O número ficou incompleto. Digite só os 11 dígitos, DDD + número, sem parênteses, espaços ou traço.',
      )
    }
    return invalid('Digite DDD + número, só os 11 dígitos.')
  }
  if (!DDD.test(digits))
    return invalid(`O DDD ${digits.slice(0, 2)} não existe. Confira os dois primeiros dígitos.`)
  if (digits.length === 11 && digits[2] !== '9')
    return invalid('Confira o número: celular tem 9 logo depois do DDD.')
  if (digits.length === 10 && !/[2-5]/.test(digits[2] ?? '')) {
    return invalid('Falta um dígito: celular tem 9 logo depois do DDD.')
  }
  return { kind: 'ok', value: digits }
}

/**
 * Reads somebody else's number, as an organiser or a holder types it or a sheet has it; empty text for none.
 * @returns the number as stored, or a sentence that names the rule it breaks
 */
export function readTelefone(raw: string): Parsed {
  const parsed = parseTelefone(raw)
  if (parsed.kind === 'ok') return parsed
  const typed = raw.normalize('NFKC').trim()
  if (typed === '') return { kind: 'ok', value: '' }
  const digits = telefoneDigits(raw)
  const hasCountry = isCountryLeft(typed, digits)
  if (!hasCountry && digits.length >= 10 && digits.length <= TELEFONE_MAX) return parsed
  if (hasCountry && !digits.startsWith('55')) return invalid(`O número não é do Brasil. ${EXEMPLO}`)
  const rest = hasCountry ? digits.slice(2) : digits
  // A mobile has nine digits and begins with 9; a landline has eight.
  if (/^(9\d{8}|[2-9]\d{7})$/.test(rest)) return invalid(`Falta o DDD. ${EXEMPLO}`)
  return invalid(`${rest.length < 10 ? 'Faltam' : 'Sobram'} dígitos: são DDD e 8 ou 9 dígitos. ${EXEMPLO}`)
}

/**
 * The digits still have a country code: the number is cut short, as `+5521987654`, or belongs to another
 * country.
 */
const isCountryLeft = (typed: string, digits: string) =>
  typed.startsWith('+') && typed.replace(/\D/g, '') === digits

const EXEMPLO = 'Ex.: 34 99911-2244'

/**
 * The digits of a number, without the country code or the long-distance zero when 10 or 11 digits remain.
 * Also used on pasted text, before the browser cuts it.
 */
export function telefoneDigits(raw: string): string {
  const digits = raw.normalize('NFKC').replace(/\D/g, '')
  return digits.replace(/^(?:(?:00)?55|00?)(?=\d{10,11}$)/, '')
}

/** A stored number as people write it, `(65) 98765-5432`; anything else unchanged. */
export function formatTelefone(telefone: string): string {
  return telefone.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')
}

/** What lists show of somebody without a number. */
export const SEM_WHATSAPP = 'sem WhatsApp'

/** A stored number as a credencial's page shows it, `(65) •••••-5432`; else only its last four digits. */
export function maskTelefone(telefone: string): string {
  const [area = ''] = /^\d{2}(?=\d{8,9}$)/.exec(telefone) ?? []
  const rest = telefone.slice(area.length).replace(/\d(?=(?:\D*\d){4})/g, '•')
  return area === '' ? rest : `(${area}) ${rest.slice(0, -4)}-${rest.slice(-4)}`
}

/** An e-mail as lists show it, `j•••••@exemplo.com.br`: the first letter and the domain. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•'.repeat(email.length) : `${email.charAt(0)}•••••${email.slice(at)}`
}

function invalid(message: string): Parsed {
  return { kind: 'invalid', message }
}

/**
 * A number in its present form: mobiles of ten digits, whose third digit is 6 to 9, gain the ninth digit they
 * have had since 2016. Landlines, whose third digit is 2 to 5, stay, however much they resemble the end of a
 * mobile.
 */
export function presentTelefone(telefone: string): string {
  const digits = telefoneDigits(telefone)
  return /^\d{2}[6-9]\d{7}$/.test(digits) ? `${digits.slice(0, 2)}9${digits.slice(2)}` : digits
}

/** A stored number as wa.me takes it, with the country code; null for anything but a Brazilian number. */
export function whatsappDigits(telefone: string): string | null {
  const present = presentTelefone(telefone)
  return /^\d{10,11}$/.test(present) ? `55${present}` : null
}

/** A number in the form it had before it gained the ninth digit; null for one that never had another. */
export function formerTelefone(telefone: string): string | null {
  const digits = telefoneDigits(telefone)
  return /^\d{2}9[6-9]\d{7}$/.test(digits) ? digits.slice(0, 2) + digits.slice(3) : null
}

/** A number in each form that may be stored: as it is, and as it was before the ninth digit. */
export function formsOfTelefone(telefone: string): string[] {
  const former = formerTelefone(telefone)
  return former === null ? [telefone] : [telefone, former]
}
