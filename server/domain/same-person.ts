import { telefoneDigits } from './telefone.ts'
import { wordsOf } from './text.ts'

/**
 * A number in its present form: mobiles of ten digits, whose third is 6 to 9, gain the ninth digit they have had since
 * 2016. Landlines, whose third is 2 to 5, stay, however much they resemble the end of a mobile.
 */
export function presentTelefone(telefone: string): string {
  const digits = telefoneDigits(telefone)
  return /^\d{2}[6-9]\d{7}$/.test(digits) ? `${digits.slice(0, 2)}9${digits.slice(2)}` : digits
}

/** A stored number as wa.me takes it, with the country code; null for anything but a Brazilian one. */
export function whatsappDigits(telefone: string): string | null {
  const present = presentTelefone(telefone)
  return /^\d{10,11}$/.test(present) ? `55${present}` : null
}

/** A number in the form it had before it gained the ninth digit; null for one that never had another. */
export function formerTelefone(telefone: string): string | null {
  const digits = telefoneDigits(telefone)
  return /^\d{2}9[6-9]\d{7}$/.test(digits) ? digits.slice(0, 2) + digits.slice(3) : null
}

/** A number in each form that may be stored of it: as it is, and as it was before the ninth digit. */
export function formsOfTelefone(telefone: string): string[] {
  const former = formerTelefone(telefone)
  return former === null ? [telefone] : [telefone, former]
}

/**
 * Equal for two guests who may be one person: the name's words in any order without particles, and the present phone.
 */
export function semelhanteOf({ nome, telefone }: { nome: string; telefone: string }): string {
  return `${wordsOf(nome).sort().join(' ')}\n${presentTelefone(telefone)}`
}
