import type { Services } from '../../server/composition.ts'
import { isLastOrganiser, stateOfAparelho, type Aparelho, CODIGO_MS } from '../../server/domain/aparelho.ts'
import { findInvitation, inviteToEquipe, OVER, reconnectAparelho } from '../../server/use-cases/equipe.ts'
import type { InviteErrors } from '../../server/use-cases/equipe.ts'
import { unsignedCookie } from '~/shared/session.server'
import { eventTime, seenAt } from '~/shared/event-clock'
import { absoluteUrl, qrOf, equipeByWhatsapp } from '~/shared/links.server'
import type { Equipe } from '~/shared/equipe.server'
import type { Fields } from '~/shared/remix.server'

/** The team as its page shows it. An invitation cancelled before use leaves no row. */
export function membrosOf(aparelhos: Aparelho[], own: Aparelho, services: Services) {
  const now = services.now()
  const { inicio } = services.config.evento
  return aparelhos
    .filter(({ revogadoem, pareadoem }) => revogadoem === null || pareadoem !== null)
    .map((aparelho) => {
      const { aparelhoid, nome, papel, vistoem } = aparelho
      const at = aparelho.revogadoem ?? (aparelho.segredo === null ? aparelho.codigoate : null)
      return {
        aparelhoid,
        nome,
        papel,
        estado: stateOfAparelho(aparelho, services),
        /** Until when a code pairs, or when the browser was revoked; null if neither matters. */
        hora: at === null ? null : eventTime(inicio, at),
        /** When it last made a request; null before its first. */
        visto: vistoem === null ? null : seenAt(inicio, vistoem, now),
        /** Whether it is the browser that shows the page. */
        isThis: aparelhoid === own.aparelhoid,
        /** Without the last organiser only the person who runs the server can open the board. */
        isLast: isLastOrganiser(aparelhos, aparelhoid),
      }
    })
}

/** The aparelhoid a code was made for, whatever became of it; null for a wrong code. @throws StorageError */
export async function invitedWith(typed: string, services: Services): Promise<string | null> {
  const found = await findInvitation(services, typed)
  return found.kind === 'not-found' ? null : found.aparelho.aparelhoid
}

/** The open invitations this browser made, newest first. */
export function convitesOf(aparelhos: Aparelho[], codes: string[], request: Request, services: Services) {
  const { evento } = services.config
  return [...codes].reverse().flatMap((codigo) => {
    const hash = services.codigoOf(codigo)
    const aparelho = aparelhos.find((one) => one.codigo === hash)
    if (!aparelho || stateOfAparelho(aparelho, services) !== 'open') return []
    const { aparelhoid, nome, papel, codigoate } = aparelho
    const link = absoluteUrl(`/equipe/${codigo}`, request, services)
    const ate = eventTime(evento.inicio, codigoate)
    const whatsapp = equipeByWhatsapp(evento, link, ate)
    return [{ aparelhoid, nome, papel, codigo, qr: qrOf(link), whatsapp, ate }]
  })
}

type EquipeOutcome =
  | { kind: 'invited'; code: string }
  | { kind: 'revoked'; aparelhoid: string; feito: 'revogou' | 'cancelou' }
  /** Nothing was done: what was typed, and what is wrong with it. */
  | { kind: 'invalid'; nome: string; papel: string; errors: InviteErrors & { ultimo?: string } }
  | { kind: 'malformed' }

const GONE = 'Esta pessoa não está mais na lista, ou o seu acesso acabou: confira abaixo.'
const LAST = 'Marque que entendeu: é o último aparelho da organização.'

/** Does what the pressed button says. @throws StorageError */
export async function actOnEquipe(
  fields: Fields,
  { services, aparelho, autor }: Equipe,
): Promise<EquipeOutcome> {
  const given = (name: string) => fields(name) ?? ''
  const [nome, papel, aparelhoid] = [given('nome'), given('papel'), given('aparelhoid')]
  const refuse = (errors: Extract<EquipeOutcome, { kind: 'invalid' }>['errors']) =>
    ({ kind: 'invalid', nome, papel: papel || 'porta', errors }) as const
  switch (given('ato')) {
    case 'convidar': {
      const result = await inviteToEquipe(services, { nome, papel }, autor())
      if (result.kind === 'over') return refuse({ nome: OVER[result.papel] })
      return result.kind === 'invalid' ? refuse(result.errors) : result
    }
    case 'reconectar': {
      // It would close the page before anyone reads the code.
      if (aparelhoid === aparelho.aparelhoid) return { kind: 'malformed' }
      const result = await reconnectAparelho(services, aparelhoid, autor())
      if (result.kind === 'invited') return result
      return refuse({ nome: result.kind === 'over' ? OVER[result.papel] : GONE })
    }
    case 'revogar':
    case 'cancelar': {
      const result = await services.equipe.revoke(aparelhoid, autor(), given('ultimo') !== 'sim')
      if (result.kind === 'last-organiser') return refuse({ ultimo: LAST })
      return { kind: 'revoked', aparelhoid, feito: given('ato') === 'revogar' ? 'revogou' : 'cancelou' }
    }
    default:
      return { kind: 'malformed' }
  }
}

/** The most invitations a browser shows at once. */
const CODES_MAX = 5
const CODE = /^\w{4}-\w{4}$/

/**
 * The codes this browser made, for as long as a code lasts. Storage has only their hashes, so the answer to
 * convidar has to carry the code to the page after the redirect. A cookie that no script reads keeps it out
 * of addresses, history and logs, and Atualizar shows the QR again until the person has entered. It is
 * unsigned: a code shows something only if storage knows it.
 */
const cookieOf = unsignedCookie('codigos', CODIGO_MS / 1000)

/** The codes a browser made, oldest first, whatever became of them. */
export async function readCodes(request: Request, services: Services): Promise<string[]> {
  const codes: unknown = await cookieOf(services).parse(request.headers.get('Cookie'))
  if (!Array.isArray(codes)) return []
  const isCode = (code: unknown): code is string => typeof code === 'string' && CODE.test(code)
  return codes.filter(isCode).slice(-CODES_MAX)
}

/** The `Set-Cookie` that adds a code to the browser's list. */
export async function codesCookie(request: Request, code: string, services: Services): Promise<string> {
  const codes = [...(await readCodes(request, services)), code]
  return cookieOf(services).serialize(codes.slice(-CODES_MAX))
}

/** The `Set-Cookie` that forgets all codes. */
export const forgetCodes = (services: Services): Promise<string> =>
  cookieOf(services).serialize([], { expires: new Date(0), maxAge: 0 })
