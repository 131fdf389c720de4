import {
  parseCadastro,
  type CadastroErrors,
  type CadastroValues,
  type Pagador,
  checkCadastro,
  DE_OUTRO,
  readCadastro,
} from '../domain/cadastro.ts'
import { chaveAntigaOf, chaveOf, formCookieHashOf } from '../domain/chave.ts'
import type { ClaimRequest } from '../domain/claim.ts'
import type { ConvitePessoalRepo } from '../domain/convites.ts'
import type { Empresa } from '../domain/empresa.ts'
import { CONVIDADO, type Autor } from '../domain/historico.ts'
import {
  readRespostas,
  storedRespostas,
  type Perdida,
  type PerguntaAoConvidado,
} from '../domain/perguntas.ts'
import type { Pessoa, RegisterRequest, Registrado, Registration } from '../domain/register.ts'
import type { Storage } from '../domain/storage.ts'
import { isClosedAt, isErasureDayAt, type Terms } from '../domain/quando.ts'
import { parseToken, tokenOf } from '../domain/token.ts'
import type { Cadastro } from '../domain/credencial.ts'
import { findRepetido, repetidoBy, type Repetido, type RepetidoParts } from './repetidos.ts'

export interface StoreParts extends Pick<Storage, 'credenciais' | 'avips'> {
  /** CREDENCIAL_SECRET, which the natural keys are hashed with. */
  secret: string
  /** Called when an avip could not be mirrored and stays due. */
  onDue: () => void
  /** Receives REGISTRADO! and ERRO! (specification, section 7), never the guest's data. */
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void }
}

/**
 * Stores a guest under the natural key, in one transaction, then mirrors the avip. An avip that cannot be
 * mirrored now is mirrored later; the registration holds. Rejects if the guest was not, or may not have been,
 * stored; retrying is safe.
 */
export async function storeConvidado(
  { credenciais, avips, secret, onDue, log }: StoreParts,
  request: Omit<RegisterRequest, keyof Pessoa | 'acompanhantes'> & {
    cadastro: Cadastro
    acompanhantes?: Cadastro[]
  },
): Promise<Registration> {
  const { cadastro, acompanhantes = [] } = request
  const pessoaOf = (one: Cadastro) => ({
    cadastro: one,
    chave: chaveOf(secret, one, request.claim?.empresaid),
    chaveAntiga: chaveAntigaOf(secret, one),
  })
  const registration = await credenciais.register({
    ...request,
    ...pessoaOf(cadastro),
    acompanhantes: acompanhantes.map(pessoaOf),
  })
  if (!('credencial' in registration)) return registration
  for (const { credencialid } of [registration, ...registration.acompanhantes].map((one) => one.credencial)) {
    try {
      await avips.mirror(credencialid)
      log.info({ credencialid }, 'REGISTRADO!')
    } catch (err) {
      onDue()
      log.error({ credencialid, err }, 'ERRO!')
    }
  }
  return registration
}

export interface Browser extends Pick<ClaimRequest, 'sid' | 'origem'> {
  /** The form's cookie; null when the browser sends none. */
  recibo: string | null
  /** The tokens of credentials in its session; unchecked text. */
  tokens: string[]
  /** Whether to ask about a guest of the company who has the same number (decision 0012). */
  isAsked?: boolean
}

/** One of those who came along: `token` as for the guest. */
export interface Registered {
  nome: string
  token: string | null
}

/** What the form had, to be shown again. */
interface Typed {
  values: CadastroValues
  /** The names of those who come along, as typed. */
  nomes: string[]
  /** The code of the personal invitation the form came with. */
  codigo: string | null
}

