import { parseCadastro, type CadastroErrors, type CadastroValues, type Pagador } from '../domain/cadastro.ts'
import { chaveAntigaOf, chaveOf, formCookieHashOf } from '../domain/chave.ts'
import type { ClaimRequest } from '../domain/claim.ts'
import type { ConvitePessoalRepo } from '../domain/convite-pessoal.ts'
import type { Empresa } from '../domain/empresa.ts'
import { CONVIDADO } from '../domain/historico.ts'
import type { RegisterRequest, Registration } from '../domain/register.ts'
import type { Storage } from '../domain/storage.ts'
import { isClosedAt, isErasureDayAt, type Terms } from '../domain/quando.ts'
import { parseToken, tokenOf } from '../domain/token.ts'

export interface StoreParts extends Pick<Storage, 'credenciais' | 'avips'> {
  /** CREDENCIAL_SECRET: keys the natural keys. */
  secret: string
  /** Called when an avip could not be mirrored and stays due. */
  onDue: () => void
  /** Receives REGISTRADO! and ERRO! (specification, section 7), never the guest's data. */
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void }
}

/**
 * Stores a guest under the natural key, in one transaction, then mirrors the avip. An avip that cannot be mirrored now
 * is mirrored later; the registration stands. Rejects where it was not stored, or may not have been: ask again.
 */
export async function storeConvidado(
  { credenciais, avips, secret, onDue, log }: StoreParts,
  request: Omit<RegisterRequest, 'chave' | 'chaveAntiga'>,
): Promise<Registration> {
  const { cadastro } = request
  const registration = await credenciais.register({
    ...request,
    chave: chaveOf(secret, cadastro),
    chaveAntiga: chaveAntigaOf(secret, cadastro),
  })
  if (registration.kind !== 'registered' && registration.kind !== 'already-registered') return registration
  const { credencialid } = registration.credencial
  try {
    await avips.mirror(credencialid)
    log.info({ credencialid }, 'REGISTRADO!')
  } catch (err) {
    onDue()
    log.error({ credencialid, err }, 'ERRO!')
  }
  return registration
}

export interface Browser extends Pick<ClaimRequest, 'sid' | 'origem'> {
  /** The cookie it got with the form; null when it brings none. */
  recibo: string | null
  /** What its session keeps as tokens of credentials; anything. */
  tokens: string[]
  /** Whether it is asked about a guest of the company who has the same number (decision 0012). */
  isAsked?: boolean
}

export type RegistrationResult =
  /**
   * `token` opens the credencial, and is null when this browser may not see it, because another registered this name
   * and phone before. `empresaid` is the company the form came with, null for a personal invitation.
   */
  | { kind: 'registered'; token: string | null; empresaid: string | null }
  | (Extract<Registration, { empresa: Empresa } | { kind: 'empresa-not-found' }> & {
      values: CadastroValues
      /** The code of the personal invitation the form came with. */
      codigo: string | null
    })
  | { kind: 'convite-spent'; codigo: string | null; values: CadastroValues }
  | ({ kind: 'invalid'; errors: CadastroErrors; values: CadastroValues } & Pagador)
  | { kind: 'closed' }
  /** Not a form of ours: nothing in it can be shown again. */
  | { kind: 'malformed' }

interface RegistrationParts extends Terms, StoreParts {
  convites: Pick<ConvitePessoalRepo, 'find'>
  holdMs: number
  now: () => number
  newId: () => string
}

/** Registers a guest from the posted form; rejects where it was not saved, or may not have been: ask again. */
export type Register = (form: Iterable<[string, unknown]>, browser: Browser) => Promise<RegistrationResult>

/**
 * Registers in three steps: parse, store with its key and invitation in one transaction, mirror the avip
 * (specification, sections 4, 5, 7 and 9). An avip that cannot be mirrored now is mirrored later; the guest succeeds.
 */
export function createRegister(parts: RegistrationParts): Register {
  const { secret, convites, holdMs, now, newId } = parts
  return async (form, browser) => {
    const parsed = parseCadastro(form)
    if (parsed.kind !== 'ok') return parsed

    const { cadastro, empresaid, codigo, values } = parsed
    const { sid, origem, recibo, tokens, isAsked = false } = browser
    const pessoal = codigo === null ? null : await convites.find(codigo)
    if (codigo !== null && !pessoal) return { kind: 'convite-spent', codigo, values }
    const instant = now()
    // What pays is the hold of this browser, or that of the personal invitation.
    const payer = pessoal ? { ...pessoal.convite, sid: pessoal.reserva.sid } : { empresaid, sid }
    const { empresaid: payerId } = payer
    const taken = { sid: payer.sid, origem, reservaid: newId(), now: instant, holdMs }
    const claim = payerId === null ? null : { ...taken, empresaid: payerId }
    const isErasureDay = isErasureDayAt(parts, instant)
    const registration = await storeConvidado(parts, {
      cadastro,
      autor: { historicoid: newId(), quem: CONVIDADO, em: instant },
      now: instant,
      origem,
      claim,
      isPersonal: pessoal !== null,
      isAsked,
      isClosed: isClosedAt(parts, instant),
      // Nobody sees a credencial that is due to be erased.
      recibo: recibo === null || isErasureDay ? null : formCookieHashOf(secret, recibo),
      conhecidas: isErasureDay ? [] : tokens.flatMap((token) => parseToken(secret, token) ?? []),
    })
    switch (registration.kind) {
      case 'registered':
      case 'already-registered': {
        const { credencial, versao } = registration
        const token = versao === null ? null : tokenOf(secret, credencial.credencialid, versao)
        return { kind: 'registered', token, empresaid }
      }
      case 'limit-reached':
      case 'pace-exceeded':
      case 'link-closed':
      case 'empresa-not-found':
      case 'telefone-known':
      case 'convite-spent':
        return { ...registration, codigo, values }
      case 'closed':
        return registration
      default:
        return registration satisfies never
    }
  }
}
