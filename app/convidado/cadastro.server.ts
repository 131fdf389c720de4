import type { Services } from '../../server/composition.ts'
import { ACOMPANHANTES } from '../../server/domain/acompanhantes.ts'
import type { Pagador } from '../../server/domain/cadastro.ts'
import { CASA, isCasa } from '../../server/domain/casa.ts'
import { camposOf, type PerguntaAoConvidado } from '../../server/domain/perguntas.ts'
import { convitesLeft, type Empresa } from '../../server/domain/empresa.ts'
import type { EmpresaConvites, Hold } from '../../server/domain/empresa-repo.ts'
import { conviteAskedFor, conviteShown, leadToEmpresa } from '~/convidado/enderecos.server'
import type { Falta } from '~/convidado/reserva'
import { otherwise, withErrorPage } from '~/shared/failure.server'
import { encaminhavel } from '~/shared/links.server'
import { cadastroPath } from '~/shared/page'
import { seeOther } from '~/shared/remix.server'
import { isRandomValue, randomValue, unsignedCookie, type ConviteSession } from '~/shared/session.server'
import { soonAt } from '~/shared/words'

/** The fields of the form. Its address says what pays; a post to `/cadastro` may say it in fields instead. */
export async function formOf(request: Request): Promise<[string, unknown][]> {
  const { searchParams } = new URL(request.url)
  const named = [...searchParams].filter(([name]) => name === 'empresaid' || name === 'convite')
  const fields = [...(await request.formData()).entries()]
  return [...fields.filter(([name]) => !named.some(([other]) => other === name)), ...named]
}

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
export function unnamed({ empresaid, codigo }: Pagador, mais = MAIS_MAX): Convite | null {
  return empresaid === null && codigo === null ? null : { empresaid, codigo, nome: null, rotulo: null, mais }
}

/** A company's invitation that is not personal; null for the house, whose form is the public one. */
export function publicOf(empresa: Empresa, left = convitesLeft(empresa, 0)): Convite | null {
  const { empresaid, nome } = empresa
  const mais = Math.min(Math.max(left, 0), MAIS_MAX)
  return isCasa(empresa) ? null : { empresaid, nome, codigo: null, rotulo: null, mais }
}

/** What pays, according to a form; without a name while storage does not answer. */
export async function conviteOf(pagador: Pagador, services: Services): Promise<Convite | null> {
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