export type RegistrationResult =
  /**
   * `token` opens the credencial. It is null when this browser may not see it, because another one registered
   * this name and phone before. `empresaid` is the company the form came with, null for a personal
   * invitation.
   */
  | {
      kind: 'registered'
      token: string | null
      empresaid: string | null
      acompanhantes: Registered[]
      /** Why an answer was not kept; null if none was lost. */
      perdida: Perdida | null
    }
  | (Extract<Registration, { empresa: Empresa } | { kind: 'empresa-not-found' | 'convite-spent' }> & Typed)
  | ({ kind: 'invalid'; errors: CadastroErrors; values: CadastroValues; nomes: string[] } & Pagador)
  | { kind: 'closed' }
  /** Not a form of ours, so nothing in it can be shown again. */
  | { kind: 'malformed' }

interface RegistrationParts extends Terms, StoreParts {
  convites: Pick<ConvitePessoalRepo, 'find'>
  perguntas: readonly PerguntaAoConvidado[]
  holdMs: number
  now: () => number
  newId: () => string
}

/**
 * Registers a guest from the posted form. Rejects if the guest was not, or may not have been, stored;
 * retrying is safe.
 */
export type Register = (form: Iterable<[string, unknown]>, browser: Browser) => Promise<RegistrationResult>

/**
 * Registers in three steps: parse, store with its key and invitation in one transaction, mirror the avip
 * (specification, sections 4, 5, 7 and 9). An avip that cannot be mirrored now is mirrored later, and the
 * registration still succeeds.
 */
export function createRegister(parts: RegistrationParts): Register {
  const { secret, convites, perguntas, holdMs, now, newId } = parts
  return async (entries, browser) => {
    const form = [...entries]
    const parsed = parseCadastro(form)
    if (parsed.kind !== 'ok') return parsed

    const { cadastro, acompanhantes, empresaid, codigo, values, nomes } = parsed
    const { sid, origem, recibo, tokens, isAsked = false } = browser
    const pessoal = codigo === null ? null : await convites.find(codigo)
    if (codigo !== null && !pessoal) return { kind: 'convite-spent', codigo, values, nomes }
    const instant = now()
    const payerId = pessoal ? pessoal.convite.empresaid : empresaid
    const reservaid = newId()
    const taken = { sid, origem, reservaid, now: instant, holdMs }
    const claim = payerId === null ? null : { ...taken, empresaid: payerId }
    const isErasureDay = isErasureDayAt(parts, instant)
    const { respostas, perdida } = readRespostas(perguntas, form, instant)
    const registration = await storeConvidado(parts, {
      cadastro,
      acompanhantes,
      respostas: storedRespostas(respostas),
      autor: { historicoid: newId(), quem: CONVIDADO, em: instant },
      now: instant,
      origem,
      claim,
      codigo: pessoal?.convite.codigo ?? null,
      reservaid,
      isAsked,
      isClosed: isClosedAt(parts, instant),
      // Nobody may see a credencial that is due to be erased.
      recibo: recibo === null || isErasureDay ? null : formCookieHashOf(secret, recibo),
      conhecidas: isErasureDay ? [] : tokens.flatMap((token) => parseToken(secret, token) ?? []),
    })
    if (registration.kind === 'closed') return registration
    if (!('credencial' in registration)) return { ...registration, codigo, values, nomes }
    const opening = ({ credencial, versao }: Registrado) =>
      versao === null ? null : tokenOf(secret, credencial.credencialid, versao)
    return {
      kind: 'registered',
      token: opening(registration),
      empresaid,
      acompanhantes: registration.acompanhantes.map((one) => ({
        nome: one.credencial.nome,
        token: opening(one),
      })),
      perdida: registration.versao === null && respostas.length > 0 ? 'cadastrado' : perdida,
    }
  }
}

/** What became of a guest registered by the organiser, regardless of closing date and pace. */
type OrganiserRegistration = Exclude<
  Registration,
  { kind: 'closed' | 'pace-exceeded' | 'link-closed' | 'convite-spent' | 'telefone-known' }
>

