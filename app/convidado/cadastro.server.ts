import type { Services } from '../../server/composition.ts'
import { ACOMPANHANTES } from '../../server/domain/acompanhantes.ts'
import type { CadastroErrors, Pagador } from '../../server/domain/cadastro.ts'
import { CASA, isCasa, isOfHouse } from '../../server/domain/casa.ts'
import { camposOf, type PerguntaAoConvidado } from '../../server/domain/perguntas.ts'
import { convitesLeft, type Empresa } from '../../server/domain/empresa.ts'
import { parseCodigo } from '../../server/domain/signed-text.ts'
import type { EmpresaConvites, Hold } from '../../server/domain/empresa-repo.ts'
import type { RegistrationResult } from '../../server/use-cases/registration.ts'
import { conviteAskedFor, conviteShown, leadToEmpresa } from '~/convidado/enderecos.server'
import type { Falta } from '~/convidado/reserva'
import {
  isBrokenEmpresa,
  isStorageError,
  otherwise,
  PACE_RETRY_AFTER,
  RETRY_AFTER,
  withErrorPage,
} from '~/shared/failure.server'
import { encaminhavel } from '~/shared/links.server'
import { cadastroPath } from '~/shared/page'
import { noStore, seeOther } from '~/shared/remix.server'
import { isRandomValue, randomValue, unsignedCookie, type ConviteSession } from '~/shared/session.server'
import { countOf, soonAt } from '~/shared/words'

/** Why the form is shown again. */
type Refusal =
  | { kind: 'invalid'; errors: CadastroErrors }
  | { kind: 'limit-reached' | 'telefone-known' }
  | { kind: 'not-saved'; message: string }

/** A registration that was not saved, or may not have been. Sending it again is safe. */
type NotSaved = ReturnType<typeof explainNotSaved>

type Unregistered = NotSaved | Exclude<RegistrationResult, { kind: 'registered' | 'closed' | 'malformed' }>

/** The fields of the form. Its address says what pays; a post to `/cadastro` may say it in fields instead. */
export async function formOf(request: Request): Promise<[string, unknown][]> {
  const { searchParams } = new URL(request.url)
  const named = [...searchParams].filter(([name]) => name === 'empresaid' || name === 'convite')
  const fields = [...(await request.formData()).entries()]
  return [...fields.filter(([name]) => !named.some(([other]) => other === name)), ...named]
}

/** What a failed registration tells the guest. Nothing the guest typed is lost. */
export function explainNotSaved(err: unknown, form: [string, unknown][], services: Services) {
  services.log.error({ err }, 'registration not saved')
  const typed = (name: string) => {
    const value = form.find(([key]) => key === name)?.[1]
    return typeof value === 'string' ? value : ''
  }
  return {
    kind: 'not-saved' as const,
    status: isStorageError(err) ? 503 : 500,
    message: isBrokenEmpresa(err)
      ? 'O cadastro não foi salvo: os dados desta empresa estão com defeito. Avise a organização.'
      : 'O cadastro não foi salvo: o sistema não respondeu. Toque em CONFIRMAR de novo; não haverá cadastro repetido.',
    values: { nome: typed('nome'), telefone: typed('telefone'), email: typed('email') },
    nomes: ACOMPANHANTES.map(typed).filter((nome) => nome !== ''),
    pagador: {
      empresaid: services.parseEmpresaid(typed('empresaid')),
      codigo: parseCodigo(typed('convite')),
    },
  }
}

