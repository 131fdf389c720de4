/**
 * Tells whether text is a valid Brazilian personal tax id: 11 digits, both check digits right, not all the same
 * digit (specification, section 5). Dots, dashes and spaces are ignored.
 */
export function isCpf(text: string): boolean {
  const digits = text.replace(/[.\-\s]/g, '')
  if (!/^\d{11}$/.test(digits) || /^(\d)\1{10}$/.test(digits)) return false
  return checkDigit(digits, 9) === Number(digits[9]) && checkDigit(digits, 10) === Number(digits[10])
}

/** Modulo 11 over the first `length` digits, weights falling to 2; 10 counts as 0. */
function checkDigit(digits: string, length: number): number {
  let sum = 0
  for (let i = 0; i < length; i++) sum += Number(digits[i]) * (length + 1 - i)
  return ((sum * 10) % 11) % 10
}
