import { createHmac } from 'node:crypto'
import { FIXED_VALUES, type Cadastro } from './credencial.ts'
import { formerTelefone } from './telefone.ts'
import { foldText } from './text.ts'

/**
 * The natural key of a guest: a hash, keyed with CREDENCIAL_SECRET, of the folded name and the phone. The
 * same person registering twice has the same key, however accents, case and spaces were typed (decision
 * 0003). Without a phone the company that invited tells two of one name apart (decision 0055).
 * @param empresaid the company that invited; null for none. It counts only where there is no phone
 * @returns 43 characters of base64url, and for a guest without a phone the company after a dot; says nothing
 * about the person without the secret
 */
export function chaveOf(
  secret: string,
  { nome, telefone }: Pick<Cadastro, 'nome' | 'telefone'>,
  empresaid: string | null = null,
): string {
  const hash = keyedHash(secret, 'chave', `${foldText(nome)}\n${telefone}`)
  return telefone === '' ? chaveAt(hash, empresaid) : hash
}

/**
 * The key of a guest without a phone, once this company invites them. It needs no secret. The house, with
 * LOTAÇÃO or without, and no company are the same.
 */
export function chaveAt(key: string, empresaid: string | null): string {
  const [hash = ''] = key.split('.')
  if (!empresaid || empresaid === FIXED_VALUES.empresaid) return hash
  // Another product's id may be any text, and a key names a document.
  return `${hash}.${Buffer.from(empresaid).toString('base64url')}`
}

/** The key before phones gained the ninth digit, which other products still use; null if there was none. */
export function chaveAntigaOf(
  secret: string,
  { nome, telefone }: Pick<Cadastro, 'nome' | 'telefone'>,
): string | null {
  const former = formerTelefone(telefone)
  return former === null ? null : chaveOf(secret, { nome, telefone: former })
}

/** A keyed hash of a client address, stored with a reserva so that one address cannot hold a whole table. */
export function origemOf(secret: string, address: string): string {
  return keyedHash(secret, 'origem', address)
}

/**
 * A keyed hash of the form's cookie, kept with the natural key for a while: the browser with that cookie sees
 * the credencial (decision 0012).
 */
export function formCookieHashOf(secret: string, cookie: string): string {
  return keyedHash(secret, 'recibo', cookie)
}

/** Kept in storage; it reveals nothing about the secret. With another secret no guest would be recognised. */
export function fingerprintOf(secret: string): string {
  return keyedHash(secret, 'marca', '').slice(0, 22)
}

/** 43 characters of base64url. `purpose` separates hashes made for different purposes under one secret. */
export function keyedHash(secret: string, purpose: string, text: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url')
}
