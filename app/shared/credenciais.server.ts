import { noStore } from './remix.server.ts'
import type { Services } from '../../server/composition.ts'
import { isNamedCasa } from '../../server/domain/casa.ts'
import type { Convidado } from '../../server/domain/credencial-repo.ts'
import { isOfAnterior } from '../../server/domain/outro-evento.ts'
import { maskTelefone } from '../../server/domain/telefone.ts'
import { followPasse, findDesistencia } from '../../server/use-cases/find-convidado.ts'
import { absoluteUrl, qrOf } from './links.server.ts'
import { isErasureDay } from './closing.server.ts'
import { isStorageError, type Reason } from './failure.server.ts'
import type { ConviteSession } from './session.server.ts'

/** How many credentials the invitation shows; `/minhas` shows all. */
const SHOWN_MAX = 5

export type Opened =
  | { kind: 'open'; convidado: Convidado }
  | { kind: 'replaced' }
  /** The day of erasure has come, or the event is a former one: none is shown, erased yet or not. */
  | { kind: 'erased' }
  /** The token is not ours, or the guest was removed. */
  | { kind: 'not-found' }

export function credencialPath(token: string): string {
  return `/c/${token}`
}

/** Opens a credencial by its token. The signature is checked before storage is asked. @throws StorageError */
export async function openCredencial(token: string | undefined, services: Services): Promise<Opened> {
  const passe = services.parseToken(token)
  if (passe && isErasureDay(services)) return { kind: 'erased' }
  const found = passe && (await followPasse(services.credenciais, passe))
  if (passe && !found && isOfAnterior(services.guardado, passe.credencialid)) return { kind: 'erased' }
  if (!found) return { kind: 'not-found' }
  return found.isOld ? { kind: 'replaced' } : { kind: 'open', convidado: found.convidado }
}

/**
 * The guest whose credencial a token opens. A replaced link throws a 404 page that says so; all other tokens
 * that open nothing share one 404 page.
 * @throws StorageError
 */
export async function convidadoOf(token: string | undefined, services: Services): Promise<Convidado> {
  const opened = await openCredencial(token, services)
  switch (opened.kind) {
    case 'open':
      return opened.convidado
    case 'replaced':
      throw noStore<Reason>({ reason: 'substituida' }, 404)
    case 'erased':
      throw noStore<Reason>({ reason: 'apagada' }, 410)
    case 'not-found':
      throw new Response(null, { status: 404 })
    default:
      return opened satisfies never
  }
}

/** The tokens a session keeps, oldest first. */
export function tokensOf(session: ConviteSession): string[] {
  return session.get('credenciais') ?? []
}

/** Their credentials, and which of them were withdrawn. */
export async function findWithState(tokens: string[], services: Services) {
  const found = await findOpen(tokens, services)
  return Promise.all(
    found.map(async ({ credencialid, ...own }) => {
      return { ...own, isRetirada: (await findDesistencia(services, credencialid)) !== null }
    }),
  )
}

/** The credentials that the tokens open, in order, each once, without removed or replaced ones. */
async function findOpen(tokens: string[], services: Services) {
  const opened = await Promise.all(tokens.map((token) => openCredencial(token, services)))
  const seen = new Set<string>()
  return opened.flatMap((one, index) => {
    if (one.kind !== 'open') return []
    const { credencialid, nome } = one.convidado.credencial
    // After a merge both links lead to the guest who was kept.
    if (seen.has(credencialid)) return []
    seen.add(credencialid)
    return [{ credencialid, nome, href: credencialPath(tokens[index] ?? '') }]
  })
}

const NONE = { credenciais: [], hasMore: false, isComing: false }

/**
 * A browser's last credentials, for the invitation, and whether there are more: each costs reads of storage.
 * While storage does not answer, and from the day of erasure on, there are none, and the invitation still
 * shows. `isComing`: there is exactly one, and that guest did not withdraw.
 */
export async function lastCredenciais(tokens: string[], services: Services, atLeast = 0) {
  const shown = Math.max(SHOWN_MAX, atLeast)
  if (isErasureDay(services)) return NONE
  try {
    const found = await findOpen(tokens.slice(-shown), services)
    const hasMore = tokens.length > shown
    const [first] = found
    const isAlone = first !== undefined && found.length === 1 && !hasMore
    return {
      credenciais: found.map(({ nome, href }) => ({ nome, href })),
      hasMore,
      isComing: isAlone && (await findDesistencia(services, first.credencialid)) === null,
    }
  } catch (err) {
    if (!isStorageError(err)) throw err
    services.log.error({ err }, 'credentials of a browser could not be read')
    return NONE
  }
}

/** The company at whose table a guest is; null also for a guest of the house, which has none. */
export const tableOf = ({ empresa }: Convidado): string | null =>
  !empresa || isNamedCasa(empresa) ? null : empresa.nome

/** The table number of a guest's company; empty text for none. @throws StorageError */
export async function numeroOf({ empresa }: Convidado, { mesas }: Pick<Services, 'mesas'>): Promise<string> {
  return empresa === null ? '' : (await mesas.find(empresa.empresaid)).numero
}

/** What the credencial's page and picture show of a guest; of the phone, enough to recognise it. */
export function shownOf(found: Convidado, request: Request, services: Services) {
  const { credencial, versao } = found
  const { credencialid, nome, telefone } = credencial
  const path = credencialPath(services.tokenOf(credencialid, versao))
  const link = absoluteUrl(path, request, services)
  const codigo = services.codeOf(credencialid, versao)
  const convidado = {
    nome,
    telefone: maskTelefone(telefone),
    empresa: tableOf(found),
    codigo,
    qr: qrOf(link),
  }
  return { convidado, path, link }
}
