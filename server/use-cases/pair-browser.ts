import { randomBytes } from 'node:crypto'
import { pairingEndsAt, stateOfCode, type Aparelho, type Pairing } from '../domain/aparelho.ts'
import type { Evento } from '../domain/evento.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'
import { parseCode } from '../domain/token.ts'

/** What pairing needs of the services. */
export interface PairParts extends Pick<Storage, 'equipe'> {
  config: { evento: Pick<Evento, 'fim'> }
  codigoOf: (code: string) => string
  segredoOf: (secret: string) => string
  autorOf: (quem: string) => Autor
  now: () => number
}

/** An invitation as its code finds it. */
export type FoundInvitation =
  { kind: 'open' | 'used' | 'ended' | 'revoked'; code: string; aparelho: Aparelho } | { kind: 'not-found' }

/**
 * Reads the invitation of a code, and does not spend it. Codes end when the team does, after the event.
 * @param typed as people type a code
 * @throws StorageError
 */
export async function findInvitation(
  { equipe, codigoOf, now, config }: Omit<PairParts, 'segredoOf' | 'autorOf'>,
  typed: string,
): Promise<FoundInvitation> {
  const code = parseCode(typed)
  const aparelho = code === null ? null : await equipe.findByCodigo(codigoOf(code))
  const kind = stateOfCode(aparelho, now())
  if (code === null || !aparelho || kind === 'not-found') return { kind: 'not-found' }
  const isOver = kind === 'open' && now() >= pairingEndsAt(config.evento)
  return { kind: isOver ? 'ended' : kind, code, aparelho }
}

/** What became of a code, with the secret of the browser that was paired by it. */
export type PairResult =
  (Extract<Pairing, { kind: 'paired' }> & { secret: string }) | Exclude<Pairing, { kind: 'paired' }>

/**
 * Pairs the browser that brings a code found open. Its secret is made now, so that nobody can plant one in a browser
 * beforehand; storage keeps a keyed hash of it.
 * @returns the secret, 256 random bits in base64url, for the browser's cookie
 * @throws StorageError when it was not paired, or may have been: then the code is used, and only reconnecting helps
 */
export async function pairBrowser(
  { equipe, codigoOf, segredoOf, autorOf }: Omit<PairParts, 'config' | 'now'>,
  { code, aparelho }: Extract<FoundInvitation, { code: string }>,
): Promise<PairResult> {
  const secret = randomBytes(32).toString('base64url')
  const pairing = await equipe.pair(codigoOf(code), segredoOf(secret), autorOf(aparelho.aparelhoid))
  return pairing.kind === 'paired' ? { ...pairing, secret } : pairing
}
