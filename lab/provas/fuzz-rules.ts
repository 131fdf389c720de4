import type { Credencial } from '../../server/domain/credencial.ts'

/** Area codes in use, as the numbering plan lists them. */
const DDDS = new Set(
  (
    '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 ' +
    '61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'
  ).split(' '),
)

/** The specification's rules (section 9) for a stored guest, written without the product's own code. */
const RULES: Record<string, (stored: Credencial) => boolean> = {
  'the id is a millisecond': ({ credencialid }) => /^\d{13}$/.test(credencialid),
  'the fixed values are there': (c) =>
    c.empresaid === '0000000000001' &&
    c.usuarioid === '0000000000001' &&
    c.cpf === '0'.repeat(11) &&
    c.tipo === 'CONVIDADO' &&
    c.controle === 'ativo' &&
    c.qrcode === '',
  'the name is canonical': ({ nome }) =>
    nome === nome.normalize('NFC') && nome === nome.trim() && !nome.includes('  ') && nome.length <= 120,
  'the name is upper case': ({ nome }) => nome.toLocaleUpperCase('pt-BR').normalize('NFC') === nome,
  'the name is of letters, two at least': ({ nome }) =>
    /^[\p{L}\p{M} '’.ªº-]+$/u.test(nome) && (nome.match(/\p{L}/gu) ?? []).length >= 2,
  'nothing invisible, no control, no half of a pair': ({ nome, email }) =>
    !/[\p{Cc}\p{Cs}\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u.test(nome + email),
  'the phone has an area code and 10 or 11 digits': ({ telefone }) =>
    /^\d{10,11}$/.test(telefone) &&
    DDDS.has(telefone.slice(0, 2)) &&
    (telefone.length === 10 ? /^..[2-5]/ : /^..9/).test(telefone),
  'the e-mail is one or none': ({ email }) =>
    email === '' || (email.length <= 254 && /^[^\s@<>,]+@[^\s@<>,]+\.[^\s@<>,]+$/.test(email)),
}

/** The rules a stored guest breaks. */
export function brokenRules(stored: Credencial): string[] {
  return Object.entries(RULES)
    .filter(([, isKept]) => !isKept(stored))
    .map(([rule]) => `${rule}: ${JSON.stringify(stored)}`)
}
