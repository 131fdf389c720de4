/** An e-mail as lists show it, `j•••••@exemplo.com.br`: the first letter and where it is read. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•'.repeat(email.length) : `${email.charAt(0)}•••••${email.slice(at)}`
}