/** The answer that shows the form again. It contains what someone typed, so it is never cached. */
export async function refuseCadastro(result: Unregistered, form: [string, unknown][], services: Services) {
  const { values, nomes } = result
  const refuse = (status: number, refusal: Refusal, convite: Convite | null, retryAfter?: string) =>
    noStore(
      {
        ...refusal,
        values,
        convite,
        acompanhantes: fieldsFor(convite, nomes),
        perguntas: perguntasFor(services, form),
      },
      status,
      retryAfter ? { 'Retry-After': retryAfter } : {},
    )
  const notSaved = (message: string): Refusal => ({ kind: 'not-saved', message })
  const payerOf = async ({ codigo, empresa }: { codigo: string | null; empresa: Empresa }) =>
    codigo === null ? publicOf(empresa) : conviteOf({ empresaid: null, codigo }, services)
  switch (result.kind) {
    case 'invalid': {
      const { kind, errors } = result
      return refuse(422, { kind, errors }, await conviteOf(result, services))
    }
    case 'limit-reached': {
      const { kind, left } = result
      return refuse(409, left > 0 ? tooMany(left, nomes) : { kind }, await payerOf(result))
    }
    case 'telefone-known':
      return refuse(409, { kind: result.kind }, await payerOf(result))
    case 'pace-exceeded': {
      const why = `Muitos convites de ${result.empresa.nome} foram pedidos agora pela mesma internet que você usa.`
      const refusal = notSaved(`${why} Aguarde um momento e toque em CONFIRMAR de novo.`)
      return refuse(429, refusal, publicOf(result.empresa), PACE_RETRY_AFTER)
    }
    case 'link-closed': {
      const whose = isOfHouse(result.empresa) ? 'deste evento' : `de ${result.empresa.nome}`
      const why = `O cadastro não foi salvo: os convites ${whose} são pessoais.`
      const refusal = notSaved(`${why} Use o link que você recebeu, ou peça um a quem convidou você.`)
      return refuse(409, refusal, publicOf(result.empresa))
    }
    case 'convite-spent': {
      // The code stays in the form, so that it is refused again: without it the guest would register on the
      // public form.
      const pagador = { empresaid: null, codigo: result.codigo }
      if (result.left) return refuse(409, tooMany(result.left, nomes), await conviteOf(pagador, services))
      return refuse(409, notSaved(SPENT), unnamed(pagador, 0))
    }
    case 'empresa-not-found':
      return refuse(404, notSaved(NO_EMPRESA), null)
    case 'not-saved': {
      const { status, message, pagador } = result
      return refuse(status, notSaved(message), unnamed(pagador), status === 503 ? RETRY_AFTER : undefined)
    }
    default:
      return result satisfies never
  }
}

/** Fewer places are left than names were typed: the error is at the first name that does not fit. */
function tooMany(left: number, nomes: string[]): Refusal {
  const restam = left === 1 ? 'Resta 1 lugar' : `Restam ${left} lugares`
  const typed = countOf(nomes.length + 1, 'nome', 'nomes')
  const message = `${restam} e você escreveu ${typed}, contando o seu. Apague quem não couber e toque em CONFIRMAR de novo: ninguém foi cadastrado ainda.`
  return { kind: 'invalid', errors: { [ACOMPANHANTES[left - 1] ?? '']: message } }
}

const SPENT =
  'O cadastro não foi salvo: este convite já foi usado ou não vale mais. Peça outro a quem convidou você.'
const NO_EMPRESA =
  'O cadastro não foi salvo: a empresa deste convite não existe mais. Toque em CONFIRMAR para se cadastrar sem ela.'

/** What pays, and what the form says about it. */
export interface Convite extends Pagador {
  /** The company's name; null while storage cannot tell it. */
  nome: string | null
  /** Who a personal invitation is for. */
  rotulo: string | null
  /** How many may come along, as far as the form knows: the registration decides. */
  mais: number
}

/** How many may come along where no personal invitation says it. */
const MAIS_MAX = 3

/** The fields for those who come along, with what was typed; no typed name is lost. */
export const fieldsFor = (convite: Convite | null, nomes: string[] = []) =>
  ACOMPANHANTES.slice(0, Math.max(convite?.mais ?? MAIS_MAX, nomes.length)).map((id, at) => {
    return { id, value: nomes[at] ?? '' }
  })

/** A question on the form, with what was typed. */
export type PerguntaShown = ReturnType<typeof shownPergunta>

