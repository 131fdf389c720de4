import { parseEmail, parseNome, type CadastroErrors } from '../domain/cadastro.ts'
import type { Cadastro } from '../domain/credencial.ts'
import type { Correction } from '../domain/credencial-repo.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'
import { parseTelefone } from '../domain/telefone.ts'
import { followUp, type FollowUp } from './change-convidado.ts'

/** What the organiser typed, by field; a field that is absent stays as stored. */
export type Given = { [Field in keyof Cadastro]?: string | undefined }

/** What became of a correction; nothing is written unless `corrected`. */
export type CorrectionResult =
  | ({ kind: 'corrected'; changes: { field: keyof Cadastro; was: string; is: string }[] } & FollowUp)
  | { kind: 'invalid'; errors: CadastroErrors }
  | Exclude<Correction, { kind: 'corrected' }>
  /** It was removed between being read and being corrected. */
  | { kind: 'removed-meanwhile' }

/**
 * Replaces what is given, by the rules of the form, and keeps the rest as stored, even where another product stored
 * what the form would not take. An empty e-mail clears it.
 * @param shown what was given in place of; a field that was corrected otherwise meanwhile is refused
 */
export async function correctCredencial(
  {
    credenciais,
    avips,
    chaveOf,
  }: Pick<Storage, 'credenciais' | 'avips'> & { chaveOf: (cadastro: Cadastro) => string },
  credencialid: string,
  given: Given,
  autor: Autor,
  shown: Partial<Cadastro> = {},
): Promise<CorrectionResult> {
  const found = await credenciais.findById(credencialid)
  if (!found) return { kind: 'credencial-not-found' }
  const { nome, telefone, email } = found.credencial
  const stored = { nome, telefone, email }
  const { fields, errors } = parseTyped(given)
  if (Object.keys(errors).length > 0) return { kind: 'invalid', errors }

  const cadastro = { ...stored, ...fields }
  const correction = await credenciais.correct(
    { credencialid, cadastro, shown: { ...stored, ...shown }, chaveOf },
    autor,
  )
  if (correction.kind === 'credencial-not-found') return { kind: 'removed-meanwhile' }
  if (correction.kind !== 'corrected') return correction
  const changes = (['nome', 'telefone', 'email'] as const)
    .map((field) => ({ field, was: stored[field], is: cadastro[field] }))
    .filter(({ was, is }) => was !== is)
  const mirror = () => avips.mirror(credencialid).then(() => true)
  return { kind: 'corrected', changes, ...(await followUp(credenciais, mirror)) }
}

/** Reads each field that is given by the rules of the form. */
export function parseTyped(given: Given): { fields: Partial<Cadastro>; errors: CadastroErrors } {
  const fields: Partial<Cadastro> = {}
  const errors: CadastroErrors = {}
  const nome = given.nome === undefined ? null : parseNome(given.nome)
  const telefone = given.telefone === undefined ? null : parseTelefone(given.telefone)
  const email = given.email === undefined ? null : parseEmail(given.email)
  if (nome?.kind === 'ok') fields.nome = nome.nome
  if (telefone?.kind === 'ok') fields.telefone = telefone.telefone
  if (email?.kind === 'ok') fields.email = email.email
  for (const [field, result] of Object.entries({ nome, telefone, email })) {
    if (result?.kind === 'invalid') errors[field as keyof Cadastro] = result.message
  }
  return { fields, errors }
}
