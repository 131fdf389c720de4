import { randomBytes } from 'node:crypto'
import {
  CODIGO_MS,
  PAPEIS,
  isPairingOver,
  stateOfAparelho,
  stateOfCode,
  type Aparelho,
  type EventoDaEquipe,
  type Papel,
} from '../domain/aparelho.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'
import { cleanText } from '../domain/text.ts'
import { codeFrom } from '../domain/token.ts'
import { parseCode } from '../domain/signed-text.ts'

export const NOME_MAX = 80

interface InviteParts extends Pick<Storage, 'equipe'> {
  config: { evento: EventoDaEquipe }
  codigoOf: (code: string) => string
  newId: () => string
  now: () => number
}

export type InviteErrors = { nome?: string; papel?: string }

type InviteResult =
  /** `code` is not stored: only this answer has it. */
  | { kind: 'invited'; aparelho: Aparelho; code: string }
  | { kind: 'invalid'; errors: InviteErrors }
  /** The pairings of the role have ended; nothing is written. */
  | { kind: 'over'; papel: Papel }

export const OVER: Record<Papel, string> = {
  porta: 'O evento passou há mais de três dias: a porta terminou com ele.',
  organizacao: 'O prazo para apagar os dados passou há mais de trinta dias: a equipe terminou com ele.',
}

export async function inviteToEquipe(
  parts: InviteParts,
  typed: { nome: string; papel: string },
  autor: Autor,
): Promise<InviteResult> {
  const nome = cleanText(typed.nome) ?? ''
  const papel = PAPEIS.find((one) => one === typed.papel)
  const errors = errorsOf(nome, papel)
  if (!papel || Object.keys(errors).length > 0) return { kind: 'invalid', errors }
  if (isPairingOver({ papel }, parts)) return { kind: 'over', papel }
  const { code, codigo, codigoate } = newCode(parts)
  const invitation = { aparelhoid: parts.newId(), nome, papel, codigo, codigoate }
  return { kind: 'invited', aparelho: await parts.equipe.invite(invitation, autor), code }
}

/**
 * Invites a person again under the same name and role, revoked or not: the browser they had leaves the team.
 * @param isUnpaired only if the person has no paired browser
 */
export async function reconnectAparelho(
  parts: InviteParts,
  aparelhoid: string,
  autor: Autor,
  isUnpaired = false,
): Promise<Exclude<InviteResult, { kind: 'invalid' }> | { kind: 'not-found' }> {
  const found = (await parts.equipe.list()).find((one) => one.aparelhoid === aparelhoid)
  if (!found) return { kind: 'not-found' }
  if (isPairingOver(found, parts)) return { kind: 'over', papel: found.papel }
  const { code, codigo, codigoate } = newCode(parts)
  const aparelho = await parts.equipe.reconnect(aparelhoid, codigo, codigoate, autor, isUnpaired)
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

export type FoundInvitation =
  | { kind: 'open' | 'used' | 'ended' | 'revoked'; code: string; aparelho: Aparelho }
  | { kind: 'not-found' }

/** Reads the invitation of a typed code without using it up. Codes end when the pairings of their role do. */
export async function findInvitation(
  parts: Omit<InviteParts, 'newId'>,
  typed: string,
): Promise<FoundInvitation> {
  const { equipe, codigoOf, now } = parts
  const code = parseCode(typed)
  const aparelho = code === null ? null : await equipe.findByCodigo(codigoOf(code))
  const kind = stateOfCode(aparelho, now())
  if (code === null || !aparelho || kind === 'not-found') return { kind: 'not-found' }
  const isTooLate = kind === 'open' && isPairingOver(aparelho, parts)
  return { kind: isTooLate ? 'ended' : kind, code, aparelho }
}

interface PairParts extends Pick<InviteParts, 'equipe' | 'codigoOf'> {
  segredoOf: (secret: string) => string
  autorOf: (quem: string) => Autor
}

/**
 * Pairs the browser that brings a code found open. Its secret is made now, so that nobody can plant one in a
 * browser beforehand; storage keeps a keyed hash of it.
 * @returns the secret, 256 random bits in base64url, for the browser's cookie. It rejects when the browser
 * was not paired, or may have been: then the code is used, and only reconnecting helps
 */
export async function pairBrowser(
  { equipe, codigoOf, segredoOf, autorOf }: PairParts,
  { code, aparelho }: Extract<FoundInvitation, { code: string }>,
) {
  const secret = randomBytes(32).toString('base64url')
  const pairing = await equipe.pair(codigoOf(code), segredoOf(secret), autorOf(aparelho.aparelhoid))
  return pairing.kind === 'paired' ? { ...pairing, secret } : pairing
}

const NOME = 'Secretaria'

/**
 * Invites an organiser when a server starts. Each start makes another code, and gives it to the invitation
 * that the last start left unused, so that they do not pile up.
 * @param isAlways also when an organiser is paired, who could invite the others
 * @returns the code; null when nobody is invited, and once the pairings of organisers have ended
 */
export async function inviteAtStart(
  parts: InviteParts,
  autor: Autor,
  isAlways: boolean,
): Promise<string | null> {
  const organisers = (await parts.equipe.list()).filter(({ papel }) => papel === 'organizacao')
  if (!isAlways && organisers.some(({ segredo }) => segredo !== null)) return null
  const isUnused = (state: string) => state === 'open' || state === 'ended'
  const unused = organisers.find(
    (aparelho) => aparelho.nome === NOME && isUnused(stateOfAparelho(aparelho, parts)),
  )
  // Meanwhile somebody may pair with it at a server that started before.
  const result = unused
    ? await reconnectAparelho(parts, unused.aparelhoid, autor, true)
    : await inviteToEquipe(parts, { nome: NOME, papel: 'organizacao' }, autor)
  return result.kind === 'invited' ? result.code : null
}
