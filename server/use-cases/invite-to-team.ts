import { randomBytes } from 'node:crypto'
import { CODIGO_MS, PAPEIS, pairingEndsAt, type Aparelho, type Papel } from '../domain/aparelho.ts'
import type { Evento } from '../domain/evento.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'
import { cleanText } from '../domain/text.ts'
import { codeFrom } from '../domain/token.ts'

/** The longest name of a person of the team, in characters. */
export const NOME_MAX = 80

/** What an invitation needs of the services. */
export interface InviteParts extends Pick<Storage, 'equipe'> {
  config: { evento: Pick<Evento, 'fim'> }
  codigoOf: (code: string) => string
  newId: () => string
  now: () => number
}

/** What is wrong with a typed invitation, by field. */
export type InviteErrors = { nome?: string; papel?: string }

export type InviteResult =
  /** `code` is not stored: only this answer has it. */
  | { kind: 'invited'; aparelho: Aparelho; code: string }
  | { kind: 'invalid'; errors: InviteErrors }
  /** The team has ended with the event; nothing is written. */
  | { kind: 'over' }

/** Invites a person to pair a browser. @throws StorageError */
export async function inviteToTeam(
  parts: InviteParts,
  typed: { nome: string; papel: string },
  autor: Autor,
): Promise<InviteResult> {
  const nome = cleanText(typed.nome) ?? ''
  const papel = PAPEIS.find((one) => one === typed.papel)
  const errors = errorsOf(nome, papel)
  if (!papel || Object.keys(errors).length > 0) return { kind: 'invalid', errors }
  if (parts.now() >= pairingEndsAt(parts.config.evento)) return { kind: 'over' }
  const { code, codigo, codigoate } = newCode(parts)
  const invitation = { aparelhoid: parts.newId(), nome, papel, codigo, codigoate }
  return { kind: 'invited', aparelho: await parts.equipe.invite(invitation, autor), code }
}

/**
 * Invites a person again under the same name and role, revoked or not: the browser they had leaves the team.
 * @throws StorageError
 */
export async function reconnectAparelho(
  parts: InviteParts,
  aparelhoid: string,
  autor: Autor,
): Promise<Exclude<InviteResult, { kind: 'invalid' }> | { kind: 'not-found' }> {
  if (parts.now() >= pairingEndsAt(parts.config.evento)) return { kind: 'over' }
  const { code, codigo, codigoate } = newCode(parts)
  const aparelho = await parts.equipe.reconnect(aparelhoid, codigo, codigoate, autor)
  return aparelho ? { kind: 'invited', aparelho, code } : { kind: 'not-found' }
}

function newCode({ codigoOf, now }: InviteParts) {
  const code = codeFrom(randomBytes(8))
  return { code, codigo: codigoOf(code), codigoate: now() + CODIGO_MS }
}

function errorsOf(nome: string, papel: Papel | undefined): InviteErrors {
  const tooLong = nome.length > NOME_MAX
  return {
    ...(nome === '' && { nome: 'Digite o nome da pessoa.' }),
    ...(tooLong && { nome: `Encurte o nome: cabem ${NOME_MAX} letras.` }),
    ...(!papel && { papel: 'Escolha o que a pessoa pode fazer.' }),
  }
}