/** The organiser's questions; null when there is none. */
export function perguntasFor({ config }: Services, form: [string, unknown][] = []) {
  const { perguntas = [] } = config.evento
  const typed = new Map(form)
  return perguntas.length === 0 ? null : perguntas.map((pergunta) => shownPergunta(pergunta, typed))
}

function shownPergunta(pergunta: PerguntaAoConvidado, typed: Map<string, unknown>) {
  const { texto, opcoes = null, saude = false } = pergunta
  const campos = camposOf(pergunta)
  const sent = typed.get(campos.resposta)
  const value = typeof sent === 'string' ? sent : ''
  return { ...campos, texto, opcoes, saude, value, isAllowed: typed.has(campos.consinto) }
}

/** What the form shows at an address. */
interface OpenForm {
  convite: Convite | null
  /** When this browser's hold ends; empty text if storage cannot tell, null without a hold. */
  ate: string | null
  /** Why the company has no invitation for this browser; shown in place of the form. */
  falta: Falta | null
  /** This browser held an invitation of the company, and the hold has ended. */
  terminou: boolean
}

export const PUBLIC_FORM: OpenForm = { convite: null, ate: null, falta: null, terminou: false }

/**
 * Opens the form by its address (decision 0045); writes nothing.
 * @throws Response 302 or 303 to the address that names what pays; 404 if the address names nothing that
 *   exists
 */
export async function openForm(
  request: Request,
  session: ConviteSession,
  services: Services,
): Promise<OpenForm> {
  const { searchParams } = new URL(request.url)
  const pessoal = await conviteAskedFor(searchParams, services)
  if (pessoal) return { ...PUBLIC_FORM, convite: pessoal }
  // An address that a former release gave a personal invitation's form must not open the public form.
  if (searchParams.has('pessoal')) throw new Response(null, { status: 404 })
  const empresaid = searchParams.get('empresaid')
  if (empresaid !== null) return openFormOf(empresaid, session, services)
  const held = await findHeld(session, services)
  if (held !== null) throw seeOther(cadastroPath({ empresaid: held, codigo: null }))
  return { ...PUBLIC_FORM, falta: await faltaDaCasa(services) }
}

/** Why the house has no place for the public form; null while storage does not answer: it decides again. */
async function faltaDaCasa({ empresas, now, log }: Services): Promise<Falta | null> {
  const found = await empresas.find(CASA, now()).catch((err: unknown) => {
    log.error({ err }, 'the house could not be read')
    return null
  })
  return found && isCasa(found.empresa) ? faltaOf(found) : null
}

/** WhatsApp with the public invitation, for somebody else; null where the public form takes nobody. */
export async function encaminharOf(request: Request, services: Services): Promise<string | null> {
  return (await faltaDaCasa(services)) === null ? encaminhavel(request, services) : null
}

const faltaOf = ({ isFechada, left }: Pick<EmpresaConvites, 'isFechada' | 'left'>): Falta | null =>
  isFechada ? 'fechada' : left === 0 ? 'cheia' : null

async function openFormOf(raw: string, session: ConviteSession, services: Services): Promise<OpenForm> {
  const empresaid = services.parseEmpresaid(raw)
  const isClaimed = empresaid !== null && session.get('ativo') === empresaid
  const read = async () => {
    const found = empresaid === null ? null : await services.empresas.find(empresaid, services.now())
    return found && { ...found, hold: await holdAt(found.empresa.empresaid, session, services) }
  }
  const unread = otherwise(services, 'unread' as const, 'the company of a form could not be read')
  const found = await read().catch(unread)
  if (!found) return leadToEmpresa(raw, (id) => cadastroPath({ empresaid: id, codigo: null }), services)
  // The registration itself will decide.
  if (found === 'unread')
    return { ...PUBLIC_FORM, convite: unnamed({ empresaid, codigo: null }), ate: isClaimed ? '' : null }
  const { empresa, hold, left } = found
  if (isCasa(empresa)) throw seeOther(cadastroPath(null))
  return {
    convite: publicOf(empresa, left - (hold ? 0 : 1)),
    ate: hold && heldUntil(hold, services),
    falta: hold ? null : faltaOf(found),
    terminou: isClaimed && hold === null,
  }
}

