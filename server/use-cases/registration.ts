import { parseCadastro, type CadastroErrors, type CadastroValues } from '../domain/cadastro.ts'
import { chaveAntigaOf, chaveOf, reciboOf } from '../domain/chave.ts'
import type { ClaimRequest } from '../domain/claim.ts'
import type { Empresa } from '../domain/empresa.ts'
import type { Storage } from '../domain/storage.ts'
import { isClosedAt, isErasureDayAt, type Terms } from '../domain/terms.ts'
import { parseToken, tokenOf } from '../domain/token.ts'

/** The browser that asks. */
export interface Browser extends Pick<ClaimRequest, 'sid' | 'origem'> {
  /** The cookie it got with the form; null when it brings none. */
  recibo: string | null
  /** What its session keeps as tokens of credentials; anything. */
  tokens: string[]
}

export type RegistrationResult =
  /**
   * `token` opens the credencial, and is null for a browser that may not see it: whose name and phone were registered
   * before, by another. `empresaid` is the company the form came with.
   */
  | { kind: 'registered'; token: string | null; empresaid: string | null }
  | { kind: 'limit-reached'; empresa: Empresa; values: CadastroValues }
  /** The address has to wait for a minute; nothing is stored. */
  | { kind: 'pace-exceeded'; empresa: Empresa; values: CadastroValues }
  | { kind: 'invalid'; errors: CadastroErrors; empresaid: string | null; values: CadastroValues }
  /** The form names a company that does not exist. */
  | { kind: 'empresa-not-found'; values: CadastroValues }
  /** Registrations are closed; nothing is stored. */
  | { kind: 'closed' }
  /** No form of ours: nothing in it can be shown again. */
  | { kind: 'malformed' }

/** What {@link createRegister} stores with, counts by and tells. */
export interface RegistrationParts extends Terms, Pick<Storage, 'credenciais' | 'avips'> {
  /** CREDENCIAL_SECRET: keys the natural key, the recibo and the token. */
  secret: string
  holdMs: number
  now: () => number
  newId: () => string
  /** Told that an avip could not be mirrored and stays due. */
  onDue: () => void
  /** Receives REGISTRADO! and ERRO! (specification, section 7), never the guest's data. */
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void }
}

/** Registers a guest from the posted form. @throws StorageError when it was not saved, or may not have been: ask again */
export type Register = (form: Iterable<[string, unknown]>, browser: Browser) => Promise<RegistrationResult>

/**
 * Registers in three steps: parse, store with its key and invitation in one transaction, mirror the avip
 * (specification, sections 4, 5, 7 and 9). An avip that cannot be mirrored now is mirrored later; the guest succeeds.
 */
export function createRegister(parts: RegistrationParts): Register {
  const { credenciais, avips, secret, holdMs, now, newId, onDue, log } = parts
  return async (form, browser) => {
    const parsed = parseCadastro(form)
    if (parsed.kind !== 'ok') return parsed

    const { cadastro, empresaid, values } = parsed
    const { sid, origem, recibo, tokens } = browser
    const instant = now()
    const isErasureDay = isErasureDayAt(parts, instant)
    const registration = await credenciais.register({
      cadastro,
      chave: chaveOf(secret, cadastro),
      chaveAntiga: chaveAntigaOf(secret, cadastro),
      autor: null,
      now: instant,
      origem,
      claim: empresaid === null ? null : { sid, origem, empresaid, reservaid: newId(), now: instant, holdMs },
      isClosed: isClosedAt(parts, instant),
      // Nobody sees a credencial that is due to be erased.
      recibo: recibo === null || isErasureDay ? null : reciboOf(secret, recibo),
      conhecidas: isErasureDay ? [] : tokens.flatMap((token) => parseToken(secret, token) ?? []),
    })
    switch (registration.kind) {
      case 'registered':
      case 'already-registered': {
        const { credencialid } = registration.credencial
        await mirror(credencialid)
        const { versao } = registration
        return {
          kind: 'registered',
          token: versao === null ? null : tokenOf(secret, credencialid, versao),
          empresaid,
        }
      }
      case 'limit-reached':
      case 'pace-exceeded':
      case 'empresa-not-found':
        return { ...registration, values }
      case 'closed':
        return registration
      default:
        return registration satisfies never
    }
  }

  async function mirror(credencialid: string): Promise<void> {
    try {
      await avips.mirror(credencialid)
      log.info({ credencialid }, 'REGISTRADO!')
    } catch (err) {
      onDue()
      log.error({ credencialid, err }, 'ERRO!')
    }
  }
}