/** What a registration by the organiser may say besides. */
interface ByOrganiser {
  /** The credencialid of a similar guest whom the organiser called a different person. */
  separadoOf?: string | null
  /** The upload the guest came from; rejects if everything has been erased since. */
  planilha?: RegisterRequest['planilha']
  /** The credencialid of the guest who brought them. */
  grupo?: string | null
  /** The code of the personal invitation that pays, if it has a place left. */
  codigo?: string | null
}

export type RegisterAsOrganiser = ReturnType<typeof createRegisterAsOrganiser>

/**
 * Registers for the organiser, with a newly taken invitation of a company or with none: without a browser's
 * hold or recibo, without counting against any address, and regardless of closing date and pace.
 * Rejects if the guest was not, or may not have been, stored; retrying is safe.
 */
export function createRegisterAsOrganiser(parts: StoreParts & { newId: () => string }) {
  return async (
    cadastro: Cadastro,
    empresaid: string | null,
    autor: Autor,
    { separadoOf = null, planilha = null, grupo = null, codigo = null }: ByOrganiser = {},
  ): Promise<OrganiserRegistration> => {
    const now = autor.em
    const taken = { sid: parts.newId(), origem: null, reservaid: parts.newId(), now, holdMs: 0 }
    const registration = await storeConvidado(parts, {
      cadastro,
      autor,
      now,
      origem: null,
      claim: empresaid === null ? null : { ...taken, empresaid },
      codigo,
      reservaid: taken.reservaid,
      isClosed: false,
      separado: separadoOf === null ? null : { credencialid: separadoOf, historicoid: parts.newId() },
      planilha,
      grupo,
      recibo: null,
      conhecidas: [],
    })
    switch (registration.kind) {
      case 'closed':
      case 'pace-exceeded':
      case 'link-closed':
      case 'convite-spent':
      case 'telefone-known':
        throw new Error(`an organiser’s registration was refused: ${registration.kind}`)
      default:
        return registration
    }
  }
}

interface NewConvidado {
  values: CadastroValues
  empresaid: string | null
  /** The organiser saw the similar guest and says that this is somebody else. */
  isOther: boolean
}

/** What became of a new guest; nothing is stored unless `registered`. */
type NewConvidadoResult =
  | { kind: 'registered'; credencialid: string }
  /** What cannot be accepted, and the guest who may be the same person. */
  | { kind: 'refused'; errors: CadastroErrors; repetido: Repetido | null }
  | Extract<OrganiserRegistration, { kind: 'limit-reached' | 'empresa-not-found' }>

/** Registers a guest for the organiser, with a number or without; a guest already known stays as stored. */
export async function registerConvidado(
  parts: RepetidoParts & { registerAsOrganiser: RegisterAsOrganiser },
  { values, empresaid, isOther }: NewConvidado,
  autor: Autor,
): Promise<NewConvidadoResult> {
  const checked = checkCadastro(values, DE_OUTRO)
  const { nome, telefone } = readCadastro(values, DE_OUTRO).fields
  const isNamed = nome !== undefined && telefone !== undefined
  const named = isNamed ? { nome, telefone, email: '' } : null
  const repetido = named && (await findRepetido(parts, named, empresaid, null))
  const isRefused = repetido !== null && (repetido.isExact || !isOther)
  if (checked.kind === 'invalid' || isRefused) {
    const errors = checked.kind === 'invalid' ? checked.errors : {}
    return { kind: 'refused', errors, repetido: isRefused ? repetido : null }
  }
  const separadoOf = repetido?.convidado.credencial.credencialid ?? null
  const registration = await parts.registerAsOrganiser(checked.cadastro, empresaid, autor, { separadoOf })
  if (registration.kind === 'registered')
    return { kind: 'registered', credencialid: registration.credencial.credencialid }
  if (registration.kind !== 'already-registered') return registration
  // Somebody registered the guest a moment ago.
  const { credencialid } = registration.credencial
  return { kind: 'refused', errors: {}, repetido: await repetidoBy(parts, credencialid) }
}