/** This browser's live hold at a company. @throws StorageError */
export async function holdAt(empresaid: string, session: ConviteSession, services: Services) {
  const sid = session.get('sid')
  const holds = sid === undefined ? [] : await services.empresas.findHolds(sid, services.now())
  return holds.find(({ empresa }) => empresa.empresaid === empresaid) ?? null
}

/**
 * Tells whether this browser holds the company's invitation that a form is for. Personal invitations are
 * never held.
 */
export async function isHeld(
  { empresaid, codigo }: Pagador,
  session: ConviteSession,
  services: Services,
): Promise<boolean> {
  if (empresaid === null || codigo !== null) return false
  return (await holdAt(empresaid, session, services)) !== null
}

/** When a hold ends: `12h30`. */
export const heldUntil = ({ reserva }: Hold, { config, now }: Services) =>
  soonAt(config.evento.inicio, reserva.expiraem, now())

/**
 * The company whose invitation this browser holds and last claimed; while storage does not answer, the one
 * its session remembers.
 */
async function findHeld(session: ConviteSession, services: Services): Promise<string | null> {
  const [sid, ativo = null] = [session.get('sid'), session.get('ativo')]
  if (sid === undefined) return null
  try {
    const held = (await services.empresas.findHolds(sid, services.now())).map(
      ({ empresa }) => empresa.empresaid,
    )
    return held.find((empresaid) => empresaid === ativo) ?? held[0] ?? null
  } catch (err) {
    services.log.error({ err }, 'holds could not be read')
    return ativo
  }
}

/** What pays, while storage cannot tell whose it is. */
function unnamed({ empresaid, codigo }: Pagador, mais = MAIS_MAX): Convite | null {
  return empresaid === null && codigo === null ? null : { empresaid, codigo, nome: null, rotulo: null, mais }
}

/** A company's invitation that is not personal; null for the house, whose form is the public one. */
function publicOf(empresa: Empresa, left = convitesLeft(empresa, 0)): Convite | null {
  const { empresaid, nome } = empresa
  const mais = Math.min(Math.max(left, 0), MAIS_MAX)
  return isCasa(empresa) ? null : { empresaid, nome, codigo: null, rotulo: null, mais }
}

/** What pays, according to a form; without a name while storage does not answer. */
async function conviteOf(pagador: Pagador, services: Services): Promise<Convite | null> {
  const { empresaid, codigo } = pagador
  if (codigo !== null) {
    const found = await services.convites.find(codigo).catch(() => null)
    if (!found) return unnamed(pagador)
    return withErrorPage(services, conviteShown(found, services)).catch(() => unnamed(pagador))
  }
  if (empresaid === null) return null
  const found = await services.empresas.find(empresaid, services.now()).catch(() => null)
  return found ? publicOf(found.empresa, found.left) : unnamed(pagador)
}

const A_DAY_IN_SECONDS = 24 * 60 * 60

const cookieOf = unsignedCookie('recibo', A_DAY_IN_SECONDS)

/** The value a browser got with the form, from its `Cookie` header; null when it has none. */
export async function readFormCookie(header: string | null, services: Services): Promise<string | null> {
  const value: unknown = await cookieOf(services).parse(header)
  return typeof value === 'string' && isRandomValue(value) ? value : null
}

/**
 * The `Set-Cookie` that comes with the form, from the browser's `Cookie`; null when it already has one. It
 * recognises the browser when the answer to the form is lost and the form is sent again (decision 0012).
 */
export async function formCookie(header: string | null, services: Services): Promise<string | null> {
  if ((await readFormCookie(header, services)) !== null) return null
  return cookieOf(services).serialize(randomValue())
}
